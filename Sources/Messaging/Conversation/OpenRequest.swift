internal import LogSchema
internal import Wire

/// Begins a conversation about something.
public struct OpenRequest: Hashable, Sendable {
    /// The request's id, which the caller makes.
    public var conversation: ConversationID
    /// The request's context.
    public var context: Context
    /// The first members besides the creator, at least one.
    public var members: [UserID]
    /// The request's title; nil to make one of the members' names.
    public var title: String?
    /// Which reactions its members may choose from.
    public var reactions: ReactionPolicy
    /// The policy for the history that new members see.
    public var history: HistoryPolicy
    /// The embedder's own data, at most 4,096 bytes, given back with the request.
    public var custom: String?

    /// Describes a request; the defaults suit most requests.
    public init(
        conversation: ConversationID,
        context: Context,
        members: [UserID],
        title: String? = nil,
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full,
        custom: String? = nil
    ) {
        self.conversation = conversation
        self.context = context
        self.members = members
        self.title = title
        self.reactions = reactions
        self.history = history
        self.custom = custom
    }
}

extension OpenRequest: UserRule {
    static var answer: AnswerShape { .conversation }
    var name: CommandName { .openRequest }
    var number: CommandKind? { .openRequest }
    var creation: Creation? { .conversation(conversation) }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .openRequest(
            OpenRequest(
                conversation: ConversationID(.zero),
                context: Context(kind: "a", id: "a"),
                members: intention.user.map { [$0] } ?? []
            )
        )
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try requireKnown(reactions, history)
        try facts.requireUnblocked(actor, by: members.others(than: actor))
        let founding = try founding(by: actor)
        try requireRoom(for: founding.others, under: facts.configuration.limits.members)
        var fresh = asked.fresh
        return Decision(
            founding.events(entry: fresh.next()),
            answer: .conversation(conversation)
        )
    }
}

extension OpenRequest {
    /// Returns the beginning of the request.
    ///
    /// - Throws: the refusal of the context, the members or the details.
    func founding(by actor: UserID) throws(Refusal) -> Founding {
        let others = members.others(than: actor)
        try requireSize(of: others, atLeast: Limits.othersInRequest)
        try context.requireForm()
        return Founding(
            conversation: conversation,
            created: ConversationCreated(kind: .request, reactions: reactions, history: history),
            content: try content(title: title, photo: nil, custom: custom, context: context),
            creator: actor,
            others: others
        )
    }
}

extension OpenRequest {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        events.answer { (actor) throws(Refusal) in try founding(by: actor) }
    }
}
