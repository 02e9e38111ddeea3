import EventLog
import LogSchema
import Merkle
import Wire

/// All that a test says of an event, or has read of one.
struct Event: Equatable {
    var stream: StreamID
    var type: UInt32 = 100
    var actor: UniqueID?
    var command: UniqueID?
    var recorded: Int64 = 2_000_000
    var sent: Int64?
    var body: [UInt8] = []
    var content: [UInt8] = []

    init(to stream: StreamID) {
        self.stream = stream
    }

    func add(to events: inout EventList) {
        events.add(
            type,
            to: stream,
            actor: actor,
            command: command,
            sent: sent.map { Timestamp(microseconds: $0) },
            content: content.span.bytes
        ) { $0.append(body.span.bytes) }
    }
}

/// What the log says of an event beyond what was appended.
struct StoredEvent: Equatable {
    var position: UInt64
    var version: UInt64
    var event: Event
    var sent: Int64
    var isErased = false
    var previous: Digest?
    var leafHash: Digest
    var envelope: [UInt8]
}

/// Every event of a log, the first one included.
func events(of log: EventLog, from first: UInt64 = 1) throws -> [StoredEvent] {
    let snapshot = try log.snapshot()
    var contents = log.contents()
    var records = try snapshot.records(from: Position(first))
    var found: [StoredEvent] = []
    while let record = try records.next() {
        found.append(try stored(record, &contents))
    }
    return found
}

/// One event of a log.
func event(of log: EventLog, at position: UInt64) throws -> StoredEvent {
    let snapshot = try log.snapshot()
    var contents = log.contents()
    return try stored(try snapshot.record(at: Position(position)), &contents)
}

private func stored(
    _ record: borrowing StoredRecord,
    _ contents: inout ContentReader
) throws -> StoredEvent {
    var event = Event(to: record.stream)
    event.type = record.envelope.eventNumber
    event.actor = record.envelope.actor
    event.command = record.envelope.command
    event.recorded = record.recorded.microseconds
    event.sent = record.envelope.sent
    event.body = record.envelope.event.array
    let content = try contents.content(of: record)
    event.content = content.bytes.array
    return StoredEvent(
        position: record.position.rawValue,
        version: record.version.rawValue,
        event: event,
        sent: record.sent.microseconds,
        isErased: content.state == .erased,
        previous: record.envelope.previous,
        leafHash: record.leafHash,
        envelope: record.envelopeBytes.array
    )
}

extension RawSpan {
    var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
