import EventLog
import TestSupport
import Views
import Wire

/// A conversation by a small number.
func stream(_ number: UInt64) -> StreamID { .conversation(UniqueID(high: 7, low: number)) }

extension EventLog {
    /// Appends events without folding them, as if the process had been killed in between.
    func append(_ count: Int, seed: UInt64 = 1) throws {
        var random = SplitMix64(seed: seed)
        var writer = try LogWriter(self)
        try writer.begin()
        for _ in 0..<count { try writer.appendRandom(using: &random) }
        try writer.commit()
    }
}

extension Opened {
    /// Appends batches and folds each as the writer of a store does.
    func appendLive(_ batches: [Int], to views: inout ViewsWriter, seed: UInt64 = 1) throws {
        var random = SplitMix64(seed: seed)
        var writer = try LogWriter(log)
        for count in batches {
            try writer.begin()
            try views.begin()
            for _ in 0..<count {
                try writer.appendRandom(using: &random)
                try self.views.projectors.apply(try writer.newest(), to: &views)
                try views.foldIntoCustomViews(try writer.newest())
            }
            try writer.commit()
            try views.commit(through: writer.size, root: writer.root)
        }
    }
}

extension LogWriter {
    /// Appends an event to one of a few streams.
    mutating func appendRandom(using random: inout SplitMix64) throws(LogError) {
        let stream = stream(UInt64.random(in: 0..<6, using: &random))
        if head(of: stream) == nil {
            try confirm(try log.snapshot().head(of: stream), of: stream)
        }
        let body = [UInt8](repeating: 5, count: .random(in: 0...60, using: &random))
        var events = EventList()
        events.add(Bool.random(using: &random) ? 100 : 200, to: stream) {
            $0.append(body.span.bytes)
        }
        try append(events[0], recorded: Timestamp(microseconds: 2))
    }
}

extension LogSnapshot {
    /// A stream's newest event, searched from the end.
    borrowing func head(of stream: StreamID) throws(LogError) -> StreamHead? {
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
