import Wire

/// A time that a person gave: in ISO 8601, or in words.
struct GivenMoment {
    /// Why a text is no time.
    enum Fault: Error, Equatable {
        case unknown
        /// It can be read in several ways, each of which can be given instead.
        case ambiguous([String])
        /// The local clock was set forward over it.
        case skipped
    }

    /// The forms that are read, for help texts.
    static let forms = """
        TIME is in local time unless it ends with Z or an offset: 2026-03-04, 2026-03-04T14:00,
        2026-03-04T14:00:00+01:00, 14:00, now, today, yesterday 14:00, last tuesday 9:30,
        2 weeks ago. POSITION is a number.
        """

    private let now: Timestamp
    private let wall: WallTime

    init?(now: Timestamp) {
        guard let wall = LocalTime.wall(now) else { return nil }
        self.now = now
        self.wall = wall
    }

    /// Reads a time.
    func read(_ text: String) throws(Fault) -> Timestamp {
        let words = text.lowercased().split(separator: " ").map(String.init)
        if words == ["now"] { return now }
        if words.last == "ago" { return try ago(words.dropLast()) }
        if let time = try iso(words.joined(separator: " ")) { return time }
        try refuseNumbers(words.first ?? "")
        return try moment(try day(words))
    }

    /// A time in ISO 8601; nil for a text in another form.
    private func iso(_ text: String) throws(Fault) -> Timestamp? {
        let form =
            /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[t ]([0-9:.,]+) ?(z|[+-][0-9]{2}:?(?:[0-9]{2})?)?)?/
        guard let match = text.wholeMatch(of: form)?.output,
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3)
        else { return nil }
        var wall = WallTime(year: year, month: month, day: day)
        if let time = match.4 {
            guard let whole = Self.clock(time, on: wall) else { throw .unknown }
            wall = whole
        }
        guard let zone = match.5 else { return try moment(wall) }
        guard let seconds = wall.secondsInUTC, let offset = Self.offset(zone) else {
            throw .unknown
        }
        return Timestamp(microseconds: (seconds - offset) * 1_000_000 + wall.microseconds)
    }

    /// The seconds by which a zone is ahead of UTC.
    private static func offset(_ zone: Substring) -> Int64? {
        if zone == "z" { return 0 }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard let number = Int64(digits) else { return nil }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 15, minutes < 60 else { return nil }
        return (zone.first == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// A day with the time of day in a text, such as 9:30 or 14:00:59.123.
    private static func clock(_ text: some StringProtocol, on day: WallTime) -> WallTime? {
        let form = /([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,6}))?)?/
        guard let match = String(text).wholeMatch(of: form)?.output, let hour = Int(match.1),
            let minute = Int(match.2)
        else { return nil }
        var time = day
        (time.hour, time.minute, time.second) = (hour, minute, match.3.flatMap { Int($0) } ?? 0)
        let fraction = match.4.map(String.init) ?? ""
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        time.microseconds = Int64(fraction + zeros) ?? 0
        return time.secondsInUTC == nil ? nil : time
    }

    /// The one time at which the local clock shows something.
    private func moment(_ wall: WallTime) throws(Fault) -> Timestamp {
        guard wall.secondsInUTC != nil else { throw .unknown }
        let moments = LocalTime.moments(of: wall)
        guard let first = moments.first else { throw .skipped }
        guard moments.count == 1 else {
            throw .ambiguous(moments.compactMap { LocalTime.text(seconds: $0) })
        }
        return Timestamp(microseconds: first * 1_000_000 + wall.microseconds)
    }
}

// Words.

extension GivenMoment {
    private static let weekdays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    private var midnight: WallTime {
        WallTime(year: wall.year, month: wall.month, day: wall.day)
    }

    /// A day in words, and perhaps a time of day.
    private func day(_ words: [String]) throws(Fault) -> WallTime {
        var words = words.filter { $0 != "at" }[...]
        var day = midnight
        switch words.first {
        case "today": words = words.dropFirst()
        case "yesterday":
            day = day.advanced(byDays: -1)
            words = words.dropFirst()
        case "last":
            guard words.count > 1, let weekday = Self.weekdays.firstIndex(of: words[1]) else {
                throw .unknown
            }
            day = last(weekday)
            words = words.dropFirst(2)
        case let word?:
            if let weekday = Self.weekdays.firstIndex(of: word) {
                let time = words.dropFirst().first
                guard words.count <= 2, time.map({ Self.clock($0, on: day) != nil }) ?? true else {
                    throw .unknown
                }
                let last = last(weekday)
                throw .ambiguous(
                    [last, last.advanced(byDays: 7)].map { day in
                        time.map { "\(day.date) \($0)" } ?? day.date
                    }
                )
            }
        case nil: throw .unknown
        }
        guard let time = words.first else { return day }
        guard words.count == 1, let whole = Self.clock(time, on: day) else { throw .unknown }
        return whole
    }

    /// The last such day before today.
    private func last(_ weekday: Int) -> WallTime {
        let days = (midnight.weekday - weekday + 7) % 7
        return midnight.advanced(byDays: days == 0 ? -7 : -days)
    }

    /// A time so many units before now.
    private func ago(_ words: ArraySlice<String>) throws(Fault) -> Timestamp {
        guard words.count == 2, let count = Self.count(words[0]) else { throw .unknown }
        var unit = words[1]
        if unit.hasSuffix("s") { unit.removeLast() }
        let seconds: Int64
        switch unit {
        case "second": seconds = 1
        case "minute": seconds = 60
        case "hour": seconds = 3_600
        // Of these the local clock keeps the time of day.
        case "day": return try moment(wall.advanced(byDays: -count))
        case "week": return try moment(wall.advanced(byDays: -7 * count))
        case "month": return try moment(wall.advanced(byMonths: -count))
        case "year": return try moment(wall.advanced(byMonths: -12 * count))
        default: throw .unknown
        }
        return Timestamp(microseconds: now.microseconds - Int64(count) * seconds * 1_000_000)
    }

    /// More units than these would lead before the first year.
    private static func count(_ word: String) -> Int? {
        if word == "a" || word == "an" || word == "one" { return 1 }
        guard let count = Int(word), (0...20_000).contains(count) else { return nil }
        return count
    }

    /// Refuses a date in numbers, which different countries read differently.
    private func refuseNumbers(_ word: String) throws(Fault) {
        let form = /([0-9]{1,2})[\/.-]([0-9]{1,2})[\/.-]([0-9]{4})/
        guard let match = word.wholeMatch(of: form)?.output, let first = Int(match.1),
            let second = Int(match.2), let year = Int(match.3)
        else { return }
        let readings = [
            WallTime(year: year, month: first, day: second),
            WallTime(year: year, month: second, day: first),
        ].filter { $0.secondsInUTC != nil }.map(\.date)
        guard let one = readings.first else { throw .unknown }
        throw .ambiguous(readings.allSatisfy { $0 == one } ? [one] : readings)
    }
}
