package import Wire

/// A user's visibility of a conversation: the one rule, used by every query.
///
/// - An event is visible if its own position and the position of its subject lie in the viewer's
///   intervals, and after the position up to which the viewer has cleared.
/// - `history: full` shows an active member everything, and a former one everything up to the last
///   leaving. `history: sinceJoin` shows the intervals of membership, ends included.
/// - A membership may begin to show the history elsewhere (`since`): later than `full` does, or
///   earlier than `sinceJoin`. Each membership shows what it shows; a later one takes nothing away.
/// - Erasure is not part of visibility: erased content is erased for all users and for ever.
package struct Visibility: Hashable, Sendable {
    /// The ranges of positions that the viewer sees, ascending; no end for an active member.
    package private(set) var ranges: [ClosedRange<Position>]
    /// Everything up to here the viewer has cleared away.
    package let cleared: Position
    /// The time from which messages are kept for this viewer.
    package let keptFrom: Timestamp?

    package init(
        history: HistoryPolicy,
        intervals: [MemberFacts.Interval],
        cleared: Position = .zero,
        keptFrom: Timestamp? = nil
    ) {
        ranges = Self.joined(
            intervals.map { interval in
                let first = Self.beginning(of: interval, history)
                return first...max(interval.joined, interval.left ?? Position(.max))
            }
        )
        self.cleared = cleared
        self.keptFrom = keptFrom
    }

    private init(ranges: [ClosedRange<Position>]) {
        self.ranges = ranges
        cleared = .zero
        keptFrom = nil
    }

    /// The visibility by membership alone, without clearing and expiry.
    package var byMembership: Visibility { Visibility(ranges: ranges) }

    /// Whether the sight of a member usually begins at the joining, and not at the creation.
    package static func beginsAtJoining(_ history: HistoryPolicy) -> Bool {
        history == .sinceJoin
    }

    /// From where on an active member sees everything; nil where that is not all there is to say.
    package static func beginning(
        history: HistoryPolicy,
        of intervals: [MemberFacts.Interval]
    ) -> Position? {
        guard let last = intervals.last else { return nil }
        let beginning = beginning(of: last, history)
        return beginning == .zero || intervals.count == 1 ? beginning : nil
    }

    /// The first position that a membership shows, never behind the joining itself.
    private static func beginning(
        of interval: MemberFacts.Interval,
        _ history: HistoryPolicy
    ) -> Position {
        let usual = beginsAtJoining(history) ? interval.joined : .zero
        return interval.since.map { min($0, interval.joined) } ?? usual
    }

    /// Joins what overlaps or touches; the memberships ascend.
    private static func joined(_ ranges: [ClosedRange<Position>]) -> [ClosedRange<Position>] {
        guard ranges.count > 1 else { return ranges }
        var joined: [ClosedRange<Position>] = []
        for var range in ranges {
            // What begins earlier may reach over several.
            while let last = joined.last, range.lowerBound.rawValue <= last.end {
                range =
                    min(last.lowerBound, range.lowerBound)...max(last.upperBound, range.upperBound)
                joined.removeLast()
            }
            joined.append(range)
        }
        return joined
    }

    /// Whether something of this conversation is visible that is about nothing else.
    package func shows(_ position: Position) -> Bool {
        !isCleared(position) && isInReach(position)
    }

    /// Whether the viewer has cleared it away.
    private func isCleared(_ position: Position) -> Bool { position <= cleared }

    /// Whether the history rule and the memberships let the viewer see it.
    private func isInReach(_ position: Position) -> Bool {
        ranges.contains { $0.contains(position) }
    }

    /// Whether it is older than what is kept for the viewer.
    private func isExpired(_ sentAt: Timestamp) -> Bool {
        keptFrom.map { sentAt < $0 } ?? false
    }

    /// Whether an event is visible that is about something earlier.
    package func shows(_ position: Position, about subject: Position) -> Bool {
        shows(position) && shows(subject)
    }

    /// Whether everything is visible that comes after something visible.
    package var seesEverythingLater: Bool {
        ranges.count == 1 && ranges[0].upperBound == Position(.max)
    }

    /// Whether an entry of the timeline is visible.
    package func showsEntry(at position: Position, sentAt: Timestamp) -> Bool {
        shows(position) && !isExpired(sentAt)
    }

    /// A condition that hides an entry from its viewer by itself.
    package enum Hindrance: Hashable, Sendable {
        /// It lies outside what the viewer's memberships show.
        case notAMember
        case cleared
        case expired
    }

    /// Everything that hides an entry of the timeline; nothing for a visible one.
    package func hindrances(at position: Position, sentAt: Timestamp) -> [Hindrance] {
        var found: [Hindrance] = []
        if !isInReach(position) { found.append(.notAMember) }
        if isCleared(position) { found.append(.cleared) }
        if isExpired(sentAt) { found.append(.expired) }
        return found
    }

    /// The newest state of title, members and closing that the viewer may know.
    package var newest: Position? { ranges.last?.upperBound }
}

extension ClosedRange<Position> {
    /// The position behind it, or the last one there is.
    fileprivate var end: UInt64 {
        upperBound.rawValue == .max ? .max : upperBound.rawValue + 1
    }
}
