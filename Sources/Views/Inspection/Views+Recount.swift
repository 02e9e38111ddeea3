internal import EventLog
internal import Glibc
internal import LMDB
package import Wire

extension Views {
    /// Folds the log anew beside the views, and names the first row that differs; nil if none.
    ///
    /// The views go on being read and written meanwhile: they are looked at as they stood at the
    /// beginning. A recount takes as much room as the views, in the store's folder, until it ends.
    ///
    /// - Throws: `unavailable` where this process may not trust the views, or could not compare
    ///   every table with its sum; `damagedRow` and `wrongSum`, as `checkSums` does; the log's
    ///   errors.
    package func differenceFromRecount(
        runBytes: Int = Replay.runBytes,
        progress: Replay.Progress? = nil
    ) throws(ViewsError) -> ViewsDifference? {
        // Where a search goes astray, a walk does not notice.
        let tablesLeft = try checkSums().tablesLeft
        guard tablesLeft.isEmpty else {
            let names = tablesLeft.joined(separator: ", ")
            throw .unavailable(reason: "these tables changed while they were read: \(names)", .wait)
        }
        return try difference(of: snapshot(), runBytes: runBytes, progress: progress)
    }

    /// The first row in which a state differs from what the log gives; nil if none.
    package func difference(
        of live: borrowing ViewsSnapshot,
        runBytes: Int = Replay.runBytes,
        progress: Replay.Progress? = nil
    ) throws(ViewsError) -> ViewsDifference? {
        try withRecount(
            through: live.position,
            runBytes: runBytes,
            progress: progress
        ) { (recount) throws(ViewsError) in try live.firstDifference(from: recount) }
    }

    /// Folds the log up to a position into a file of its own, and lends what came of it.
    package func withRecount<Result>(
        through position: Position,
        runBytes: Int = Replay.runBytes,
        progress: Replay.Progress? = nil,
        _ body: (borrowing ViewsSnapshot) throws(ViewsError) -> Result
    ) throws(ViewsError) -> Result {
        let path = Self.recountPath(in: log.directory)
        defer { Self.removeFile(path) }
        var writer = try recountWriter(at: path)
        let file = writer.file
        defer { file.environment.close() }
        try Replay.catchUp(
            &writer,
            with: projectors,
            from: log,
            through: position,
            runBytes: runBytes,
            progress: progress
        )
        return try body(ViewsSnapshot(file))
    }

    private func recountWriter(at path: String) throws(ViewsError) -> ViewsWriter {
        do throws(LMDBError) {
            return try openRecount(path)
        } catch {
            throw .storage(error)
        }
    }

    private static func recountPath(in directory: StoreDirectory) -> String {
        let number = UInt64.random(in: 0 ... .max)
        return "\(directory.path)/\(recountPrefix)\(getpid()).\(String(number, radix: 36)).mdb"
    }

    private static var recountPrefix: String { "recount." }

    private static func removeFile(_ path: String) {
        unlink(path)
        unlink("\(path)-lock")
    }

    /// Removes what recounts left behind whose process is gone.
    func removeAbandonedRecounts() {
        for name in OpenFile.names(in: log.directory.path) where name.hasPrefix(Self.recountPrefix)
        {
            let process = name.dropFirst(Self.recountPrefix.count).prefix { $0 != "." }
            guard let number = pid_t(process), kill(number, 0) != 0, errno == ESRCH else {
                continue
            }
            unlink("\(log.directory.path)/\(name)")
        }
    }
}
