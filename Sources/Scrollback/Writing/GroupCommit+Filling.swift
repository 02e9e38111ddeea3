internal import EventLog
internal import Messaging
internal import Views

// How a batch is decided and made durable.

extension GroupCommit {
    /// Decides commands until the batch is full, then commits.
    mutating func fill() {
        let begun = ContinuousClock.now
        let before = facts.size
        var bytes = 0
        var count = 0
        let limit = waiting.first?.isAlone == true ? 1 : options.batchCommands
        filling: while count < min(limit, waiting.count) {
            guard case .proposal(let proposal) = waiting[count].task else { break }
            let sharing = proposal.sharing
            if sharing == .aloneInOrder, !waiting[count].isNext, !erasing.commands.isEmpty {
                let turn = waiting.remove(at: count)
                if erasing.commands.count < ErasingLine.waitingCommands {
                    erasing.commands.append(turn)
                } else {
                    turn.finish(.overloaded)
                }
                continue
            }
            if sharing != .shared || waiting[count].isKept, count > 0 { break }
            // When a command is decided is when its events are recorded.
            facts.now = max(proposal.time ?? options.now, facts.log.newestTime)
            events.removeAll()
            let noted = facts.noted
            let verdict = proposal.decide(&facts, &events)
            if let fault = facts.takeFault() {
                isolate(through: count, fault)
                return
            }
            switch verdict {
            case .unfinished:
                facts.abandon()
                leave(waiting[count], since: begun)
                return
            case .refused where sharing != .shared:
                commit(1, hasEvents: false)
                return
            case .refused:
                count += 1
                continue
            case .accepted(let pass):
                // All of one message is erased together, however many media it owes.
                let (newEvents, newBytes) = (events.count, events.byteCount)
                let isFit = newEvents <= BatchLimits.events && newBytes <= BatchLimits.bytes
                guard isFit || sharing == .aloneInOrder
                else {
                    facts.forget(since: noted)
                    waiting.remove(at: count)
                        .finish(.tooLarge(events: newEvents, bytes: newBytes))
                    continue
                }
                let isKept = journal != nil && events.hasKept
                if isKept, count > 0 {
                    // Only what leads an append of its own can be refused without others. What
                    // it noted on the way to its decision is undone with the batch.
                    facts.abandon()
                    waiting[count].isKept = true
                    return
                }
                let total = facts.size.rawValue - before.rawValue + UInt64(events.count)
                if count > 0,
                    total > BatchLimits.events || bytes + events.byteCount > BatchLimits.bytes
                {
                    // It is decided again, in the next batch.
                    facts.forget(since: noted)
                    break filling
                }
                do throws(StoreFault) {
                    try Self.append(events, to: &facts)
                } catch {
                    isolate(through: count, error)
                    return
                }
                bytes += events.byteCount
                count += 1
                if sharing != .shared || isKept {
                    commit(1, hasEvents: facts.size > before, goingOn: pass)
                    return
                }
            }
        }
        commit(count, hasEvents: facts.size > before)
    }

    static func append(
        _ events: borrowing EventList,
        to facts: inout CurrentFacts
    ) throws(StoreFault) {
        for index in 0..<events.count { try facts.append(events[index], recorded: facts.now) }
    }

    /// Makes the events of the first turns durable, and answers them.
    ///
    /// An erasure continues after the answer of the only turn.
    mutating func commit(_ count: Int, hasEvents: Bool, goingOn pass: ErasingPass? = nil) {
        guard hasEvents else {
            facts.abandon()
            deliver(count, with: nil)
            return
        }
        let size = facts.size
        let root = facts.log.root
        let rateLimits = facts.configuration.rateLimits
        let lines: ClosedRange<UInt64>?
        do throws(WriteFailure) {
            lines = try writeLines()
        } catch {
            facts.abandon()
            finish(count, error)
            return
        }
        let begun = ContinuousClock.now
        do throws(CommitFailure) {
            try options.committers.log(&facts.log)
            counters.noteCommit(upTo: size, took: .now - begun)
        } catch {
            facts.abandon()
            var failure = WriteFailure(error)
            if case .outcomeUnknown(let fault) = failure {
                stop(because: fault)
            } else if let lines {
                failure = makeVoid(lines, after: failure)
            }
            finish(count, failure)
            return
        }
        facts.rates.keep(under: rateLimits, at: facts.now)
        facts.looks.keep(at: facts.now)
        // Before an erasure is answered: it may be what the erasure takes.
        facts.contents.forget()
        carryOutErasures()
        if let pass { erasing.passes?.append(pass) }
        // With a given clock, an erasure is answered when all of it is done.
        let later = timeIsGiven && pass != nil ? waiting.removeFirst() : nil
        let answered = later == nil ? count : count - 1
        if settleViews() {
            deliver(answered, with: facts.views.close(through: size, root: root))
        } else {
            // Folded over the lost batch; the views are brought up before anything else is decided.
            deliver(answered, with: nil)
        }
        if let later {
            eraseAll()
            later.finish(nil)
        }
    }

    /// Answers commands after their events are in the views, and after all earlier commands.
    mutating func deliver(_ count: Int, with batch: ViewsBatch?) {
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
        // After a few commands no other waits, and handing over to another thread takes time.
        let position = batch.flatMap(committer.commit)
        if batch != nil { settleViews() }
        finish(count, nil)
        if let position { newEvents.reached(position) }
    }

    /// Undoes the batch, and runs its commands one by one: only the one that failed fails.
    mutating func isolate(through index: Int, _ fault: StoreFault) {
        facts.abandon()
        // The failure may be the loss of the previous batch: then the command waits.
        guard settleViews() else { return }
        if case .views(let error) = fault, !waiting[index].isAlone, refuteViews(error) {
            // Not the command's fault; once the views are right it can be carried out.
            runAlone(through: index)
        } else if index == 0 || fault.isLackOfRoom {
            waiting.remove(at: index).finish(WriteFailure(of: fault))
        } else {
            runAlone(through: index)
        }
    }

    private mutating func runAlone(through index: Int) {
        for place in 0...index { waiting[place].isAlone = true }
    }
}
