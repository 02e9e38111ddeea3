public import Wire

/// A request for erasure of which something is still there.
public struct PendingErasure: Hashable, Sendable {
    /// What was asked for.
    public var request: ErasureFacts
    /// When it was asked for.
    public var requestedAt: Timestamp
    /// How many events still have the content that is to go.
    public var waiting: Int
    /// What the oldest of these waits for.
    public var why: Erasure.Reason

    package init(
        _ request: ErasureFacts,
        requestedAt: Timestamp,
        waiting: Int,
        why: Erasure.Reason
    ) {
        self.request = request
        self.requestedAt = requestedAt
        self.waiting = waiting
        self.why = why
    }
}

extension Facts where Self: ~Copyable {
    /// What of some requests is still there, and what it waits for; those that are carried out
    /// are left out.
    ///
    /// What is left of what users wrote whom requests are about is given, because to find it takes
    /// a walk over the log, which is done once for all of them.
    package func pending(
        _ requests: [(request: ErasureFacts, at: Timestamp)],
        written: [UserID: [ContentFacts]],
        now: Timestamp
    ) -> [PendingErasure] {
        requests.compactMap { request, time in
            var plan = ErasurePlan(now: now, on: self)
            // Copies are found by their originals, which may be gone before them.
            if case .user(let user) = request.target, !request.includesForwards {
                plan.add(reach(of: request, naming: written[user] ?? []).contents)
            } else {
                plan.add(reach(of: request).contents)
            }
            let waiting = plan.waiting
            return waiting.first.map { oldest in
                PendingErasure(
                    request,
                    requestedAt: time,
                    waiting: waiting.count,
                    why: oldest.why
                )
            }
        }
    }
}
