internal import Glibc
internal import LMDB

/// The way in which a log's file is read for inspection.
package enum Reading: String, Sendable {
    /// As a reader in LMDB's reader table.
    case shared
    /// Without LMDB's lock; no writer can start meanwhile.
    case unshared
    /// From a private copy, which is removed by now.
    case copy
}

extension EventLog {
    /// Opens a log for inspection only, also if its files cannot be locked: read-only files,
    /// another user's, or files on a read-only disk.
    ///
    /// A reader of LMDB enters itself in a table beside the file, so that the writer does not reuse
    /// its pages. If it cannot, the file is read without it only while `writer.lock` is held, which
    /// shows that no process writes and prevents that one starts; else a private copy is read.
    package static func lookingAt(
        _ directory: StoreDirectory,
        options: Options
    ) throws(LogError) -> (EventLog, Reading) {
        guard directory.isEvidence else {
            let log = try EventLog(opening: directory, access: .reading, options: options)
            log.readEpochsIfSound()
            return (log, .shared)
        }
        try directory.check(filesystem: options.filesystem, asEvidence: true)
        let lock = WriterLock.ifNobodyWrites(directory)
        var reading = Reading.unshared
        var markBeforeCopy: Result<LogMark.Value?, LogError>?
        let environment: Environment
        let table: Table
        if lock == nil {
            reading = .copy
            // A writer commits first and moves the mark after it: the copy must not be older.
            markBeforeCopy = Result { () throws(LogError) in
                try LogMark.read(directory.markPath)?.value
            }
            let copy = try PrivateCopy.make(of: directory.logPath)
            (environment, table) = try openEvidence(copy.path, options)
        } else {
            (environment, table) = try openEvidence(directory.logPath, options)
        }
        let keys = try KeyFile(path: directory.keysPath, forWriting: false, mapBytes: 1 << 20)
        try PageGuard.checkEnds(of: environment, forWriting: false)
        let log = EventLog(
            directory: directory,
            access: .reading,
            format: try ends(environment, table, path: directory.logPath).0,
            environment: environment,
            table: table,
            pages: PageGuard(environment, size: nil),
            keys: keys,
            lock: lock,
            markBeforeCopy: markBeforeCopy
        )
        log.readEpochsIfSound()
        return (log, reading)
    }

    /// Reads the epochs, ignoring damage, which an auditor finds at its place.
    private func readEpochsIfSound() { try? readEpochs() }

    private static func openEvidence(
        _ path: String,
        _ options: Options
    ) throws(LogError) -> (Environment, Table) {
        do throws(LMDBError) {
            let environment = try Environment(
                path: path,
                options: Environment.Options(
                    mapSize: options.mapSize,
                    access: .readOnly,
                    checksMetaPages: true,
                    joinsReaders: false
                )
            )
            return (environment, try environment.openOnlyTable())
        } catch {
            throw LogError(opening: path, error)
        }
    }
}

extension StoreDirectory {
    /// Whether the log can be read only without writing anything.
    fileprivate var isEvidence: Bool {
        for path in [path, logPath] {
            var status = stat()
            if stat(path, &status) == 0, status.st_uid != geteuid() { return true }
        }
        let lock = "\(logPath)-lock"
        if Self.mayWrite(lock) { return false }
        return errno == ENOENT ? !Self.mayWrite(path) : errno == EACCES || errno == EROFS
    }

    private static func mayWrite(_ path: String) -> Bool {
        faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
    }
}
