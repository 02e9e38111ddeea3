internal import Messaging
internal import Projections
internal import Views
internal import Wire

extension UserQueryEvaluator {
    /// Returns the number of a conversation's messages that the viewer sees and that are neither
    /// deleted nor erased.
    ///
    /// - Complexity: O(log n) for each part that the viewer sees, and a row for each 4,096 messages
    ///   of which some were removed. A former member, and one who was away, still see messages that
    ///   were removed meanwhile: each removed one is looked up, or, where one in sixteen was
    ///   removed, all entries of the part are walked (10 ms for 100,000).
    borrowing func messageCount(of seen: SeenChat) throws(QueryError) -> UInt64 {
        let sight = seen.visibility
        return try read { (state) throws(ViewsError) in
            var expired: UInt64 = 0
            if let keptFrom = sight.keptFrom {
                expired = try state.projectors.timeline.messageCount(
                    of: seen.id.rawValue,
                    in: state.views
                ) { $0.sentAt < keptFrom }
            }
            var count: UInt64 = 0
            for range in sight.ranges {
                let beginning = max(sight.cleared, range.lowerBound.before)
                let before = try state.messages(of: seen, upTo: beginning)
                let hidden = max(expired, before)
                let last = try state.messages(of: seen, upTo: range.upperBound)
                guard hidden < last else { continue }
                let gone = try state.goneMessages(of: seen, after: hidden, upTo: last)
                count += last - hidden - min(last - hidden, gone)
            }
            return count
        }
    }
}

extension EngineSnapshot {
    fileprivate borrowing func messages(
        of seen: SeenChat,
        upTo position: Position
    ) throws(ViewsError) -> UInt64 {
        if position == .zero { return 0 }
        if position == Position(.max) { return seen.head.messages }
        return try messageCount(of: seen.id, asOf: position)
    }

    /// Returns how many messages are gone for a viewer, with numbers after one and up to another
    /// which the viewer all sees.
    fileprivate borrowing func goneMessages(
        of seen: SeenChat,
        after first: UInt64,
        upTo last: UInt64
    ) throws(ViewsError) -> UInt64 {
        let (id, sight) = (seen.id.rawValue, seen.visibility)
        let (timeline, removed) = (projectors.timeline, projectors.removed)
        let all = try removed.count(in: id, after: first, upTo: last, views: views)
        if all == 0 || sight.seesEverythingLater { return all }
        func ordinal(_ number: UInt64) throws(ViewsError) -> UInt64 {
            try timeline.ordinal(ofMessage: number, below: seen.head, of: id, in: views)
        }
        var gone: UInt64 = 0
        guard all <= (last - first) / 16 else {
            try timeline.forEachEntry(
                of: id,
                from: ordinal(first + 1),
                through: ordinal(last),
                descending: false,
                in: views
            ) { _, entry in
                if !entry.isSystem, entry.isGone(for: sight) { gone += 1 }
                return .goOn
            }
            return gone
        }
        try removed.forEach(in: id, after: first, upTo: last, views: views) {
            (number) throws(ViewsError) in
            let entry = try timeline.entry(at: ordinal(number), of: id, in: views)
            if entry?.isGone(for: sight) == true { gone += 1 }
        }
        return gone
    }
}
