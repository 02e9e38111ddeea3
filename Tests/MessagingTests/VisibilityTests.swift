import LogSchema
import Messaging
import TestSupport
import Testing
import Wire

/// Positions from numbers, as the examples of this file have them.
private func interval(_ joined: UInt64, _ left: UInt64? = nil) -> MemberFacts.Interval {
    MemberFacts.Interval(joined: Position(joined), left: left.map { Position($0) })
}

/// The positions up to 30 that somebody sees.
private func seen(_ visibility: Visibility) -> [UInt64] {
    (0...30).filter { visibility.shows(Position($0)) }
}

@Suite struct `Who sees what: history full` {
    @Test func `an active member sees everything, what was before too`() {  // D-17
        let view = Visibility(history: .full, intervals: [interval(10)])
        #expect(seen(view) == Array(1...30))
        #expect(view.shows(Position(.max)))
    }

    @Test func `a former member sees everything up to the own leaving, which is seen`() {  // D-17
        let view = Visibility(history: .full, intervals: [interval(10, 20)])
        #expect(seen(view) == Array(1...20))
        #expect(view.newest == Position(20))
    }

    @Test func `who came back sees the gap as well`() {  // D-17
        let view = Visibility(history: .full, intervals: [interval(5, 10), interval(20)])
        #expect(seen(view) == Array(1...30))
    }

    @Test func `who came back and left again sees up to the last leaving`() {  // D-17
        let view = Visibility(history: .full, intervals: [interval(5, 10), interval(20, 25)])
        #expect(seen(view) == Array(1...25))
        #expect(view.newest == Position(25))
    }

    @Test(arguments: [HistoryPolicy.unspecified, .unrecognized(77)])
    func `a policy that is not known is read as full`(policy: HistoryPolicy) {
        let view = Visibility(history: policy, intervals: [interval(10, 20)])
        #expect(seen(view) == Array(1...20))
    }
}

@Suite struct `Who sees what: history since joining` {
    @Test func `an active member sees the own joining and everything after`() {  // D-17
        let view = Visibility(history: .sinceJoin, intervals: [interval(10)])
        #expect(seen(view) == Array(10...30))
        #expect(view.shows(Position(.max)))
    }

    @Test func `a former member sees from the own joining to the own leaving`() {  // D-17
        let view = Visibility(history: .sinceJoin, intervals: [interval(10, 20)])
        #expect(seen(view) == Array(10...20))
    }

    @Test func `who came back does not see the gap`() {  // D-16 D-17
        let view = Visibility(history: .sinceJoin, intervals: [interval(5, 10), interval(20)])
        #expect(seen(view) == Array(5...10) + Array(20...30))
    }

    @Test func `who left where they joined sees that one event`() {
        let view = Visibility(history: .sinceJoin, intervals: [interval(7, 7)])
        #expect(seen(view) == [7])
    }

    @Test func `an interval that ends before it begins shows its beginning alone`() {
        let view = Visibility(history: .sinceJoin, intervals: [interval(7, 3), interval(9)])
        #expect(seen(view) == [7] + Array(9...30))
    }
}

@Suite struct `Who sees what: history since a date` {
    private func interval(
        _ joined: UInt64,
        _ left: UInt64? = nil,
        since: UInt64
    ) -> MemberFacts.Interval {
        MemberFacts.Interval(
            joined: Position(joined),
            left: left.map { Position($0) },
            since: Position(since)
        )
    }

    @Test func `narrows full`() {  // D-95
        let view = Visibility(history: .full, intervals: [interval(10, since: 6)])
        #expect(seen(view) == Array(6...30))
        let former = Visibility(history: .full, intervals: [interval(10, 20, since: 6)])
        #expect(seen(former) == Array(6...20))
    }

    @Test func `widens since joining`() {  // D-95
        let view = Visibility(history: .sinceJoin, intervals: [interval(10, since: 6)])
        #expect(seen(view) == Array(6...30))
    }

    @Test(arguments: [HistoryPolicy.full, .sinceJoin])
    func `shows the own joining in any case`(policy: HistoryPolicy) {
        let view = Visibility(history: policy, intervals: [interval(10, since: 12)])
        #expect(seen(view) == Array(10...30))
    }

