internal import LogSchema
internal import Wire

extension Erase: OperatorRule {
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try requireTarget(on: facts)
        let content = try content()
        let request = ErasureFacts(
            position: facts.size.next,
            target: target,
            includesForwards: includesForwards
        )
        let scope = ErasureScope(of: request, at: asked.now, listingForwards: true)
        guard let plan = facts.plan(of: scope) else { return Decision() }
        if isDryRun || plan.isEmpty { return Decision(answer: .erasure(plan.carriedOut().erasure)) }
        let event = NewEvent(.erasureRequested(requested, content), in: .store)
        return plan.decision(asking: event, on: facts)
    }

    private func requireTarget(on facts: borrowing some Facts & ~Copyable) throws(Refusal) {
        switch target {
        case .message(let id):
            guard let message = facts.message(id) else { throw .message(.notFound) }
            guard !message.isSystem else { throw .message(.isASystemEntry) }
        case .user: break
        case .conversation(let id):
            guard facts.conversation(id) != nil else { throw .keeping(.conversationIsNotFound) }
        }
    }

    func content() throws(Refusal) -> ErasureContent {
        guard let basis = Note.required(basis) else { throw .keeping(.basisIsInvalid) }
        guard let reason = Note.required(reason) else { throw .keeping(.reasonIsInvalid) }
        return ErasureContent(basis: basis, reason: reason)
    }

    var requested: ErasureRequested {
        var requested = ErasureRequested(forwards: includesForwards)
        switch target {
        case .message(let id): requested.message = id.rawValue
        case .user(let id): requested.user = id.rawValue
        case .conversation(let id): requested.conversation = id.rawValue
        }
        return requested
    }
}

extension ForgetUser: OperatorRule {
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard let basis = Note.required(basis) else { throw .keeping(.basisIsInvalid) }
        let request = ErasureFacts(
            position: facts.size.next,
            target: .user(user),
            forgetsUser: true
        )
        guard let plan = facts.plan(of: ErasureScope(of: request, at: asked.now)) else {
            return Decision()
        }
        if plan.isEmpty { return Decision(answer: .erasure(plan.carriedOut().erasure)) }
        let forgotten = Event.userForgotten(UserForgotten(), ForgettingContent(basis: basis))
        return plan.decision(asking: NewEvent(forgotten, in: .user(user)), on: facts)
    }
}

extension PlaceHold: OperatorRule {
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if let conversation, facts.conversation(conversation) == nil {
            throw .keeping(.conversationIsNotFound)
        }
        if let from, let until, until <= from { throw .keeping(.holdEndsBeforeItBegins) }
        guard let matter = Note.required(matter) else { throw .keeping(.matterIsInvalid) }
        let placed = HoldPlaced(
            hold: hold.rawValue,
            conversation: conversation?.rawValue,
            user: user?.rawValue,
            from: from?.microseconds,
            until: until?.microseconds
        )
        let event = Event.holdPlaced(placed, HoldContent(matter: matter))
        return Decision([NewEvent(event, in: .store)], answer: .hold(hold))
    }
}

extension ReleaseHold: OperatorRule {
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard let known = facts.hold(hold) else { throw .keeping(.holdIsNotFound) }
        if known.isReleased { return Decision() }
        let scope = facts.scope(
            before: facts.size.next,
            at: asked.now,
            withOld: false,
            without: hold
        )
        guard let plan = facts.plan(of: scope) else { return Decision() }
        // The release comes first: until then nobody may erase.
        let released = HoldReleased(hold: hold.rawValue)
        var decision = plan.decision(
            asking: NewEvent(.holdReleased(released), in: .store),
            on: facts
        )
        decision.answer = .done
        return decision
    }
}
