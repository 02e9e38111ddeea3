internal import EventLog
internal import LogSchema
package import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension ReadingFacts where Self: ~Copyable {
    private func user(_ user: UserID) -> UserRow? {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.users.row(of: user.rawValue, in: views)
        }
    }

    package func settings(of user: UserID) -> Settings { self.user(user)?.settings ?? Settings() }

    package func standing(of user: UserID) -> Standing { self.user(user)?.standing ?? .good }

    package func isForgotten(_ user: UserID) -> Bool { self.user(user)?.isForgotten ?? false }

    /// The presence sharing in a user's row.
    func sharing(of user: UserID) -> PresenceSharing { PresenceSharing(self.user(user)) }

    package func isModerator(_ user: UserID) -> Bool { self.user(user)?.isModerator ?? false }

    package func profile(of user: UserID) -> ProfileContent? {
        withProfile(at: self.user(user)?.profile) { (profile) throws(WireError) in
            try ProfileContent(profile)
        }
    }

    /// Returns a user's name and picture, empty without a profile, and what else the row says that
    /// a list shows, by one look-up.
    func person(_ user: UserID) -> KnownPerson {
        let row = self.user(user)
        let face = withProfile(at: row?.profile) { (profile) throws(WireError) in
            PersonItem(
                user: user,
                name: English.name(fullName: profile.fullName, username: profile.username),
                avatar: profile.avatar
            )
        }
        return KnownPerson(
            face: face ?? PersonItem(user: user, name: English.unknown),
            sharing: PresenceSharing(row)
        )
    }

    /// Lends the profile that was set at a position.
    private func withProfile<Found>(
        at position: Position?,
        _ read: (borrowing EncodedProfileContent) throws(WireError) -> Found
    ) -> Found? {
        guard let position else { return nil }
        return withEvent(at: position) { (event, content) throws(WireError) in
            guard event.number == EnvelopeEvent.profileSet,
                content.state == .present
            else { return nil }
            return try read(EncodedProfileContent(content.bytes))
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
        lookUp { (views, _) throws(ViewsError) -> Bool? in
            var isBlocked = false
            try projectors.relations.forEach(.blockedBy, of: user.rawValue, in: views) { _, _ in
                isBlocked = true
                return .stop
            }
            return isBlocked
        } ?? false
    }

    private func holds(_ kind: Relations.Kind, of owner: UserID, to other: UserID) -> Bool {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.relations.holds(
                kind,
                of: owner.rawValue,
                to: other.rawValue,
                in: views
            )
        } ?? false
    }
}

/// A person as lists show them.
struct KnownPerson {
    let face: PersonItem
    let sharing: PresenceSharing
}

/// Whether a user shows others their presence, and their standing.
struct PresenceSharing {
    let isShared: Bool
    let standing: Standing

    fileprivate init(_ row: UserRow?) {
        isShared = (row?.settings ?? Settings()).sharePresence
        standing = row?.standing ?? .good
    }
}
