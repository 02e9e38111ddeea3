package import EventLog
internal import Merkle
package import Wire

/// The one way to fold recorded events into views: catch-up, rebuild and views of the past differ
/// only in the range and the file.
package enum Replay {
    /// The most memory that the run being folded and the run being written may take together.
    package static let runBytes = 64 << 20
    /// The most rows that a run may touch: each may dirty a page, and LMDB keeps a transaction's
    /// dirty pages in memory, 131,071 at most; the rest is for pages above, and for the few rows in
    /// whose place a page is split.
    package static let runRows = 98_304
    /// The same for views of the past, of which several may be folded at once.
    ///
    /// A page that a row dirties stays in memory until the run is written: in a large log almost one
    /// for each row.
    static let scratchBytes = 16 << 20
    static let scratchRows = 6_144

    /// A function that is called with the progress after each run.
    package typealias Progress = @Sendable (_ done: Position, _ total: Position) -> Void

    /// Folds all events that the views lack, up to a position.
    ///
    /// Memory is bounded: rows are collected in runs, and a thread of its own sorts and writes one
    /// while the next is folded. Between runs it asks whether to continue.
    package static func catchUp<Projectors: ProjectorSet>(
        _ writer: inout ViewsWriter,
        with projectors: Projectors,
        from log: EventLog,
        through limit: Position = Position(.max),
        runBytes: Int = runBytes,
        runRows: Int = runRows,
        progress: Progress? = nil,
        goesOn: () -> Bool = { true }
    ) throws(ViewsError) {
        let total = min(try log.snapshotToFold().size, limit)
        defer { writer.giveBackMemory() }
        let start = writer.position
        var reached = start
        do throws(ViewsError) {
            while reached < total, reached == start || goesOn() {
                try writer.begin()
                let root: Digest
                (reached, root) = try foldRun(
                    of: log,
                    after: reached,
                    through: total,
                    into: &writer,
                    with: projectors,
                    // The closed run may take as much.
                    runBytes: runBytes / 2,
                    runRows: runRows
                )
                try settle(&writer, total, progress)
                writer.close(through: reached, root: root).commitAside()
            }
            try settle(&writer, total, progress)
        } catch {
            defer { writer.abandon() }
            // The events before one that cannot be folded are kept.
            try settle(&writer, total, progress)
            throw error
        }
    }

    private static func settle(
        _ writer: inout ViewsWriter,
        _ total: Position,
        _ progress: Progress?
    ) throws(ViewsError) {
        guard writer.buffersBeneath != nil else { return }
        try writer.settle()
        progress?(writer.position, total)
    }

    /// Folds a run, and returns its last position and the root there.
    ///
    /// It takes a snapshot of its own and releases it, because a long-held snapshot keeps pages
    /// from reuse. So a run ends after a second at the latest.
    private static func foldRun<Projectors: ProjectorSet>(
        of log: EventLog,
        after start: Position,
        through total: Position,
        into writer: inout ViewsWriter,
        with projectors: Projectors,
        runBytes: Int,
        runRows: Int
    ) throws(ViewsError) -> (Position, Digest) {
        let deadline = ContinuousClock.now + EventLog.longestSlice
        let snapshot = try log.snapshotToFold()
        var position = start
        var records = try snapshot.recordsToFold(from: start.next)
        // At least one event per run, even if the run may hold little.
        while position < total,
            position == start
                || (writer.bufferedBytes < runBytes && writer.bufferedRows < runRows)
        {
            guard let record = try records.nextToFold() else { break }
            try projectors.apply(record, to: &writer)
            try writer.foldIntoCustomViews(record)
            position = record.position
            if position.rawValue.isMultiple(of: eventsPerLook), .now > deadline { break }
        }
        return (position, try snapshot.rootToBind(at: position))
    }

    /// The number of events between two checks of the clock.
    static let eventsPerLook: UInt64 = 512
}
