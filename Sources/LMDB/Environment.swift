internal import CLMDB
internal import Glibc
internal import Locking

/// One LMDB file, opened once in this process.
///
/// The file is closed when `close` was called, or the last owner has released it, and the last
/// transaction has ended: so a reader can never use a map that is gone. Every caveat of LMDB that
/// could harm a caller either cannot be expressed with this interface or is a case of `LMDBError`.
@safe
package final class Environment: @unchecked Sendable {
    // Sendable: LMDB's environment is thread-safe with MDB_NOTLS, and what this class adds
    // (the idle readers, whether it is open) is behind a mutex.

    /// The flush that a commit waits for.
    package enum Flushing: Sendable {
        /// Data, then the meta page, are on the disk before a commit returns.
        case everyCommit
        /// Nothing is flushed; after a crash of the machine the file must not even be opened.
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
        /// Whether the meta pages are checked before LMDB reads them.
        package var checksMetaPages: Bool
        /// Whether readers enter themselves in the reader table beside the file.
        ///
        /// Without that, a writer must be kept away by other means; for reading alone.
        package var joinsReaders: Bool

        package init(
            mapSize: Int? = nil,
            maximumTables: Int = 0,
            maximumReaders: Int = 1_024,
            access: Access = .readWrite,
            flushing: Flushing = .everyCommit,
            creates: Bool = false,
            checksMetaPages: Bool = false,
            joinsReaders: Bool = true
        ) {
            self.mapSize = mapSize
            self.maximumTables = maximumTables
            self.maximumReaders = maximumReaders
            self.access = access
            self.flushing = flushing
            self.creates = creates
            self.checksMetaPages = checksMetaPages
            self.joinsReaders = joinsReaders
        }
    }

    /// LMDB's figures about the environment.
    package struct Status: Equatable, Sendable {
        package let mapSize: Int
        /// The bytes of all pages that LMDB has counted; the file may lack free pages at its end.
        package let usedBytes: UInt64
        package let lastTransactionID: UInt64
        package let readersInUse: Int
    }

    package let path: String
    package let options: Options
    package let file: FileIdentity
    let pointer: OpaquePointer
    private let forkCount: Int
    private let state = Lock(State())
    /// The map of the file's bytes, made at the first use.
    let pages = Lock<PageMap?>(nil)

    private struct State {
        var idleReaders: [ReadSlot] = []
        /// Transactions that have begun and not ended.
        var transactions = 0
        var isClosing = false
        var isClosed = false
    }

    /// Readers beyond this number are closed instead of kept.
    private static let keptReaders = 64

    /// Whether this process has an environment on the file at a path.
    package static func isOpen(path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && EnvironmentRegistry.isOpen(FileIdentity(status))
    }

    /// Whether the file that was opened is the one at the path now.
    package var isAtItsPath: Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && FileIdentity(status) == file
    }

    /// The size of the map for a file: large and fixed, because growing it kills its readers.
    package static func defaultMapSize(fileBytes: UInt64) -> Int {
        let least: UInt64 = 64 << 30
        let (wanted, overflow) = fileBytes.multipliedReportingOverflow(by: 4)
        return Int(clamping: overflow ? UInt64.max : max(least, wanted))
    }

    /// Opens the environment, after checking that opening and walking it is safe.
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
        close()
    }

    /// Allows no more transactions to begin, and closes the file at the end of the last one.
    package func close() {
        let isLast = state.withLock { state in
            state.isClosing = true
            for slot in state.idleReaders { slot.close(ending: isOurs) }
            state.idleReaders.removeAll()
            return Self.becomesClosed(&state)
        }
        if isLast { closeFile() }
    }

    /// Whether the file is to be closed now; true once.
    private static func becomesClosed(_ state: inout State) -> Bool {
        guard state.isClosing, !state.isClosed, state.transactions == 0 else { return false }
        state.isClosed = true
        return true
    }

    private func closeFile() {
        // In a forked child the locks belong to the parent; the child must not release them.
        guard isOurs else { return }
        EnvironmentRegistry.release(file) { unsafe mdb_env_close(pointer) }
    }

    /// Whether this is the process that opened the file.
    var isOurs: Bool { forkCount == ForkCount.current }

    /// Creates the file if asked to, and checks it.
    ///
    /// The identity must be known before LMDB opens anything, and LMDB takes an empty file for a
    /// new one, which a truncated log must never become.
    private static func prepareFile(path: String, options: Options) throws(LMDBError) -> stat {
        var flags = O_CLOEXEC | (options.access == .readOnly ? O_RDONLY : O_RDWR)
        if options.creates { flags |= O_CREAT }
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else {
            throw errno == EISDIR ? .notAnEnvironment : LMDBError(code: errno)
        }
        defer { Glibc.close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAnEnvironment }
        if status.st_size == 0 && !options.creates {
            throw .truncated(expectedBytes: 1, actualBytes: 0)
        }
        if options.checksMetaPages && status.st_size > 0 { try checkMetaPages(descriptor) }
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
                unsafe mdb_env_set_maxreaders(environment, UInt32(options.maximumReaders))
            )
            if options.maximumTables > 0 {
                try LMDBError.check(
                    unsafe mdb_env_set_maxdbs(environment, UInt32(options.maximumTables))
                )
            }
            var flags = MDB_NOSUBDIR | MDB_NOTLS
            if options.access == .readOnly { flags |= MDB_RDONLY }
            if options.flushing == .never { flags |= MDB_NOSYNC }
            if options.access == .readOnly && !options.joinsReaders { flags |= MDB_NOLOCK }
            try LMDBError.check(unsafe mdb_env_open(environment, path, UInt32(flags), 0o600))
            if fileBytes > 0 { try unsafe requirePages(of: environment) }
        } catch {
            unsafe mdb_env_close(environment)
            throw error
        }
        return unsafe environment
    }

    /// Checks that every page in use lies within the file.
    private static func requirePages(of environment: OpaquePointer) throws(LMDBError) {
        var descriptor: mdb_filehandle_t = -1
        try LMDBError.check(unsafe mdb_env_get_fd(environment, &descriptor))
        var attempt = 0
        while true {
            // The pages first and the size after: a writer elsewhere only makes the file longer.
            let needed = unsafe usedBytes(of: environment)
            let present = try byteCount(of: descriptor)
            if present >= needed { return }
            if try lacksOnlyFreePages(descriptor) { return }
            attempt += 1
            guard attempt < metaAttempts else {
                throw .truncated(expectedBytes: needed, actualBytes: present)
            }
            usleep(metaPause)
        }
    }

    static func byteCount(of descriptor: Int32) throws(LMDBError) -> UInt64 {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno) }
        return UInt64(status.st_size)
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

    /// Opens the unnamed table of an environment that has no other.
    package func openOnlyTable() throws(LMDBError) -> Table {
        try openTables([nil])[0]
    }

    private func openTables(_ names: [String?]) throws(LMDBError) -> [Table] {
        try noteBeginning()
        defer { noteEnd() }
        let isReadOnly = options.access == .readOnly
        var transaction: OpaquePointer?
        try LMDBError.check(
            unsafe mdb_txn_begin(pointer, nil, isReadOnly ? UInt32(MDB_RDONLY) : 0, &transaction)
        )
        var tables: [Table] = []
        for name in names {
            var handle: MDB_dbi = 0
            let flags = isReadOnly ? 0 : UInt32(MDB_CREATE)
            let code = unsafe mdb_dbi_open(transaction, name, flags, &handle)
            guard code == MDB_SUCCESS else {
                unsafe mdb_txn_abort(transaction)
                throw LMDBError(code: code)
            }
            guard unsafe Self.isSound(handle, named: name, in: transaction) else {
                unsafe mdb_txn_abort(transaction)
                throw .damaged
            }
            tables.append(Table(handle: handle))
        }
        try LMDBError.check(unsafe mdb_txn_commit(transaction))
        return tables
    }

    /// Whether LMDB can use the file's description of a table, which LMDB does not check.
    ///
    /// - A flag gives the order of keys. No table here has one, and with a wrong order some rows
    ///   cannot be found by any search.
    /// - A table's description has one size. With another one a commit that replaces it overwrites
    ///   the descriptions of other tables.
    private static func isSound(
        _ table: MDB_dbi,
        named name: String?,
        in transaction: OpaquePointer?
    ) -> Bool {
        var flags: UInt32 = 0
        guard unsafe mdb_dbi_flags(transaction, table, &flags) == MDB_SUCCESS, flags == 0 else {
            return false
        }
        guard var name else { return true }
        var main: MDB_dbi = 0
        guard unsafe mdb_dbi_open(transaction, nil, 0, &main) == MDB_SUCCESS else { return false }
        return name.withUTF8 { bytes in
            var key = unsafe MDB_val(
                mv_size: bytes.count,
                mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            )
            var description = unsafe MDB_val()
            let code = unsafe mdb_get(transaction, main, &key, &description)
            return unsafe code == MDB_SUCCESS && description.mv_size == Self.descriptionBytes
        }
    }

    /// `MDB_db`: eight bytes of kind, and five numbers.
    private static let descriptionBytes = 48

    /// Returns LMDB's figures about the environment.
    package func status() throws(LMDBError) -> Status {
        try whileOpen {
            var info = unsafe MDB_envinfo()
            unsafe mdb_env_info(pointer, &info)
            return unsafe Status(
                mapSize: info.me_mapsize,
                usedBytes: Self.usedBytes(of: pointer),
                lastTransactionID: UInt64(info.me_last_txnid),
                readersInUse: Int(info.me_numreaders)
            )
        }
    }

    /// Returns the size of a page in bytes.
    func pageBytes() throws(LMDBError) -> UInt64 {
        try whileOpen {
            var status = MDB_stat()
            unsafe mdb_env_stat(pointer, &status)
            return UInt64(status.ms_psize)
        }
    }

    /// Frees the reader slots of processes that died.
    ///
    /// Without it a dead reader makes the file grow for ever: call it at open and every half
    /// minute.
    @discardableResult
    package func reclaimDeadReaders() throws(LMDBError) -> Int {
        try whileOpen { () throws(LMDBError) in
            var count: Int32 = 0
            try LMDBError.check(unsafe mdb_reader_check(pointer, &count))
            return Int(count)
        }
    }

    /// Flushes everything to the disk, also if commits do not.
    package func flush() throws(LMDBError) {
        try whileOpen { () throws(LMDBError) in
            try LMDBError.check(unsafe mdb_env_sync(pointer, 1))
        }
    }

    /// Begins the write transaction, of which there can be only one; waits until another has ended.
    package func beginWriting() throws(LMDBError) -> WriteTransaction {
        guard options.access == .readWrite else { throw .readOnly }
        try noteBeginning()
        var transaction: OpaquePointer?
        let code = unsafe mdb_txn_begin(pointer, nil, 0, &transaction)
        guard let transaction = unsafe transaction, code == MDB_SUCCESS else {
            noteEnd()
            throw LMDBError(code: code)
        }
        return unsafe WriteTransaction(transaction, in: self)
    }

    /// Begins a read transaction on the newest committed state; reuses an idle one.
    package func beginReading() throws(LMDBError) -> ReadTransaction {
        if let slot = try noteBeginning(reusing: true) {
            do throws(LMDBError) {
                try slot.renew()
            } catch {
                slot.close(ending: true)
                noteEnd()
                throw error
            }
            return ReadTransaction(slot, in: self)
        }
        do throws(LMDBError) {
            return ReadTransaction(try ReadSlot(in: self), in: self)
        } catch {
            noteEnd()
            throw error
        }
    }

    /// Keeps an ended reader for the next one.
    func takeBack(_ slot: ReadSlot) {
        // In a forked child the slot in the lock file is the parent's.
        guard isOurs else { return }
        slot.reset()
        let (isKept, isLast) = state.withLock { state in
            state.transactions -= 1
            let isKept = !state.isClosing && state.idleReaders.count < Self.keptReaders
            if isKept {
                state.idleReaders.append(slot)
            } else {
                slot.close(ending: isOurs)
            }
            return (isKept, Self.becomesClosed(&state))
        }
        if !isKept && isLast { closeFile() }
    }

    /// Counts a transaction that begins, and returns an idle reader if one is wanted.
    @discardableResult
    private func noteBeginning(reusing: Bool = false) throws(LMDBError) -> ReadSlot? {
        try checkFork()
        let (isOpen, slot) = state.withLock { state -> (Bool, ReadSlot?) in
            if state.isClosing { return (false, nil) }
            state.transactions += 1
            return (true, reusing ? state.idleReaders.popLast() : nil)
        }
        guard isOpen else { throw .closed }
        return slot
    }

    /// Counts a transaction that has ended.
    func noteEnd() {
        let isLast = state.withLock { state in
            state.transactions -= 1
            return Self.becomesClosed(&state)
        }
        if isLast { closeFile() }
    }

    /// Runs a closure with the file, which stays open meanwhile.
    func whileOpen<Result>(
        _ body: () throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result {
        try noteBeginning()
        defer { noteEnd() }
        return try body()
    }

    private func checkFork() throws(LMDBError) {
        guard isOurs else { throw .usedAfterFork }
    }
}

/// A table of an environment; valid for as long as the environment is.
package struct Table: Hashable, Sendable {
    let handle: UInt32
}
