internal import EventLog
internal import LogSchema
package import Messaging
package import Wire

/// An event while it is folded into a view of the embedder's own; decoded only where it is asked.
package struct CustomEvent: ~Copyable, ~Escapable {
    private let record: StoredRecord
    private let log: EventLog

    @_lifetime(copy record)
    init(_ record: StoredRecord, of log: EventLog) {
        self.record = record
        self.log = log
    }

    package var position: Position { record.position }
    package var stream: Messaging.Stream { Stream(record.stream) }
    /// Its number within the stream.
    package var version: Version { record.version }
    package var actor: Actor { Actor(of: record) }
    /// The attempt that led to it, if the caller named one.
    package var command: CommandID? { record.envelope.command.map(CommandID.init) }
    /// When it was recorded.
    package var recorded: Timestamp { record.recorded }
    /// When people are told that it happened.
    package var sent: Timestamp { record.sent }

    /// What happened, without anybody's words; nil for an event that this software does not know.
    package func structure() throws -> Event? {
        try Event(
            number: record.envelope.eventNumber,
            structure: record.envelope.event,
            content: nil
        )
    }

    /// What happened, with the words where they are still there; nil for an event that this
    /// software does not know.
    ///
    /// Words that were erased are missing when the view is folded again: see `CustomProjector`.
    package func recordedEvent() throws -> RecordedEvent? {
        var contents = log.contents()
        return try RecordedEvent(record, &contents)
    }
}
