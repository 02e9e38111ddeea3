internal import EventLog
internal import Wire

extension Replay {
    /// Folds some events into views of the past, in runs, each committed before the next.
    ///
    /// The positions are in their order; afterwards the views are as of `end`.
    ///
    /// - Returns: Whether all were folded; false where `goesOn` said no between two runs.
    /// - Throws: what kept an event from being read or folded.
    static func fold(
        _ positions: [Position],
        through end: Position,
        from log: EventLog,
        into writer: inout ViewsWriter,
        progress: Progress?,
        goesOn: () -> Bool,
        apply: (borrowing StoredRecord, inout ViewsWriter) throws(ViewsError) -> Void
    ) throws(ViewsError) -> Bool {
        defer { writer.giveBackMemory() }
        var next = 0
        repeat {
            do throws(ViewsError) {
                try writer.begin()
                let deadline = ContinuousClock.now + EventLog.longestSlice
                let snapshot = try log.snapshotToFold()
                while next < positions.count,
                    writer.bufferedBytes < scratchBytes / 2, writer.bufferedRows < scratchRows
                {
                    try apply(snapshot.recordToFold(at: positions[next]), &writer)
                    next += 1
                    if next.isMultiple(of: Int(eventsPerLook)), .now > deadline { break }
                }
                let reached = next < positions.count ? min(positions[next - 1], end) : end
                try writer.commit(through: reached, root: snapshot.rootToBind(at: reached))
            } catch {
                writer.abandon()
                throw error
            }
            progress?(writer.position, end)
        } while next < positions.count && goesOn()
        return next == positions.count
    }
}
