import Testing
import Wire

@testable import ScrollbackCommand

enum UniqueIDs {
    static let one = UniqueID(high: 0, low: 1)
}

@Suite struct `Times that people give` {
    /// A Wednesday in every zone.
    private let now = Timestamp(microseconds: 1_700_050_000_000_000)

    private func read(_ text: String) throws -> Timestamp {
        try #require(GivenMoment(now: now)).read(text)
    }

    private func wall(_ text: String) throws -> String {
        try #require(LocalTime.wall(try read(text))).text
    }

    @Test(
        arguments: [
            ("2023-11-14T22:13:20Z", 1_700_000_000_000_000),
            ("2023-11-14 22:13:20 Z", 1_700_000_000_000_000),
            ("2023-11-14t23:13:20.5+01:00", 1_700_000_000_500_000),
            ("2023-11-14T17:13:20-0500", 1_700_000_000_000_000),
            ("2023-11-14T22:13+00", 1_699_999_980_000_000),
            ("now", 1_700_050_000_000_000), ("an hour ago", 1_700_046_400_000_000),
            ("90  Minutes AGO", 1_700_044_600_000_000),
        ] as [(String, Int64)]
    )
    func `are read`(text: String, microseconds: Int64) throws {
        #expect(try read(text).microseconds == microseconds)
    }

    @Test func `are read in local time`() throws {
        let today = try #require(LocalTime.wall(now))
        let yesterday = today.advanced(byDays: -1)
        #expect(try wall("today") == "\(today.date) 00:00:00")
        #expect(try wall("14:00") == "\(today.date) 14:00:00")
        #expect(try wall("yesterday 14:00") == "\(yesterday.date) 14:00:00")
        #expect(try wall("yesterday at 9:05:07") == "\(yesterday.date) 09:05:07")
        #expect(try wall("2 weeks ago") == today.advanced(byDays: -14).text)
        #expect(try wall("2023-11-01") == "2023-11-01 00:00:00")
        #expect(try wall("last wednesday") == "2023-11-08 00:00:00")
        #expect(try wall("last tuesday 10:00") == "2023-11-14 10:00:00")
        #expect(try wall("a month ago").hasPrefix("2023-10-15 "))
        #expect(try wall("1 year ago").hasPrefix("2022-11-15 "))
    }

    @Test(arguments: [
        ("03/04/2026", ["2026-03-04", "2026-04-03"]), ("13/04/2026", ["2026-04-13"]),
        ("3.3.2026", ["2026-03-03"]), ("tuesday", ["2023-11-14", "2023-11-21"]),
        ("tuesday 10:00", ["2023-11-14 10:00", "2023-11-21 10:00"]),
    ])
    func `are refused with their readings`(text: String, readings: [String]) {
        #expect(throws: GivenMoment.Fault.ambiguous(readings)) { try read(text) }
    }

    @Test(arguments: [
        "", "soon", "2026-13-01", "2026-02-30", "25:00", "last week", "yesterday 9", "x days ago",
        "-3 days ago", "2026-03-04T10:00+99:00", "1700000000000", "99/99/2026",
        "yesterday 9:00 9:00", "tuesday 25:00", "tuesday 9:00 9:00",
        "٢٠٢٦-٠٣-٠٤",
    ])
    func `are refused`(text: String) {
        #expect(throws: GivenMoment.Fault.unknown) { try read(text) }
    }
}
