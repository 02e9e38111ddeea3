package import EventLog
internal import Glibc
internal import LMDB
internal import Locking
package import Wire

/// Views of a part of the log, in a file without a name.
///
/// The file is outside the store, has mode 0600 and is unlinked before anything is written to it, so
/// that it is gone with the process, however that ends. Custom views are not folded into it.
package final class ScratchViews<Projectors: ProjectorSet>: Sendable {
    private let projectors: Projectors
    private let log: EventLog
    private let file: ViewsFile
    private let writer: Lock<ViewsWriter>

    init(_ writer: consuming sending ViewsWriter, _ projectors: Projectors) {
        self.projectors = projectors
        log = writer.log
        file = writer.file
        self.writer = Lock(writer)
    }

    deinit { file.environment.close() }

    /// The bytes that the file takes.
    package func byteCount() throws(ViewsError) -> UInt64 { try file.byteCount() }

    /// Folds every event up to a position.
    ///
    /// - Returns: Whether it came so far; false where `goesOn` said no between two runs.
    package func fold(
        through position: Position,
        progress: Replay.Progress?,
        goesOn: () -> Bool
    ) throws(ViewsError) -> Bool {
        try writer.withLock { (writer) throws(ViewsError) in
            try Replay.catchUp(
                &writer,
                with: projectors,
                from: log,
                through: position,
                runBytes: Replay.scratchBytes,
                runRows: Replay.scratchRows,
                progress: progress,
                goesOn: goesOn
            )
            return writer.position >= position
        }
    }

    /// Folds some events, in the order of their positions, after which the rows are as of `end`.
    ///
    /// - Returns: Whether it came so far; false where `goesOn` said no between two runs.
    package func fold(
        _ positions: [Position],
        through end: Position,
        progress: Replay.Progress? = nil,
        goesOn: () -> Bool = { true },
        apply: (borrowing StoredRecord, inout ViewsWriter) throws(ViewsError) -> Void
    ) throws(ViewsError) -> Bool {
        try writer.withLock { (writer) throws(ViewsError) in
            try Replay.fold(
                positions,
                through: end,
                from: log,
                into: &writer,
                progress: progress,
                goesOn: goesOn,
                apply: apply
            )
        }
    }

    /// The rows as they are now; `scope` hears which are looked up.
    package func snapshot(scope: (any RowScope)? = nil) throws(ViewsError) -> ViewsSnapshot {
        try ViewsSnapshot(file, scope: scope)
    }
}

extension Views {
    /// Makes views that nothing was folded into, in a file without a name.
    ///
    /// The file is in the folder; folding throws `storage(.mapFull)` beyond the limit on its size.
    package func makeScratch(
        in folder: String,
        atMost byteLimit: Int
    ) throws(ViewsError) -> ScratchViews<Projectors> {
        ScratchViews(try scratchWriter(in: folder, atMost: byteLimit), projectors)
    }

    private func scratchWriter(
        in folder: String,
        atMost byteLimit: Int
    ) throws(ViewsError) -> sending ViewsWriter {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let path = "\(folder)/\(Self.scratchPrefix)\(getpid()).\(number).mdb"
        // No path may lead through a link that another user has put there.
        do throws(LogError) {
            _ = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        } catch {
            throw .log(error)
        }
        defer {
            unlink(path)
            unlink("\(path)-lock")
        }
        do throws(LMDBError) {
            let file = try ViewsFile(
                path: path,
                generation: 0,
                declared: builtIn,
                access: .readWrite,
                mapSize: byteLimit,
                creates: true
            )
            return ViewsWriter(file, of: log, at: .zero, custom: CustomFolding(beginning: []))
        } catch {
            throw .storage(error)
        }
    }

    private static var scratchPrefix: String { "scrollback-past." }

    /// Removes the files of processes that died between making one and unlinking it.
    package static func removeAbandonedScratch(in folder: String) {
        for name in OpenFile.names(in: folder) where name.hasPrefix(scratchPrefix) {
            let process = name.dropFirst(scratchPrefix.count).prefix { $0 != "." }
            guard let number = pid_t(process), kill(number, 0) != 0, errno == ESRCH else {
                continue
            }
            unlink("\(folder)/\(name)")
        }
    }
}
