internal import LogSchema
internal import Wire

/// Begins a group with its first members.
public struct CreateGroup: Hashable, Sendable {
    /// The group's id, which the caller makes.
    public var conversation: ConversationID
    /// The group's title; nil to make one of the members' names.
    public var title: String?
    /// The URL or storage path of a picture.
    public var photo: String?
    /// The first members besides the creator, at least two.
    public var members: [UserID]
    /// Which reactions its members may choose from.
    public var reactions: ReactionPolicy
    /// The policy for the history that new members see.
    public var history: HistoryPolicy
    /// The embedder's own data, at most 4,096 bytes, given back with the group.
    public var custom: String?

    /// Describes a group; the defaults suit most groups.
    public init(
        conversation: ConversationID,
        title: String? = nil,
        photo: String? = nil,
        members: [UserID],
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full,
        custom: String? = nil
    ) {
        self.conversation = conversation
        self.title = title
        self.photo = photo
        self.members = members
        self.reactions = reactions
        self.history = history
        self.custom = custom
    }
}

extension CreateGroup: UserRule {
    static var answer: AnswerShape { .conversation }
    var name: CommandName { .createGroup }
    var number: CommandKind? { .createGroup }
    var creation: Creation? { .conversation(conversation) }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .createGroup(
            CreateGroup(
                conversation: ConversationID(.zero),
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
        let others = members.others(than: actor)
        try facts.requireUnblocked(actor, by: others)
        try facts.requireConsent(of: others, to: actor)
        let founding = try founding(by: actor)
        // Here and not with the rest, so that a retry is answered under a lower limit too.
        try requireRoom(for: others, under: facts.configuration.limits.members)
        var fresh = asked.fresh
        return Decision(
            founding.events(entry: fresh.next()),
            answer: .conversation(conversation)
        )
    }
}

extension CreateGroup {
    /// Returns the beginning of the group.
    ///
    /// - Throws: the refusal of the members or the details.
    func founding(by actor: UserID) throws(Refusal) -> Founding {
        let others = members.others(than: actor)
        try requireSize(of: others, atLeast: Limits.othersInGroup)
        return Founding(
            conversation: conversation,
            created: ConversationCreated(kind: .group, reactions: reactions, history: history),
            content: try content(title: title, photo: photo, custom: custom),
            creator: actor,
            permissions: .all,
            others: others
        )
    }
}

extension CreateGroup {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        events.answer { (actor) throws(Refusal) in try founding(by: actor) }
    }
}