    @Test func `what was seen in earlier memberships stays seen`() {  // D-95
        let earlier = MemberFacts.Interval(joined: Position(3), left: Position(5))
        let full = Visibility(history: .full, intervals: [earlier, interval(20, since: 15)])
        #expect(seen(full) == Array(1...5) + Array(15...30))
        let later = Visibility(history: .sinceJoin, intervals: [earlier, interval(20, since: 15)])
        #expect(seen(later) == Array(3...5) + Array(15...30))
        let over = Visibility(history: .sinceJoin, intervals: [earlier, interval(20, since: 2)])
        #expect(seen(over) == Array(2...30))
        #expect(over.seesEverythingLater)
    }

    @Test func `of a former member ends, so that not everything later is seen`() {  // D-17
        let left = MemberFacts.Interval(joined: Position(3), left: Position(5))
        #expect(!Visibility(history: .full, intervals: [left]).seesEverythingLater)
        let twice = Visibility(history: .sinceJoin, intervals: [left, interval(20, since: 15)])
        #expect(!twice.seesEverythingLater)
    }

    @Test func `without a date a later membership shows all of a full history`() {  // D-17 D-95
        let again = MemberFacts.Interval(joined: Position(20))
        let view = Visibility(history: .full, intervals: [interval(10, 12, since: 9), again])
        #expect(seen(view) == Array(1...30))
    }

    @Test func `is where a recipient's sight begins`() {
        let one = [interval(10, since: 6)]
        #expect(Visibility.beginning(history: .full, of: one) == Position(6))
        #expect(Visibility.beginning(history: .sinceJoin, of: one) == Position(6))
        let two = [interval(3, 5, since: 2), interval(10, since: 6)]
        #expect(Visibility.beginning(history: .full, of: two) == nil)
    }
}

@Suite struct `Who sees what: for every user` {
    static let policies: [HistoryPolicy] = [.full, .sinceJoin]

    @Test(arguments: policies) func `who never was a member sees nothing`(policy: HistoryPolicy) {
        let view = Visibility(history: policy, intervals: [])
        #expect(seen(view) == [])
        #expect(view.newest == nil)
        #expect(!view.shows(Position(.max)))
        let moment = Timestamp(microseconds: 0)
        #expect(!view.showsEntry(at: Position(5), sentAt: moment))
    }

    @Test func `nothing is at position zero`() {
        #expect(!Visibility(history: .full, intervals: [interval(0)]).shows(.zero))
    }

    @Test(arguments: policies)  // D-28
    func `what was cleared is gone, the clearing itself included`(policy: HistoryPolicy) {
        let view = Visibility(history: policy, intervals: [interval(3)], cleared: Position(12))
        #expect(!view.shows(Position(11)))
        #expect(!view.shows(Position(12)))
        #expect(view.shows(Position(13)))
    }

    @Test func `clearing after leaving leaves nothing`() {  // D-28
        let view = Visibility(
            history: .full,
            intervals: [interval(3, 9)],
            cleared: Position(12)
        )
        #expect(seen(view) == [])
        // What the conversation was called then is still known: membership stays.
        #expect(view.newest == Position(9))
    }

    @Test func `an event is seen only with what it is about`() {  // D-16
        let rejoined = Visibility(history: .sinceJoin, intervals: [interval(5, 10), interval(20)])
        #expect(rejoined.shows(Position(22), about: Position(21)))
        #expect(rejoined.shows(Position(22), about: Position(6)))
        // About something in the gap, and in the gap about something seen.
        #expect(!rejoined.shows(Position(22), about: Position(15)))
        #expect(!rejoined.shows(Position(15), about: Position(6)))
        #expect(!rejoined.shows(Position(15), about: Position(14)))
    }

    @Test func `a deletion after the leaving is not seen`() {  // D-16
        let former = Visibility(history: .full, intervals: [interval(1, 10)])
        #expect(former.shows(Position(10), about: Position(4)))
        #expect(!former.shows(Position(11), about: Position(4)))
    }

    @Test func `what is about something cleared is not seen`() {  // D-28
        let view = Visibility(history: .full, intervals: [interval(1)], cleared: Position(12))
        #expect(!view.shows(Position(14), about: Position(12)))
        #expect(view.shows(Position(14), about: Position(13)))
    }
}

@Suite struct `Messages are kept as long as a user wants` {
    private static let day: Int64 = 86_400_000_000
    private static let now = Timestamp(microseconds: 1_767_225_600_000_000)

