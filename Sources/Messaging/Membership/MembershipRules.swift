internal import Wire

extension AddParticipant: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try role.requireAssignable()
        let seat = try facts.seat(of: actor, in: conversation, now: asked.now)
        try seat.requireNotDirect()
        try seat.requireOpen()
        guard seat.member.effective.canAdd else { throw .membership(.actorMayNotAdd) }
        if role == .admin { try seat.requireSetsRoles() }
        guard facts.activeMember(user, of: conversation) == nil else {
            throw .membership(.alreadyAMember)
        }
        try facts.requireUnblocked(actor, by: [user])
        if seat.conversation.kind == .group {
            try facts.requireConsent(of: [user], to: actor)
        }
        guard seat.conversation.memberCount < Limits.members else {
            throw .membership(.conversationIsFull)
        }
        var fresh = asked.fresh
        let added = ParticipantAdded(user: user.rawValue, role: role, entry: fresh.next())
        return Decision([NewEvent(.participantAdded(added), in: .conversation(conversation))])
    }
}

extension SetRole: UserRule {
    func decide(
        by actor: UserID,
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

extension SetPermissions: UserRule {
    func decide(
        by actor: UserID,
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

extension Role {
    /// Only admins and members are made; who the creator is, follows.
    fileprivate func requireAssignable() throws(Refusal) {
        switch self {
        case .admin, .member: break
        case .creator, .unspecified, .unrecognized: throw .membership(.roleIsInvalid)
        }
    }
}

extension Seat {
    fileprivate func requireSetsRoles() throws(Refusal) {
        guard member.leadsConversation else { throw .membership(.onlyLeadersSetRoles) }
    }
}

extension Facts where Self: ~Copyable {
    /// Somebody who is a member now.
    func activeMember(_ user: UserID, of conversation: ConversationID) -> MemberFacts? {
        guard let member = member(user, of: conversation), member.isActive else { return nil }
        return member
    }

    /// The member whose role or flags the actor may change.
    fileprivate func memberToChange(
        _ user: UserID,
        in conversation: ConversationID,
        by actor: UserID,
        now: Timestamp
    ) throws(Refusal) -> MemberFacts {
        let seat = try seat(of: actor, in: conversation, now: now)
        try seat.requireNotDirect()
        try seat.requireOpen()
        try seat.requireSetsRoles()
        guard let member = activeMember(user, of: conversation) else {
            throw .membership(.userIsNotAMember)
        }
        guard member.role != .creator else { throw .membership(.creatorIsUntouchable) }
        return member
    }
}
