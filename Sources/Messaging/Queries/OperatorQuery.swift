public import Wire

/// Everything that the operator can ask of a store: about the store itself, never as a member.
public enum OperatorQuery: Hashable, Sendable {
    /// What the store is, how it is configured, and what may not or not yet be erased.
    case state
    /// How the views stand, the built-in ones and the embedder's.
    case views
    /// Who is told of the event at a position by a push, and what.
    case notificationPlan(
        Position,
        epoch: UInt64? = nil,
        limit: Int? = nil,
        cursor: Cursor? = nil
    )
    case events(Events)
    case metrics(Metrics)
    /// What an erasure has erased, what of it waits, and which copies there are.
    case erasure(ErasureList)
}

extension OperatorQuery {
    /// What the outside form calls it.
    package var name: QueryName {
        switch self {
        case .state: .state
        case .views: .views
        case .notificationPlan: .notificationPlan
        case .events: .events
        case .metrics: .metrics
        case .erasure: .erasure
        }
    }

    /// A page of the log, oldest first.
    public struct Events: Hashable, Sendable {
        /// The first position.
        public var from: Position?
        /// The last position.
        public var until: Position?
        /// The epoch that the positions are of; the store's first one if nil.
        public var epoch: UInt64?
        /// The events of one conversation or one user alone.
        public var stream: Stream?
        /// The number of the one type of event that is wanted.
        public var type: UInt32?
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Whether what people wrote is shown.
        public var showsContent: Bool

        /// Says which events; what is left out is all of it.
        public init(
            from: Position? = nil,
            until: Position? = nil,
            epoch: UInt64? = nil,
            stream: Stream? = nil,
            type: UInt32? = nil,
            limit: Int? = nil,
            showsContent: Bool = false
        ) {
            self.from = from
            self.until = until
            self.epoch = epoch
            self.stream = stream
            self.type = type
            self.limit = limit
            self.showsContent = showsContent
        }
    }

    /// A time that is asked about.
    public struct Metrics: Hashable, Sendable {
        /// From when on events count; from the first one if nil.
        public var from: Timestamp?
        /// From when on they count no more; never if nil.
        public var until: Timestamp?

        /// Says which time; what is left out is all of it.
        public init(from: Timestamp? = nil, until: Timestamp? = nil) {
            self.from = from
            self.until = until
        }
    }
}

/// What a query of the operator finds, a case for each query.
public enum OperatorAnswer: Hashable, Sendable {
    case state(StoreState)
    case views([ViewItem])
    case notificationPlan(Page<NotificationItem>)
    case events(EventPage)
    case metrics(Metrics)
    case erasure(ErasurePage)
}
