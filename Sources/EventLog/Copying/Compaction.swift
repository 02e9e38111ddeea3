internal import CPlatform
internal import Glibc
internal import LMDB
internal import LogSchema
package import Merkle
package import Wire

/// What a compaction gained.
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
    /// Other processes have the log open; the first of them, as far as the system names it.
    case hasReaders(process: Int32?)
}

// A new file is written in a folder within the store, flushed, compared with the log record by
// record, and renamed over log.mdb. So at any moment there is one whole log.mdb.
//
// A process that reads would keep the old file and never see another event. So none may have it
// open, and LMDB's own lock keeps new ones away during the swap. A process that opened the old file
// just before finds another one at its path and opens that (`EventLog.openEnvironment`).

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
        defer { site.clear() }
        let result: Compaction
        do throws(LogError) {
            defer { log.close() }
            result = try log.copy(to: site, progress)
        } catch {
            throw .log(error)
        }
        try site.swap(waiting: patience)
        _ = consume lock
        return result
    }

    private func copy(
        to site: CompactionSite,
        _ progress: (UInt64, UInt64) -> Void
    ) throws(LogError) -> Compaction {
        let before = try OpenFile(directory.logPath, O_RDONLY).byteCount
        let snapshot = try snapshot()
        let size = snapshot.size
        let root = try snapshot.root(at: size)
        try site.make()
        var assembly = try LogAssembly(at: site.folder, of: snapshot.identity())
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
        let isEqual = try isEqual(to: site.folder, through: size)
        guard isEqual, copied == root else {
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
        let path = "\(store.logPath)-lock"
        let deadline = ContinuousClock.now + patience
        do throws(LogError) {
            let file = try OpenFile(path, O_RDWR | O_CREAT)
            // LMDB holds a read lock on the first byte for as long as a process has the file open.
            while true {
                if scrollback_lock_first_byte(file.descriptor) == 0 { break }
                guard errno == EAGAIN || errno == EACCES || errno == EINTR else {
                    throw OpenFile.failure("lock", path)
                }
                guard ContinuousClock.now < deadline else { throw .openElsewhere(path: path) }
                usleep(20_000)
            }
            guard rename(folder.logPath, store.logPath) == 0 else {
                throw OpenFile.failure("rename", folder.logPath)
            }
            try OpenFile.flushFolder(store.path)
        } catch .openElsewhere {
            throw .hasReaders(process: Self.holder(of: path))
        } catch {
            throw .log(error)
        }
    }

    /// A process that holds a lock on the first byte of a file; nil if it cannot be told.
    private static func holder(of path: String) -> Int32? {
        guard let file = try? OpenFile(path, O_RDWR) else { return nil }
        let process = scrollback_first_byte_holder(file.descriptor)
        return process > 0 ? process : nil
    }
}
