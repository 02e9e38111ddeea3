/// Who sees a profile: everybody but those whom its owner has blocked.
///
/// They are told `notFound`, as of one that was never set: not even that they are blocked. Where a
/// person is listed, they are shown the name alone.
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
    /// Whom the asker has chosen already.
    package let excluded: Set<UserID>

    package init(by asker: UserID, excluding excluded: some Sequence<UserID> = []) {
        self.asker = asker
        self.excluded = Set(excluded)
    }

    /// Whether somebody can be found at all; whether their names match is the next question.
    ///
    /// Left out are the asker, whom they have chosen already, and whoever does not show them the
    /// profile. Whom the asker has blocked is found: a block can be taken back.
    package func canFind(_ user: UserID, hasProfile: Bool, blocksAsker: Bool) -> Bool {
        user != asker && !excluded.contains(user)
            && Profiles.shows(user, to: asker, exists: hasProfile, blocksViewer: blocksAsker)
    }
}
