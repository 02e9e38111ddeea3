internal import CPlatform
internal import Glibc
internal import LMDB
internal import LogSchema
package import Merkle
package import Wire

/// The result of a compaction.
package struct Compaction: Equatable, Sendable {
    /// The bytes of log.mdb before and after.
    package let bytesBefore: UInt64
    package let bytesAfter: UInt64
    /// The position of the newest event, and the root of the log of that size.
    package let size: Position
    package let root: Digest
}

/// Why a log was not compacted; it is as it was.
package enum CompactionFailure: Error, Equatable, Sendable {
    case log(LogError)
    /// Other processes have the log open, or are opening it; those that the system names.
    case hasReaders(processes: [Int32])
    /// The log's tree contradicts its events.
    case otherRoot
}

// A new file is written in a folder within the store, flushed, compared with the log record by
// record, and renamed over log.mdb. So at any moment there is one whole log.mdb.
//
// A process that reads would keep the old file and never see another event, and its entries in
// LMDB's lock file would count for the new one. So the files are exchanged only while no process has
// the log open, and none is opening it: openings share a lock of the folder until they are entered
// in LMDB's lock file (`EventLog.openEnvironment`), and wait for the exchange, which takes a moment.

extension EventLog {
    /// Copies the log's records into a new file, without the pages that erased content left free.
    ///
    /// - Parameters:
    ///   - directory: The store.
    ///   - patience: How long processes that read are waited for.
    ///   - progress: A function that receives the number of events copied, and of all.
    /// - Returns: What was gained.
    /// - Throws: `openElsewhere` in `log` if another process writes; `hasReaders`.
    package static func compact(
        _ directory: StoreDirectory,
        waitingForReaders patience: Duration = .zero,
        progress: (UInt64, UInt64) -> Void = { _, _ in }
    ) throws(CompactionFailure) -> Compaction {
        var lock: WriterLock?
        let log: EventLog
        do throws(LogError) {
            try directory.check(filesystem: .system)
            lock = try WriterLock(directory)
            var options = Options()
            options.isLocked = true
            // No event is written.
            options.withoutJournal = true
            // Carries out erasures that a crash interrupted.
            log = try EventLog(opening: directory, access: .writing, options: options)
        } catch {
            throw .log(error)
        }
        let site = CompactionSite(directory)
        defer {
            site.clear()
            // Given up before, it would let another compaction begin in the folder that is cleared.
            withExtendedLifetime(lock) {}
        }
        let result: Compaction?
        do throws(LogError) {
            defer { log.close() }
            result = try log.copy(to: site, progress)
        } catch {
            throw .log(error)
        }
        guard let result else { throw .otherRoot }
        try site.swap(waiting: patience)
        return result
    }

    /// Writes and compares the new file; nil if the log's root is not that of its events.
    private func copy(
        to site: CompactionSite,
        _ progress: (UInt64, UInt64) -> Void
    ) throws(LogError) -> Compaction? {
        let before = try OpenFile(directory.logPath, O_RDONLY).byteCount
        let snapshot = try snapshot()
        let size = snapshot.size
        let root = try snapshot.root(at: size)
        try site.make()
        var assembly = try LogAssembly(
            at: site.folder,
            of: snapshot.identity(),
            expecting: before
        )
        var records = try snapshot.records(from: Position(1))
        while let record = try records.next() {
            try assembly.append(record)
            let done = record.position.rawValue
            if done.isMultiple(of: 512) { progress(done, size.rawValue) }
        }
        var checkpoints: [(Position, [UInt8])] = []
        try snapshot.forEachCheckpoint { checkpoints.append(($0, $1)) }
        for (size, note) in checkpoints { try assembly.add(checkpoint: note, of: size) }
        for position in try snapshot.pendingErasurePositions() {
            try assembly.add(pendingErasure: position)
        }
        let copied = assembly.root
        try assembly.finish()
        guard copied == root else { return nil }
        guard try isEqual(to: site.folder, through: size) else {
            throw .system(operation: "compare", path: site.folder.logPath, errno: EIO)
        }
        return Compaction(
            bytesBefore: before,
            bytesAfter: try OpenFile(site.folder.logPath, O_RDONLY).byteCount,
            size: size,
            root: root
        )
    }

