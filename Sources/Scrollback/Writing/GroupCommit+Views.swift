internal import Projections
internal import Views
internal import Wire

// How the views are kept at the end of the log.

extension GroupCommit {
    /// Waits until the batch before is committed to the views; false if it could not be, and the
    /// open one is undone with it.
    ///
    /// Then the operator is told, and the views are brought up before anything more is decided.
    @discardableResult
    mutating func settleViews() -> Bool {
        do throws(ViewsError) {
            try facts.views.settle()
            return true
        } catch {
            options.notice(
                Notice(
                    .viewsNotCommitted,
                    "The views could not be committed (\(error)); folding them again.",
                    ["error": "\(error)"]
                )
            )
            return false
        }
    }

    /// Wakes who waits for events, once the views have them too.
    func tellOfNewEvents() {
        if viewsAreReady { newEvents.reached(facts.views.position) }
    }

    /// Records that the views are damaged: nothing is decided on them any more.
    ///
    /// - Returns: false if the error does not show damage, or they are not rebuilt because there
    ///   were too many rebuilds.
    mutating func refuteViews(_ error: ViewsError) -> Bool {
        let isOfUse = error.isOfFolding && viewsNeed == .nothing
        guard let cause = ViewsDoubt.Cause(error) ?? (isOfUse ? .contradiction : nil) else {
            return false
        }
        guard views.doubt(facts.views.file.generation, because: cause) else {
            options.notice(
                Notice(
                    .viewsNotMended,
                    "The views are not to be trusted and are not rebuilt: \(cause). "
                        + "\(views.remedyWithoutRebuild)",
                    ["cause": "\(cause)"]
                )
            )
            return false
        }
        hearDoubt()
        return true
    }

    /// Begins another generation if this one was found damaged, by any thread or process.
    mutating func hearDoubt() {
        guard viewsNeed != .rebuilding,
            let cause = views.cause(toRemake: facts.views.file.generation)
        else { return }
        guard !isStopped else {
            views.end(because: "\(cause), and the store has stopped writing")
            return
        }
        options.notice(
            Notice(
                .viewsDoubted,
                "The views are not to be trusted and will be rebuilt: \(cause).",
                ["cause": "\(cause)"]
            )
        )
        viewsNeed = .rebuilding
    }

    var viewsAreReady: Bool { viewsNeed == .nothing && facts.areCurrent }

    /// Brings the views a step nearer to the end of the log, and refuses commands that have waited
    /// too long.
    ///
    /// A step is one run of events, so that the waiting times are checked often.
    mutating func bringViewsUp() {
        if viewsAreReady { return }
        settleViews()
        var hasFailed = false
        do throws(ViewsError) {
            if viewsNeed == .rebuilding {
                facts.forgetKnown()
                facts.views = try views.beginGeneration()
                viewsNeed = .publishing
            }
            try views.catchUp(&facts.views, goesOn: { false })
            if facts.areCurrent, viewsNeed == .publishing {
                try views.publish(facts.views)
                viewsNeed = .nothing
                options.notice(Notice(.viewsRebuilt, "The views are rebuilt."))
            }
            viewsFailures = 0
        } catch {
            let need = viewsNeed
            note(error)
            // Views found damaged are rebuilt at once.
            hasFailed = viewsNeed == need
        }
        tellOfNewEvents()
        if viewsAreReady { return }
        refuseImpatient()
        guard hasFailed else { return }
        if waiting.isEmpty {
            queue.wait(atMost: Self.idleRetryInterval)
        } else {
            // Commands that arrive meanwhile wait like the earlier ones.
            queue.pause(atMost: Self.retryInterval)
        }
    }

    /// Handles a failure to bring the views up.
    mutating func note(_ error: ViewsError) {
        if error.isLackOfRoom {
            // The views are sound: they continue when there is room.
            finishAll(.storageFull(.views(error)))
            return
        }
        options.notice(
            Notice(
                .viewsNotBroughtUp,
                "The views could not be brought up: \(error)",
                ["error": "\(error)"]
            )
        )
        if error.isPassing || refuteViews(error) { return }
        viewsFailures += 1
        // One refused call says little; a disk that refuses again and again is for a person.
        let isHopeless = viewsFailures >= Self.failuresUntilStop
        guard isHopeless || error.isCorruption || error.refutesViews else { return }
        stop(because: .views(error))
        options.notice(
            Notice(
                .writingStopped,
                "Nothing is written until the store is opened again.",
                ["error": "\(error)"]
            )
        )
        finishAll(.stopped(.views(error)))
    }

    /// Refuses the commands that have waited for the views too long; all, if the store is closing.
    mutating func refuseImpatient() {
        let deadline = ContinuousClock.now - BatchLimits.patience
        let isClosing = queue.isClosing
        waiting.removeAll { turn in
            guard isClosing || turn.enqueued < deadline else { return false }
            turn.finish(isClosing ? .overloaded : .viewsUnavailable)
            return true
        }
    }

    private static let retryInterval = 0.1
    private static let idleRetryInterval = 1.0
    private static let failuresUntilStop = 5
}
