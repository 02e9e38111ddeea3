internal import EventLog
internal import LogSchema
public import Messaging
public import Wire

/// An event for a custom projector, valid during `fold`.
///
/// Its content is decoded when `structure` or `event` is called.
public struct CustomEvent: ~Copyable, ~Escapable {
    private let record: StoredRecord
    private let log: EventLog

    @_lifetime(copy record)
    init(_ record: StoredRecord, of log: EventLog) {
        self.record = record
        self.log = log
    }

    /// The position in the log.
    public var position: Position { record.position }
    /// The stream: that of a conversation, of a user, or of the store.
    public var stream: Messaging.Stream { Stream(record.stream) }
    /// The number within the stream, from 1.
    public var version: Version { record.version }
    /// The acting user, or the operator.
    public var actor: Actor { Actor(of: record.envelope) }
    /// The id of the command that caused it, if the command had an id.
    public var command: CommandID? { record.envelope.command.map(CommandID.init) }
    /// The time of recording.
    public var recorded: Timestamp { record.recorded }
    /// The time to show to users.
    public var sent: Timestamp { record.sent }

    /// Returns the event without user content; nil for an event of newer software.
    ///
    /// - Throws: a `WireError` for a malformed event; let it pass on.
    /// - Complexity: O(bytes of the event).
    public func structure() throws -> Event? {
        try Event(
            number: record.envelope.eventNumber,
            structure: record.envelope.event,
            content: nil
        )
    }

    /// Returns the event with its content; nil for an event of newer software.
    ///
    /// Erased content is missing when the view is folded again: see `CustomProjector`.
    ///
    /// - Throws: an error if the event or its content cannot be read; let it pass on.
    /// - Complexity: O(bytes of the event and its content), which it decrypts.
    public func event() throws -> Event? { try recordedEvent()?.event }

    /// Returns the event with its content and all fields of the envelope.
    package func recordedEvent() throws -> RecordedEvent? {
        var contents = log.contents()
        return try contents.withEvent(of: record) { (event, content) throws(WireError) in
            try RecordedEvent(event, content)
        }
    }
}
