/// Who is near enough to a user to be shown what is not for everybody, as an e-mail address or presence.
///
/// Starting a direct conversation needs no consent, so that it relates a viewer to a user only once
/// the user has written there.
extension Facts where Self: ~Copyable {
    /// The groups and requests in which a user is active.
    package func circles(of user: UserID) -> [ConversationID] {
        conversations(of: user).filter { id in
            guard let kind = conversation(id)?.kind, kind != .direct else { return false }
            return member(user, of: id)?.isActive ?? false
        }
    }

    /// Whether a viewer is related to a user whatever groups and requests they have in common.
    package func isClose(_ viewer: UserID, to user: UserID) -> Bool {
        if viewer == user || isContact(viewer, of: user) { return true }
        guard let direct = direct(between: viewer, and: user) else { return false }
        return hasWritten(user, in: direct)
    }

    /// Whether a user is active in one of some circles.
    package func isMember(_ user: UserID, ofOneOf circles: [ConversationID]) -> Bool {
        circles.contains { member(user, of: $0)?.isActive ?? false }
    }
}

extension EmailPolicy {
    /// Whether a viewer is shown the address of a user; their own is always shown to them.
    ///
    /// What this version does not know shows it to no other user.
    package func shows(
        emailOf user: UserID,
        to viewer: UserID,
        ifRelated isRelated: () -> Bool
    ) -> Bool {
        if user == viewer { return true }
        return switch self {
        case .everyone: true
        case .related: isRelated()
        case .nobody, .unspecified, .unrecognized: false
        }
    }
}
