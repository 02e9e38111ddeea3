internal import LogSchema
internal import Wire

// The rules for the new creator of a conversation after its creator leaves, is banned or is
// forgotten.

extension Facts where Self: ~Copyable {
    /// Returns the consequences of the end of a membership: a new creator if the creator leaves,
    /// and the closing of a conversation without members.
    ///
    /// They come before the end, so that the leaving member may see them.
    func consequences(
        ofEnding member: MemberFacts,
        in conversation: ConversationFacts,
        by actor: Actor
    ) -> [Event] {
        // In a large group, the leaving of other members must not read the whole membership.
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

    /// Returns the consequences of a ban or the forgetting of a user: their conversations pass to
    /// others, if another member can own them, and the user stays a member.
    ///
    /// At most `Limits.ownershipsTogether` pass at once, so that they fit into one append; another
    /// ban or forgetting of the user passes on the others.
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
    /// The members in the order of inheritance: admins first, each in the order of joining.
    ///
    /// Only the present membership counts. Members who joined at the same event are in the order in
    /// which the event names them, which is the order here.
    fileprivate var inOrderOfInheritance: [MemberFacts] {
        enumerated().sorted { left, right in
            let (isAdmin, isOther) = (left.element.role == .admin, right.element.role == .admin)
            if isAdmin != isOther { return isAdmin }
            return (left.element.joined, left.offset) < (right.element.joined, right.offset)
        }.map(\.element)
    }
}

extension MemberFacts {
    /// The position where the present membership, or the last one, began.
    fileprivate var joined: Position { intervals.last?.joined ?? .zero }
}

extension OwnershipPassed {
    /// Names the new creator, the previous one, and the new role of the previous one.
    init(to heir: UserID, from owner: UserID, as role: Role = .member, by actor: Actor) {
        self.init(
            user: heir.rawValue,
            from: actor.user == owner ? nil : owner.rawValue,
            formerRole: role == .member ? .unspecified : role
        )
    }
}
