import DomainSupport
import Messaging
import TestSupport
import Testing
import Wire

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")

private func unread(
    marker: UInt64 = 0,
    cleared: UInt64 = 0,
    expired: UInt64 = 0,
    head: UInt64 = 10,
    own: UInt64 = 0,
    removed: UInt64 = 0
) -> UInt64 {
    UnreadCount(
        isActive: true,
        visible: [MessageRun(after: 0, upTo: .max)],
        marker: marker,
        cleared: cleared,
        expired: expired,
        head: head
    ).count(own: own, removed: removed)
}

@Suite struct `What is unread` {
    @Test func `is everything of others that is there, where nothing was read`() {  // UNREAD-02
        #expect(unread() == 10)
        #expect(unread(removed: 3) == 7)
    }

    @Test func `is everything where nothing was cleared and nothing is too old`() {  // UNREAD-02
        let all = [MessageRun(after: 0, upTo: 10)]
        #expect(UnreadCount(isActive: true, visible: all, marker: 0, head: 10).runs == all)
    }

    @Test func `begins behind the marker, the clearing and what is too old, whichever is last`() {
        // UNREAD-02 D-28 D-51
        #expect(unread(marker: 4) == 6)
        #expect(unread(marker: 4, cleared: 6) == 4)
        #expect(unread(marker: 4, cleared: 6, expired: 9) == 1)
        #expect(unread(marker: 10) == 0)
        #expect(unread(marker: 11) == 0)
    }

    @Test func `is nothing of one's own`() {  // UNREAD-03
        #expect(unread(own: 4) == 6)
        #expect(unread(own: 10) == 0)
        #expect(unread(own: 4, removed: 6) == 0)
    }

    @Test func `is nothing for who is no member any more`() {
        let count = UnreadCount(
            isActive: false,
            visible: [MessageRun(after: 0, upTo: 10)],
            marker: 0,
            head: 10
        )
        #expect(count.runs == [] && count.count(own: 0, removed: 0) == 0)
    }

    @Test func `is never less than nothing, and never more than there can be`() {
        #expect(unread(own: 11) == 0)
        #expect(unread(removed: .max) == 0)
        #expect(unread(own: .max, removed: .max) == 0)
        #expect(unread(head: .max) == .max)
        #expect(unread(marker: .max, head: .max) == 0)
        #expect(MessageRun(after: 7, upTo: 3).count == 0)
    }

    @Test func `counts runs that overlap once`() {
        let count = UnreadCount(
            isActive: true,
            visible: [
                MessageRun(after: 4, upTo: 9), MessageRun(after: 0, upTo: 6),
                MessageRun(after: 2, upTo: 3), MessageRun(after: 12, upTo: 14),
            ],
            marker: 1,
            head: 13
        )
        #expect(
            count.runs == [
                MessageRun(after: 1, upTo: 6), MessageRun(after: 6, upTo: 9),
                MessageRun(after: 12, upTo: 13),
            ]
        )
        #expect(count.count(own: 0, removed: 0) == 9)
    }

    @Test func `is what a walk through the timeline counts`() {  // UNREAD-02 UNREAD-03 UNREAD-09
        var random = SplitMix64(seed: seed(for: "unread"))
        for _ in 0..<2_000 {
            let timeline = Timeline(&random)
            #expect(timeline.counted == timeline.scanned)
        }
    }
}

/// A random timeline with a viewer, whose unread messages are counted in two ways.
private struct Timeline {
    private let entries: [MessageFacts]
    private let viewer: MemberFacts
    private let visibility: Visibility
    private let marker: UInt64
    private let expired: UInt64

    init(_ random: inout SplitMix64) {
        var number: UInt64 = 0
        let length = UInt64.random(in: 0...30, using: &random)
        entries = (0..<length).map { index in
            let isSystem = Int.random(in: 0..<4, using: &random) == 0
            if !isSystem { number += 1 }
            return entry(
                at: index * 2 + 1,
                by: Bool.random(using: &random) ? sarah : tom,
                on: Int64(index),
                number: number,
                isSystem: isSystem,
                isDeleted: Int.random(in: 0..<5, using: &random) == 0,
                isErased: Int.random(in: 0..<8, using: &random) == 0
            )
        }
        var marks = (0..<5).map { _ in UInt64.random(in: 0...64, using: &random) }.sorted()
        let last = Bool.random(using: &random) ? nil : marks.popLast()
        viewer =
            if Bool.random(using: &random) {
                member(sarah, (marks[0], marks[1]), (marks[2], last))
            } else {
                member(sarah, (marks[0], last))
            }
        let keptFrom = Int64.random(in: 0...12, using: &random)
        visibility = Visibility(
            history: Bool.random(using: &random) ? .full : .sinceJoin,
            intervals: viewer.intervals,
            cleared: Position(UInt64.random(in: 0...20, using: &random)),
            keptFrom: Timestamp(microseconds: keptFrom)
        )
        marker = UInt64.random(in: 0...(number + 1), using: &random)
        expired = entries.last { $0.sentAt.microseconds < keptFrom }?.messageNumber ?? 0
    }

    /// By going through every entry, as the rule says it.
    var scanned: Int {
        guard viewer.isActive else { return 0 }
        return entries.count { entry in
            !entry.isSystem && entry.sender != viewer.user && !entry.isDeleted && !entry.isErased
                && entry.messageNumber > marker
                && visibility.showsEntry(at: entry.position, sentAt: entry.sentAt)
        }
    }

    /// By the numbers alone.
    var counted: UInt64 {
        let count = UnreadCount(
            isActive: viewer.isActive,
            visible: visibility.ranges.map {
                let first = $0.lowerBound.rawValue
                return MessageRun(
                    after: first == 0 ? 0 : messages(upTo: Position(first - 1)),
                    upTo: messages(upTo: $0.upperBound)
                )
            },
            marker: marker,
            cleared: messages(upTo: visibility.cleared),
            expired: expired,
            head: messages(upTo: Position(.max))
        )
        let inRuns = entries.filter { entry in
            !entry.isSystem
                && count.runs.contains {
                    entry.messageNumber > $0.after && entry.messageNumber <= $0.upTo
                }
        }
        let own = inRuns.count { $0.sender == viewer.user }
        let removed = inRuns.count {
            $0.sender != viewer.user && ($0.isDeleted || $0.isErased)
        }
        return count.count(own: UInt64(own), removed: UInt64(removed))
    }

    private func messages(upTo position: Position) -> UInt64 {
        entries.last { $0.position <= position }?.messageNumber ?? 0
    }
}
