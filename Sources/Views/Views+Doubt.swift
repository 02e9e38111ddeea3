internal import EventLog
internal import Locking
package import Wire

// The way from damage to another generation. The writing process makes it; a reading process leaves
// a request.

extension Views {
    /// Withdraws a damaged generation: it answers no more queries, and the writer is to make
    /// another.
    ///
    /// - Returns: false if it is not rebuilt, because there were too many rebuilds.
    package func doubt(_ generation: UInt64, because cause: ViewsDoubt.Cause) -> Bool {
        let isAllowed = record.withLock { record in
            // Damage of an older generation is repaired by the present one.
            guard record.state?.generation == generation, record.doubt == nil else { return true }
            guard record.end == nil, record.rebuilds.nextAllowed(at: options.now()) == nil else {
                record.damageLeft = ViewsDoubt(generation: generation, cause: cause)
                return false
            }
            record.rebuilds.add(cause, at: options.now())
            record.doubt = ViewsDoubt(generation: generation, cause: cause)
            return true
        }
        if isAllowed, isDoubted(generation) { withdraw(generation) }
        return isAllowed
    }

    /// Whether a generation is to be rebuilt.
    package func isDoubted(_ generation: UInt64) -> Bool {
        record.withLock { $0.doubt?.generation == generation }
    }

    /// Returns the reason why a generation is to be rebuilt, if it is.
    package func cause(toRemake generation: UInt64) -> ViewsDoubt.Cause? {
        record.withLock { $0.doubt?.generation == generation ? $0.doubt?.cause : nil }
    }

    /// Sets the reason why there will be no views until the store is opened again.
    package func end(because reason: String) {
        record.withLock { $0.end = reason }
        if let generation { withdraw(generation) }
    }

    /// Whether views will be available in a moment, in a writing process.
    package var isComing: Bool {
        log.access == .writing && record.withLock { $0.end == nil && !$0.isClosed }
    }

    /// The error for a caller while the writing process has no views to read.
    var unavailability: ViewsError {
        if let end = record.withLock({ $0.end }) { return .unavailable(reason: end, .reopen) }
        return isComing ? .unavailable(reason: "they are being rebuilt", .wait) : .log(.closed)
    }

    /// Returns the error for a caller whose read met damage, after that was handled.
    package func unavailable(
        after cause: ViewsDoubt.Cause,
        in generation: UInt64
    ) -> ViewsError {
        let reason = "\(cause)"
        if log.access == .writing {
            if doubt(generation, because: cause) { return .unavailable(reason: reason, .wait) }
            return .unavailable(reason: reason, remedyWithoutRebuild)
        }
        if let next = nextRebuild { return .unavailable(reason: reason, .waitUntil(next)) }
        guard ViewsDoubt(generation: generation, cause: cause).leave(in: log.directory) else {
            return .unavailable(reason: reason, .tellWriter)
        }
        // The next process that opens the store for writing finds the request too.
        return .unavailable(
            reason: reason,
            log.hasNoWriter ? .openForWriting : .writerWasAsked
        )
    }

    /// The generation in use; nil before there is one.
    package var generation: UInt64? { record.withLock { $0.state?.generation } }

    /// The remedy when damaged views are not rebuilt.
    package var remedyWithoutRebuild: ViewsRemedy { nextRebuild.map { .waitUntil($0) } ?? .reopen }

    /// The generation whose tables are to be compared with their sums, because a process that used
    /// it did not close it.
    package var generationToCheck: UInt64? {
        record.withLock { $0.isUnchecked ? $0.state?.generation : nil }
    }

    /// Records that every table of a generation was compared with its sum, and is right.
    package func noteChecked(_ generation: UInt64) {
        record.withLock { record in
            if record.state?.generation == generation { record.isUnchecked = false }
        }
    }

    /// The time at which views may be rebuilt again; nil if they may now.
    package var nextRebuild: Timestamp? {
        record.withLock { $0.rebuilds.nextAllowed(at: options.now()) }
    }

    /// The latest rebuilds, as shown to the operator while no other is allowed.
    package var spentRebuilds: (history: RebuildHistory, until: Timestamp)? {
        record.withLock { record in
            record.rebuilds.nextAllowed(at: options.now()).map { (record.rebuilds, $0) }
        }
    }

    /// Returns another process's request to this one, which writes; a request of another generation
    /// is removed.
    package func requested() -> ViewsDoubt? {
        guard let request = ViewsDoubt.read(in: log.directory) else { return nil }
        if generation == request.generation { return request }
        ViewsDoubt.remove(in: log.directory)
        return nil
    }

    /// Removes a request that was carried out.
    package func forgetRequest() { ViewsDoubt.remove(in: log.directory) }

    /// Removes the request to rebuild a generation; one about a newer generation may have been left
    /// since.
    package func forgetRequest(of generation: UInt64) {
        if ViewsDoubt.read(in: log.directory)?.generation == generation { forgetRequest() }
    }

    /// Returns the reason to rebuild a generation before it is opened for writing; nil if there is
    /// none.
    ///
    /// If there were too many rebuilds, the generation is opened as it is: the cause of repeated
    /// crashes lies elsewhere.
    func doubt(before state: ViewsState?) -> ViewsDoubt.Cause? {
        guard let state, state.condition != .building else { return nil }
        var cause: ViewsDoubt.Cause?
        if state.starts >= UInt64(Self.deathsUntilDoubt) {
            cause = .deaths
        } else if let request = ViewsDoubt.read(in: log.directory),
            request.generation == state.generation
        {
            cause = request.cause
        }
        guard let cause else { return nil }
        // Requests by the operator have no limit.
        if cause == .asked { return cause }
        let isAllowed = record.withLock { record in
            guard record.rebuilds.nextAllowed(at: options.now()) == nil else { return false }
            record.rebuilds.add(cause, at: options.now())
            return true
        }
        if isAllowed { return cause }
        options.notice(
            Notice(
                .viewsNotMended,
                "The views are in doubt: \(cause). They are used as they are. "
                    + "\(ViewsRemedy.waitUntil(options.now()))",
                ["cause": "\(cause)"]
            )
        )
        return nil
    }
}
