package import EventLog
internal import LogSchema
package import Merkle
package import Wire

/// All that a test says of an event, or has read of one.
package struct Event: Equatable {
    package var stream: StreamID
    package var type: UInt32 = 100
    package var actor: UniqueID?
    package var command: UniqueID?
    package var recorded: Int64 = 2_000_000
    package var sent: Int64?
    package var body: [UInt8] = []
    package var content: [UInt8] = []
    /// The least reader that understands it; not read again.
    package var leastReader: UInt32 = 1

    package init(to stream: StreamID) {
        self.stream = stream
    }

    package func add(to events: inout EventList) {
        events.add(
            type,
            to: stream,
            actor: actor,
            command: command.map { CommandTrace(id: $0) },
            sent: sent.map { Timestamp(microseconds: $0) },
            leastReader: leastReader,
            content: content.span.bytes
        ) { $0.append(body.span.bytes) }
    }
}

/// What the log says of an event beyond what was appended.
package struct StoredEvent: Equatable {
    package var position: UInt64
    package var version: UInt64
    package var event: Event
    package var sent: Int64
    package var isErased = false
    package var previous: Digest?
    package var leafHash: Digest
    package var envelope: [UInt8]
}

/// Every event of a log, the first one included.
package func events(of log: EventLog, from first: UInt64 = 1) throws -> [StoredEvent] {
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
package func event(of log: EventLog, at position: UInt64) throws -> StoredEvent {
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
    package var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
