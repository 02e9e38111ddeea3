internal import Messaging
internal import Projections
internal import Views
internal import Wire

extension Viewing {
    /// Returns the number of a conversation's messages that the viewer sees and that are neither
    /// deleted nor erased.
    ///
    /// - Complexity: O(log n) and a row for each 4,096 messages of which some were removed. For a
    ///   former member, and one who was away, every entry that they see, because they still see
    ///   messages removed meanwhile.
    borrowing func messageCount(of seen: SeenChat) throws(QueryError) -> UInt64 {
        let sight = seen.visibility
        guard seen.isActive, sight.ranges.count == 1 else { return try walkedCount(of: seen) }
        let id = seen.id.rawValue
        return try read { (state) throws(ViewsError) in
            let timeline = state.projectors.timeline
            var hidden: UInt64 = 0
            let beginning = max(sight.cleared, sight.ranges[0].lowerBound)
            if beginning > .zero {
                hidden = try timeline.messageCount(of: id, in: state.views) {
                    $0.position <= beginning
                }
            }
            if let keptFrom = sight.keptFrom {
                let expired = try timeline.messageCount(of: id, in: state.views) {
                    $0.sentAt < keptFrom
                }
                hidden = max(hidden, expired)
            }
            let removed = try state.projectors.removed.count(
                in: id,
                after: hidden,
                upTo: seen.head.messages,
                views: state.views
            )
            let visible = seen.head.messages - min(seen.head.messages, hidden)
            return visible - min(visible, removed)
        }
    }

    private borrowing func walkedCount(of seen: SeenChat) throws(QueryError) -> UInt64 {
        let sight = seen.visibility
        guard let start = sight.ranges.first?.lowerBound else { return 0 }
        return try read { (state) throws(ViewsError) in
            let (id, timeline) = (seen.id.rawValue, state.projectors.timeline)
            let last =
                seen.isActive
                ? seen.head.entries
                : try timeline.lastOrdinal(of: id, asOf: seen.end, in: state.views)
            var count: UInt64 = 0
            try timeline.forEachEntry(
                of: id,
                from: 1,
                through: last,
                descending: true,
                in: state.views
            ) { _, entry in
                if entry.position < start || entry.position <= sight.cleared { return .stop }
                if !entry.isSystem, !entry.isGone(for: sight),
                    sight.showsEntry(at: entry.position, sentAt: entry.sentAt)
                {
                    count += 1
                }
                return .goOn
            }
            return count
        }
    }
}