    /// Whether the log file in a folder has the same records, byte by byte.
    private func isEqual(to copy: StoreDirectory, through size: Position) throws(LogError) -> Bool {
        let (environment, table) = try Self.openEnvironment(
            copy,
            access: .reading,
            options: Options(),
            creates: false
        )
        defer { environment.close() }
        let copied = try LogSnapshot(environment, table, PageGuard(environment, size: nil))
        guard copied.size == size else { return false }
        let snapshot = try snapshot()
        var ours = try snapshot.records(from: Position(1))
        var theirs = try copied.records(from: Position(1))
        while let record = try ours.next() {
            guard let other = try theirs.next(), record.hasSameBytes(as: other) else {
                return false
            }
        }
        return true
    }
}

extension StoredRecord {
    fileprivate func hasSameBytes(as other: borrowing StoredRecord) -> Bool {
        let theirs = other.bytes
        return bytes.withUnsafeBytes { ours in
            theirs.withUnsafeBytes { ours.elementsEqual($0) }
        }
    }
}

/// The folder in a store in which its log is written anew; a kill leaves it, and the next opening
/// for writing removes it.
struct CompactionSite {
    let folder: StoreDirectory
    private let store: StoreDirectory

    init(_ store: StoreDirectory) {
        self.store = store
        folder = StoreDirectory(path: "\(store.path)/.compacting", keysPath: store.keysPath)
    }

    func make() throws(LogError) {
        clear()
        guard mkdir(folder.path, 0o700) == 0 else {
            throw OpenFile.failure("create", folder.path)
        }
    }

    /// Removes the folder, if it is there.
    func clear() {
        for name in OpenFile.names(in: folder.path) { unlink("\(folder.path)/\(name)") }
        rmdir(folder.path)
    }

    /// Renames the new file over the log, as soon as no process has the log open.
    func swap(waiting patience: Duration) throws(CompactionFailure) {
        let begin = ContinuousClock.now
        while true {
            let use: Use?
            do throws(LogError) { use = try swapIfAlone() } catch { throw .log(error) }
            guard let use else { return }
            // An opening takes a moment, and is waited for without being asked to.
            let most = use == .opening ? max(patience, Self.longestOpening) : patience
            guard ContinuousClock.now < begin + most else {
                throw .hasReaders(processes: processes(at: use))
            }
            usleep(Self.pauseMicroseconds)
        }
    }

    private static let longestOpening = Duration.seconds(5)
    private static let pauseMicroseconds: UInt32 = 5_000

    /// What keeps the files from being exchanged.
    private enum Use { case opening, open }

    /// Renames the new file over the log if no process has the log open or is opening it.
    ///
    /// - Returns: what keeps it from that; nil if it is done.
    private func swapIfAlone() throws(LogError) -> Use? {
        let turn = try FolderLock.ifFree(store.path)
        guard turn != nil else { return .opening }
        defer { withExtendedLifetime(turn) {} }
        // Closing LMDB's lock file would give up the locks of a log that this process has open.
        guard !Environment.isOpen(path: store.logPath) else { return .open }
        let file = try OpenFile(lockPath, O_RDWR | O_CREAT)
        // LMDB holds a read lock on the first byte for as long as a process has the file open.
        while scrollback_lock_first_byte(file.descriptor) != 0 {
            switch errno {
            case EINTR: continue
            case EAGAIN, EACCES: return .open
            default: throw OpenFile.failure("lock", lockPath)
            }
        }
        guard rename(folder.logPath, store.logPath) == 0 else {
            throw OpenFile.failure("rename", folder.logPath)
        }
        // Opening the folder again could fail, and tell that nothing was done.
        try turn?.flush()
        return nil
    }

    private var lockPath: String { "\(store.logPath)-lock" }

    /// The processes that have the log open, or are opening it.
    private func processes(at use: Use) -> [Int32] {
        switch use {
        case .opening: HeldLock.processes(at: store.path, kind: .ofOpening, right: .read)
        case .open: HeldLock.processes(at: lockPath, kind: .ofProcess, right: .read)
        }
    }
}
