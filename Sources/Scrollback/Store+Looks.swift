internal import EventLog
internal import Glibc
package import Messaging
package import Wire

// Looks at other people's words, for every way to open them.

extension Store {
    /// Decides whether a looker may open other people's words, and logs the look: call it before
    /// any words leave the store.
    ///
    /// When it returns, the event is durable, and later snapshots of this store contain it. The
    /// setting is the present one, also for a look at the past.
    ///
    /// - Returns: The position of the event that stands for the look; nil if the log takes none:
    ///   without a reason where none is required, and where the setting is `off`.
    /// - Throws: `reasonNeeded` first; `invalidText` for a reason that says nothing, is too long
    ///   or has control characters; `lookNotLogged` where the log would take the look and this
    ///   process does not write; otherwise as a command.
    @discardableResult
    package func admit(_ look: Look) async throws(StoreError) -> Position? {
        let policy: LookPolicy
        do throws(StoreError) {
            policy = try lookPolicy()
        } catch {
            guard error.fault?.isMendedByWaiting == true else { throw error }
            await waitForViews()
            policy = try lookPolicy()
        }
        do throws(Refusal) {
            guard try look.event(under: policy) != nil else { return nil }
        } catch {
            throw StoreError(error)
        }
        guard isWriting else { throw .lookNotLogged }
        do throws(WriteError<Refusal>) {
            let position = try await engine.note(look, at: givenTime?.latest)
            if let position { acknowledged.note(position) }
            return position
        } catch {
            throw StoreError(error)
        }
    }

    /// Answers a query of the operator whose look was admitted, on the present or on a past state.
    package func answer<Asked: OperatorQuery>(
        admitted query: Asked,
        on past: PastStore? = nil
    ) throws(StoreError) -> Asked.Answer {
        if let past {
            return try past.asking(query, as: nil) { (state, now) throws(QueryError) in
                var evaluator = OperatorQueryEvaluator(state, now: now)
                return try evaluator.answer(query)
            }
        }
        return try asking { (state, now) throws(QueryError) in
            var evaluator = OperatorQueryEvaluator(state, now: now)
            return try evaluator.answer(query)
        }
    }

    /// Notes a position that the process that writes has answered: later snapshots contain it.
    package func heard(_ position: Position) { acknowledged.note(position) }

    /// Whether a reason is needed to open other people's words, as it is set now.
    package func lookPolicy() throws(StoreError) -> LookPolicy {
        try asking(acceptsOlder: true) { (state, _) throws(QueryError) in
            try state.ask { (state) throws(Refusal) in state.configuration.looks }
        }
    }

    /// Refuses a query that shows words where a reason is required, because it has none.
    func requireNoReason(_ query: some Query) throws(StoreError) {
        guard let served = query as? any ServedQuery, served.opening != nil,
            // Who delivers notifications acts for the people who get them.
            !(query is NotificationPlanQuery)
        else { return }
        if try lookPolicy() == .required { throw StoreError(.request(.reasonIsNeeded)) }
    }
}

extension Looker {
    /// This process, by its effective user, as the control socket names its peers.
    package static var thisProcess: Looker { .process(owner: geteuid()) }
}

extension StoreError {
    /// A look could not be logged.
    package static var lookNotLogged: StoreError {
        StoreError(
            .lookNotLogged,
            "This process does not write to the store, so it cannot log the look; ask the process "
                + "that writes."
        )
    }
}
