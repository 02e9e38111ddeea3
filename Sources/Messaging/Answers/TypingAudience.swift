package import Wire

/// That somebody is typing, as last heard.
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

/// Whose typing a viewer is shown in a conversation.
///
/// Typing is of this moment, so that everything is judged as it is now: who has switched sharing
/// off since the last sign, or is no member any more, is typing no longer.
package struct TypingAudience: Hashable, Sendable {
    package let viewer: UserID
    /// The members the conversation has now.
    package let members: Set<UserID>
    /// Whether nobody can write: it is closed, or a block silences a direct conversation.
    package let isSilenced: Bool

    package init(viewer: UserID, members: some Sequence<UserID>, isSilenced: Bool) {
        self.viewer = viewer
        self.members = Set(members)
        self.isSilenced = isSilenced
    }

    /// Who is shown to be typing, each once: who began first comes first, then by id.
    ///
    /// `shares` says whether somebody lets others know that they type. The viewer's own choice
    /// does not count: it is about what is told of them.
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
