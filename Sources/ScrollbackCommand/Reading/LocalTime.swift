import Glibc
import Wire

/// A date and a time of day, as a clock on the wall shows them.
struct WallTime: Equatable {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0
    /// Beyond the second.
    var microseconds: Int64 = 0

    /// Seconds since 1970 if the clock is in UTC; nil for a date or a time that does not exist.
    var secondsInUTC: Int64? {
        guard (0...9_999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        var parts = tm()
        parts.tm_year = Int32(year - 1_900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        parts.tm_hour = Int32(hour)
        parts.tm_min = Int32(minute)
        parts.tm_sec = Int32(second)
        // It counts days beyond the month into the next one.
        let seconds = Int64(timegm(&parts))
        return Int(parts.tm_mday) == day ? seconds : nil
    }
}

extension WallTime {
    fileprivate init(_ parts: tm) {
        year = Int(parts.tm_year) + 1_900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        second = Int(parts.tm_sec)
    }

    fileprivate init(secondsInUTC seconds: Int64) {
        var moment = time_t(seconds)
        var parts = tm()
        gmtime_r(&moment, &parts)
        self.init(parts)
    }

    /// The same time of day some days later or earlier.
    func advanced(byDays days: Int) -> WallTime {
        var noon = self
        (noon.hour, noon.minute, noon.second) = (12, 0, 0)
        guard let seconds = noon.secondsInUTC else { return self }
        var moved = WallTime(secondsInUTC: seconds + Int64(days) * 86_400)
        (moved.hour, moved.minute, moved.second) = (hour, minute, second)
        moved.microseconds = microseconds
        return moved
    }

    /// The same day of another month; its last day, if it is shorter.
    func advanced(byMonths months: Int) -> WallTime {
        var moved = self
        let count = year * 12 + month - 1 + months
        (moved.year, moved.month) = (count / 12, count % 12 + 1)
        while moved.secondsInUTC == nil, moved.day > 28 { moved.day -= 1 }
        return moved
    }

    /// 0 for Sunday.
    var weekday: Int {
        let days = (secondsInUTC ?? 0).quotient(by: 86_400)
        return Int((days + 4) % 7 + 7) % 7
    }

    var date: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    var text: String { "\(date) \(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))" }
}

/// Times in the zone of this machine, or of the variable TZ.
enum LocalTime {
    /// localtime_r itself need not look at TZ.
    private static let zone: Void = tzset()

    private static func parts(_ seconds: Int64) -> tm? {
        _ = zone
        var moment = time_t(seconds)
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil,
            (-1_900...8_099).contains(parts.tm_year)
        else { return nil }
        return parts
    }

    /// Returns the local clock time at a time; nil in years without four digits.
    static func wall(_ time: Timestamp) -> WallTime? {
        parts(time.microseconds.quotient(by: 1_000_000)).map(WallTime.init)
    }

    /// A time to the second or the minute, with the offset of its zone.
    static func text(_ time: Timestamp, hasSeconds: Bool = true) -> String {
        text(seconds: time.microseconds.quotient(by: 1_000_000), hasSeconds: hasSeconds)
            ?? "\(time.microseconds) µs since 1970"
    }

    static func text(seconds: Int64, hasSeconds: Bool = true) -> String? {
        parts(seconds).map { parts in
            let clock = WallTime(parts).text.dropLast(hasSeconds ? 0 : 3)
            return "\(clock)\(offset(Int64(parts.tm_gmtoff)))"
        }
    }

    private static func offset(_ seconds: Int64) -> String {
        let minutes = Int(seconds.magnitude / 60)
        return "\(seconds < 0 ? "-" : "+")\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
    }

    /// The seconds since 1970 at which the clock on the wall shows a time.
    ///
    /// There are two if the clock was set back over it, and none if it was set forward over it.
    static func moments(of wall: WallTime) -> [Int64] {
        guard let seconds = wall.secondsInUTC else { return [] }
        var offsets: [Int64] = []
        // No zone changes its clock twice within two days.
        for near in [seconds - 86_400, seconds + 86_400] {
            guard let offset = parts(near).map({ Int64($0.tm_gmtoff) }) else { continue }
            if !offsets.contains(offset) { offsets.append(offset) }
        }
        var shown = wall
        shown.microseconds = 0
        return offsets.map { seconds - $0 }
            .filter { moment in parts(moment).map(WallTime.init) == shown }
            .sorted()
    }
}

extension Int {
    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    /// The quotient, rounded towards the smaller number.
    fileprivate func quotient(by divisor: Int64) -> Int64 {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
