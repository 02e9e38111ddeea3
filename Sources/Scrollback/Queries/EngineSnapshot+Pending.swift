internal import EventLog
internal import Messaging
internal import Views
internal import Wire

extension EngineSnapshot {
    /// Returns the requests for erasure whose contents are not all erased, except those in
    /// progress.
    ///
    /// Erased content never returns, so a request found to be finished is never checked again.
    borrowing func pendingErasures(
        besides inProgress: Set<Position>,
        now: Timestamp
    ) throws(QueryError) -> [PendingErasure] {
        let finished = finishedErasures
        var requests: [(request: ErasureFacts, at: Timestamp)] = []
        for request in erasureRequests().inOrder where !finished.has(request.position) {
            if inProgress.contains(request.position) { continue }
            guard let event = event(at: request.position) else { continue }
            requests.append((request, event.recorded))
        }
        guard !requests.isEmpty else { return [] }
        let pending = pending(
            requests,
            now: now
        )
        // If a look-up failed, its content is not known to be gone.
        let whole = try whole(pending)
        let waiting = Set(whole.map(\.request.position))
        finished.add(requests.map(\.request.position).filter { !waiting.contains($0) })
        return whole
    }

    /// Counts the requests for erasure whose contents are not all erased, except those in progress.
    ///
    /// What ends one of them, or lets it go on, is an event of the store's own stream: so the count
    /// holds until there is another one.
    borrowing func countPendingErasures(
        besides inProgress: Set<Position>,
        now: Timestamp
    ) throws(QueryError) -> Int {
        let head: Position?
        do throws(ViewsError) {
            head = try self.head(of: .store)?.position
        } catch {
            throw .failed(.views(error))
        }
        if let count = finishedErasures.pending(upTo: head) { return count }
        let count = try pendingErasures(besides: inProgress, now: now).count
        finishedErasures.note(pending: count, upTo: head)
        return count
    }
}
