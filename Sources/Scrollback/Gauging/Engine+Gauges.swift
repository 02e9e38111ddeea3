internal import EventLog
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension Engine {
    /// Returns the numbers of this process; what cannot be read at this moment is zero.
    ///
    /// - Complexity: reads the lists of free pages: O(commits whose pages are not used again yet). A
    ///   walk over the log where a request to erase a user's messages waits and the store's own
    ///   stream has a new event.
    package func gauges() -> Gauges {
        var gauges = Gauges()
        counters.fill(&gauges)
        gauges.isWriting = log.access == .writing
        gauges.waiting = queue.count
        gauges.followers = newEvents.followers
        gauges.oldestReader = readers.oldest
        let uses = log.opened.uses
        gauges.caches = Gauges.Caches(
            openedBytes: UInt64(clamping: log.opened.byteCount),
            openedHits: uses.hits,
            openedMisses: uses.misses,
            namesBytes: UInt64(clamping: names.byteCount)
        )
        try? fillFromLog(&gauges)
        try? fillFromViews(&gauges)
        return gauges
    }

    private func fillFromLog(_ gauges: inout Gauges) throws(LogError) {
        let snapshot = try log.snapshot()
        gauges.position = snapshot.size
        gauges.free.log = try snapshot.freeBytes()
        gauges.files.log = try log.byteCount()
        gauges.files.keys = try log.keys.byteCount
    }

    private func fillFromViews(_ gauges: inout Gauges) throws(ViewsError) {
        let state: EngineSnapshot
        do throws(StoreFault) { state = try snapshot() } catch { return }
        gauges.viewsPosition = state.position
        gauges.free.views = try state.views.freeBytes()
        gauges.files.views = try state.views.byteCount()
        let erasing = state.erasingsInProgress()
        gauges.erasing = erasing.count
        let waiting = try? state.countPendingErasures(
            besides: Set(erasing.map(\.0)),
            now: Self.wallClock()
        )
        gauges.pendingErasures = erasing.count + (waiting ?? 0)
        gauges.erasingContents = erasing.reduce(0) { sum, one in
            let (found, overflow) = sum.addingReportingOverflow(Int(clamping: one.1.pending))
            return overflow ? .max : found
        }
    }
}

extension GaugesQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering(withoutViews: { (_, engine) throws(QueryError) in engine.gauges() })
    }
}
