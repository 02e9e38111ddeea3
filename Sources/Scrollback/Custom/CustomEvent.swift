internal import EventLog
internal import LogSchema
public import Messaging
public import Wire

/// An event while it is folded into a view of the embedder's own; decoded only where it is asked.
public struct CustomEvent: ~Copyable, ~Escapable {
    private let record: StoredRecord
    private let log: EventLog

    @_lifetime(copy record)
    init(_ record: StoredRecord, of log: EventLog) {
        self.record = record
        self.log = log
    }

    /// Where it stands in the log.
    public var position: Position { record.position }
    /// Whose it is: a conversation's, a user's, or the store's.
    public var stream: Messaging.Stream { Stream(record.stream) }
    /// Its number within the stream.
    public var version: Version { record.version }
    /// Who did it.
    public var actor: Actor { Actor(of: record) }
    /// The attempt that led to it, if the caller named one.
    public var command: CommandID? { record.envelope.command.map(CommandID.init) }
    /// When it was recorded.
    public var recorded: Timestamp { record.recorded }
    /// When people are told that it happened.
    public var sent: Timestamp { record.sent }

    /// What happened, without anybody's words; nil for an event that this software does not know.
    public func structure() throws -> Event? {
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
    public func event() throws -> Event? { try recordedEvent()?.event }

    /// The same with all that the envelope says.
    package func recordedEvent() throws -> RecordedEvent? {
        var contents = log.contents()
        return try contents.withEvent(of: record) { (record, content) throws(WireError) in
            try RecordedEvent(record, content)
        }
    }
}
