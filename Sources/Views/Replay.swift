package import EventLog
package import Wire

/// The one way in which recorded events come into views: catch-up, rebuild, and whatever shows
/// the past, are this with another range and another file.
package enum Replay {
    /// How much a run may hold in memory before it is written.
    package static let runBytes = 64 << 20
    /// How many rows a run may touch: each may dirty a page, and LMDB keeps a transaction's dirty
    /// pages in memory, 131,071 at most.
    package static let runRows = 32_768

    /// Told after each run how far it has come.
    package typealias Progress = @Sendable (_ done: Position, _ total: Position) -> Void

    /// Folds everything that the views have not seen yet, up to a position.
    ///
    /// Memory is bounded: rows are collected, sorted and written in runs.
    package static func catchUp<Projectors: ProjectorSet>(
        _ writer: inout ViewsWriter,
        with projectors: Projectors,
        from log: EventLog,
        through limit: Position = Position(.max),
        runBytes: Int = runBytes,
        runs: Int = .max,
        progress: Progress? = nil
    ) throws(ViewsError) {
        let total = min(try log.snapshotToFold().size, limit)
        var done = 0
        while writer.position < total, done < runs {
            done += 1
            // A new snapshot for each run: one that is held long keeps pages from reuse.
            let snapshot = try log.snapshotToFold()
            try writer.begin()
            do throws(ViewsError) {
                let end = try fold(
                    from: snapshot,
                    through: total,
                    into: &writer,
                    with: projectors,
                    runBytes: runBytes
                )
                try writer.commit(through: end, root: try snapshot.rootToBind(at: end))
            } catch {
                writer.abandon()
                throw error
            }
            progress?(writer.position, total)
        }
    }

    private static func fold<Projectors: ProjectorSet>(
        from snapshot: borrowing LogSnapshot,
        through total: Position,
        into writer: inout ViewsWriter,
        with projectors: Projectors,
        runBytes: Int
    ) throws(ViewsError) -> Position {
        var position = writer.position
        var records = try snapshot.recordsToFold(from: position.next)
        // At least one event a run, however little it may hold.
        while position < total,
            position == writer.position
                || (writer.bufferedBytes < runBytes && writer.bufferedRows < runRows)
        {
            guard let record = try records.nextToFold() else { break }
            try projectors.apply(record, to: &writer)
            try writer.foldIntoCustomViews(record)
            position = record.position
        }
        return position
    }
}
