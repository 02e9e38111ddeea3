package import EventLog
internal import Merkle
package import Wire

/// The one way in which recorded events come into views: catch-up, rebuild, and whatever shows
/// the past, are this with another range and another file.
package enum Replay {
    /// How much a run may hold in memory before it is written.
    package static let runBytes = 64 << 20

    /// Told after each run how far it has come.
    package typealias Progress = @Sendable (_ done: Position, _ total: Position) -> Void

    /// Folds everything that the views have not seen yet.
    ///
    /// Memory is bounded: rows are collected, sorted and written in runs.
    package static func catchUp<Projectors: ProjectorSet>(
        _ writer: ViewsWriter,
        with projectors: Projectors,
        from log: EventLog,
        runBytes: Int = runBytes,
        progress: Progress? = nil
    ) throws(ViewsError) {
        do throws(LogError) {
            let total = try log.snapshot().size
            while writer.position < total {
                // A new snapshot for each run: one that is held long keeps pages from reuse.
                let snapshot = try log.snapshot()
                let end = try fold(
                    writer, with: projectors, from: snapshot, through: total, runBytes: runBytes)
                progress?(end, total)
            }
        } catch let error as LogError {
            throw .log(error)
        }
    }

    private static func fold<Projectors: ProjectorSet>(
        _ writer: ViewsWriter,
        with projectors: Projectors,
        from snapshot: borrowing LogSnapshot,
        through total: Position,
        runBytes: Int
    ) throws(ViewsError) -> Position {
        var batch = try writer.begin()
        var position = writer.position
        do throws(LogError) {
            var records = try snapshot.records(from: position.next)
            while position < total, writer.bufferedBytes < runBytes {
                guard let record = try records.next() else { break }
                do throws(ViewsError) {
                    try projectors.apply(record, to: &batch)
                }
                position = record.position
            }
            let root = try snapshot.root(at: position)
            try batch.commit(through: position, root: root)
        } catch let error as LogError {
            throw .log(error)
        }
        return position
    }
}
