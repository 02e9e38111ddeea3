internal import EventLog
internal import Glibc
internal import Locking
internal import Projections
internal import Views
internal import Wire

/// Looks after views and readers every second, on a thread of its own.
///
/// - It notes when a generation has been used for so long that no death is its doing.
/// - It has names forgotten that were erased, or that were not searched for a time, and contents
///   that are kept opened and were erased.
/// - In the process that writes it sees to requests that other processes leave, and watches who
///   holds snapshots.
/// - After an opening that was not clean it compares every table with its sum, once, on a thread
///   that gives way to all others.
final class ViewsUpkeep: Sendable {
    private let views: Views<BuiltInProjectors>
    private let names: KnownNames
    private let opened: OpenedContents
    private let readers: ReaderWatch
    private let queue: CommandQueue
    private let rebuilding: Rebuilding
    private let seconds: Double
    private let isWriter: Bool
    private let notice: @Sendable (Notice) -> Void
    private let isEnding = Monitor(false)
    private let isRebuilding = Lock(false)
    private let thread = Lock<SystemThread?>(nil)
    private let checker = Lock<SystemThread?>(nil)

    init(
        _ views: Views<BuiltInProjectors>,
        _ names: KnownNames,
        _ opened: OpenedContents,
        _ readers: ReaderWatch,
        _ queue: CommandQueue,
        _ rebuilding: Rebuilding,
        isWriter: Bool,
        options: Engine.Options
    ) {
        self.views = views
        self.names = names
        self.opened = opened
        self.readers = readers
        self.queue = queue
        self.rebuilding = rebuilding
        self.isWriter = isWriter
        seconds = options.upkeepSeconds
        notice = options.notice
    }

    /// Starts the thread; false if the system has none left.
    ///
    /// Without it, words that another process erased would stay in memory.
    func start() -> Bool {
        let started = SystemThread(named: "scrollback-care") { [self] in run() }
        thread.withLock { $0 = started }
        return started != nil
    }

    /// Ends the thread, and returns when it has ended.
    func end() {
        isEnding.change { $0 = true }
        thread.withLock { $0 }?.join()
        checker.withLock { $0 }?.join()
    }

    private func run() {
        if isWriter, let generation = views.generationToCheck {
            let started = SystemThread(named: "scrollback-sums") { [self] in check(generation) }
            checker.withLock { $0 = started }
        }
        while true {
            isEnding.wait(atMost: seconds) { $0 }
            if isEnding.withLock({ $0 }) { return }
            views.settleUse()
            names.forgetUnused()
            opened.forgetErased()
            if isWriter {
                seeToRequest()
                readers.sample()
            } else {
                names.forgetErased()
            }
        }
    }

    /// Compares the tables with their sums, and has found damage mended.
    private func check(_ generation: UInt64) {
        // A thread's own priority, where the system gives it one.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        do throws(ViewsError) {
            let check = try views.checkSums(goesOn: { !isEnding.withLock { $0 } })
            if check.tablesLeft.isEmpty {
                views.noteChecked(generation)
                return
            }
            if isEnding.withLock({ $0 }) { return }
            notice(
                Notice(
                    .viewsNotCompared,
                    "Tables of the views were not compared with their sums: \(check.tablesLeft)",
                    ["tables": check.tablesLeft.joined(separator: ",")]
                )
            )
        } catch {
            guard let cause = ViewsDoubt.Cause(error) else { return }
            if views.doubt(generation, because: cause) {
                queue.ring()
            } else {
                notice(
                    Notice(
                        .viewsNotMended,
                        "The views are damaged: \(cause). \(views.remedyWithoutRebuild)",
                        ["cause": "\(cause)"]
                    )
                )
            }
        }
    }

    private func seeToRequest() {
        guard let request = views.requested() else { return }
        if request.cause == .asked {
            rebuild(asAskedOf: request.generation)
            return
        }
        if views.doubt(request.generation, because: request.cause) {
            // Removed once it is of an older generation.
            queue.ring()
            return
        }
        views.forgetRequest(of: request.generation)
        notice(
            Notice(
                .viewsNotMended,
                "A reading process found the views in doubt: \(request.cause). They are not rebuilt. "
                    + "\(views.remedyWithoutRebuild)",
                ["cause": "\(request.cause)"]
            )
        )
    }

    /// Makes the views anew beside the present ones, for a person who asked for it.
    private func rebuild(asAskedOf generation: UInt64) {
        let isFirst = isRebuilding.withLock { isRebuilding in
            defer { isRebuilding = true }
            return !isRebuilding
        }
        guard isFirst else { return }
        notice(
            Notice(
                .viewsRebuilding,
                "The views are being rebuilt, as was asked for.",
                ["cause": "asked"]
            )
        )
        rebuilding.start(comparing: false, progress: nil) { [self] outcome in
            switch outcome {
            case .success(let report):
                notice(
                    Notice(
                        .viewsRebuilt,
                        "The views are rebuilt up to position \(report.position).",
                        ["position": "\(report.position)"]
                    )
                )
            case .failure(let error):
                notice(
                    Notice(
                        .viewsNotRebuilt,
                        "The views were not rebuilt: \(error)",
                        ["error": "\(error)"]
                    )
                )
            }
            // The requesting process sees the result from the request's removal, and from the
            // generation.
            views.forgetRequest(of: generation)
            isRebuilding.withLock { $0 = false }
        }
    }
}
