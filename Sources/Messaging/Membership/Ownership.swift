internal import LogSchema
internal import Wire

// Who is the creator of a conversation once its creator goes, is banned or is forgotten.

extension Facts where Self: ~Copyable {
    /// What the end of a membership brings about: another creator where the creator goes, and the
    /// closing of a conversation without members.
    ///
    /// It comes before the end, so that the one who goes may know of it.
    func consequences(
        ofEnding member: MemberFacts,
        in conversation: ConversationFacts,
        by actor: Actor
    ) -> [Event] {
        // Members of a large group come and go without a look at all the others.
        if member.role != .creator, conversation.memberCount > 1 { return [] }
        let remaining = activeMembers(of: conversation.id).filter { $0.user != member.user }
            .inOrderOfInheritance
        guard let oldest = remaining.first else {
            if conversation.isClosed { return [] }
            return [.conversationClosed(ConversationClosed(reason: .lastMemberLeft))]
        }
        guard member.role == .creator else { return [] }
        let heir = remaining.first { mayInherit($0) } ?? oldest
        return [.ownershipPassed(OwnershipPassed(to: heir.user, from: member.user, by: actor))]
    }

    /// What a ban or the forgetting of a user brings about: what they own passes to others, where
    /// there is one who can own it, and they go on as a member.
    ///
    /// At most `Limits.ownershipsTogether` pass at once, so that one append has room for them;
    /// another ban or forgetting of the user passes the others on.
    func passingOwnership(of user: UserID, by actor: Actor) -> [NewEvent] {
        var events: [NewEvent] = []
        for id in conversations(of: user) {
            guard events.count < Limits.ownershipsTogether else { break }
            guard activeMember(user, of: id)?.role == .creator, conversation(id)?.kind != .direct
            else { continue }
            let others = activeMembers(of: id).filter { $0.user != user }
            let heir = others.inOrderOfInheritance.first { mayInherit($0) }
            guard let heir else { continue }
            let passed = OwnershipPassed(to: heir.user, from: user, by: actor)
            events.append(NewEvent(.ownershipPassed(passed), in: .conversation(id)))
        }
        return events
    }

    /// Whether a member can own a conversation: neither banned nor forgotten.
    func mayInherit(_ member: MemberFacts) -> Bool {
        standing(of: member.user) != .banned && !isForgotten(member.user)
    }
}

extension [MemberFacts] {
    /// Admins first, each in the order of joining.
    ///
    /// Only the present membership counts. Those who joined at the same event stand in the order
    /// in which it names them, which is the order here.
    fileprivate var inOrderOfInheritance: [MemberFacts] {
        enumerated().sorted { left, right in
            let (isAdmin, isOther) = (left.element.role == .admin, right.element.role == .admin)
            if isAdmin != isOther { return isAdmin }
            return (left.element.joined, left.offset) < (right.element.joined, right.offset)
        }.map(\.element)
    }
}

extension MemberFacts {
    /// Where the present membership, or the last one, began.
    fileprivate var joined: Position { intervals.last?.joined ?? .zero }
}

extension OwnershipPassed {
    /// Says who is the creator from now on, who was before, and what that one is now.
    init(to heir: UserID, from owner: UserID, as role: Role = .member, by actor: Actor) {
        self.init(
            user: heir.rawValue,
            from: actor.user == owner ? nil : owner.rawValue,
            formerRole: role == .member ? .unspecified : role
        )
    }
}
