internal import CPlatform
package import EventLog
internal import Glibc
internal import Locking
package import Projections
package import Views
package import Wire

/// A store at work: the log, the views, and the one thread that writes both.
///
/// - A command that was answered survives a power cut.
/// - Commands are decided one after the other, each on everything before it.
/// - Reading never waits for writing.
package final class Engine: Sendable {
    package struct Options: Sendable {
        package var log = EventLog.Options()
        package var views = Views<BuiltInProjectors>.Options()
        /// The path of the keys; nil if they are inside the store.
        package var keysPath: String?
        /// Whether to continue with a log that is older than its keys, under a new epoch.
        package var acceptsOlderLog = false
        /// The path of the journal; nil for a store without one.
        package var journal: String?
        /// Whether to write to a store that has a journal without it.
        package var withoutJournal = false
        /// What makes the journal's calls of the system fail, for tests.
        package var journalFailing = JournalFailing()
        /// Returns the present time; nil for the machine's clock, which is watched.
        package var clock: (@Sendable () -> Timestamp)?
        /// The machine's clocks.
        package var machine = MachineClock()
        /// Told of everything an operator may want to know, one line each.
        package var notice: @Sendable (Notice) -> Void = { _ in }
        /// With less than this free, commands are refused before they could half succeed.
        package var reservedBytes: UInt64 = 8 << 20
        package var committers = Committers.real
        /// Whether a commit wakes the followers that it concerns; if not, each follower polls.
        package var wakesFollowers = true
        /// How many commands a batch takes at most.
        package var batchCommands = BatchLimits.commands
        /// The number of commands from which a batch is handed to another thread.
        package var sharedCommands = BatchLimits.sharedCommands
        /// The embedder's own views, kept beside the built-in ones.
        package var projectors: [any CustomProjector] = []
        /// How often the views are looked after.
        package var upkeepSeconds = 1.0
        /// How long a query suspends for views that are being rebuilt or brought up.
        package var patienceOfQueries = Duration.seconds(1)
        /// How many bytes names for the search of people may take in memory.
        package var namesBytes = KnownNames.usualBytes
        /// How many bytes events may take in memory that are kept opened; 0 keeps none.
        package var openedBytes = OpenedContents.usualBytes
        /// How many named consumers there may be.
        package var mostConsumers = ConsumerMarks.usualCount
        /// Where the files of the views of the past are made; they have no names there.
        package var scratchFolder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        /// How many bytes these files may take, together and each.
        package var scratchBytes = PastViews.usualBytes
        /// How much a reader may hold back before the operator hears of it.
        package var heldBytesToTell: UInt64 = 64 << 20

        package init() {}

        /// The time as it is recorded.
        var now: Timestamp { clock?() ?? machine.wall() }
    }

    package let log: EventLog
    package let views: Views<BuiltInProjectors>
    let rates = SendingRates()
    /// Wakes who waits for events.
    let newEvents: NewEvents
    let finishedErasures = FinishedErasures()
    let profileEvents = ProfileEvents()
    let keyCopies = KnownKeyCopies()
    let marks: ConsumerMarks
    /// The services of this process for the operator, beside the log.
    let services = Lock(Services())
    /// The time of the newest event of a recently read state.
    let newestTime = NewestTime()
    let counters: Counters
    let queue: CommandQueue
    let patienceOfQueries: Duration
    private let thread = Lock<SystemThread?>(nil)
    let rebuilding: Rebuilding
    private let upkeep: ViewsUpkeep
    /// The watch for readers that hold snapshots for long; used where the store is written.
    let readers: ReaderWatch
    let contents: ContentPool
    /// The journal of the store; nil where there is none, and in a process that only reads.
    let journal: Journal?
    /// The states of the past that are kept to read.
    let past: PastViews
    /// The names of users, for searches.
    package let names: KnownNames
    /// The watch over the machine's clock; nil if the caller gives the time, and in a process that
    /// only reads.
    private let clock: ClockWatch?

    /// Creates a store at a path where nothing exists.
    package static func create(at path: String, options: Options = Options()) throws(LogError) {
        let isBlocked = scrollback_block_file_size_signal()
        defer { if isBlocked { scrollback_unblock_file_size_signal() } }
        var generator = SystemRandomNumberGenerator()
        try EventLog.create(
            at: StoreDirectory(path: path, keysPath: options.keysPath),
            time: options.now,
            logID: .random(using: &generator),
            epoch: generator.next(),
            options: options.log
        )
    }

    /// Opens a store, for reading alone or as its one writer.
    package init(
        opening path: String,
        access: EventLog.Access = .writing,
        options: Options = Options()
    ) throws(StoreFault) {
        // The threads that write have it blocked; opening writes in the caller's.
        let isBlocked = scrollback_block_file_size_signal()
        defer { if isBlocked { scrollback_unblock_file_size_signal() } }
        counters = Counters()
        queue = CommandQueue(limit: BatchLimits.waitingCommands, counters)
        let custom = try Self.customViews(options.projectors)
        var logOptions = options.log
        logOptions.openedBytes = options.openedBytes
        if options.acceptsOlderLog { logOptions.olderLog = .accepted(at: options.now) }
        let directory = StoreDirectory(path: path, keysPath: options.keysPath)
        do throws(LogError) {
            if access == .writing, let path = options.journal {
                journal = try Journal(path, of: directory, failing: options.journalFailing)
            } else {
                journal = nil
            }
        } catch .journal(_, .inUse) where directory.writingProcess != nil {
            // The store's writer has its journal too.
            throw .log(
                directory.writingProcess == getpid()
                    ? .openInThisProcess(path: path) : .openElsewhere(path: path)
            )
        } catch {
            throw .log(error)
        }
        do throws(LogError) {
            logOptions.journal = journal
            logOptions.withoutJournal = options.withoutJournal
            log = try EventLog(opening: directory, access: access, options: logOptions)
        } catch {
            journal?.removeIfNew()
            throw .log(error)
        }
        try Self.settle(journal, with: log, options)
        if let restored = log.restored {
            options.notice(
                Notice(
                    .olderLogAccepted,
                    "The log was older than its keys and was accepted: it goes on behind position "
                        + "\(restored.fork) in epoch \(log.epoch.hexadecimalText). Lost events: "
                        + "\(restored.lost.map(String.init) ?? "unknown"). Contents without keys, now "
                        + "named as erased: \(restored.named). Sign and pin a new checkpoint; clients "
                        + "that know later positions get otherEpoch.",
                    [
                        "fork": "\(restored.fork)", "epoch": log.epoch.hexadecimalText,
                        "lost": restored.lost.map(String.init) ?? "unknown",
                        "named": "\(restored.named)",
                    ]
                )
            )
        }
        marks = ConsumerMarks(
            in: directory.path,
            isWriting: access == .writing,
            atMost: options.mostConsumers
        )
        var viewsOptions = options.views
        viewsOptions.notice = options.notice
        viewsOptions.custom = custom
        views = Views(of: log, options: viewsOptions)
        contents = ContentPool(of: log)
        patienceOfQueries = options.patienceOfQueries
        past = PastViews(in: options.scratchFolder, atMost: options.scratchBytes)
        names = KnownNames(of: log, atMost: options.namesBytes)
        rebuilding = Rebuilding(views, queue, reservedBytes: options.reservedBytes)
        readers = ReaderWatch(log, views, options: options)
        upkeep = ViewsUpkeep(
            views,
            names,
            log.opened,
            readers,
            queue,
            rebuilding,
            isWriter: access == .writing,
            options: options
        )
        let finder = ConcernFinder(log: log, views: views, signs: LiveSigns { options.now })
        guard access == .writing else {
            // No thread would serve them.
            queue.close()
            clock = nil
            newEvents = NewEvents(finder, wakes: options.wakesFollowers) { [views] in
                try? views.snapshot().position
            }
            guard upkeep.start() else { throw .log(Self.noThread(for: path)) }
            return
        }
        ExportMark.sweep(log.directory)
        newEvents = NewEvents(finder, wakes: options.wakesFollowers)
        let logWriter = try Self.writer(of: log)
        clock =
            options.clock == nil
            ? ClockWatch(options.machine, newest: logWriter.newestTime) : nil
        let facts = CurrentFacts(
            log: logWriter,
            views: try Self.writer(of: views),
            projectors: views.projectors,
            rates: rates
        )
        newEvents.reached(facts.views.position)
        counters.begin(at: facts.size)
        guard
            let committer = ViewsCommitter(options.committers, queue, newEvents, counters)
        else {
            views.close()
            throw .log(Self.noThread(for: path))
        }
        let loop = GroupCommit(
            facts: facts,
            views: views,
            names: names,
            queue: queue,
            clock: clock,
            newEvents: newEvents,
            committer: committer,
            journal: journal,
            counters: counters,
            options: options
        )
        let box = LoopBox(loop)
        guard let started = SystemThread(named: "scrollback", { box.run() }) else {
            committer.close()
            views.close()
            throw .log(Self.noThread(for: path))
        }
        thread.withLock { $0 = started }
        guard upkeep.start() else { throw .log(Self.noThread(for: path)) }
    }

    /// Makes log and journal agree, or notes that the journal is left out.
    private static func settle(
        _ journal: Journal?,
        with log: EventLog,
        _ options: Options
    ) throws(StoreFault) {
        guard log.access == .writing else { return }
        if let journal {
            try JournalOpening(
                log: log,
                journal: journal,
                time: options.now,
                notice: options.notice
            ).run()
        } else if try StoreFault.log({ () throws(LogError) in try log.journalKeeping() }) != .none {
            try JournalOpening.begin(log, nil, at: options.now)
            options.notice(
                Notice(
                    .journalSetAside,
                    "The store is written without its journal: what is erased from now on comes "
                        + "back with a restore, until the journal is used again."
                )
            )
        }
    }

    private static func noThread(for path: String) -> LogError {
        .system(operation: "start a thread for", path: path, errno: EAGAIN)
    }

    deinit {
        close()
    }

    private static func customViews(
        _ projectors: [any CustomProjector]
    ) throws(StoreFault) -> CustomViews {
        do throws(CustomViewRefusal) {
            return try CustomViews(projectors.map(DecodingProjector.init))
        } catch {
            throw .views(.refusedView(error))
        }
    }

    private static func writer(of log: EventLog) throws(StoreFault) -> LogWriter {
        do throws(LogError) {
            return try LogWriter(log)
        } catch {
            throw .log(error)
        }
    }

    private static func writer(
        of views: Views<BuiltInProjectors>
    ) throws(StoreFault) -> ViewsWriter {
        do throws(ViewsError) {
            return try views.openForWriting()
        } catch {
            // The log is damaged, from which they are folded, and not the views.
            if case .log(let fault) = error, fault.isDamageOfFile { throw .log(fault) }
            throw .views(error)
        }
    }

    /// Lets no more commands in, answers those that wait, and closes the views so that the next
    /// opening need not rebuild them.
    package func close() {
        queue.close()
        newEvents.beginToClose()
        // Last, because followers are still to get the events of the last batches.
        defer { newEvents.close() }
        upkeep.end()
        past.close()
        guard log.access == .writing else {
            views.close()
            log.close()
            return
        }
        rebuilding.join()
        // The writer closes the store as its last act. A second call of `close` waits here too, but
        // not code that the writer itself calls.
        thread.withLock { $0 }?.join()
    }

    /// The signals of users that are not logged.
    package var signs: LiveSigns { newEvents.signs }

    /// Whether the machine's clock is trusted; while it is not, nothing is written.
    package var clockState: ClockState { clock?.state ?? .believed }

    /// Consents to write with the machine's clock as it stands now.
    package func acceptClock() { clock?.accept() }

    /// The machine's idea of the time.
    package static func wallClock() -> Timestamp { systemTime() }
}
