internal import LMDB
package import Merkle
package import Wire

/// What the log keeps between two batches of its one writer; belongs to that thread.
///
/// - Everything here follows from the log and is thrown away with a batch that is undone:
///   the next batch reads it again from what is committed.
package final class LogWriter {
    let log: EventLog
    var tree: TreeState
    var size: Position
    var newestTime: Timestamp
    /// The newest event of streams written lately, as the log itself has confirmed.
    var links: [StreamID: Link] = [:]
    var isStale = false
    var envelope = WireWriter()
    var record = WireWriter()
    var sealer = Sealer()

    struct Link: BitwiseCopyable {
        var head: StreamHead
        var leafHash: Digest
    }

    /// Links beyond this number are forgotten between batches.
    static let keptLinks = 65_536

    /// The writer of a log that this process opened for writing.
    package init(_ log: EventLog) throws(LogError) {
        guard log.access == .writing else { throw .readOnly }
        self.log = log
        let snapshot = try log.snapshot()
        size = snapshot.size
        tree = try TreeState(size: size.rawValue, in: snapshot)
        newestTime =
            size == .zero
            ? Timestamp(microseconds: 0) : try snapshot.record(at: size).recorded
    }

    /// The position of the newest committed event.
    package var committedSize: Position { size }

    /// Begins a batch; the one before must have ended.
    package func begin() throws(LogError) -> LogBatch {
        if isStale { try reload() }
        if links.count > Self.keptLinks { links.removeAll(keepingCapacity: true) }
        do throws(LMDBError) {
            return LogBatch(self, try log.environment.beginWriting())
        } catch {
            throw LogError(error)
        }
    }

    /// Adds a block of slots when less than one is left, so that no append waits for it.
    package func prepareAhead() throws(LogError) {
        try log.keys.ensureSlot(at: size.rawValue + KeyFile.slotsPerBlock)
    }

    private func reload() throws(LogError) {
        let snapshot = try log.snapshot()
        let size = snapshot.size
        tree = try TreeState(size: size.rawValue, in: snapshot)
        newestTime =
            size == .zero
            ? Timestamp(microseconds: 0) : try snapshot.record(at: size).recorded
        self.size = size
        links.removeAll(keepingCapacity: true)
        isStale = false
    }
}
