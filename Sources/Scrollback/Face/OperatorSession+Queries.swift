public import Messaging
public import Wire

extension OperatorSession: OperatorQueries {
    /// Answers a query on a new snapshot, which includes every change that this store has
    /// acknowledged.
    ///
    ///     let page = try store.operator.ask(EventsQuery(stream: .user(sarah)))
    ///
    /// - Throws: a rule's refusal, such as `invalidCursor` for the cursor of another query (begin
    ///   at the first page) and `invalidRequest` for a limit outside `Limits.page`;
    ///   `viewsUnavailable` while the views are rebuilt (try again after `retryAfter`);
    ///   `reasonNeeded` for words where a reason is required (use `looking`); `closed` after the
    ///   store was closed.
    public func ask<Asked: OperatorQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        try store.requireNoReason(query)
        if let answer = Asked.answering.answerWithoutViews {
            return try store.askingWithoutViews { (engine, _) throws(QueryError) in
                try answer(query, engine)
            }
        }
        return try store.asking { (state, now) throws(QueryError) in
            var evaluator = OperatorQueryEvaluator(state, now: now)
            return try evaluator.answer(query)
        }
    }
}

/// A session that answers the operator's queries: of the present (`OperatorSession`) or of the past
/// (`PastOperatorSession`).
///
/// Each method asks the query of the same name.
public protocol OperatorQueries: Sendable {
    /// Answers a query.
    func ask<Asked: OperatorQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer
}

extension OperatorQueries {
    /// Returns the store's size, files, configuration, holds and pending erasures.
    ///
    /// - Throws: what `ask` throws.
    /// - Complexity: O(log n). If an erasure of a user's content was ever requested, the first call
    ///   after opening reads the whole log.
    public func state() throws(StoreError) -> StoreState {
        try ask(StateQuery())
    }

    /// Returns the state of each view, built-in and custom.
    ///
    /// - Throws: what `ask` throws.
    public func views() throws(StoreError) -> [ViewItem] {
        try ask(ViewsQuery())
    }

