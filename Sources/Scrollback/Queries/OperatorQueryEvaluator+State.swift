internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension StateQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (_, evaluator) throws(QueryError) in try evaluator.storeState() }
    }
}

extension ViewsQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (_, evaluator) throws(QueryError) in try evaluator.views() }
    }
}

extension OperatorQueryEvaluator {
    /// Returns the store's figures, its configuration, and the contents that may not be erased, or
    /// not yet.
    ///
    /// - Complexity: O(log n) for the root. The first time after opening, a walk over the log if
    ///   there was ever a request to erase a user's messages; finished requests are not checked
    ///   again.
    package borrowing func storeState() throws(QueryError) -> StoreState {
        let (log, size) = (state.eventLog, state.position)
        let epochs = log.epochs
        let files = try read { (state) throws(LogError) in
            StoreState.Files(log: try log.byteCount(), keys: try log.keys.byteCount, views: 0)
        }
        let root = try read { (state) throws(LogError) in try state.log.root(at: size) }
        let oldest = try time(at: Position(1))
        let newest = try time(at: size)
        let viewsBytes = try state.read { (state) throws(ViewsError) in
            try state.views.byteCount()
        }
        let configuration = state.configuration
        let retention = ConversationKind.known.map { kind in
            StoreState.KindRetention(kind, state.retention(of: kind))
        }
        let own = state.ownRetentions()
        let erasing = erasing()
        return try state.whole(
            StoreState(
                log: log.id,
                epoch: epochs.current,
                earlierEpochs: epochs.earlier.map { ended in
                    StoreState.EndedEpoch(
                        ended.epoch,
                        fork: Position(ended.fork),
                        lost: ended.committed > ended.fork ? ended.committed - ended.fork : nil
                    )
                },
                size: size,
                root: root,
                oldest: oldest,
                newest: newest,
                files: StoreState.Files(log: files.log, keys: files.keys, views: viewsBytes),
                clock: state.clock,
                configuration: configuration,
                retention: retention,
                ownRetentions: Array(own.prefix(Limits.listedErasures)),
                ownRetentionsCount: own.count,
                moderators: try moderators().map(\.user),
                holds: holds(),
                erasing: erasing,
                pendingErasures: try state.pendingErasures(
                    besides: Set(erasing.map(\.position)),
                    now: now
                ),
                keyCopies: state.keyCopies,
                mediaOwed: try owedMedia(),
                spentRebuilds: state.engine.spentRebuilds,
                oldestReader: state.engine.readers.oldest,
                keeping: state.engine.journal?.newest,
                journalUnavailable: state.engine.journal?.failure != nil
            )
        )
    }

    /// The moderators who were appointed behind a position, in the order of that.
    borrowing func moderators(
        appointedAfter position: Position = .zero
    ) throws(QueryError) -> [(user: UserID, appointed: Position)] {
        try state.read { (state) throws(ViewsError) in
            var found: [(user: UserID, appointed: Position)] = []
            try state.projectors.users.forEachModerator(
                appointedAfter: position,
                in: state.views
            ) { user, appointed in
                found.append((UserID(user), appointed))
                return .goOn
            }
            return found
        }
    }

    /// How many media are owed, and since when.
    private borrowing func owedMedia() throws(QueryError) -> StoreState.OwedMedia? {
        try state.read { (state) throws(ViewsError) in
            var owed: StoreState.OwedMedia?
            try state.projectors.mediaDebts.forEachDebt(in: state.views) { _, count, since in
                owed = StoreState.OwedMedia(
                    count: (owed?.count ?? 0) + Int(count),
                    since: owed?.since ?? since
                )
                return .goOn
            }
            return owed
        }
    }

    private borrowing func holds() -> [HoldItem] {
        var items: [HoldItem] = []
        for hold in state.activeHolds() {
            guard let event = state.event(at: hold.position),
                case .holdPlaced(_, let content) = event.event
            else { continue }
            items.append(HoldItem(hold, matter: content?.matter, placedAt: event.recorded))
        }
        return items
    }

    private borrowing func erasing() -> [ErasureInProgress] {
        state.erasingsInProgress().compactMap { request, progress in
            state.event(at: request).flatMap { ErasureInProgress($0, progress) }
        }
    }

    /// When an event was recorded.
    borrowing func time(at position: Position) throws(QueryError) -> Timestamp {
        try read { (state) throws(LogError) in try state.log.record(at: position).recorded }
    }

    /// Reads the log, and passes on what goes wrong.
    borrowing func read<Found>(
        _ find: (borrowing EngineSnapshot) throws(LogError) -> Found
    ) throws(QueryError) -> Found {
        do throws(LogError) {
            return try find(state)
        } catch {
            throw .failed(.log(error))
        }
    }
}

extension OperatorQueryEvaluator {
    /// How the views stand: the built-in ones, then the embedder's that this process declares.
    ///
    /// - Complexity: a few pages for each table; no row is walked.
    package borrowing func views() throws(QueryError) -> [ViewItem] {
        try state.read { (state) throws(ViewsError) in
            try state.views.statuses().map { status in
                ViewItem(
                    name: status.name,
                    version: status.version,
                    position: status.position,
                    rows: status.rows,
                    bytes: status.bytes,
                    fault: status.fault.map { ViewItem.Fault(at: $0.position, error: $0.error) }
                )
            }
        }
    }
}
