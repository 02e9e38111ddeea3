import EventLog
import LogSupport
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
        try confirm(stream)
        let body = [UInt8](repeating: 5, count: .random(in: 0...60, using: &random))
        var events = EventList()
        events.add(Bool.random(using: &random) ? 100 : 200, to: stream) {
            $0.append(body.span.bytes)
        }
        try append(events[0], recorded: Timestamp(microseconds: 2))
    }

    /// Confirms a head that it does not know, as the log has it.
    mutating func confirm(_ stream: StreamID) throws(LogError) {
        guard head(of: stream) == nil else { return }
        try confirm(try log.snapshot().head(of: stream), of: stream)
    }
}
