package import Wire

/// An event as the log has it.
package struct RecordedEvent: Hashable, Sendable {
    package var position: Position
    package var stream: Stream
    package var actor: Actor
    package var command: CommandTrace?
    package var recorded: Timestamp
    /// Without its content once that is erased.
    package var event: Event
    /// Whether it had content that is gone.
    package var isErased: Bool

    package init(
        position: Position,
        stream: Stream,
        actor: Actor,
        command: CommandTrace? = nil,
        recorded: Timestamp,
        event: Event,
        isErased: Bool = false
    ) {
        self.position = position
        self.stream = stream
        self.actor = actor
        self.command = command
        self.recorded = recorded
        self.event = event
        self.isErased = isErased
    }
}

/// The positions of a command's events.
package struct CommandFacts: Hashable, Sendable {
    package var first: Position
    package var last: Position

    package init(first: Position, last: Position) {
        self.first = first
        self.last = last
    }
}
