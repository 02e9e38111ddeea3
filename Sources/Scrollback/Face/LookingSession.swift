public import Messaging
internal import Wire

/// The operator's access to other people's words, for a reason that is given.
///
///     let looking = store.operator.looking(as: .key("anna"), because: "ticket 4711")
///     let page = try await looking.ask(MessagesQuery(in: chat), as: sarah)
///
/// With a reason, an event `contentOpened` is durable before words are answered, at most once in 15
/// minutes for each looker, thing and reason. `Configure.looks` requires a reason, or logs nothing.
/// Queries without words are no looks.
public struct LookingSession: Sendable {
    /// The store.
    public let store: Store
    /// The looker.
    public let looker: Looker
    /// The reason; nil if none is given.
    public let reason: String?

    /// Answers a query of the operator, on the present state or on that of a moment.
    ///
    /// - Throws: `reasonNeeded` without a reason where one is required; `invalidText` for a reason
    ///   outside `Limits.note`; `lookNotLogged` in a process that only reads; otherwise what
    ///   `OperatorSession.ask`, `Store.asOf` and `OperatorSession.carryOut` throw.
    /// - Complexity: that of the query, and one flush of the log for a look that is logged.
    public func ask<Asked: OperatorQuery>(
        _ query: Asked,
        asOf moment: PastMoment? = nil
    ) async throws(StoreError) -> Asked.Answer {
        try await admit(query, as: nil, isPast: moment != nil)
        let past: PastStore?
        if let moment { past = try store.asOf(moment) } else { past = nil }
        return try store.answer(admitted: query, on: past)
    }

    /// Answers a query as a user sees it, on the present state or on that of a moment.
    ///
    /// - Throws: what the other `ask` throws.
    /// - Complexity: that of the query, and one flush of the log for a look that is logged.
    public func ask<Asked: UserQuery>(
        _ query: Asked,
        as user: UserID,
        asOf moment: PastMoment? = nil
    ) async throws(StoreError) -> Asked.Answer {
        try await admit(query, as: user, isPast: moment != nil)
        if let moment {
            return try store.asOf(moment).session(for: user).ask(query)
        }
        return try store.session(for: user).ask(query)
    }

    private func admit(
        _ query: some Query,
        as viewer: UserID?,
        isPast: Bool
    ) async throws(StoreError) {
        guard let subject = LookSubject(query, as: viewer, isPast: isPast) else { return }
        try await store.admit(Look(by: looker, subject, because: reason))
    }
}

extension OperatorSession {
    /// Returns a session that opens other people's words for a reason.
    ///
    /// - Parameters:
    ///   - looker: Who looks; the log names the looker.
    ///   - reason: Why; the log keeps it sealed.
    /// - Returns: The session.
    public func looking(as looker: Looker, because reason: String? = nil) -> LookingSession {
        LookingSession(store: store, looker: looker, reason: reason)
    }
}

extension LookSubject {
    /// Creates the subject of a query's look; nil for a query without words.
    package init?(_ query: some Query, as viewer: UserID?, isPast: Bool) {
        switch query {
        case let query as any ServedQuery:
            guard let opening = query.opening else { return nil }
            self.init(type(of: query).name.rawValue, as: viewer, opening, isPast: isPast)
        default:
            // The counts of unread messages, which have no words.
            return nil
        }
    }
}
