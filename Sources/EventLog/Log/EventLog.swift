package import LMDB
internal import Locking
package import LogSchema
package import Wire

/// The append-only log of a store: the one file that is flushed at every commit, and the one truth.
///
/// - An event that was appended and committed survives a power cut.
/// - Positions are dense; their order is the order of commits and of becoming visible.
/// - One process appends, through one `LogWriter`; any number reads.
package final class EventLog: Sendable {
    package enum Access: Sendable { case writing, reading }

    /// The checks at opening beyond the file itself.
    package enum Checks: Sendable {
        /// The keys and the newest records, so that nothing is built on damage.
        case newest
        /// Nothing: for an auditor, which reads everything and needs the first fault, not the last.
        case none
    }

    package struct Options: Sendable {
        /// The address space for the log; nil follows the file's size.
        package var mapSize: Int?
        /// The expected size of the file of a new log; its address space follows it.
        package var expectedBytes: UInt64 = 0
        package var filesystem: FilesystemProbe
        /// The flush at each commit.
        ///
        /// Values other than `everyCommit` lose acknowledged events in a power cut: they exist so
        /// that the crash rig can show that it detects this.
        package var flushing: Environment.Flushing
        /// The checks at opening; values other than `newest` are for reading only.
        package var checks: Checks
        /// The treatment, at opening for writing, of a log that is older than its keys.
        package var olderLog: OlderLog
        /// The journal of the log, open and locked; for writing.
        package var journal: Journal?
        /// Whether to write to a log that has a journal without it.
        package var withoutJournal = false
        /// Whether the caller holds the right to write already, as in a `StoreBuilding`.
        package var isLocked = false
        /// The memory for events that are kept opened; 0 keeps none.
        package var openedBytes = 0

        package init(
            mapSize: Int? = nil,
            filesystem: FilesystemProbe = .system,
            flushing: Environment.Flushing = .everyCommit,
            checks: Checks = .newest,
            olderLog: OlderLog = .refused
        ) {
            self.olderLog = olderLog
            self.mapSize = mapSize
            self.filesystem = filesystem
            self.flushing = flushing
            self.checks = checks
        }
    }

    /// The number of this software as a reader of logs.
    package static var reader: UInt32 { LogFormat.currentReader }

    package let directory: StoreDirectory
    package let access: Access
    /// The log's id, made at creation.
    package let id: UniqueID
    private let line: Lock<EpochLine>
    package let keys: KeyFile
    /// The recently opened contents.
    package let opened: OpenedContents
    let environment: Environment
    let table: Table
    let pages: PageGuard
    private let lock: Lock<WriterLock?>
    /// For a log read from a private copy, the mark as it was before the copy was made.
    private let markBeforeCopy: Result<LogMark.Value?, LogError>?
    private let admitted = Lock<LogMark?>(nil)
    private let accepted = Lock<Restored?>(nil)

    init(
        directory: StoreDirectory,
        access: Access,
        format: LogFormat,
        environment: Environment,
        table: Table,
        pages: PageGuard,
        keys: KeyFile,
        lock: consuming WriterLock?,
        markBeforeCopy: Result<LogMark.Value?, LogError>? = nil,
        openedBytes: Int = 0
    ) {
        self.directory = directory
        self.access = access
        id = format.logID
        line = Lock(EpochLine(current: format.epoch))
        self.environment = environment
        self.table = table
        self.pages = pages
        self.keys = keys
        opened = OpenedContents(keys, atMost: openedBytes)
        self.lock = Lock(lock)
        self.markBeforeCopy = markBeforeCopy
    }

    /// The mark beside the keys; nil in a process that does not write.
    var mark: LogMark? { admitted.withLock { $0 } }

    /// Whether the log's file is a private copy, which does not change while the keys do.
    package var isCopy: Bool { markBeforeCopy != nil }

    /// Reads from the mark beside the keys how many events were committed; nil without a mark of
    /// this log.
    ///
    /// - Throws: `damagedMark` if the mark is not valid.
    package func committedEvents() throws(LogError) -> CommittedEvents? {
        let mark: LogMark.Value?
        if let markBeforeCopy {
            mark = try markBeforeCopy.get()
        } else {
            mark = try LogMark.read(directory.markPath)?.value
        }
        guard let mark, mark.logID == id else { return nil }
        return CommittedEvents(of: mark.logID, epoch: mark.epoch, events: mark.events)
    }

    /// The log's epochs: the present one, and those that restores ended.
    package var epochs: EpochLine { line.withLock { $0 } }

    /// The log's present epoch; a restore begins another one.
    package var epoch: UInt64 { line.withLock { $0.current } }

    /// The loss when this opening accepted an older log; nil if it did not.
    package var restored: Restored? { accepted.withLock { $0 } }

    /// Reads the log's epochs: a reading process calls it again when the views are of another
    /// epoch, because the writer may have restored the log meanwhile.
    package func readEpochs() throws(LogError) {
        let snapshot = try snapshot()
        let current = try snapshot.format(path: directory.logPath).epoch
        let earlier = try snapshot.newestRestore()?.event.earlier ?? []
        line.withLock { $0 = EpochLine(current: current, earlier: earlier) }
    }

    /// Compares the log with the mark beside its keys, and keeps the mark from here on.
    ///
    /// - Throws: `olderLog` or `otherEpoch` if the log lacks committed events and that was not
    ///   accepted.
    func admitMark(_ options: Options) throws(LogError) {
        let isBehind = try admitJournal(options)
        let known = try LogMark.read(directory.markPath)
        let restored = try admit(known?.value, options, isBehindJournal: isBehind)
        accepted.withLock { $0 = restored }
        let value = LogMark.Value(
            logID: id,
            epoch: epoch,
            events: try snapshot().size.rawValue
        )
        let mark = try LogMark(directory.markPath, replacing: known, by: value)
        admitted.withLock { $0 = mark }
    }

    /// Returns a snapshot of the log as it is now.
    package func snapshot() throws(LogError) -> LogSnapshot {
        try LogSnapshot(environment, table, pages)
    }

    func beginWriting() throws(LogError) -> WriteTransaction {
        do throws(LMDBError) {
            return try environment.beginWriting()
        } catch {
            throw LogError(error)
        }
    }

    /// Returns more records than the file can hold, as a bound for a damaged last key.
    package func mostRecords() throws(LogError) -> UInt64 {
        try Self.mostRecords(in: environment)
    }

    static func mostRecords(in environment: Environment) throws(LogError) -> UInt64 {
        let leastBytes: UInt64 = 32
        do throws(LMDBError) {
            return try environment.status().usedBytes / leastBytes
        } catch {
            throw LogError(error)
        }
    }

    /// Checks every page of the log's file as it is now, without LMDB.
    ///
    /// - Returns: false if `goOn`, which is called now and then and told whether something was
    ///   committed meanwhile, ended it.
    /// - Throws: `damagedPage` for the first page that LMDB must not walk.
    package func checkPages(
        goOn: (_ isOutdated: Bool) -> Bool = { _ in true }
    ) throws(LogError) -> Bool {
        do throws(LMDBError) {
            return try environment.checkPages(goOn: goOn)
        } catch {
            throw LogError(error)
        }
    }

    /// A reader of content, for one thread.
    package func contents() -> ContentReader {
        ContentReader(self)
    }

    /// Returns the size of the log's file in bytes, without the keys.
    package func byteCount() throws(LogError) -> UInt64 {
        do throws(LMDBError) {
            return try environment.status().usedBytes
        } catch {
            throw LogError(error)
        }
    }

    /// Closes the file and gives up the right to write; running reads are completed first.
    package func close() {
        environment.close()
        lock.withLock { lock in lock = nil }
    }

    /// Returns the readers of the file and the snapshots that they hold.
    package func readers() throws(LogError) -> ReadersOfFile {
        do throws(LMDBError) {
            return try ReadersOfFile(of: environment)
        } catch {
            throw LogError(error)
        }
    }

    /// Frees the slots of dead readers; call it every half minute.
    package func reclaimDeadReaders() throws(LogError) {
        do throws(LMDBError) {
            try environment.reclaimDeadReaders()
        } catch {
            throw LogError(error)
        }
    }
}

