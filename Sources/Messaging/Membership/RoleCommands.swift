internal import LogSchema
internal import Wire

/// Makes a member an admin, or an admin a member.
public struct SetRole: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// Whose role it is.
    public var user: UserID
    /// `admin` or `member`.
    public var role: Role

    /// Names the member and the new role.
    public init(conversation: ConversationID, user: UserID, role: Role) {
        self.conversation = conversation
        self.user = user
        self.role = role
    }
}

extension SetRole: ConversationRule {
    var name: CommandName { .setRole }
    var number: CommandKind? { .setRole }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .setRole(
            SetRole(
                conversation: try intention.requiredConversation,
                user: try intention.requiredUser,
                role: .member
            )
        )
    }

    func decide(
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try role.requireAssignable()
        let member = try facts.memberToChange(user, in: conversation, by: actor, now: asked.now)
        guard member.role != role else { return Decision() }
        let changed = RoleChanged(user: user.rawValue, role: role)
        return Decision([NewEvent(.roleChanged(changed), in: .conversation(conversation))])
    }
}

extension SetRole: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .roleChanged(let changed) = first.event else { return false }
        return first.isIn(conversation) && changed.user == user.rawValue && changed.role == role
    }
}

/// Changes a member's flags; nil leaves a flag unchanged.
public struct SetPermissions: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// Whose flags they are.
    public var user: UserID
    /// Whether the member may add others.
    public var canAdd: Bool?
    /// Whether the member may remove others.
    public var canRemove: Bool?
    /// Whether the member may change title and photo.
    public var canEdit: Bool?

    /// Creates the command with the flags to change.
    public init(
        conversation: ConversationID,
        user: UserID,
        canAdd: Bool? = nil,
        canRemove: Bool? = nil,
        canEdit: Bool? = nil
    ) {
        self.conversation = conversation
        self.user = user
        self.canAdd = canAdd
        self.canRemove = canRemove
        self.canEdit = canEdit
    }
}

extension SetPermissions: ConversationRule {
    var name: CommandName { .setPermissions }
    var number: CommandKind? { .setPermissions }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .setPermissions(
            SetPermissions(
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
        let member = try facts.memberToChange(user, in: conversation, by: actor, now: asked.now)
        // An admin's flags change nothing now, and are there when the admin is a member again.
        let flags = Permissions(
            canAdd: canAdd ?? member.permissions.canAdd,
            canRemove: canRemove ?? member.permissions.canRemove,
            canEdit: canEdit ?? member.permissions.canEdit
        )
        guard member.permissions != flags else { return Decision() }
        let changed = PermissionsChanged(
            user: user.rawValue,
            canAdd: flags.canAdd,
            canRemove: flags.canRemove,
            canEdit: flags.canEdit
        )
        return Decision([NewEvent(.permissionsChanged(changed), in: .conversation(conversation))])
    }
}

extension SetPermissions: RepeatableByOneEvent {
    /// The event has all flags; those that were not asked for may be anything.
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .permissionsChanged(let changed) = first.event else { return false }
        return first.isIn(conversation) && changed.user == user.rawValue
            && canAdd ?? changed.canAdd == changed.canAdd
            && canRemove ?? changed.canRemove == changed.canRemove
            && canEdit ?? changed.canEdit == changed.canEdit
    }
}

extension Role {
    /// Only admins and members are made; who the creator is, follows.
    func requireAssignable() throws(Refusal) {
        switch self {
        case .admin, .member: break
        case .creator, .unspecified, .unrecognized: throw .membership(.roleIsInvalid)
        }
    }
}

extension Authority {
    func requireSetsRoles() throws(Refusal) {
        guard isLeading else { throw .membership(.onlyLeadersSetRoles) }
    }
}

extension Facts where Self: ~Copyable {
    /// A present member.
    func activeMember(_ user: UserID, of conversation: ConversationID) -> MemberFacts? {
        guard let member = member(user, of: conversation), member.isActive else { return nil }
        return member
    }

    /// The member whose role or flags the actor may change.
    fileprivate func memberToChange(
        _ user: UserID,
        in conversation: ConversationID,
        by actor: Actor,
        now: Timestamp
    ) throws(Refusal) -> MemberFacts {
        let authority = try authority(of: actor, in: conversation, now: now)
        try authority.conversation.requireNotDirect()
        try authority.conversation.requireOpen()
        try authority.requireSetsRoles()
        guard let member = activeMember(user, of: conversation) else {
            throw .membership(.userIsNotAMember)
        }
        guard member.role != .creator else { throw .membership(.creatorIsUntouchable) }
        return member
    }
}
