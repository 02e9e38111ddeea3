internal import LogSchema
internal import Wire

/// Returns the direct conversation with a user, and creates it if there is none.
public struct StartDirect: Hashable, Sendable {
    /// The other user.
    public var with: UserID

    /// Names the other user.
    public init(with: UserID) { self.with = with }
}

extension StartDirect: UserRule {
    static var answer: AnswerShape { .direct }
    var name: CommandName { .startDirect }
    var number: CommandKind? { .startDirect }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .startDirect(StartDirect(with: try intention.requiredUser))
    }

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
    /// The existing direct conversation, shown again in the caller's list.
    fileprivate func reopened(_ conversation: ConversationID, for actor: UserID) -> Decision {
        let unhidden = Event.unhidden(Unhidden(conversation: conversation.rawValue))
        return Decision(
            personal(actor, in: conversation).isHidden
                ? [NewEvent(unhidden, in: .user(actor))] : [],
            answer: .direct(conversation, created: false)
        )
    }
}

extension StartDirect {
    /// A direct conversation as it would begin: without title, policies to choose or flags.
    func founding(of conversation: ConversationID, by actor: UserID) -> Founding {
        Founding(
            conversation: conversation,
            created: ConversationCreated(
                kind: .direct,
                reactions: .tapback,
                history: .full,
                with: with.rawValue
            ),
            creator: actor,
            others: [with]
        )
    }
}

extension StartDirect {
    /// It either began the conversation, or brought the known one back into the list.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first, let actor = first.actor.user,
            let conversation = facts.direct(between: actor, and: with)
        else { return nil }
        switch first.event {
        case .conversationCreated where first.isIn(conversation):
            return .direct(conversation, created: true)
        case .unhidden(let event) where event.conversation == conversation.rawValue:
            return .direct(conversation, created: false)
        default: return nil
        }
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let user = actor.user, let known = facts.direct(between: user, and: with) else {
            return nil
        }
        return .direct(known, created: false)
    }
}
