internal import Messaging
internal import Projections
internal import Views
internal import Wire

extension EngineSnapshot {
    fileprivate borrowing func sight(
        of conversation: ConversationID,
        _ viewer: Visibility
    ) throws(ViewsError) -> [ClosedRange<UInt64>] {
        var oldest = try lastOrdinal(of: conversation, asOf: viewer.cleared) + 1
        if let keptFrom = viewer.keptFrom {
            let expired = try projectors.timeline.lastOrdinal(
                of: conversation.rawValue,
                in: views
            ) { $0.sentAt < keptFrom }
            oldest = max(oldest, expired + 1)
        }
        var runs: [ClosedRange<UInt64>] = []
        for range in viewer.ranges {
            let before = try lastOrdinal(of: conversation, asOf: range.lowerBound.before)
            let lower = max(oldest, before + 1)
            let upper = try lastOrdinal(of: conversation, asOf: range.upperBound)
            if lower <= upper { runs.append(lower...upper) }
        }
        return runs
    }

    /// The last entry that was there at a position; 0 where there was none.
    fileprivate borrowing func lastOrdinal(
        of conversation: ConversationID,
        asOf position: Position
    ) throws(ViewsError) -> UInt64 {
        guard position > .zero else { return 0 }
        return try projectors.timeline.lastOrdinal(
            of: conversation.rawValue,
            asOf: position,
            in: views
        )
    }
}

extension UserQueryEvaluator {
    /// Returns the runs of a timeline's entries that the viewer can see, ascending; entries between
    /// two runs are not visited.
    borrowing func sight(from seat: Seat) throws(QueryError) -> [ClosedRange<UInt64>] {
        try read { (state) throws(ViewsError) in
            try state.sight(of: seat.conversation.id, seat.visibility)
        }
    }

    /// Returns an entry by its id, as the viewer may know it.
    ///
    /// - Throws: `notFound`, the same for an entry that does not exist and one that they may not
    ///   see.
    borrowing func seenEntry(
        _ id: MessageID
    ) throws(QueryError) -> (seen: SeenEntry, message: MessageFacts, seat: Seat) {
        let found = try ask { (state) throws(Refusal) in
            try state.seenMessage(id, by: viewer, now: now)
        }
        let message = found.message
        let entry = try entry(at: message.ordinal, from: found.seat)
        guard let entry, let seen = try see(entry, at: message.ordinal, from: found.seat) else {
            throw .refused(.message(.notFound))
        }
        return (seen, message, found.seat)
    }

    /// Returns the entry at a place of a timeline, visible to the viewer or not.
    borrowing func entry(
        at ordinal: UInt64,
        from seat: Seat
    ) throws(QueryError) -> TimelineEntry? {
        try read { (state) throws(ViewsError) in
            try state.projectors.timeline.entry(
                at: ordinal,
                of: seat.conversation.id.rawValue,
                in: state.views
            )
        }
    }

    /// The event at a position that a view names.
    borrowing func event(at position: Position) throws(QueryError) -> RecordedEvent {
        try found { (state) in state.event(at: position) }
    }

    /// Returns the log's event at a position that a table of the views names.
    borrowing func found<Found>(
        in table: String = "timeline",
        _ find: (borrowing EngineSnapshot) -> Found?
    ) throws(QueryError) -> Found {
        let found = find(state)
        guard let found = try whole(found) else {
            throw .failed(.views(.damagedRow(table: table)))
        }
        return found
    }
}
