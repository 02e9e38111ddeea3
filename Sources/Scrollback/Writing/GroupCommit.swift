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
/// - Nothing is decided unless the views have seen every event of the log, the batch that is being
///   committed to them included: if that is lost, the one decided over it is folded again with it.
/// - A command that cannot be carried out harms only itself: its batch is undone and each of the
///   batch's commands runs in one of its own.
struct GroupCommit: ~Copyable {
    private enum ViewsNeed {
        case nothing
        /// They are wrong: another generation is to be begun.
        case rebuilding
        /// Another generation is being folded, and nobody may read it yet.
        case publishing
    }

    private var facts: CurrentFacts
    private let views: Views<BuiltInProjectors>
    private let queue: CommandQueue
    private let clock: ClockWatch?
    private let newEvents: NewEvents
    private let committer: ViewsCommitter
    private let options: Engine.Options
    /// Whether an outcome is unknown, or a recorded event cannot be folded: then nothing is
    /// written until the store is opened again.
    private var isStopped = false
    private var viewsNeed = ViewsNeed.nothing
    /// How often in a row bringing the views up has met what waiting does not mend.
    private var viewsFailures = 0
    private var events = EventList()
    /// Commands taken from the queue and not answered yet, in order.
    private var waiting: [Job] = []
    /// What the operator was told of the clock last.
    private var isClockBelieved = true
    private var lastUpkeep = ContinuousClock.now
    /// How large the files were then, together.
    private var bytesAtUpkeep: UInt64 = 0
    private var erasing = ErasingLine()

    init(
        facts: consuming CurrentFacts,
        views: Views<BuiltInProjectors>,
        queue: CommandQueue,
        clock: ClockWatch?,
        newEvents: NewEvents,
        committer: ViewsCommitter,
        options: Engine.Options
    ) {
        self.facts = facts
        self.views = views
        self.queue = queue
        self.clock = clock
        self.newEvents = newEvents
        self.committer = committer
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
                // Readers wait for what is durable already, whether or not a command comes.
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
        for job in erasing.commands { job.resume(.closed) }
        close()
    }

    /// Answers at least one of the waiting commands, or comes nearer to it.
    private mutating func serve() {
        if isStopped {
            answerAll(.stopped)
            return
        }
        if waiting[0].isWork {
            settleViews()
            switch waiting[0].work(on: &facts) {
            case .done: break
            case .outcomeUnknown: stop()
            case .viewsReplaced:
                viewsNeed = .nothing
                tellOfNewEvents()
            }
            answer(1, .stands)
            return
        }
        guard hasRoom else {
            answerAll(.storageFull)
            return
        }
        bringViewsUp()
        guard viewsAreReady else { return }
        if timeIsGiven { eraseAll() }
        // Last, because bringing views up may have taken a while.
        guard clockIsBelieved() else {
            answer(1, .clockNotAccepted)
            return
        }
        do throws(WriteFault) {
            try facts.begin()
        } catch {
            answerAll(.failed(error))
            return
        }
        fill()
    }

    /// Whether the time may be recorded; what changed about that is told once.
    private mutating func clockIsBelieved() -> Bool {
        guard let clock else { return true }
        let state = clock.state
        if (state == .believed) != isClockBelieved {
            options.notice(
                state == .believed
                    ? "The machine's clock is believed again; writing goes on."
                    : "The machine's clock \(state). Nothing is written until that is set right "
                        + "or accepted."
            )
        }
        isClockBelieved = state == .believed
        return isClockBelieved
    }

