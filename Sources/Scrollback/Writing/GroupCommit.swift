internal import EventLog
internal import Merkle
internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// The writer's loop: decides waiting commands in order, commits them together, answers them.
///
/// - A command's events are stored all or none, and it is answered when they are durable.
/// - While one batch is flushed the next one gathers: commits are grouped without a timer.
/// - Nothing is decided unless the views have folded every event of the log, including the batch
///   that is being committed to them: if that is lost, the one decided over it is folded again with
///   it.
/// - A command that cannot be carried out affects only itself: its batch is undone and each of the
///   batch's commands runs in a batch of its own.
struct GroupCommit: ~Copyable {
    enum ViewsNeed {
        case nothing
        /// They are wrong: another generation is to be begun.
        case rebuilding
        /// Another generation is being folded, and is not readable yet.
        case publishing
    }

    var facts: CurrentFacts
    let views: Views<BuiltInProjectors>
    let names: KnownNames
    let queue: CommandQueue
    let clock: ClockWatch?
    let newEvents: NewEvents
    let committer: ViewsCommitter
    let journal: Journal?
    let counters: Counters
    let options: Engine.Options
    /// The cause since which nothing is written until the store is opened again: an unknown
    /// outcome, or a recorded event that cannot be folded.
    private(set) var stopCause: StoreFault?
    var viewsNeed = ViewsNeed.nothing
    /// How often in a row bringing the views up has met what waiting does not mend.
    var viewsFailures = 0
    var events = EventList()
    /// Turns taken from the queue and not answered yet, in order.
    var waiting: [Turn] = []
    /// Whether the operator was last told that the clock is trusted.
    var isClockBelieved = true
    var lastUpkeep = ContinuousClock.now
    /// How large the files were then, together.
    var bytesAtUpkeep: UInt64 = 0
    var erasing = ErasingLine()

    init(
        facts: consuming CurrentFacts,
        views: Views<BuiltInProjectors>,
        names: KnownNames,
        queue: CommandQueue,
        clock: ClockWatch?,
        newEvents: NewEvents,
        committer: ViewsCommitter,
        journal: Journal?,
        counters: Counters,
        options: Engine.Options
    ) {
        self.facts = facts
        self.views = views
        self.names = names
        self.queue = queue
        self.clock = clock
        self.newEvents = newEvents
        self.committer = committer
        self.journal = journal
        self.counters = counters
        self.options = options
    }

    /// Serves commands until the queue is closed and empty; then closes the store.
    consuming func run() {
        while true {
            if waiting.isEmpty {
                guard queue.take(into: &waiting, upTo: BatchLimits.commands) else { break }
            }
            hearDoubt()
            goOnErasing()
            if waiting.isEmpty, !isStopped, !viewsAreReady {
                // Readers wait for durable events, with or without further commands.
                bringViewsUp()
            } else if waiting.isEmpty {
                // The committer rings when it has nothing left to do.
                if committer.load == 0, !settleViews() { continue }
                prepareAhead()
                queue.wait(atMost: erasing.secondsUntilDue ?? Self.upkeepInterval)
            } else {
                serve()
            }
            reclaimDeadReaders()
        }
        for turn in erasing.commands { turn.finish(.closed) }
        close()
    }

    /// Answers at least one of the waiting commands, or comes nearer to it.
    mutating func serve() {
        if let stopCause {
            finishAll(.stopped(stopCause))
            return
        }
        if case .work(let work) = waiting[0].task {
            settleViews()
            switch work.perform(on: &facts) {
            case .done: break
            case .outcomeUnknown(let fault): stop(because: fault)
            case .viewsReplaced:
                viewsNeed = .nothing
                tellOfNewEvents()
            }
            finish(1, nil)
            return
        }
        guard hasRoom else {
            finishAll(.noRoom)
            return
        }
        bringViewsUp()
        guard viewsAreReady else { return }
        if timeIsGiven { eraseAll() }
        // Last, because bringing views up may have taken a while.
        guard clockIsBelieved() else {
            finish(1, .clockNotAccepted)
            return
        }
        do throws(StoreFault) {
            try facts.begin()
        } catch {
            finishAll(.failed(error))
            return
        }
        fill()
    }

    /// Whether the time may be recorded; what changed about that is told once.
    mutating func clockIsBelieved() -> Bool {
        guard let clock else { return true }
        let state = clock.state
        if (state == .believed) != isClockBelieved {
            options.notice(
                Notice(
                    state == .believed ? .clockBelieved : .clockNotBelieved,
                    state == .believed
                        ? "The machine's clock is believed again; writing goes on."
                        : "The machine's clock \(state). Nothing is written until that is set right "
                            + "or accepted."
                )
            )
        }
        isClockBelieved = state == .believed
        return isClockBelieved
    }

    /// Writes nothing any more until the store is opened again; views that are being made anew
    /// stay as they are.
    mutating func stop(because fault: StoreFault) {
        if stopCause == nil { stopCause = fault }
        guard viewsNeed != .nothing else { return }
        views.end(because: "they could not be rebuilt, and the store has stopped writing")
    }

    var isStopped: Bool { stopCause != nil }

    /// Whether enough is free for the log and the views: better to refuse than to run dry.
    var hasRoom: Bool {
        (facts.log.log.freeBytes ?? .max) >= options.reservedBytes
    }

    /// Answers the first of the waiting turns; nil means that their decisions stand.
    mutating func finish(_ count: Int, _ failure: WriteFailure?) {
        counters.noteAnswers(waiting.prefix(count), failure)
        for turn in waiting.prefix(count) { turn.finish(failure) }
        waiting.removeFirst(count)
    }

    mutating func finishAll(_ failure: WriteFailure) {
        finish(waiting.count, failure)
    }

    /// Closes the store, the views in such a way that the next opening need not rebuild them.
    private consuming func close() {
        committer.close()
        settleViews()
        let isReady = viewsAreReady
        let views = views
        let options = options
        let log = facts.log.log
        let journal = journal
        if isReady {
            do throws(ViewsError) {
                try views.close(facts.views)
            } catch {
                options.notice(
                    Notice(
                        .viewsNotFlushed,
                        "The views could not be flushed (\(error)); they will be rebuilt.",
                        ["error": "\(error)"]
                    )
                )
            }
        }
        views.close()
        log.close()
        journal?.close()
    }
}

/// Carries a loop over to its thread.
final class LoopBox: @unchecked Sendable {
    // Sendable: filled by the thread that starts the loop, and emptied once by the one that runs
    // it.

    private var loop: GroupCommit?

    init(_ loop: consuming GroupCommit) {
        self.loop = consume loop
    }

    func run() {
        if let loop = loop.take() { loop.run() }
    }
}
