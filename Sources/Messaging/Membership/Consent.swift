/// The rules that protect people from being added to a conversation.
extension Facts where Self: ~Copyable {
    /// - Throws: `blockedByAUser` if one of the people has blocked the actor; the actor may add
    ///   people that the actor has blocked.
    func requireUnblocked(_ actor: UserID, by people: [UserID]) throws(Refusal) {
        for user in people where isBlocked(actor, by: user) {
            throw .membership(.blockedByAUser)
        }
    }

    /// - Throws: `refusedByPrivacy` if one of the people does not let the actor add them to
    ///   groups: one refuses for all.
    func requireConsent(of people: [UserID], to actor: UserID) throws(Refusal) {
        for user in people where !lets(actor, add: user) {
            throw .membership(.refusedByPrivacy)
        }
    }

    private func lets(_ actor: UserID, add user: UserID) -> Bool {
        switch settings(of: user).groupAdds {
        case .everyone, .unspecified: true
        case .contacts: isContact(actor, of: user)
        // A choice that only newer software knows is some restriction.
        case .nobody, .unrecognized: false
        }
    }
}
