public import Wire

/// A request for erasure whose contents are not all erased.
public struct PendingErasure: Hashable, Sendable {
    /// The request for erasure.
    public var request: ErasureFacts
    /// When it was requested.
    public var requestedAt: Timestamp
    /// How many events still have the content to erase.
    public var waiting: Int
    /// The reason why the oldest of these waits.
    public var why: Erasure.Reason

    /// Creates a pending erasure.
    public init(
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
    /// Returns the contents that some requests have not erased yet, and why they wait; finished
    /// requests are left out.
    ///
    /// - Complexity: one walk over the log for all requests about users' messages.
    package func pending(
        _ requests: [(request: ErasureFacts, at: Timestamp)],
        now: Timestamp
    ) -> [PendingErasure] {
        var empty = ErasurePlan(now: now, on: self)
        empty.isList = true
        var plans = requests.map { _ in empty }
        var ofUsers: [Int] = []
        for (index, request) in requests.map(\.request).enumerated() {
            // Copies are found by their originals, which may be gone before them.
            if case .user = request.target, !request.includesForwards {
                ofUsers.append(index)
            } else if let plan = plan(of: ErasureScope(of: request, at: now)) {
                plans[index] = plan
            }
        }
        if let newest = ofUsers.map({ requests[$0].request.position }).max() {
            forEachContent(
                after: .zero,
                through: newest,
                where: { content in ofUsers.contains { requests[$0].request.names(content) } }
            ) { content in
                if content.isErased { return true }
                for index in ofUsers where requests[index].request.names(content) {
                    plans[index].addWhole(content, on: self)
                }
                return true
            }
        }
        return zip(requests, plans).compactMap { asked, plan in
            plan.waiting.map { count, oldest in
                PendingErasure(
                    asked.request,
                    requestedAt: asked.at,
                    waiting: count,
                    why: oldest.why
                )
            }
        }
    }
}
