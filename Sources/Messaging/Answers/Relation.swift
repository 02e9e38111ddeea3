/// The people who may see a user's e-mail address and presence, which other users may not.
///
/// Starting a direct conversation needs no consent, so it relates a viewer to a user only after the
/// user has written there.
extension Facts where Self: ~Copyable {
    /// Whether a viewer and a user are both active in a group or request among the viewer's
    /// conversations.
    ///
    /// - Complexity: a look-up for each of the conversations, and more only for those of both.
    package func shareCircle(
        _ viewer: UserID,
        among conversations: [ConversationID],
        with user: UserID
    ) -> Bool {
        conversations.contains { id in
            guard member(user, of: id)?.isActive == true, member(viewer, of: id)?.isActive == true,
                let kind = conversation(id)?.kind
            else { return false }
            return kind != .direct
        }
    }

    /// Whether a viewer is related to a user without counting common groups and requests.
    package func isClose(_ viewer: UserID, to user: UserID) -> Bool {
        if viewer == user || isContact(viewer, of: user) { return true }
        guard let direct = direct(between: viewer, and: user) else { return false }
        return hasWritten(user, in: direct)
    }
}

extension EmailPolicy {
    /// Whether a viewer is shown the address of a user; users always see their own.
    ///
    /// A setting unknown to this version shows it to no other user.
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
