internal import Glibc
internal import LMDB

/// The exclusive right of one process to write to a store; given up with its owner.
package struct WriterLock: ~Copyable {
    private let file: OpenFile

    /// Takes the lock; throws at once if another process has it.
    init(_ directory: StoreDirectory) throws(LogError) {
        file = try Self.lockedFile(directory)
    }

    private init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// Keeps all writers away without a right to write; nil if a writer is at work, or this cannot
    /// be determined.
    static func ifNobodyWrites(_ directory: StoreDirectory) -> WriterLock? {
        guard let file = try? OpenFile(directory.lockPath, O_RDONLY),
            (try? file.lock(LOCK_SH | LOCK_NB)) == true
        else { return nil }
        return WriterLock(file)
    }

    deinit { file.unlock() }

    private static func lockedFile(_ directory: StoreDirectory) throws(LogError) -> OpenFile {
        let file = try OpenFile(directory.lockPath, O_RDWR | O_CREAT)
        guard try file.lock(LOCK_EX | LOCK_NB) else {
            throw Environment.isOpen(path: directory.logPath)
                ? .openInThisProcess(path: directory.path)
                : .openElsewhere(path: directory.path)
        }
        return file
    }
}

extension EventLog {
    /// Whether no process has the store open for writing; false if this cannot be determined.
    package var hasNoWriter: Bool {
        let lock = WriterLock.ifNobodyWrites(directory)
        return lock != nil
    }
}

extension StoreDirectory {
    /// The process that has the store open for writing; nil where there is none, or where it cannot
    /// be told, as in another container.
    package var writingProcess: Int32? {
        HeldLock.processes(at: lockPath, kind: .ofOpening, right: .write).first
    }
}
