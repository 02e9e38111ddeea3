package import Wire

/// A user's last typing signal.
package struct TypingSign: Hashable, Sendable {
    package let user: UserID
    /// When they began.
    package let since: Timestamp
    /// When it was last heard of.
    package let heard: Timestamp

    package init(by user: UserID, since: Timestamp, heard: Timestamp) {
        self.user = user
        self.since = since
        self.heard = heard
    }

    /// How long a sign holds when none follows.
    package static let lifetimeMicroseconds: Int64 = 5_000_000

    /// When it holds no longer, if none follows.
    package var end: Timestamp {
        let (end, overflow) = heard.microseconds.addingReportingOverflow(Self.lifetimeMicroseconds)
        return Timestamp(microseconds: overflow ? .max : end)
    }

    /// Whether it still holds at a time; one that was heard later than that does.
    package func holds(at now: Timestamp) -> Bool {
        let (age, overflow) = now.microseconds.subtractingReportingOverflow(heard.microseconds)
        return overflow ? now < heard : age < Self.lifetimeMicroseconds
    }
}

/// The users whose typing a viewer is shown in a conversation.
///
/// Typing is momentary, so everything is decided on the present state: a user who has switched
/// sharing off since the last signal, or is no longer a member, is not shown.
package struct TypingAudience: Hashable, Sendable {
    package let viewer: UserID
    /// The members the conversation has now.
    package let members: Set<UserID>
    /// Whether no member can write: it is closed, or a block silences a direct conversation.
    package let isSilenced: Bool

    package init(viewer: UserID, members: some Sequence<UserID>, isSilenced: Bool) {
        self.viewer = viewer
        self.members = Set(members)
        self.isSilenced = isSilenced
    }

    /// Returns the users shown as typing, each once, in the order in which they began, then by id.
    ///
    /// `shares` says whether a user shows their typing to others. The viewer's own choice does not
    /// matter: it concerns what others are shown.
    package func shown(
        of signs: some Sequence<TypingSign>,
        now: Timestamp,
        shares: (UserID) -> Bool
    ) -> [UserID] {
        guard !isSilenced, members.contains(viewer) else { return [] }
        var seen: Set<UserID> = []
        return
            signs
            .filter { sign in
                sign.user != viewer && sign.holds(at: now) && members.contains(sign.user)
                    && shares(sign.user)
            }
            .sorted { ($0.since, $0.user) < ($1.since, $1.user) }
            .map(\.user)
            .filter { seen.insert($0).inserted }
    }
}
