package import EventLog
package import LogSchema
package import Messaging
package import Projections
package import Views
package import Wire

/// Facts that are looked up in the views and the log: in the writer's open batch, or a snapshot.
///
/// The look-ups are defined once, here, so that a rule, a query and `mayI` get the same facts. A
/// look-up that fails returns nil, and its failure is kept for the caller of the rules, so that
/// rules need not handle failures.
package protocol ReadingFacts: Messaging.Facts, ~Copyable {
    associatedtype ViewsSource: ViewReading & ~Copyable
    associatedtype RecordSource: RecordReading & ~Copyable

    var projectors: BuiltInProjectors { get }
    /// The reader of sealed content in the log.
    var contents: SharedContents { get }

    /// Lends views and records on one state; nil where there is nothing, or reading failed.
    borrowing func lookUp<Found>(
        _ find: (borrowing ViewsSource, borrowing RecordSource) throws(ViewsError) -> Found?
    ) -> Found?
}

extension RecordReading where Self: ~Copyable {
    /// Lends a record to a look-up.
    package func readRecord<Found>(
        _ position: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Found
    ) throws(ViewsError) -> Found {
        do throws(LogError) {
            return try withRecord(at: position, body)
        } catch {
            throw .log(error)
        }
    }
}

extension ReadingFacts where Self: ~Copyable {
    /// Returns the event at a position, with its content if that still exists.
    package func event(at position: Position) -> RecordedEvent? {
        withEvent(at: position) { (event, content) throws(WireError) in
            try RecordedEvent(event, content)
        }
    }

    /// Lends an event in place, with its content opened; nil if there is none.
    ///
    /// Reads of many events use this, with encoded messages: an `Event` copies every field of its
    /// message.
    package func withEvent<Found>(
        at position: Position,
        _ read: (borrowing EncodedEvent, borrowing Content) throws(WireError) -> Found?
    ) -> Found? {
        lookUp { (_, records) throws(ViewsError) in
            guard position > .zero, position <= records.size else { return nil }
            do throws(LogError) {
                return try contents.read { (contents) throws(LogError) in
                    try contents.withEvent(at: position, in: records, read)
                }
            } catch {
                throw .log(error)
            }
        }
    }

    /// Lends a record with its content sealed; nil if there is none.
    package func withRecord<Found>(
        at position: Position,
        _ read: (borrowing StoredRecord) throws(LogError) -> Found?
    ) -> Found? {
        lookUp { (_, records) throws(ViewsError) in
            guard position > .zero, position <= records.size else { return nil }
            return try records.readRecord(position, read)
        }
    }

    /// One event, of the type that is expected there.
    package func content<Found>(
        at position: Position,
        _ pick: (Event) -> Found?
    ) -> Found? {
        event(at: position).flatMap { pick($0.event) }
    }
}

extension ContentReader {
    /// Lends an event with its content, from where it is kept opened, or else from the log.
    ///
    /// - Throws: `damagedRecord` for what is no event's encoding.
    fileprivate mutating func withEvent<Records: RecordReading & ~Copyable, Found>(
        at position: Position,
        in records: borrowing Records,
        _ read: (borrowing EncodedEvent, borrowing Content) throws(WireError) -> Found
    ) throws(LogError) -> Found {
        if Records.areCommitted, let kept = try keptEvent(at: position) {
            return try Self.lend(kept.event, kept.content, read)
        }
        return try records.withRecord(at: position) { (record) throws(LogError) in
            let content = try content(of: record, keeps: Records.areCommitted) {
                EventGist(ofPlainMessage: $0, $1)
            }
            return try Self.lend(EncodedEvent(record), content, read)
        }
    }

    /// Opens a record's content and lends both.
    ///
    /// - Throws: `damagedRecord` for bytes that are not an event.
    mutating func withEvent<Found>(
        of record: borrowing StoredRecord,
        _ read: (borrowing EncodedEvent, borrowing Content) throws(WireError) -> Found
    ) throws(LogError) -> Found {
        try Self.lend(EncodedEvent(record), content(of: record), read)
    }

    private static func lend<Found>(
        _ event: borrowing EncodedEvent,
        _ content: borrowing Content,
        _ read: (borrowing EncodedEvent, borrowing Content) throws(WireError) -> Found
    ) throws(LogError) -> Found {
        do throws(WireError) {
            return try read(event, content)
        } catch {
            throw .damagedRecord(event.position, .frame(error))
        }
    }
}

extension RecordedEvent {
    /// Reads a record whole; nil for a type of event that this software does not know.
    init?(_ encoded: borrowing EncodedEvent, _ content: borrowing Content) throws(WireError) {
        let event = try Event(
            number: encoded.number,
            structure: encoded.structure,
            content: content.state == .present ? content.bytes : nil
        )
        guard let event else { return nil }
        let envelope = try encoded.envelope
        self.init(
            position: encoded.position,
            stream: Stream(StreamID(of: envelope)),
            actor: Actor(of: envelope),
            command: envelope.trace,
            recorded: encoded.sent,
            event: event,
            // The content of an event that a restore repeats is lost.
            isErased: content.state == .erased || envelope.repeats != nil
        )
    }
}

extension EncodedEnvelope {
    /// Which command led to the event, where it carried an id.
    var trace: CommandTrace? {
        command.map { id in
            CommandTrace(
                id: id,
                kind: commandKind.rawValue,
                member: commandMember,
                members: commandMembers,
                batch: commandBatch
            )
        }
    }
}

extension Actor {
    package init(of envelope: borrowing EncodedEnvelope) {
        self = envelope.actor.map { .user(UserID($0)) } ?? .operator
    }
}

extension Stream {
    package init(_ id: StreamID) {
        switch id.kind {
        case .store: self = .store
        case .conversation: self = .conversation(ConversationID(id.id))
        case .user: self = .user(UserID(id.id))
        }
    }

    var id: StreamID {
        switch self {
        case .store: .store
        case .conversation(let conversation): .conversation(conversation.rawValue)
        case .user(let user): .user(user.rawValue)
        }
    }
}
