internal import EventLog
internal import Wire

extension Replay {
    /// Folds an embedder's views that lag behind the built-in ones from the log, in runs, up to
    /// where those stand; the built-in ones are not touched.
    static func catchUpCustomViews(
        _ writer: inout ViewsWriter,
        from log: EventLog,
        runBytes: Int = runBytes,
        progress: Progress? = nil
    ) throws(ViewsError) {
        let total = writer.position
        while let start = writer.customViewsStart {
            let snapshot = try log.snapshotToFold()
            let reached: Position
            try writer.begin()
            do throws(ViewsError) {
                reached = try fold(from: snapshot, after: start, into: &writer, runBytes: runBytes)
                writer.advanceLaggingViews(to: reached)
                try writer.commit(through: total, root: try snapshot.rootToBind(at: total))
            } catch {
                writer.abandon()
                throw error
            }
            progress?(reached, total)
        }
    }

    private static func fold(
        from snapshot: borrowing LogSnapshot,
        after start: Position,
        into writer: inout ViewsWriter,
        runBytes: Int
    ) throws(ViewsError) -> Position {
        var position = start
        var records = try snapshot.recordsToFold(from: start.next)
        while position < writer.position,
            position == start
                || (writer.bufferedBytes < runBytes && writer.bufferedRows < runRows)
        {
            guard let record = try records.nextToFold() else { break }
            try writer.foldIntoLaggingViews(record)
            position = record.position
        }
        return position
    }
}
