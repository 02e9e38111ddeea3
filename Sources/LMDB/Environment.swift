internal import CLMDB
internal import Glibc
internal import Synchronization

/// One LMDB file, opened once in this process.
///
/// Closing happens when the last transaction and the last owner let go: a reader can therefore
/// never look into a map that is gone. Every caveat of LMDB that a caller could trip over is
/// either impossible to write down here or a case of `LMDBError`.
@safe
package final class Environment: @unchecked Sendable {
    // Sendable: LMDB's environment is thread-safe with MDB_NOTLS, and what this class adds
    // (the idle readers) is behind a mutex.

    /// What a commit waits for.
    package enum Flushing: Sendable {
        /// Data, then the meta page, are on the disk before a commit returns.
        case everyCommit
        /// Nothing is flushed; after a machine crash the file must not even be opened.
        case never
    }

    package enum Access: Sendable { case readWrite, readOnly }

    package struct Options: Sendable {
        /// The bytes of address space to reserve; nil follows `defaultMapSize`.
        package var mapSize: Int?
        package var maximumTables: Int
        package var maximumReaders: Int
        package var access: Access
        package var flushing: Flushing
        /// Whether a missing file is created.
        package var creates: Bool

        package init(
            mapSize: Int? = nil,
            maximumTables: Int = 0,
            maximumReaders: Int = 1_024,
            access: Access = .readWrite,
            flushing: Flushing = .everyCommit,
            creates: Bool = false
        ) {
            self.mapSize = mapSize
            self.maximumTables = maximumTables
            self.maximumReaders = maximumReaders
            self.access = access
            self.flushing = flushing
            self.creates = creates
        }
    }

    /// What the environment says of itself.
    package struct Status: Equatable, Sendable {
        package let mapSize: Int
        /// How many bytes the file must have for every page in use to be there.
        package let usedBytes: UInt64
        package let lastTransactionID: UInt64
        package let readersInUse: Int
    }

    package let path: String
    package let options: Options
    package let file: FileIdentity
    let pointer: OpaquePointer
    private let forkCount: Int
    private let idleReaders = Mutex<[ReadSlot]>([])

    /// Readers beyond this number are closed instead of kept.
    private static let keptReaders = 64

    /// The map that fits a file: a large fixed one, because growing it under a reader kills it.
    package static func defaultMapSize(fileBytes: UInt64) -> Int {
        let least: UInt64 = 64 << 30
        let (wanted, overflow) = fileBytes.multipliedReportingOverflow(by: 4)
        return Int(clamping: overflow ? UInt64.max : max(least, wanted))
    }

    /// Opens the environment, after making sure that opening and walking it cannot hurt.
    package init(path: String, options: Options) throws(LMDBError) {
        let status = try Self.prepareFile(path: path, options: options)
        let identity = FileIdentity(status)
        try EnvironmentRegistry.claim(identity)
        do {
            unsafe pointer = try Self.openPrepared(path: path, status: status, options: options)
        } catch {
            EnvironmentRegistry.release(identity)
            throw error
        }
        self.path = path
        self.options = options
        file = identity
        forkCount = ForkCount.current
    }

    deinit {
        let isOurs = forkCount == ForkCount.current
        idleReaders.withLock { slots in
            for slot in slots { slot.close(ending: isOurs) }
            slots.removeAll()
        }
        // In a forked child the parent's locks are not ours to give back.
        guard isOurs else { return }
        unsafe mdb_env_close(pointer)
        EnvironmentRegistry.release(file)
    }

    /// Makes the file exist where that was asked for, and looks at it.
    ///
    /// The identity must be known before LMDB opens anything, and LMDB takes an empty file for a
    /// new one, which a truncated log must never become.
    private static func prepareFile(path: String, options: Options) throws(LMDBError) -> stat {
        var flags = O_CLOEXEC | (options.access == .readOnly ? O_RDONLY : O_RDWR)
        if options.creates { flags |= O_CREAT }
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw LMDBError(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAnEnvironment }
        if status.st_size == 0 && !options.creates {
            throw .truncated(expectedBytes: 1, actualBytes: 0)
        }
        return status
    }

    private static func openPrepared(
        path: String,
        status: stat,
        options: Options
    ) throws(LMDBError) -> OpaquePointer {
        var created: OpaquePointer?
        try LMDBError.check(unsafe mdb_env_create(&created))
        guard let environment = unsafe created else { throw .system(errno: ENOMEM) }
        do throws(LMDBError) {
            let fileBytes = UInt64(status.st_size)
            let mapSize = options.mapSize ?? defaultMapSize(fileBytes: fileBytes)
            try LMDBError.check(unsafe mdb_env_set_mapsize(environment, mapSize))
            try LMDBError.check(
                unsafe mdb_env_set_maxreaders(environment, UInt32(options.maximumReaders)))
            if options.maximumTables > 0 {
                try LMDBError.check(
                    unsafe mdb_env_set_maxdbs(environment, UInt32(options.maximumTables)))
            }
            var flags = MDB_NOSUBDIR | MDB_NOTLS
            if options.access == .readOnly { flags |= MDB_RDONLY }
            if options.flushing == .never { flags |= MDB_NOSYNC }
            try LMDBError.check(unsafe mdb_env_open(environment, path, UInt32(flags), 0o600))
            if fileBytes > 0 {
                let needed = unsafe usedBytes(of: environment)
                guard fileBytes >= needed else {
                    throw .truncated(expectedBytes: needed, actualBytes: fileBytes)
                }
            }
        } catch {
            unsafe mdb_env_close(environment)
            throw error
        }
        return unsafe environment
    }

    private static func usedBytes(of environment: OpaquePointer) -> UInt64 {
        var info = unsafe MDB_envinfo()
        var pages = MDB_stat()
        unsafe mdb_env_info(environment, &info)
        unsafe mdb_env_stat(environment, &pages)
        return unsafe (UInt64(info.me_last_pgno) + 1) * UInt64(pages.ms_psize)
    }

    /// Opens tables by name, creating missing ones unless the environment is for reading only.
    ///
    /// All in one transaction that ends here: a handle opened inside a longer one would be lost
    /// with it, and two threads must never open handles at once.
    package func openTables(_ names: [String]) throws(LMDBError) -> [Table] {
        try openTables(names.map { Optional($0) })
    }

    /// Opens the unnamed table, for an environment that has one alone.
    package func openOnlyTable() throws(LMDBError) -> Table {
        try openTables([nil])[0]
    }

    private func openTables(_ names: [String?]) throws(LMDBError) -> [Table] {
        try checkFork()
        let isReadOnly = options.access == .readOnly
        var transaction: OpaquePointer?
        try LMDBError.check(
            unsafe mdb_txn_begin(pointer, nil, isReadOnly ? UInt32(MDB_RDONLY) : 0, &transaction))
        var tables: [Table] = []
        for name in names {
            var handle: MDB_dbi = 0
            let flags = isReadOnly ? 0 : UInt32(MDB_CREATE)
            let code = unsafe mdb_dbi_open(transaction, name, flags, &handle)
            guard code == MDB_SUCCESS else {
                unsafe mdb_txn_abort(transaction)
                throw LMDBError(code: code)
            }
            tables.append(Table(handle: handle))
        }
        try LMDBError.check(unsafe mdb_txn_commit(transaction))
        return tables
    }

    package var status: Status {
        var info = unsafe MDB_envinfo()
        unsafe mdb_env_info(pointer, &info)
        return unsafe Status(
            mapSize: info.me_mapsize,
            usedBytes: Self.usedBytes(of: pointer),
            lastTransactionID: UInt64(info.me_last_txnid),
            readersInUse: Int(info.me_numreaders)
        )
    }

    /// The number of the newest committed transaction; costs a look into shared memory.
    package var lastTransactionID: UInt64 {
        var info = unsafe MDB_envinfo()
        unsafe mdb_env_info(pointer, &info)
        return unsafe UInt64(info.me_last_txnid)
    }

    /// Frees the reader slots of processes that died; without it a dead reader makes the file
    /// grow for ever. Call it at open and every half minute.
    @discardableResult
    package func reclaimDeadReaders() throws(LMDBError) -> Int {
        var count: Int32 = 0
        try LMDBError.check(unsafe mdb_reader_check(pointer, &count))
        return Int(count)
    }

    /// Forces everything to the disk, also where commits do not.
    package func flush() throws(LMDBError) {
        try checkFork()
        try LMDBError.check(unsafe mdb_env_sync(pointer, 1))
    }

    /// Begins the one write transaction there can be; waits for another to end.
    package func beginWriting() throws(LMDBError) -> WriteTransaction {
        try checkFork()
        guard options.access == .readWrite else { throw .readOnly }
        var transaction: OpaquePointer?
        try LMDBError.check(unsafe mdb_txn_begin(pointer, nil, 0, &transaction))
        guard let transaction = unsafe transaction else { throw .other(code: 0) }
        return unsafe WriteTransaction(transaction, in: self)
    }

    /// Begins a read transaction on the newest committed state; reuses an idle one.
    package func beginReading() throws(LMDBError) -> ReadTransaction {
        try checkFork()
        if let slot = idleReaders.withLock({ $0.popLast() }) {
            do throws(LMDBError) {
                try slot.renew()
            } catch {
                slot.close(ending: true)
                throw error
            }
            return ReadTransaction(slot, in: self)
        }
        return ReadTransaction(try ReadSlot(in: self), in: self)
    }

    /// Keeps an ended reader for the next one.
    func takeBack(_ slot: ReadSlot) {
        slot.reset()
        let isKept = idleReaders.withLock { slots in
            guard slots.count < Self.keptReaders else { return false }
            slots.append(slot)
            return true
        }
        if !isKept { slot.close(ending: true) }
    }

    private func checkFork() throws(LMDBError) {
        guard forkCount == ForkCount.current else { throw .usedAfterFork }
    }
}

/// A table of an environment; valid for as long as the environment is.
package struct Table: Hashable, Sendable {
    let handle: UInt32
}
