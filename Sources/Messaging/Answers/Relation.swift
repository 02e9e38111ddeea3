/// The people who may see a user's e-mail address and presence, which other users may not.
///
/// Starting a direct conversation needs no consent, so it relates a viewer to a user only after the
/// user has written there.
extension Facts where Self: ~Copyable {
    /// Whether a user is active in one of the groups and requests in which a viewer is.
    ///
    /// - Complexity: a look-up for each of these.
    package func shareCircle(among circles: [ConversationID], with user: UserID) -> Bool {
        circles.contains { member(user, of: $0)?.isActive == true }
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
