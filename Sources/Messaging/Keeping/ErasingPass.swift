internal import LogSchema
package import Wire

/// An erasure that continues after the append that began it, slice by slice.
///
/// Each slice is decided anew: content that a hold covers by now stays. The log names what is to be
/// erased, so the erasure continues after a kill.
package struct ErasingPass: Hashable, Sendable {
    /// The position of the event that began it: a request, a release or a run of retention.
    package let request: Position
    private var walk = ErasureWalk()
    /// The requests of the erasure, once they are read.
    private var requests: ErasureRequests?

    package init(_ request: Position) { self.request = request }

    /// Decides the next slice.
    ///
    /// - Complexity: reads some thousands of envelopes.
    package mutating func next(on facts: borrowing some Facts & ~Copyable) -> ErasingSlice {
        guard let scope = facts.scope(ofErasureAt: request, known: requests),
            let progress = facts.progress(ofErasureAt: request)
        else { return ErasingSlice(isLast: true) }
        requests = scope.requests
        var plan = ErasurePlan(of: scope, on: facts)
        let isLast = walk.readOn(scope, .slice, into: &plan, on: facts)
        let erased = plan.events(on: facts)
        if erased.isEmpty, !isLast { return ErasingSlice() }
        let count = UInt64(plan.sliceCount)
        let left = progress.pending > count ? progress.pending - count : 1
        let said = ErasureProgress(
            request: request.rawValue,
            erased: progress.erased + count,
            pending: isLast ? 0 : left
        )
        return ErasingSlice(
            events: [NewEvent(.erasureProgress(said), in: .store)] + erased,
            isLast: isLast
        )
    }
}

/// The part of an erasure that one further append carries out.
package struct ErasingSlice: Hashable, Sendable {
    package var events: [NewEvent] = []
    /// Whether nothing comes behind it.
    package var isLast = false
}

/// How far an erasure has come that takes more than one append.
package struct ErasingProgress: Hashable, Sendable {
    /// How many contents are erased.
    package var erased: UInt64
    /// How many are left, as they were counted; none once it is carried out.
    package var pending: UInt64

    package init(erased: UInt64, pending: UInt64) {
        self.erased = erased
        self.pending = pending
    }
}

extension ErasurePlan {
    /// Returns the decision that carries it out: the requesting event and a slice; the rest follows
    /// in later appends.
    func decision(asking event: NewEvent, on facts: borrowing some Facts & ~Copyable) -> Decision {
        var erasure = carriedOut().erasure
        let erased = events(on: facts)
        let request = facts.size.next
        erasure.request = request
        guard pending > 0 else { return Decision([event] + erased, answer: .erasure(erasure)) }
        let progress = ErasureProgress(
            request: request.rawValue,
            erased: UInt64(sliceCount),
            pending: UInt64(pending)
        )
        return Decision(
            [event, NewEvent(.erasureProgress(progress), in: .store)] + erased,
            answer: .erasure(erasure),
            goesOn: true
        )
    }
}