    /// Returns a page of the conversations that a user is or was a member of, with the present or
    /// last membership, in the order of their creation.
    ///
    /// - Throws: what `ask` throws.
    /// - Complexity: O(conversations of the user).
    public func memberships(
        of user: UserID,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<MembershipItem> {
        try ask(MembershipsQuery(of: user, limit: limit, cursor: cursor))
    }

    /// Returns whether a user sees a message, and because of what: memberships, the history rule,
    /// clearing, expiry, deletion, erasure.
    ///
    /// It opens no content.
    ///
    /// - Throws: `notFound` if there is no such message; otherwise what `ask` throws.
    /// - Complexity: O(log n); for an erased message O(later events).
    public func explain(
        _ message: MessageID,
        for user: UserID
    ) throws(StoreError) -> Explanation {
        try ask(ExplainQuery(message, for: user))
    }

    /// Returns the names and profiles, e-mail addresses included, of up to `Limits.people` users,
    /// in the order given, each once.
    ///
    /// - Throws: `invalidRequest` for more users; otherwise what `ask` throws.
    /// - Complexity: O(users).
    public func profiles(of users: [UserID]) throws(StoreError) -> [NamedProfile] {
        try ask(OperatorProfilesQuery(of: users))
    }

    /// Returns a page of the members to notify of an event, each with the text of their
    /// notification, in the order of joining.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - epoch: The epoch of the position; nil for the store's first one.
    ///   - limit: The largest number of recipients.
    ///   - cursor: The cursor of the page before.
    /// - Returns: A page of recipients.
    /// - Throws: `notFound` if there is no event at the position, `otherEpoch` for a position that
    ///   a restore lost; otherwise what `ask` throws.
    /// - Complexity: for each recipient that of `Session.unreadTotals`.
    public func notificationPlan(
        at position: Position,
        epoch: UInt64? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<NotificationItem> {
        try ask(
            NotificationPlanQuery(at: position, epoch: epoch, limit: limit, cursor: cursor)
        )
    }

    /// Returns a page of one of the lists of an erasure.
    ///
    /// A page may be empty while there is more: `next` is where to continue.
    ///
    /// - Throws: `notFound` if no erasure began at the position; otherwise what `ask` throws.
    public func erasure(_ query: ErasureQuery) throws(StoreError) -> ErasurePage {
        try ask(query)
    }

    /// Returns a page of the exports that were made, in the order of making.
    ///
    /// - Throws: what `ask` throws.
    /// - Complexity: reads an index of nine bytes for each event of the log.
    public func exports(
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ExportItem> {
        try ask(ExportsQuery(limit: limit, cursor: cursor))
    }

    /// Returns a page of the exports that this process writes and keeps, the newest first.
    ///
    /// - Throws: what `ask` throws.
    public func exportJobs(
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ExportJobItem> {
        try ask(ExportJobsQuery(limit: limit, cursor: cursor))
    }

    /// Returns how far an export is that this process writes or keeps.
    ///
    /// - Throws: `notFound` for another id; otherwise what `ask` throws.
    public func exportJob(_ id: UniqueID) throws(StoreError) -> ExportJobItem {
        try ask(ExportJobQuery(id))
    }

    /// Returns a page of the named consumers, in the order of their names, or of the webhooks among
    /// them, with what is parked.
    ///
    /// - Throws: what `ask` throws.
    public func consumers(
        webhooksOnly: Bool = false,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ConsumerItem> {
        try ask(ConsumersQuery(webhooksOnly: webhooksOnly, limit: limit, cursor: cursor))
    }

    /// Returns a page of the media that must be deleted elsewhere, oldest first.
    ///
    /// Delete them, then call `acknowledgeMedia` with the position of the last item.
    ///
    /// - Throws: what `ask` throws.
    public func mediaOwed(
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<OwedMediaItem> {
        try ask(MediaOwedQuery(limit: limit, cursor: cursor))
    }

    /// Returns a page of the log, oldest event first.
    ///
    /// A page may be empty while there is more: `next` is where to continue.
    ///
    /// - Throws: `notFound` for an unknown conversation, `otherEpoch` for a position that a restore
    ///   lost; otherwise what `ask` throws.
    /// - Complexity: reads at most 50,000 events; of one conversation or user, only its own.
    public func events(_ query: EventsQuery = EventsQuery()) throws(StoreError) -> EventPage {
        try ask(query)
    }

    /// Returns how the chat was used in a period.
    ///
    /// - Throws: `invalidRequest` for a period that ends before it begins; otherwise what `ask`
    ///   throws.
    /// - Complexity: O(events of the period + users + memberships): reads them all.
    public func metrics(
        from: Timestamp? = nil,
        until: Timestamp? = nil
    ) throws(StoreError) -> Metrics {
        try ask(MetricsQuery(from: from, until: until))
    }

    /// Returns the size and root of the log, and the newest signed checkpoint that it keeps.
    ///
    /// - Throws: what `ask` throws.
    /// - Complexity: O(log n), and the number of kept checkpoints.
    public func checkpoint() throws(StoreError) -> CheckpointState {
        try ask(CheckpointQuery())
    }

    /// Returns a proof under checkpoints that the log keeps, which others check offline with the
    /// public key alone.
    ///
    /// - Throws: `notFound` for an event that is not there and for a checkpoint that is not kept;
    ///   otherwise what `ask` throws.
    /// - Complexity: O(log n).
    public func prove(_ query: ProveQuery) throws(StoreError) -> ProofItem {
        try ask(query)
    }

    /// Returns how many events were recorded in each of several equal spans of time, exactly.
    ///
    /// - Throws: `notFound` for an unknown conversation, `invalidRequest` for a period that ends
    ///   before it begins; otherwise what `ask` throws.
    /// - Complexity: O(spans · log n) without a type and a user; with one, the index of nine bytes
    ///   for each event between the times, and the events that may fit.
    public func histogram(
        _ query: HistogramQuery = HistogramQuery()
    ) throws(StoreError) -> [HistogramSpan] {
        try ask(query)
    }
}
