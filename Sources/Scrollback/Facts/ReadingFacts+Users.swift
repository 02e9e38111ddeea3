internal import EventLog
internal import LogSchema
package import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension ReadingFacts where Self: ~Copyable {
    private func user(_ user: UserID) -> UserRow? {
        look { (views, _) throws(ViewsError) in
            try projectors.users.row(of: user.rawValue, in: views)
        }
    }

    package func settings(of user: UserID) -> Settings { self.user(user)?.settings ?? Settings() }

    package func standing(of user: UserID) -> Standing { self.user(user)?.standing ?? .good }

    package func isForgotten(_ user: UserID) -> Bool { self.user(user)?.isForgotten ?? false }

    /// Whether a user shares presence, and the user's standing, by one look-up.
    func sharing(of user: UserID) -> (isShared: Bool, standing: Standing) {
        let row = self.user(user)
        return ((row?.settings ?? Settings()).sharePresence, row?.standing ?? .good)
    }

    package func isModerator(_ user: UserID) -> Bool { self.user(user)?.isModerator ?? false }

    package func profile(of user: UserID) -> ProfileContent? {
        withProfile(of: user) { (profile) throws(WireError) in try ProfileContent(profile) }
    }

    /// Returns a user's name and picture; without a profile, an empty item.
    func face(of user: UserID) -> PersonItem {
        let face = withProfile(of: user) { (profile) throws(WireError) in
            PersonItem(
                user: user,
                name: English.name(fullName: profile.fullName, username: profile.username),
                avatar: profile.avatar
            )
        }
        return face ?? PersonItem(user: user, name: English.unknown)
    }

    /// Lends a user's profile.
    private func withProfile<Found>(
        of user: UserID,
        _ read: (borrowing ProfileContentView) throws(WireError) -> Found
    ) -> Found? {
        guard let position = self.user(user)?.profile else { return nil }
        return withEvent(at: position) { (event, content) throws(WireError) in
            guard event.number == EnvelopeEvent.profileSet,
                content.state == .present
            else { return nil }
            return try read(ProfileContentView(content.bytes))
        }
    }

    package func isContact(_ user: UserID, of owner: UserID) -> Bool {
        holds(.contact, of: owner, to: user)
    }

    package func isBlocked(_ user: UserID, by owner: UserID) -> Bool {
        holds(.blocked, of: owner, to: user)
    }

    /// Whether any person has blocked a user.
    func isBlockedByAnybody(_ user: UserID) -> Bool {
        look { (views, _) throws(ViewsError) -> Bool? in
            var isBlocked = false
            try projectors.relations.forEach(.blockedBy, of: user.rawValue, in: views) { _, _ in
                isBlocked = true
                return .stop
            }
            return isBlocked
        } ?? false
    }

    private func holds(_ kind: Relations.Kind, of owner: UserID, to other: UserID) -> Bool {
        look { (views, _) throws(ViewsError) in
            try projectors.relations.holds(
                kind,
                of: owner.rawValue,
                to: other.rawValue,
                in: views
            )
        } ?? false
    }
}
