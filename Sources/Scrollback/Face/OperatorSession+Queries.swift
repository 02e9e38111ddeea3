public import Messaging
public import Wire

extension OperatorSession {
    /// Answers a query on the present state, with everything in it that this store has
    /// acknowledged.
    public func answer(_ query: OperatorQuery) throws(StoreError) -> OperatorAnswer {
        try look { (viewing) throws(QueryError) in try viewing.answer(query) }
    }

    /// What the store is, how it is configured, and what may not or not yet be erased.
    public func state() throws(StoreError) -> StoreState {
        try look { (viewing) throws(QueryError) in try viewing.storeState() }
    }

    /// How the views stand, the built-in ones and the embedder's.
    public func views() throws(StoreError) -> [ViewItem] {
        try look { (viewing) throws(QueryError) in try viewing.views() }
    }

    /// A page of those who are to be told of an event by a push, and what each of them is told, in
    /// the order of joining.
    ///
    /// The epoch is that of the position; nil means the store's first one.
    ///
    /// - Throws: `notFound` where no event is, and `otherEpoch` for a position that a restore lost.
    public func notificationPlan(
        at position: Position,
        epoch: UInt64? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<NotificationItem> {
        try look { (viewing) throws(QueryError) in
            try viewing.notificationPlan(
                at: position,
                epoch: epoch,
                limit: limit,
                cursor: cursor
            )
        }
    }

    /// A page of what an erasure has erased, of what of it waits, or of the forwarded copies.
    ///
    /// A page may be empty while there is more: `next` says where to go on.
    ///
    /// - Throws: `notFound` where no erasure began.
    public func erasure(
        _ query: OperatorQuery.ErasureList
    ) throws(StoreError) -> ErasurePage {
        try look { (viewing) throws(QueryError) in try viewing.erasure(query) }
    }

    /// Events of the log as they stand there, oldest first.
    ///
    /// A page may be empty while there is more: `next` says where to go on.
    public func events(
        _ query: OperatorQuery.Events = OperatorQuery.Events()
    ) throws(StoreError) -> EventPage {
        try look { (viewing) throws(QueryError) in try viewing.events(query) }
    }

    /// How the chat was used from one moment until before another.
    public func metrics(
        from: Timestamp? = nil,
        until: Timestamp? = nil
    ) throws(StoreError) -> Metrics {
        let query = OperatorQuery.Metrics(from: from, until: until)
        return try look { (viewing) throws(QueryError) in try viewing.metrics(query) }
    }

    private func look<Found>(
        _ find: (inout OperatorViewing) throws(QueryError) -> Found
    ) throws(StoreError) -> Found {
        try store.asking { (state, now) throws(QueryError) in
            var viewing = OperatorViewing(state, now: now)
            return try find(&viewing)
        }
    }
}