    /// Decides commands until the batch is full, then commits.
    private mutating func fill() {
        let begun = ContinuousClock.now
        let before = facts.size
        var bytes = 0
        var count = 0
        let limit = waiting.first?.isAlone == true ? 1 : options.batchCommands
        while count < min(limit, waiting.count) {
            let job = waiting[count]
            if job.isWork { break }
            setTime(of: job)
            if job.runsAlone {
                if count > 0 { break }
                carryOut(job)
                return
            }
            if job.commitsApart, !job.hasItsTurn, !erasing.commands.isEmpty {
                let job = waiting.remove(at: count)
                if erasing.commands.count < ErasingLine.waitingCommands {
                    erasing.commands.append(job)
                } else {
                    job.resume(.overloaded)
                }
                continue
            }
            if job.commitsApart, count > 0 { break }
            events.removeAll()
            let isAccepted = job.decide(&facts, &events)
            if let failure = facts.takeFailure() {
                isolate(through: count, .views(failure))
                return
            }
            if job.isUnfinished {
                facts.abandon()
                leave(job, since: begun)
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
                    try Self.append(events, to: &facts)
                } catch {
                    isolate(through: count, error)
                    return
                }
                bytes += events.byteCount
            }
            count += 1
            if job.commitsApart { break }
        }
        commit(count, hasEvents: facts.size > before)
    }

    private static func append(
        _ events: borrowing EventList,
        to facts: inout CurrentFacts
    ) throws(WriteFault) {
        for index in 0..<events.count { try facts.append(events[index], recorded: facts.now) }
    }

    /// The moment at which a command is decided is the one at which its events are recorded.
    private mutating func setTime(of job: Job) {
        facts.now = max(job.time ?? options.now, facts.log.newestTime)
    }

    /// Runs a job that appends for itself, in a commit of its own.
    private mutating func carryOut(_ job: Job) {
        let before = facts.size
        let isAccepted = job.carryOut(&facts)
        if let failure = facts.takeFailure() {
            _ = facts.takeFault()
            isolate(through: 0, .views(failure))
        } else if let fault = facts.takeFault() {
            isolate(through: 0, fault)
        } else {
            commit(1, hasEvents: isAccepted && facts.size > before)
        }
    }

    private mutating func commit(_ count: Int, hasEvents: Bool) {
        guard hasEvents else {
            facts.abandon()
            deliver(count, with: nil)
            return
        }
        let size = facts.size
        let root = facts.log.root
        let rateLimit = facts.configuration.rateLimit
        do throws(CommitFailure) {
            try options.committers.log(&facts.log)
        } catch {
            facts.abandon()
            switch error {
            case .storageFull:
                answer(count, .storageFull)
            case .outcomeUnknown(let cause):
                stop()
                answer(count, .outcomeUnknown(cause))
            }
            return
        }
        facts.rates.keep(under: rateLimit, at: facts.now)
        carryOutErasures()
        let passes = waiting.prefix(count).compactMap(\.pass)
        erasing.passes?.append(contentsOf: passes)
        // With a given clock, an erasure is answered when all of it is done.
        let answeredLater =
            timeIsGiven && !passes.isEmpty ? Array(waiting.prefix(count)) : []
        waiting.removeFirst(answeredLater.count)
        let answered = count - answeredLater.count
        if settleViews() {
            deliver(answered, with: facts.views.close(through: size, root: root))
        } else {
            // Folded over what was lost; the views are brought up before anything else is decided.
            deliver(answered, with: nil)
        }
        if !answeredLater.isEmpty { eraseAll() }
        for job in answeredLater { job.resume(.stands) }
    }

    /// Answers commands once what they led to is in the views, and behind all that came before.
    private mutating func deliver(_ count: Int, with batch: ViewsBatch?) {
        let gainsByHelp =
            batch != nil
            && (count >= options.sharedCommands || count < waiting.count || !queue.isEmpty)
        if gainsByHelp || committer.load > 0 {
            // However slowly the views are written, what waits there has a bound.
            if batch == nil, committer.load >= BatchLimits.commands { settleViews() }
            committer.take(batch, Array(waiting.prefix(count)))
            waiting.removeFirst(count)
            return
        }
        // Behind a few commands nobody waits, and the way to another thread takes time.
        let position = batch.flatMap(committer.commit)
        if batch != nil { settleViews() }
        answer(count, .stands)
        if let position { newEvents.reached(position) }
    }

    /// Waits until the batch before is committed to the views; false if it could not be, and the
    /// open one is undone with it.
    ///
    /// Then the operator is told, and the views are brought up before anything more is decided.
    @discardableResult
    private mutating func settleViews() -> Bool {
        do throws(ViewsError) {
            try facts.views.settle()
            return true
        } catch {
            options.notice("The views could not be committed (\(error)); folding them again.")
            // Before callers are answered, whose next query would be shown the state before.
            if error.isOfDamagedPage { _ = refuteViews(error) }
            return false
        }
    }

    /// Wakes who waits for events, once the views have them too.
    private func tellOfNewEvents() {
        if viewsAreReady { newEvents.reached(facts.views.position) }
    }

    /// Carries out what committed events say is erased, before anybody is told that it is.
    ///
    /// What fails is tried again after the next batch, in idle moments and at the next opening.
    private mutating func carryOutErasures() {
        guard facts.log.hasPendingErasures else { return }
        do throws(LogError) {
            try facts.log.carryOutErasures()
        } catch {
            options.notice("Erasures are logged and could not be carried out yet: \(error)")
        }
    }

    /// Undoes the batch, and has its commands run one by one: the one that failed fails alone.
    private mutating func isolate(through index: Int, _ fault: WriteFault) {
        facts.abandon()
        // What kept it from being decided may be that the batch before is lost: then it waits.
        guard settleViews() else { return }
        if case .views(let error) = fault, !waiting[index].isAlone, refuteViews(error) {
            // Not the command's fault; once the views are right it can be carried out.
            for job in waiting.prefix(index + 1) { job.isAlone = true }
            return
        }
        if index == 0 || fault.isLackOfRoom {
            waiting.remove(at: index).resume(fault.isLackOfRoom ? .storageFull : .failed(fault))
        } else {
            for job in waiting.prefix(index + 1) { job.isAlone = true }
        }
    }

    /// Notes that the views are wrong: nothing is decided on them any more.
    ///
    /// - Returns: false if the error says nothing against them, or they are not made anew because
    ///   they were so too often.
    private mutating func refuteViews(_ error: ViewsError) -> Bool {
        let isOfUse = error.isOfFolding && viewsNeed == .nothing
        guard let cause = ViewsDoubt.Cause(error) ?? (isOfUse ? .contradiction : nil) else {
            return false
        }
        guard views.doubt(facts.views.file.generation, because: cause) else {
            options.notice(
                "The views are not to be trusted and are not rebuilt: \(cause). "
                    + "\(views.remedyWithoutRebuild)"
            )
            return false
        }
        hearDoubt()
        return true
    }

    /// Has another generation begun where this one was found damaged, whoever found it.
    private mutating func hearDoubt() {
        guard viewsNeed != .rebuilding,
            let cause = views.cause(toRemake: facts.views.file.generation)
        else { return }
        guard !isStopped else {
            views.end(because: "\(cause), and the store has stopped writing")
            return
        }
        options.notice("The views are not to be trusted and will be rebuilt: \(cause).")
        viewsNeed = .rebuilding
    }

    private var viewsAreReady: Bool { viewsNeed == .nothing && facts.areCurrent }

    /// Brings the views a step nearer to the end of the log, and refuses who has waited too long.
    ///
    /// A step is one run of events, so that nobody's patience is overlooked for long.
    private mutating func bringViewsUp() {
        if viewsAreReady { return }
        settleViews()
        var hasFailed = false
        do throws(ViewsError) {
            if viewsNeed == .rebuilding {
                facts.views = try views.beginGeneration()
                viewsNeed = .publishing
            }
            try views.catchUp(&facts.views, goesOn: { false })
            if facts.areCurrent, viewsNeed == .publishing {
                try views.publish(facts.views)
                viewsNeed = .nothing
                options.notice("The views are rebuilt.")
            }
            viewsFailures = 0
        } catch {
            hasFailed = true
            note(error)
        }
        tellOfNewEvents()
        if viewsAreReady { return }
        refuseImpatient()
        guard hasFailed else { return }
        if waiting.isEmpty {
            queue.wait(atMost: Self.idleRetryInterval)
        } else {
            // Those who come meanwhile wait like those who are here.
            queue.pause(atMost: Self.retryInterval)
        }
    }

    /// What a failure to bring the views up means.
    private mutating func note(_ error: ViewsError) {
        if error.isLackOfRoom {
            // The views are sound: they go on when there is room.
            answerAll(.storageFull)
            return
        }
        options.notice("The views could not be brought up: \(error)")
        if error.isPassing || refuteViews(error) { return }
        viewsFailures += 1
        // One refused call says little; a disk that refuses again and again is for a person.
        let isHopeless = viewsFailures >= Self.failuresUntilStop
        guard isHopeless || error.isCorruption || error.refutesViews else { return }
        stop()
        options.notice("Nothing is written until the store is opened again.")
        answerAll(.stopped)
    }

    /// Writes nothing any more until the store is opened again; views that are being made anew
    /// stay as they are.
    private mutating func stop() {
        isStopped = true
        guard viewsNeed != .nothing else { return }
        views.end(because: "they could not be rebuilt, and the store has stopped writing")
    }

    /// Refuses the commands that have waited for the views too long; all, if the store is closing.
    private mutating func refuseImpatient() {
        let deadline = ContinuousClock.now - BatchLimits.patience
        let isClosing = queue.isClosing
        waiting.removeAll { job in
            guard isClosing || job.enqueued < deadline else { return false }
            job.resume(isClosing ? .overloaded : .viewsUnavailable)
            return true
        }
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
    /// By how many bytes the files may grow before readers that died are looked for.
    private static let upkeepGrowth: UInt64 = 8 << 20
    private static let retryInterval = 0.1
    private static let idleRetryInterval = 1.0
    private static let failuresUntilStop = 5

    /// Does what a later append would have to wait for.
    private mutating func prepareAhead() {
        guard !isStopped else { return }
        carryOutErasures()
        do throws(LogError) {
            try facts.log.prepareAhead()
        } catch {
            options.notice("No keys could be made ahead: \(error)")
        }
    }

    /// Now and then, and when the files grow, frees what readers that died still hold: none of the
    /// pages that they saw is used again before.
    private mutating func reclaimDeadReaders() {
        let now = ContinuousClock.now
        let bytes = fileBytes
        let isDue = now - lastUpkeep >= .seconds(Self.upkeepInterval)
        if bytesAtUpkeep == 0 { bytesAtUpkeep = bytes }
        guard isDue || bytes > bytesAtUpkeep + Self.upkeepGrowth else { return }
        lastUpkeep = now
        bytesAtUpkeep = bytes
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

    /// How large the log and the views are; LMDB knows without asking the system.
    private var fileBytes: UInt64 {
        ((try? facts.log.log.byteCount()) ?? 0) + ((try? facts.views.file.byteCount()) ?? 0)
    }

    /// Closes the store, the views in such a way that the next opening need not rebuild them.
    private consuming func close() {
        committer.close()
        settleViews()
        let isReady = viewsAreReady
        let views = views
        let options = options
        let log = facts.log.log
        if isReady {
            do throws(ViewsError) {
                try views.close(facts.views)
            } catch {
                options.notice("The views could not be flushed (\(error)); they will be rebuilt.")
            }
        }
        views.close()
        log.close()
    }
}

// What is done for erasures between other commands.
extension GroupCommit {
    /// Whether each command carries its time.
    private var timeIsGiven: Bool { options.clock != nil }

    /// Has a command that is not decided yet decided further, or erases a slice, if it is due.
    private mutating func goOnErasing() {
        if isStopped { return erasing.stop() }
        guard !erasing.isIdle else { return }
        if !waiting.isEmpty { erasing.letOthersIn() }
        guard erasing.due <= .now else { return }
        if erasing.takesSlice() {
            _ = eraseSlice()
        } else {
            let job = erasing.commands.removeFirst()
            job.hasItsTurn = true
            waiting.insert(job, at: 0)
        }
    }

    /// Has the first of the waiting commands decided further later, others before it.
    private mutating func leave(_ job: Job, since begun: ContinuousClock.Instant) {
        if timeIsGiven { return }
        waiting.removeFirst()
        erasing.commands.insert(job, at: 0)
        erasing.rest(ErasingLine.windowPause, of: begun)
    }

    /// Erases all that is under way; stops where something is in the way.
    private mutating func eraseAll() {
        while erasing.passes?.isEmpty != true, !isStopped, eraseSlice() {}
    }

    /// Erases the next slice of what is under way; false where something is in the way.
    private mutating func eraseSlice() -> Bool {
        let begun = ContinuousClock.now
        guard viewsAreReady, !facts.log.hasPendingErasures, hasRoom, commitSlice() else {
            erasing.postpone()
            return false
        }
        erasing.rest(ErasingLine.slicePause, of: begun)
        return true
    }

    /// Decides the next slice and makes it durable; false where that was not possible.
    private mutating func commitSlice() -> Bool {
        do throws(WriteFault) {
            try facts.begin()
        } catch {
            options.notice("An erasure could not go on yet: \(error)")
            return false
        }
        facts.now = max(options.now, facts.log.newestTime)
        let before = facts.size
        let slice: (pass: ErasingPass, ErasingSlice)?
        do throws(WriteFault) {
            slice = try appendSlice()
        } catch {
            facts.abandon()
            options.notice("An erasure could not go on yet: \(error)")
            if settleViews(), case .views(let failure) = error { _ = refuteViews(failure) }
            return false
        }
        guard let (pass, slice) = slice else {
            facts.abandon()
            return true
        }
        if facts.size == before {
            facts.abandon()
        } else {
            guard clockIsBelieved() else {
                facts.abandon()
                return false
            }
            commit(0, hasEvents: true)
            guard facts.size > before else { return false }
        }
        if slice.isLast {
            erasing.passes?.removeFirst()
        } else {
            erasing.passes?[0] = pass
        }
        return true
    }

    /// Appends the next slice; nil where more has to be read before it can be decided.
    private mutating func appendSlice() throws(WriteFault) -> (pass: ErasingPass, ErasingSlice)? {
        let isReady = facts.readKeeping()
        let passes = erasing.passes ?? facts.erasingsInProgress().map { ErasingPass($0.request) }
        if let failure = facts.takeFailure() { throw .views(failure) }
        erasing.passes = passes
        guard isReady, var pass = passes.first else { return nil }
        let slice = pass.next(on: facts)
        if let failure = facts.takeFailure() { throw .views(failure) }
        events.removeAll()
        for event in slice.events { events.add(event, by: .operator, command: nil) }
        try Self.append(events, to: &facts)
        return (pass, slice)
    }
}

/// Carries a loop over to its thread.
final class LoopBox: @unchecked Sendable {
    // Sendable: filled by the thread that starts the loop, and emptied once by the one that runs it.

    private var loop: GroupCommit?

    init(_ loop: consuming GroupCommit) {
        self.loop = consume loop
    }

    func run() {
        if let loop = loop.take() { loop.run() }
    }
}
