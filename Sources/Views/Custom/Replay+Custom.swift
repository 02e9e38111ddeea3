internal import EventLog
internal import Merkle
internal import Wire

extension Replay {
    /// Folds an embedder's views that are behind the built-in ones from the log, in runs, up to
    /// their position; the built-in ones are not changed.
    static func catchUpCustomViews(
        _ writer: inout ViewsWriter,
        from log: EventLog,
        runBytes: Int = runBytes,
        progress: Progress? = nil
    ) throws(ViewsError) {
        let total = writer.position
        while let start = writer.customViewsStart {
            let reached: Position
            try writer.begin()
            do throws(ViewsError) {
                let root: Digest
                (reached, root) = try foldRun(
                    of: log,
                    after: start,
                    into: &writer,
                    runBytes: runBytes
                )
                writer.advanceLaggingViews(to: reached)
                try writer.commit(through: total, root: root)
            } catch {
                writer.abandon()
                throw error
            }
            progress?(reached, total)
        }
    }

    /// Folds a run, and returns its last position and the root of the built-in views' position.
    private static func foldRun(
        of log: EventLog,
        after start: Position,
        into writer: inout ViewsWriter,
        runBytes: Int
    ) throws(ViewsError) -> (Position, Digest) {
        let deadline = ContinuousClock.now + EventLog.longestSlice
        let snapshot = try log.snapshotToFold()
        var position = start
        var records = try snapshot.recordsToFold(from: start.next)
        while position < writer.position,
            position == start
                || (writer.bufferedBytes < runBytes && writer.bufferedRows < runRows)
        {
            guard let record = try records.nextToFold() else { break }
            try writer.foldIntoLaggingViews(record)
            position = record.position
            if position.rawValue.isMultiple(of: eventsPerLook), .now > deadline { break }
        }
        return (position, try snapshot.rootToBind(at: writer.position))
    }
}