    @Test(arguments: [
        (KeepMessages.thirtyDays, Int64(30)), (.ninetyDays, 90), (.oneYear, 365),
    ])  // D-51
    func `what is exactly as old as the bound is kept`(keep: KeepMessages, days: Int64) throws {
        let keptFrom = try #require(keep.keptFrom(Self.now))
        #expect(keptFrom.microseconds == Self.now.microseconds - days * Self.day)
        let view = Visibility(history: .full, intervals: [interval(1)], keptFrom: keptFrom)
        let before = Timestamp(microseconds: keptFrom.microseconds - 1)
        let after = Timestamp(microseconds: keptFrom.microseconds + 1)
        #expect(!view.showsEntry(at: Position(5), sentAt: before))
        #expect(view.showsEntry(at: Position(5), sentAt: keptFrom))
        #expect(view.showsEntry(at: Position(5), sentAt: after))
        // The log's own events are no entries and have no age.
        #expect(view.shows(Position(5)))
    }

    @Test(arguments: [KeepMessages.forever, .unspecified, .unrecognized(9)])
    func `everything is kept where nothing bounds it`(keep: KeepMessages) {  // D-51 D-52
        #expect(keep.keptFrom(Self.now) == nil)
        let view = Visibility(history: .full, intervals: [interval(1)])
        #expect(view.showsEntry(at: Position(5), sentAt: Timestamp(microseconds: .min)))
    }

    @Test func `at the beginning of time everything is kept`() {
        let first = Timestamp(microseconds: .min)
        let view = Visibility(
            history: .full,
            intervals: [interval(1)],
            keptFrom: KeepMessages.thirtyDays.keptFrom(first)
        )
        #expect(view.showsEntry(at: Position(5), sentAt: first))
    }

    @Test func `an entry that is kept must still be in sight`() {
        let view = Visibility(
            history: .sinceJoin,
            intervals: [interval(5)],
            cleared: Position(8),
            keptFrom: Self.now
        )
        #expect(!view.showsEntry(at: Position(4), sentAt: Self.now))
        #expect(!view.showsEntry(at: Position(8), sentAt: Self.now))
        #expect(view.showsEntry(at: Position(9), sentAt: Self.now))
    }
}

@Suite struct `Visibility is what the rule says` {
    /// The rule once more, as a sentence about one position, without ranges.
    private static func isSeen(
        _ position: UInt64,
        _ history: HistoryPolicy,
        _ intervals: [MemberFacts.Interval],
        cleared: UInt64
    ) -> Bool {
        guard position > cleared, let last = intervals.last else { return false }
        if history == .full, last.since == nil {
            guard let left = last.left else { return true }
            return position <= left.rawValue
        }
        return intervals.contains { interval in
            if let left = interval.left, position > left.rawValue { return false }
            if position >= interval.joined.rawValue { return true }
            if let since = interval.since { return position >= since.rawValue }
            return history == .full
        }
    }

    @Test func `for random memberships over few positions`() {
        var random = SplitMix64(seed: seed(for: "visibility"))
        for _ in 0..<2_000 {
            let history: HistoryPolicy = Bool.random(using: &random) ? .full : .sinceJoin
            let count = Int.random(in: 0...3, using: &random)
            // Joinings and leavings ascend; two memberships never share a position.
            let ends = Set((0..<count * 2).map { _ in UInt64.random(in: 1...12, using: &random) })
                .sorted()
            var intervals = stride(from: 0, to: ends.count, by: 2).map { place in
                interval(ends[place], place + 1 < ends.count ? ends[place + 1] : nil)
            }
            if let last = intervals.last, last.left == nil, Bool.random(using: &random) {
                intervals[intervals.count - 1].left = last.joined
            }
            for place in intervals.indices where Bool.random(using: &random) {
                intervals[place].since = Position(UInt64.random(in: 1...12, using: &random))
            }
            let cleared = UInt64.random(in: 0...6, using: &random)
            let view = Visibility(
                history: history,
                intervals: intervals,
                cleared: Position(cleared)
            )
            for position in UInt64(0)...14 {
                let expected = Self.isSeen(position, history, intervals, cleared: cleared)
                let isShown = view.shows(Position(position))
                if isShown != expected { Issue.record("\(position): \(view)") }
                for subject in UInt64(0)...14 {
                    let both =
                        expected && Self.isSeen(subject, history, intervals, cleared: cleared)
                    let shown = view.shows(Position(position), about: Position(subject))
                    if shown != both { Issue.record("\(position) about \(subject): \(view)") }
                }
            }
        }
    }
}
