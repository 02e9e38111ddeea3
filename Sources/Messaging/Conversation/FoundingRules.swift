extension StartDirect: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if let known = facts.direct(between: actor, and: with) {
            return facts.reopened(known, for: actor)
        }
        guard !facts.isBlocked(actor, by: with), !facts.isBlocked(with, by: actor) else {
            throw .membership(.blockedByAUser)
        }
        guard with != actor else { throw .conversation(.withOneself) }
        var fresh = asked.fresh
        let conversation = ConversationID(fresh.next())
        return Decision(
            founding(of: conversation, by: actor).events(entry: nil),
            answer: .direct(conversation, created: true)
        )
    }
}

extension Facts where Self: ~Copyable {
    /// The direct conversation that there is already, back in the list of whoever asks for it.
    fileprivate func reopened(_ conversation: ConversationID, for actor: UserID) -> Decision {
        let unhidden = Event.unhidden(Unhidden(conversation: conversation.rawValue))
        return Decision(
            personal(actor, in: conversation).isHidden
                ? [NewEvent(unhidden, in: .user(actor))] : [],
            answer: .direct(conversation, created: false)
        )
    }
}

extension CreateGroup: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try requireKnown(reactions, history)
        let others = members.others(than: actor)
        try facts.requireUnblocked(actor, by: others)
        try facts.requireConsent(of: others, to: actor)
        var fresh = asked.fresh
        return Decision(
            try founding(by: actor).events(entry: fresh.next()),
            answer: .conversation(conversation)
        )
    }
}

extension OpenRequest: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try requireKnown(reactions, history)
        try facts.requireUnblocked(actor, by: members.others(than: actor))
        var fresh = asked.fresh
        return Decision(
            try founding(by: actor).events(entry: fresh.next()),
            answer: .conversation(conversation)
        )
    }
}

private func requireKnown(
    _ reactions: ReactionPolicy,
    _ history: HistoryPolicy
) throws(Refusal) {
    switch reactions {
    case .tapback, .open: break
    case .unspecified, .unrecognized: throw .conversation(.reactionsAreUnknown)
    }
    switch history {
    case .full, .sinceJoin: break
    case .unspecified, .unrecognized: throw .conversation(.historyIsUnknown)
    }
}
