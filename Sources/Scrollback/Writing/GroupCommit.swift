internal import EventLog
internal import Merkle
internal import Projections
internal import Views
internal import Wire

/// The writer's loop: decides waiting commands in order, commits them together, answers them.
///
/// - A command's events are stored all or none, and it is answered when they are durable.
/// - While one batch is flushed the next one gathers: commits are grouped without a timer.
/// - Nothing is decided unless the views have seen every event of the log.
/// - A command that cannot be carried out harms only itself: its batch is undone and each of the
///   batch's commands runs in one of its own.
struct GroupCommit: ~Copyable {
    private var facts: Facts
    private let views: Views<BuiltInProjectors>
    private let queue: CommandQueue
    private let options: Engine.Options
    /// Whether an outcome is unknown, or a recorded event cannot be folded: then nothing is
    /// written until the store is opened again.
    private var isStopped = false
    private var events = EventList()
    /// Commands taken from the queue and not answered yet, in order.
    private var waiting: [Job] = []
    private var lastUpkeep = ContinuousClock.now
    private var lastFailedRebuild = ContinuousClock.now - .seconds(2)

    init(
        facts: consuming Facts,
        views: Views<BuiltInProjectors>,
        queue: CommandQueue,
        options: Engine.Options
    ) {
        self.facts = facts
        self.views = views
        self.queue = queue
        self.options = options
    }

    /// Serves commands until the queue is closed and empty; then closes the views.
    consuming func run() {
        while true {
            if waiting.isEmpty { queue.take(into: &waiting, upTo: BatchLimits.commands) }
            if waiting.isEmpty {
                if queue.isClosed { break }
                prepareAhead()
                _ = queue.wait(atMost: Self.upkeepInterval)
            } else {
                serve()
            }
            reclaimDeadReaders()
        }
        closeViews()
    }

    /// Answers at least one of the waiting commands, or waits a little for the views.
    private mutating func serve() {
        if isStopped {
            answerAll(.stopped)
            return
        }
        guard hasRoom else {
            answerAll(.storageFull)
            return
        }
        switch bringViewsUp() {
        case .current: break
        case .full: answerAll(.storageFull)
        case .behind:
            refuseImpatient()
            _ = queue.wait(atMost: 0.05)
        }
        guard facts.areCurrent else { return }
        do throws(WriteFault) {
            try facts.begin()
        } catch {
            answerAll(.failed(error))
            return
        }
        fill()
    }

    /// Decides commands until the batch is full, then commits.
    private mutating func fill() {
        let before = facts.size
        var bytes = 0
        var count = 0
        let limit = waiting.first?.isAlone == true ? 1 : BatchLimits.commands
        while count < min(limit, waiting.count) {
            let job = waiting[count]
            events.removeAll()
            let isAccepted = job.decide(facts, &events)
            if let failure = facts.takeFailure() {
                isolate(through: count, .views(failure))
                return
            }
            if isAccepted {
                guard events.count <= BatchLimits.events, events.byteCount <= BatchLimits.bytes
                else {
                    waiting.remove(at: count)
                        .resume(.tooLarge(events: events.count, bytes: events.byteCount))
                    continue
                }
                let total = facts.size.rawValue - before.rawValue + UInt64(events.count)
                if count > 0,
                    total > BatchLimits.events || bytes + events.byteCount > BatchLimits.bytes
                {
                    break
                }
                do throws(WriteFault) {
                    try Self.append(events, to: &facts, at: options.clock())
                } catch {
                    isolate(through: count, error)
                    return
                }
                bytes += events.byteCount
            }
            count += 1
        }
        commit(count, hasEvents: facts.size > before)
    }

    private static func append(
        _ events: borrowing EventList,
        to facts: inout Facts,
        at time: Timestamp
    ) throws(WriteFault) {
        for index in 0..<events.count { try facts.append(events[index], recorded: time) }
    }

