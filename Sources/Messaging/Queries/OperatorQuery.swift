package import Wire

/// Everything that the operator can ask of a store: about the store itself, never as a member.
package enum OperatorQuery: Hashable, Sendable {
    /// What the store is, how it is configured, and what may not or not yet be erased.
    case state
    /// How the views stand, the built-in ones and the embedder's.
    case views
    /// Who is told of the event at a position by a push, and what.
    case notificationPlan(Position)
}

extension OperatorQuery {
    /// What the outside form calls it.
    package var name: QueryName {
        switch self {
        case .state: .state
        case .views: .views
        case .notificationPlan: .notificationPlan
        }
    }
}

/// What a query of the operator finds, a case for each query.
package enum OperatorAnswer: Hashable, Sendable {
    case state(StoreState)
    case views([ViewItem])
    case notificationPlan([NotificationItem])
}
