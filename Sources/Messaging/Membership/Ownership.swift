internal import LogSchema
internal import Wire

// Who is the creator of a conversation once its creator goes, is banned or is forgotten.

extension Facts where Self: ~Copyable {
    /// What the end of a membership brings about: another creator where the creator goes, and the
    /// closing of what nobody is left in.
    ///
    /// It comes before the end, so that the one who goes may know of it.
    func consequences(
        ofEnding member: MemberFacts,
        in conversation: ConversationFacts,
        by actor: Actor
    ) -> [Event] {
        let remaining = activeMembers(of: conversation.id).filter { $0.user != member.user }
        guard let oldest = remaining.longestStanding else {
            if conversation.isClosed { return [] }
            return [.conversationClosed(ConversationClosed(reason: .lastMemberLeft))]
        }
        guard member.role == .creator else { return [] }
        let heir = heir(among: remaining) ?? oldest
        return [.ownershipPassed(OwnershipPassed(to: heir.user, from: member.user, by: actor))]
    }

    /// What a ban or the forgetting of a user brings about: what they own passes to others, where
    /// there is one who can own it, and they go on as a member.
    func passingOwnership(of user: UserID, by actor: Actor) -> [NewEvent] {
        var events: [NewEvent] = []
        for id in conversations(of: user) {
            guard conversation(id)?.kind != .direct, activeMember(user, of: id)?.role == .creator,
                let heir = heir(among: activeMembers(of: id).filter { $0.user != user })
            else { continue }
            let passed = OwnershipPassed(to: heir.user, from: user, by: actor)
            events.append(NewEvent(.ownershipPassed(passed), in: .conversation(id)))
        }
        return events
    }

    /// Who of some members becomes the creator; nil where all are banned or forgotten.
    private func heir(among members: [MemberFacts]) -> MemberFacts? {
        members.filter { standing(of: $0.user) != .banned && !isForgotten($0.user) }
            .longestStanding
    }
}

extension [MemberFacts] {
    /// The longest-standing admin, else the longest-standing member; nil if there is none.
    ///
    /// Only the present membership counts. Those who joined at the same event stand in the order
    /// in which it names them, which is the order here, and `min` keeps the first.
    fileprivate var longestStanding: MemberFacts? {
        let admins = filter { $0.role == .admin }
        return (admins.isEmpty ? self : admins).min { $0.joined < $1.joined }
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
