package import LMDB
internal import Locking
package import LogSchema
package import Wire

/// The append-only log of a store: the one thing that is flushed and the one thing believed.
///
/// - An event that was appended and committed survives a power cut.
/// - Positions are dense; their order is the order of commits and of becoming visible.
/// - One process appends, through one `LogWriter`; any number reads.
package final class EventLog: Sendable {
    package enum Access: Sendable { case writing, reading }

    /// What opening looks at beyond the file itself.
    package enum Checks: Sendable {
        /// The keys and the newest records, so that nothing is built on damage.
        case newest
        /// Nothing: for an auditor, who reads all of it and wants the first fault, not the last.
        case none
    }

    package struct Options: Sendable {
        /// The address space for the log; nil follows the file's size.
        package var mapSize: Int?
        package var filesystem: FilesystemProbe
        /// Anything but `everyCommit` loses acknowledged events in a power cut: it exists so that
        /// the crash rig can show that it would notice.
        package var flushing: Environment.Flushing
        /// Anything but `newest` is for reading alone.
        package var checks: Checks
        /// What opening for writing does with a log that is older than its keys.
        package var olderLog: OlderLog
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

    package let directory: StoreDirectory
    package let access: Access
    /// Which log this is; made at creation.
    package let id: UniqueID
    private let line: Lock<EpochLine>
    package let keys: KeyFile
    /// What was opened lately.
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

    /// How far the log is, beside the keys; nil where nothing is written.
    var mark: LogMark? { admitted.withLock { $0 } }

    /// Whether the log's file is a private copy, which stays as it is while the keys change.
    package var isCopy: Bool { markBeforeCopy != nil }

    /// What the mark beside the keys says was committed; nil without a mark of this log.
    ///
    /// - Throws: `damagedMark` where it cannot be believed.
    package func committedEvents() throws(LogError) -> CommittedEvents? {
        let mark: LogMark.Value?
        if let markBeforeCopy {
            mark = try markBeforeCopy.get()
        } else {
            mark = try LogMark.read(directory.markPath)?.value
        }
        guard let mark, mark.logID == id else { return nil }
        return CommittedEvents(epoch: mark.epoch, events: mark.events)
    }

    /// The log's epochs: the present one, and those that restores ended.
    package var epochs: EpochLine { line.withLock { $0 } }

    /// Which epoch the log is in; a restore begins another one.
    package var epoch: UInt64 { line.withLock { $0.current } }

    /// What was lost when this opening accepted an older log; nil where it did not.
    package var restored: Restored? { accepted.withLock { $0 } }

    /// Reads which epochs the log had: a process that reads calls it again when the views are of
    /// another epoch, because the writer may have restored the log meanwhile.
    package func readEpochs() throws(LogError) {
        let snapshot = try snapshot()
        let current = try snapshot.format(path: directory.logPath).epoch
        let earlier = try snapshot.newestRestore()?.event.earlier ?? []
        line.withLock { $0 = EpochLine(current: current, earlier: earlier) }
    }

    /// Holds the log against the mark beside its keys, and keeps the mark from here on.
    ///
    /// - Throws: `olderLog` or `otherEpoch` where events were committed that the log lacks, and
    ///   that was not accepted.
    func admitMark(_ olderLog: OlderLog) throws(LogError) {
        let known = try LogMark.read(directory.markPath)
        let restored = try admit(known?.value, olderLog)
        accepted.withLock { $0 = restored }
        let value = LogMark.Value(
            logID: id,
            epoch: epoch,
            events: try snapshot().size.rawValue
        )
        let mark = try LogMark(directory.markPath, replacing: known, by: value)
        admitted.withLock { $0 = mark }
    }

    /// The log as it stands now.
    package func snapshot() throws(LogError) -> LogSnapshot {
        try LogSnapshot(environment, table, pages)
    }

    /// More records than the file can hold: a damaged last key shall not be believed.
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

    /// Looks at every page of the log's file, without LMDB, as it is now.
    ///
    /// - Returns: false where `goOn`, which is asked now and then and told whether something was
    ///   committed meanwhile, ended it.
    /// - Throws: `damagedPage` for the first that LMDB must not walk.
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

    /// The bytes that the log's file needs, the keys apart.
    package func byteCount() throws(LogError) -> UInt64 {
        do throws(LMDBError) {
            return try environment.status().usedBytes
        } catch {
            throw LogError(error)
        }
    }

    /// Gives up the file and the right to write; what is being read is read to its end.
    package func close() {
        environment.close()
        lock.withLock { lock in lock = nil }
    }

    /// Who holds which state of the file.
    package func readers() throws(LogError) -> ReadersOfFile {
        do throws(LMDBError) {
            return try ReadersOfFile(of: environment)
        } catch {
            throw LogError(error)
        }
    }

    /// Frees what readers that died still hold; for every half minute.
    package func reclaimDeadReaders() throws(LogError) {
        do throws(LMDBError) {
            try environment.reclaimDeadReaders()
        } catch {
            throw LogError(error)
        }
    }
}

/// How many events were committed with a log's keys, in its newest life.
package struct CommittedEvents: Equatable, Sendable {
    package let epoch: UInt64
    package let events: UInt64
}

extension LogError {
    /// What an answer of LMDB means for a log.
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

    /// What an answer of LMDB means when a log's file is opened.
    init(opening path: String, _ error: LMDBError) {
        switch error {
        case .alreadyOpenInThisProcess: self = .openInThisProcess(path: path)
        case .missing: self = .noStore(path: path)
        case .notAnEnvironment, .incompatibleVersion:
            self = .notAStore(path: path, reason: "the file is no LMDB environment we can read")
        case .truncated(let expected, let actual):
            self = .truncated(path: path, expectedBytes: expected, actualBytes: actual)
        case .system(let number) where !meansNoRoom(number):
            self = .system(operation: "open", path: path, errno: number)
        default: self.init(error)
        }
    }
}
