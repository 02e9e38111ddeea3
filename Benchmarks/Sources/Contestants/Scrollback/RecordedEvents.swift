package import EventLog
internal import LogSchema
internal import Scrollback
internal import Wire

/// The events of a store as the bytes that they are, to be appended again by a log alone.
package struct RecordedEvents: Sendable {
    private struct Event: BitwiseCopyable {
        let type: UInt32
        let stream: StreamID
        let actor: UniqueID?
        let start: Int
        let bodyEnd: Int
        let contentEnd: Int
    }

    private var events: [Event] = []
    private var bytes: [UInt8] = []

    package var count: Int { events.count }

    /// Reads all but the log's own first event.
    package init(of store: ScrollbackStore) throws {
        let log = try store.openLog(.reading)
        defer { log.close() }
        let snapshot = try log.snapshot()
        var contents = log.contents()
        var records = try snapshot.records(from: Position(2))
        while let record = try records.next() {
            let start = bytes.count
            record.envelope.event.withUnsafeBytes { bytes += $0 }
            let bodyEnd = bytes.count
            try contents.content(of: record).bytes.withUnsafeBytes { bytes += $0 }
            events.append(
                Event(
                    type: record.envelope.eventNumber,
                    stream: record.stream,
                    actor: record.envelope.actor,
                    start: start,
                    bodyEnd: bodyEnd,
                    contentEnd: bytes.count
                )
            )
        }
    }

    /// Appends a part of them, each batch with a flushed commit; how many commits that were.
    @discardableResult
    package func append(
        _ part: Range<Int>,
        to writer: inout LogWriter,
        batch: Int = ScrollbackStore.batch,
        hasContent: Bool = true
    ) throws -> Int {
        var list = EventList()
        var commits = 0
        for start in stride(from: part.lowerBound, to: part.upperBound, by: batch) {
            list.removeAll()
            for index in start..<min(start + batch, part.upperBound) {
                add(index, to: &list, hasContent: hasContent)
            }
            try writer.begin()
            let time = Engine.wallClock()
            for index in 0..<list.count {
                let stream = list.stream(at: index)
                if writer.head(of: stream) == nil { try writer.confirm(nil, of: stream) }
                try writer.append(list[index], recorded: time)
            }
            try writer.commit()
            commits += 1
        }
        return commits
    }

    /// Adds an event to a list, without copying it on the way.
    private func add(_ index: Int, to list: inout EventList, hasContent: Bool) {
        let event = events[index]
        let all = bytes.span.bytes
        let end = hasContent ? event.contentEnd : event.bodyEnd
        list.add(
            event.type,
            to: event.stream,
            actor: event.actor,
            content: all.extracting(event.bodyEnd..<end)
        ) { $0.append(all.extracting(event.start..<event.bodyEnd)) }
    }
}