/// The number of events committed with a log's keys, in its newest epoch.
package struct CommittedEvents: Equatable, Sendable {
    package let log: UniqueID
    package let epoch: UInt64
    package let events: UInt64

    package init(of log: UniqueID, epoch: UInt64, events: UInt64) {
        self.log = log
        self.epoch = epoch
        self.events = events
    }
}

extension LogError {
    /// Translates an LMDB error.
    init(_ error: LMDBError) {
        switch error {
        case .mapFull: self = .mapFull
        case .system(let number) where meansNoRoom(number): self = .storageFull
        case .readOnly: self = .readOnly
        case .closed: self = .closed
        case .damagedPage(let fault): self = .damagedPage(fault)
        default: self = .storage(error)
        }
    }

    /// Translates an LMDB error at the opening of a log's file.
    init(opening path: String, _ error: LMDBError) {
        switch error {
        case .alreadyOpenInThisProcess: self = .openInThisProcess(path: path)
        case .missing: self = .noStore(path: path)
        case .notAnEnvironment, .incompatibleVersion:
            self = .damagedFile(path: path, reason: "it does not begin as a log does")
        case .truncated(let expected, let actual):
            self = .truncated(path: path, expectedBytes: expected, actualBytes: actual)
        case .system(let number) where !meansNoRoom(number):
            self = .system(operation: "open", path: path, errno: number)
        default: self.init(error)
        }
    }
}
