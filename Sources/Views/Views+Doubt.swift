internal import EventLog
internal import Locking
package import Wire

// From a doubt to another generation. The process that writes makes it; one that reads leaves a
// request.

extension Views {
    /// Hears that a generation is damaged: it answers no more, and the writer is to make another.
    ///
    /// - Returns: false if it is not made anew, because views were so too often.
    package func doubt(_ generation: UInt64, because cause: ViewsDoubt.Cause) -> Bool {
        let isAllowed = record.withLock { record in
            // What was found in an older one is mended by the one that is there.
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

    /// Whether a generation is to be made anew.
    package func isDoubted(_ generation: UInt64) -> Bool {
        record.withLock { $0.doubt?.generation == generation }
    }

    /// Why a generation is to be made anew, if it is.
    package func cause(toRemake generation: UInt64) -> ViewsDoubt.Cause? {
        record.withLock { $0.doubt?.generation == generation ? $0.doubt?.cause : nil }
    }

    /// Says why there will be no views any more until the store is opened again.
    package func end(because reason: String) {
        record.withLock { $0.end = reason }
        if let generation { withdraw(generation) }
    }

    /// Whether there will be views to read in a moment, in a process that writes.
    package var isComing: Bool {
        log.access == .writing && record.withLock { $0.end == nil && !$0.isClosed }
    }

    /// What a caller is told where the process that writes has no views to read.
    var unavailability: ViewsError {
        if let end = record.withLock({ $0.end }) { return .unavailable(reason: end, .reopen) }
        return isComing ? .unavailable(reason: "they are being rebuilt", .wait) : .log(.closed)
    }

    /// What a caller is told of damage that reading met, after it was seen to.
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

    /// Which generation is in use; nil before there is one.
    package var generation: UInt64? { record.withLock { $0.state?.generation } }

    /// What helps where damaged views are not made anew.
    package var remedyWithoutRebuild: ViewsRemedy { nextRebuild.map { .waitUntil($0) } ?? .reopen }

    /// The generation whose tables are to be compared with their sums, because a user of it did
    /// not close it.
    package var generationToCheck: UInt64? {
        record.withLock { $0.isUnchecked ? $0.state?.generation : nil }
    }

    /// Notes that every table of a generation was compared with its sum, and is right.
    package func noteChecked(_ generation: UInt64) {
        record.withLock { record in
            if record.state?.generation == generation { record.isUnchecked = false }
        }
    }

    /// When views may be made anew again; nil if they may now.
    package var nextRebuild: Timestamp? {
        record.withLock { $0.rebuilds.nextAllowed(at: options.now()) }
    }

    /// The latest rebuilds, as the operator is shown them while there may be no other.
    package var spentRebuilds: (history: RebuildHistory, until: Timestamp)? {
        record.withLock { record in
            record.rebuilds.nextAllowed(at: options.now()).map { (record.rebuilds, $0) }
        }
    }

    /// What another process asks of this one, which writes; a request of another generation is
    /// removed.
    package func requested() -> ViewsDoubt? {
        guard let request = ViewsDoubt.read(in: log.directory) else { return nil }
        if generation == request.generation { return request }
        ViewsDoubt.remove(in: log.directory)
        return nil
    }

    /// Takes a request away that was seen to.
    package func forgetRequest() { ViewsDoubt.remove(in: log.directory) }

    /// The doubt in which a generation stands before it is opened for writing.
    ///
    /// One that may not be made anew, because views were so too often, is opened as it is: what
    /// kills processes again and again lies elsewhere.
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
        // A person may ask as often as they like.
        if cause == .asked { return cause }
        let isAllowed = record.withLock { record in
            guard record.rebuilds.nextAllowed(at: options.now()) == nil else { return false }
            record.rebuilds.add(cause, at: options.now())
            return true
        }
        if isAllowed { return cause }
        options.notice(
            "The views are in doubt: \(cause). They are used as they are. "
                + "\(ViewsRemedy.waitUntil(options.now()))"
        )
        return nil
    }
}
