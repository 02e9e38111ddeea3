public import Wire

/// An erasure in several appends that is not finished.
public struct ErasureInProgress: Hashable, Sendable {
    /// The position of the event that began it.
    public var position: Position
    /// The command that began it: `erase`, `forgetUser`, `releaseHold` or `runRetention`.
    public var command: CommandName
    /// When it was requested.
    public var requestedAt: Timestamp
    /// How many contents are erased.
    public var erased: Int
    /// How many contents are left, as they were counted.
    public var pending: Int

    /// Creates an erasure in progress.
    public init(
        at position: Position,
        by command: CommandName,
        requestedAt: Timestamp,
        erased: Int,
        pending: Int
    ) {
        self.position = position
        self.command = command
        self.requestedAt = requestedAt
        self.erased = erased
        self.pending = pending
    }
}

extension ErasureInProgress {
    /// Creates an erasure from the event that began it; nil for another event.
    package init?(_ begun: RecordedEvent, _ progress: ErasingProgress) {
        let command: CommandName
        switch begun.event {
        case .erasureRequested: command = .erase
        case .userForgotten: command = .forgetUser
        case .holdReleased: command = .releaseHold
        case .retentionRun: command = .runRetention
        default: return nil
        }
        self.init(
            at: begun.position,
            by: command,
            requestedAt: begun.recorded,
            erased: Int(clamping: progress.erased),
            pending: Int(clamping: progress.pending)
        )
    }
}
