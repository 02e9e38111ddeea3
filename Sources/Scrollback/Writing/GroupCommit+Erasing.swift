internal import EventLog
internal import Messaging
internal import Views

// The steps for erasures between other commands.

extension GroupCommit {
    /// Carries out the committed erasures, before their callers are answered.
    ///
    /// If a step fails, it is tried again after the next batch, in idle moments and at the next
    /// opening.
    mutating func carryOutErasures() {
        guard facts.log.hasPendingErasures else { return }
        do throws(LogError) {
            let names = names
            try facts.log.carryOutErasures { names.forget(in: $0) }
        } catch {
            options.notice(
                Notice(
                    .erasureDelayed,
                    "Erasures are logged and could not be carried out yet: \(error)",
                    ["error": "\(error)"]
                )
            )
        }
    }

    /// Whether each command carries its time.
    var timeIsGiven: Bool { options.clock != nil }

    /// Has a command that is not decided yet decided further, or erases a slice, if it is due.
    mutating func goOnErasing() {
        if let stopCause { return erasing.stop(because: stopCause) }
        guard !erasing.isIdle else { return }
        if !waiting.isEmpty { erasing.letOthersIn() }
        guard erasing.isDue else { return }
        if erasing.takesSlice() {
            _ = eraseSlice()
        } else {
            var turn = erasing.commands.removeFirst()
            turn.isNext = true
            waiting.insert(turn, at: 0)
        }
    }

    /// Has the first of the waiting commands decided further later, others before it.
    mutating func leave(_ turn: Turn, since begun: ContinuousClock.Instant) {
        if timeIsGiven { return }
        waiting.removeFirst()
        erasing.commands.insert(turn, at: 0)
        erasing.rest(ErasingLine.windowPause, of: begun)
    }

    /// Erases all that is under way; stops where something is in the way.
    mutating func eraseAll() {
        while erasing.passes?.isEmpty != true, !isStopped, eraseSlice() {}
    }

    /// Erases the next slice of an erasure in progress; false if something prevents it.
    mutating func eraseSlice() -> Bool {
        let begun = ContinuousClock.now
        guard viewsAreReady, !facts.log.hasPendingErasures, hasRoom, commitSlice() else {
            erasing.postponeSlices()
            return false
        }
        erasing.rest(ErasingLine.slicePause, of: begun)
        return true
    }

    /// Decides the next slice and makes it durable; false where that was not possible.
    mutating func commitSlice() -> Bool {
        do throws(StoreFault) {
            try facts.begin()
        } catch {
            options.notice(
                Notice(
                    .erasureDelayed,
                    "An erasure could not go on yet: \(error)",
                    ["error": "\(error)"]
                )
            )
            return false
        }
        facts.now = max(options.now, facts.log.newestTime)
        let before = facts.size
        let slice: (pass: ErasingPass, ErasingSlice)?
        do throws(StoreFault) {
            slice = try appendSlice()
        } catch {
            facts.abandon()
            options.notice(
                Notice(
                    .erasureDelayed,
                    "An erasure could not go on yet: \(error)",
                    ["error": "\(error)"]
                )
            )
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
    mutating func appendSlice() throws(StoreFault) -> (pass: ErasingPass, ErasingSlice)? {
        let isReady = facts.readKeeping()
        let passes = erasing.passes ?? facts.erasingsInProgress().map { ErasingPass($0.request) }
        if let fault = facts.takeFault() { throw fault }
        erasing.passes = passes
        guard isReady, var pass = passes.first else { return nil }
        let slice = pass.next(on: facts)
        if let fault = facts.takeFault() { throw fault }
        events.removeAll()
        for event in slice.events { events.add(event, by: .operator, command: nil) }
        try Self.append(events, to: &facts)
        return (pass, slice)
    }
}
