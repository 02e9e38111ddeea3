package import LogSchema
package import Wire

/// What somebody missed who knows everything up to a position: the rest of the log, page by page.
///
/// A position counts events, so that reading goes on behind it: `next` of one answer is `since`
/// of the following one, and nothing is missed or told twice, whatever is appended in between.
package struct MissedChanges: Hashable, Sendable {
    /// What is known already.
    package let since: Position
    /// The newest event there is.
    package let size: Position

    /// - Throws: `positionIsOfAnotherEpoch` if the position was lost by a restore, and
    ///   `positionIsAhead` if it is beyond the newest event.
    package init(
        since: Position,
        epoch: UInt64? = nil,
        size: Position,
        epochs: EpochLine
    ) throws(Refusal) {
        try epochs.require(since, in: epoch, field: "since")
        guard since <= size else { throw .request(.positionIsAhead) }
        self.since = since
        self.size = size
    }

    /// Whether an event is behind what is known.
    package func contains(_ position: Position) -> Bool {
        position > since && position <= size
    }

    /// From where to read on: behind the event with which a page ended, or behind everything.
    ///
    /// What was looked at and is not visible is not looked at again.
    package func next(afterPageUpTo last: Position? = nil) -> Position {
        last.map { min(max($0, since), size) } ?? size
    }
}

extension EpochLine {
    /// Refuses a position that does not belong to the log.
    package func require(
        _ position: Position,
        in epoch: UInt64?,
        field: String
    ) throws(Refusal) {
        guard let fault = fault(of: position, in: epoch) else { return }
        throw .request(.positionIsOfAnotherEpoch(field: field, fork: fault.fork))
    }
}
