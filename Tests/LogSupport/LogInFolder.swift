package import EventLog
internal import LMDB
package import TestSupport
package import Wire

/// A new log in a folder of its own; not flushed, to be quick.
package struct LogInFolder: ~Copyable {
    package let folder: TemporaryFolder
    package let directory: StoreDirectory

    package static let options = EventLog.Options(flushing: .never)
    package static let created = Timestamp(microseconds: 1_000_000)

    package var path: String { directory.path }

    /// One with its first event, and as many more of one stream as are wanted.
    package init(events count: Int = 0, content: Bool = true) throws {
        let folder = TemporaryFolder("log")
        let directory = StoreDirectory(path: folder.path("chat.scrollback"))
        try EventLog.create(at: directory)
        if count > 0 {
            let log = try EventLog(opening: directory, access: .writing, options: Self.options)
            var writer = try LogWriter(log)
            try writer.appendBatch(count, content: content)
            log.close()
        }
        self.folder = folder
        self.directory = directory
    }

    package func open(_ access: EventLog.Access = .writing) throws(LogError) -> EventLog {
        try EventLog(opening: directory, access: access, options: Self.options)
    }
}

extension EventLog {
    /// Creates a store with some id.
    package static func create(
        at directory: StoreDirectory,
        options: Options = LogInFolder.options
    ) throws(LogError) {
        var generator = SystemRandomNumberGenerator()
        try create(
            at: directory,
            time: LogInFolder.created,
            logID: .random(using: &generator),
            epoch: generator.next() | 1,
            options: options
        )
    }
}

extension LogWriter {
    /// Appends an event to a stream, whether its head is known or has to be looked for.
    package mutating func append(_ event: Event, recorded: Int64? = nil) throws(LogError) {
        if head(of: event.stream) == nil {
            try confirm(try log.snapshot().head(of: event.stream), of: event.stream)
        }
        var events = EventList()
        event.add(to: &events)
        try append(events[0], recorded: Timestamp(microseconds: recorded ?? event.recorded))
    }

    /// Appends and commits some events of one stream.
    package mutating func appendBatch(_ count: Int, content: Bool = true) throws {
        try begin()
        for number in 0..<count {
            var event = Event(to: .conversation(UniqueID(high: 1, low: 1)))
            if content { event.content = Array("content \(number)".utf8) }
            try append(event)
        }
        try commit()
    }
}

extension LogSnapshot {
    /// A stream's newest event, searched from the end.
    package borrowing func head(of stream: StreamID) throws(LogError) -> StreamHead? {
        var number = size.rawValue
        while number > 0 {
            let record = try record(at: Position(number))
            if record.stream == stream {
                return StreamHead(version: record.version, position: record.position)
            }
            number -= 1
        }
        return nil
    }
}

/// A conversation by a small number.
package func stream(_ number: UInt64) -> StreamID { .conversation(UniqueID(high: 7, low: number)) }
