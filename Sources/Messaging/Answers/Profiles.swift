/// The rule for who sees a profile: all users except those blocked by its owner.
///
/// They get `notFound`, as for a profile that was never set, so they do not learn of the block.
/// Where a person is listed, they are shown the name only.
package enum Profiles {
    /// Whether a viewer is shown a profile that exists, neither forgotten nor erased, and whose
    /// owner does not block them.
    ///
    /// A block the other way round hides nothing.
    package static func shows(
        _ owner: UserID,
        to viewer: UserID,
        exists: Bool,
        blocksViewer: Bool
    ) -> Bool {
        exists && (owner == viewer || !blocksViewer)
    }
}

/// A search for people to begin a conversation with or to add.
package struct PeopleSearch: Hashable, Sendable {
    package let asker: UserID
    /// The users that the asker has chosen already.
    package let excluded: Set<UserID>

    package init(by asker: UserID, excluding excluded: some Sequence<UserID> = []) {
        self.asker = asker
        self.excluded = Set(excluded)
    }

    /// Whether a user can be found at all; whether the names match is decided later.
    ///
    /// Left out are the asker, the users chosen already, and users who do not show the asker their
    /// profile. Users blocked by the asker are found, because a block can be removed.
    package func canFind(_ user: UserID, hasProfile: Bool, blocksAsker: Bool) -> Bool {
        user != asker && !excluded.contains(user)
            && Profiles.shows(user, to: asker, exists: hasProfile, blocksViewer: blocksAsker)
    }
}
