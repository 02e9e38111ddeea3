package import Wire

/// Everything that the operator can ask of a store: about the store itself, never as a member.
package enum OperatorQuery: Hashable, Sendable {
    /// What the store is, how it is configured, and what may not or not yet be erased.
    case state
    /// How the views stand, the built-in ones and the embedder's.
    case views
    /// Who is told of the event at a position by a push, and what.
    case notificationPlan(Position)
    case events(Events)
    case metrics(Metrics)
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
        }
    }

    /// A page of the log, oldest first.
    package struct Events: Hashable, Sendable {
        /// The first position.
        package var from: Position?
        /// The last position.
        package var until: Position?
        /// The events of one conversation or one user alone.
        package var stream: Stream?
        /// The number of the one type of event that is wanted.
        package var type: UInt32?
        package var limit: Int?
        /// Whether what people wrote is shown.
        package var showsContent: Bool

        package init(
            from: Position? = nil,
            until: Position? = nil,
            stream: Stream? = nil,
            type: UInt32? = nil,
            limit: Int? = nil,
            showsContent: Bool = false
        ) {
            self.from = from
            self.until = until
            self.stream = stream
            self.type = type
            self.limit = limit
            self.showsContent = showsContent
        }
    }

    /// A time that is asked about.
    package struct Metrics: Hashable, Sendable {
        /// From when on events count; from the first one if nil.
        package var from: Timestamp?
        /// From when on they count no more; never if nil.
        package var until: Timestamp?

        package init(from: Timestamp? = nil, until: Timestamp? = nil) {
            self.from = from
            self.until = until
        }
    }
}

/// What a query of the operator finds, a case for each query.
package enum OperatorAnswer: Hashable, Sendable {
    case state(StoreState)
    case views([ViewItem])
    case notificationPlan([NotificationItem])
    case events(EventPage)
    case metrics(Metrics)
}