    private mutating func commit(_ count: Int, hasEvents: Bool) {
        guard hasEvents else {
            facts.abandon()
            answer(count, .stands)
            return
        }
        let size = facts.size
        let root = facts.log.root
        do throws(CommitFailure) {
            try options.committers.log(&facts.log)
        } catch {
            facts.abandon()
            switch error {
            case .storageFull:
                answer(count, .storageFull)
            case .outcomeUnknown(let cause):
                isStopped = true
                answer(count, .outcomeUnknown(cause))
            }
            return
        }
        do throws(ViewsError) {
            try options.committers.views(&facts.views, size, root)
        } catch {
            // The events are durable, so their callers are told so; the views are brought up
            // before anything else is decided.
            facts.views.abandon()
            options.notice("The views could not be committed (\(error)); folding them again.")
        }
        answer(count, .stands)
    }

    /// Undoes the batch, and has its commands run one by one: the one that failed fails alone.
    private mutating func isolate(through index: Int, _ fault: WriteFault) {
        facts.abandon()
        if fault == .views(.notOfThisLog), !waiting[index].isAlone {
            // Not the command's fault; once the views are right it can be carried out.
            for job in waiting.prefix(index + 1) { job.isAlone = true }
            options.notice("The views do not belong to this log.")
            rebuildViews()
            return
        }
        let isFull = fault == .log(.storageFull)
        if isFull || index == 0 {
            waiting.remove(at: index).resume(isFull ? .storageFull : .failed(fault))
        } else {
            for job in waiting.prefix(index + 1) { job.isAlone = true }
        }
    }

    private enum ViewsCondition { case current, behind, full }

    /// Folds into the views what they have missed.
    private mutating func bringViewsUp() -> ViewsCondition {
        if facts.areCurrent { return .current }
        do throws(ViewsError) {
            try views.catchUp(&facts.views)
        } catch {
            // Views that lack room are sound: they go on when there is some.
            if error.isLackOfRoom { return .full }
            options.notice("The views could not be brought up: \(error)")
            rebuildViews()
        }
        return facts.areCurrent ? .current : .behind
    }

    /// Folds another generation of views; where that fails, tries again a second later.
    private mutating func rebuildViews() {
        guard ContinuousClock.now - lastFailedRebuild > .seconds(1) else { return }
        do throws(ViewsError) {
            options.notice("Rebuilding the views.")
            facts.views = try views.rebuild()
        } catch {
            options.notice("The views could not be rebuilt: \(error)")
            if error.isCorruption { isStopped = true }
            lastFailedRebuild = .now
        }
    }

    /// Refuses the commands that have waited for the views too long.
    private mutating func refuseImpatient() {
        let deadline = ContinuousClock.now - BatchLimits.patience
        waiting.removeAll { job in
            guard job.enqueued < deadline else { return false }
            job.resume(.overloaded)
            return true
        }
        queue.take(into: &waiting, upTo: BatchLimits.commands - waiting.count)
    }

    /// Whether enough is free for the log and the views: better to refuse than to run dry.
    private var hasRoom: Bool {
        (facts.log.log.freeBytes ?? .max) >= options.reservedBytes
    }

    private mutating func answer(_ count: Int, _ outcome: Job.Outcome) {
        for job in waiting.prefix(count) { job.resume(outcome) }
        waiting.removeFirst(count)
    }

    private mutating func answerAll(_ outcome: Job.Outcome) {
        answer(waiting.count, outcome)
    }

    private static let upkeepInterval = 30.0

    /// Does what a later append would have to wait for.
    private mutating func prepareAhead() {
        guard !isStopped else { return }
        do throws(LogError) {
            try facts.log.prepareAhead()
        } catch {
            options.notice("No keys could be made ahead: \(error)")
        }
    }

    /// Now and then frees what readers that died still hold, however busy the writer is.
    private mutating func reclaimDeadReaders() {
        guard ContinuousClock.now - lastUpkeep >= .seconds(Self.upkeepInterval) else { return }
        lastUpkeep = .now
        do throws(LogError) {
            try facts.log.log.reclaimDeadReaders()
        } catch {
            options.notice("Dead readers of the log could not be freed: \(error)")
        }
        do throws(ViewsError) {
            try facts.views.file.reclaimDeadReaders()
        } catch {
            options.notice("Dead readers of the views could not be freed: \(error)")
        }
    }

    private consuming func closeViews() {
        let isCurrent = facts.areCurrent
        let views = views
        let options = options
        guard isCurrent else { return }
        do throws(ViewsError) {
            try views.close(facts.views)
        } catch {
            options.notice("The views could not be flushed (\(error)); they will be rebuilt.")
        }
    }
}
