internal import LogSchema
internal import Wire

/// Makes another member the creator; the creator of before becomes an admin.
///
/// A banned or forgotten member cannot become the creator, as they cannot inherit: `permissionDenied`.
public struct PassOwnership: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// The member who becomes the creator.
    public var user: UserID

    /// Names the conversation and its new creator.
    public init(conversation: ConversationID, user: UserID) {
        self.conversation = conversation
        self.user = user
    }
}

extension PassOwnership: ConversationRule {
    var name: CommandName { .passOwnership }
    var number: CommandKind? { .passOwnership }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .passOwnership(
            PassOwnership(
                conversation: try intention.requiredConversation,
                user: try intention.requiredUser
            )
        )
    }

    func decide(
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let authority = try facts.authority(of: actor, in: conversation, now: asked.now)
        try authority.conversation.requireNotDirect()
        try authority.conversation.requireOpen()
        // Admins lead as well, and do not own. Only the operator has to look for the owner.
        let owner =
            if let user = actor.user {
                facts.activeMember(user, of: conversation)
            } else {
                facts.activeMembers(of: conversation).first { $0.role == .creator }
            }
        guard let owner, owner.role == .creator else {
            throw .membership(.onlyTheCreatorPassesOwnership)
        }
        guard let heir = facts.activeMember(user, of: conversation) else {
            throw .membership(.userIsNotAMember)
        }
        guard user != owner.user else { return Decision() }
        guard facts.mayInherit(heir) else { throw .membership(.userCannotOwn) }
        let passed = OwnershipPassed(to: user, from: owner.user, as: .admin, by: actor)
        return Decision([NewEvent(.ownershipPassed(passed), in: .conversation(conversation))])
    }
}

extension PassOwnership: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .ownershipPassed(let passed) = first.event else { return false }
        return first.isIn(conversation) && passed.user == user.rawValue
    }
}
