package import LogSchema
package import Wire

/// The changes that a user missed after a position: the rest of the log, page by page.
///
/// A position counts events, so reading continues after it: `next` of one answer is `since` of the
/// following one, and every change is delivered exactly once, also if events are appended
/// meanwhile.
package struct MissedChanges: Hashable, Sendable {
    /// The last position that the client knows.
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

    /// Whether an event is after the known position.
    package func contains(_ position: Position) -> Bool {
        position > since && position <= size
    }

    /// Returns the position after which to continue: the last event of a page, or the end.
    ///
    /// Events that were read and are not visible are not read again.
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
