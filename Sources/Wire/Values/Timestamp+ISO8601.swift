internal import Glibc

extension Timestamp {
    /// Reads a time of ISO 8601 with date, time and zone, such as `2026-11-17T14:00:00.5+01:00`.
    ///
    /// Seconds and their fraction may be left out; digits beyond microseconds are cut off. The zone
    /// is `Z` or an offset in hours and minutes, for without it a time is ambiguous.
    ///
    /// - Returns: nil for other text, and for a date or time that no calendar has.
    public init?(iso8601 text: String) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
            reader.skip("-"), let day = reader.number(2), reader.skip("T") || reader.skip("t"),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2)
        else { return nil }
        var (second, microsecond) = (Int64(0), Int64(0))
        if reader.skip(":") {
            guard let digits = reader.number(2) else { return nil }
            second = digits
            if reader.skip(".") {
                guard let fraction = reader.microseconds() else { return nil }
                microsecond = fraction
            }
        }
        guard let offset = reader.zone(), reader.isAtEnd,
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = Self.days(before: year, month, day)
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
        self.init(microseconds: seconds * 1_000_000 + microsecond)
    }

    /// The time in UTC, with microseconds; their number where ISO 8601 has no such year.
    package var iso8601: String {
        var seconds = microseconds / 1_000_000
        var rest = microseconds % 1_000_000
        if rest < 0 {
            seconds -= 1
            rest += 1_000_000
        }
        var moment = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&moment, &parts) != nil, (0...9_999).contains(parts.tm_year + 1_900) else {
            return "\(microseconds) µs since 1970"
        }
        func padded(_ number: some BinaryInteger, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date =
            "\(padded(parts.tm_year + 1_900, 4))-\(padded(parts.tm_mon + 1, 2))-"
            + padded(parts.tm_mday, 2)
        let time =
            "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
        return "\(date)T\(time).\(padded(rest, 6))Z"
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days from the start of 1970 to a date, negative before.
    private static func days(before year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // Years that begin in March have the leap day at their end.
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// Reads numbers of a fixed number of digits.
private struct DigitReader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func number(_ count: Int) -> Int64? {
        guard place + count <= bytes.count else { return nil }
        var number: Int64 = 0
        for byte in bytes[place..<place + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int64(byte - 0x30)
        }
        place += count
        return number
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    /// The digits of a fraction of a second; nil without one.
    mutating func microseconds() -> Int64? {
        var (value, unit) = (Int64(0), Int64(100_000))
        let start = place
        while let digit = number(1) {
            value += digit * unit
            unit /= 10
        }
        return place > start ? value : nil
    }

    /// The minutes by which a zone is ahead of UTC.
    mutating func zone() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isAhead = skip("+")
        guard isAhead || skip("-"), let hours = number(2), reader(skips: ":"),
            let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }

    private mutating func reader(skips character: Unicode.Scalar) -> Bool {
        _ = skip(character)
        return true
    }
}
