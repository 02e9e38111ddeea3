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
        let reach = facts.reach(of: request, listsForwards: true)
        var plan = ErasurePlan(now: asked.now, on: facts)
        plan.add(reach.contents)
        var (erasure, events) = plan.carriedOut()
        erasure.forwards = reach.forwards
        if isDryRun || erasure.isEmpty { return Decision(answer: .erasure(erasure)) }
        events.insert(NewEvent(.erasureRequested(requested, content), in: .store), at: 0)
        return Decision(events, answer: .erasure(erasure))
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
        var plan = ErasurePlan(now: asked.now, on: facts)
        plan.add(facts.reach(of: request).contents)
        let (erasure, events) = plan.carriedOut()
        if erasure.isEmpty { return Decision(answer: .erasure(erasure)) }
        let forgotten = Event.userForgotten(UserForgotten(), ForgettingContent(basis: basis))
        return Decision(
            [NewEvent(forgotten, in: .user(user))] + events,
            answer: .erasure(erasure)
        )
    }
}

extension Erasure {
    /// Whether nothing is erased and nothing waits for it.
    fileprivate var isEmpty: Bool { erased == 0 && deferred.isEmpty }
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
        var plan = ErasurePlan(now: asked.now, without: hold, on: facts)
        plan.addPending(on: facts)
        // The release comes first: until then nobody may erase.
        let released = HoldReleased(hold: hold.rawValue)
        return Decision(
            [NewEvent(.holdReleased(released), in: .store)] + plan.carriedOut().events
        )
    }
}

extension ErasurePlan {
    /// Adds everything that was asked for and still waits.
    mutating func addPending(on facts: borrowing some Facts & ~Copyable) {
        for request in facts.pendingErasures() { add(facts.reach(of: request).contents) }
    }
}
