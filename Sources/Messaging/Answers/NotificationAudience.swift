package import Wire

/// Something that happened, of which people may be told by a push.
package struct Notice: Hashable, Sendable {
    /// Who made it happen; nil for the operator.
    package let actor: UserID?
    package let position: Position
    /// What it is about, where that is something earlier: the message of a reaction.
    package let subject: Position?
    package let at: Timestamp
    /// When what can be seen of it was sent: the subject's time, where there is one.
    package let sentAt: Timestamp

    package init(
        by actor: UserID?,
        at position: Position,
        on at: Timestamp,
        about subject: (position: Position, sentAt: Timestamp)? = nil
    ) {
        self.actor = actor
        self.position = position
        self.at = at
        self.subject = subject?.position
        sentAt = subject?.sentAt ?? at
    }
}

/// Somebody whom a notice may concern, with what decides whether they are told.
package struct NotificationCandidate: Hashable, Sendable {
    package let member: MemberFacts
    package let visibility: Visibility
    /// What they keep about the conversation.
    package let personal: PersonalFacts
    package let settings: Settings
    /// Whether one of them and the actor has blocked the other, in whatever conversation.
    package let isBlockedPair: Bool

    package init(
        _ member: MemberFacts,
        visibility: Visibility,
        personal: PersonalFacts,
        settings: Settings,
        isBlockedPair: Bool
    ) {
        self.member = member
        self.visibility = visibility
        self.personal = personal
        self.settings = settings
        self.isBlockedPair = isBlockedPair
    }
}

extension Notice {
    /// Whether somebody is told: members who did not do it themselves, who can see it, who want
    /// to be told, at all and of this conversation, and who had not muted it when it happened.
    ///
    /// In a group that two share of whom one has blocked the other they read each other, but
    /// are not told of each other. An archived conversation is told of: muting is the switch.
    package func isTold(to candidate: NotificationCandidate) -> Bool {
        candidate.member.isActive && candidate.member.user != actor
            && candidate.settings.notifications && candidate.personal.hasNotifications
            && !candidate.personal.isMuted(at: at)
            && !candidate.isBlockedPair
            && isVisible(to: candidate.visibility)
    }

    private func isVisible(to viewer: Visibility) -> Bool {
        viewer.shows(position)
            && viewer.showsEntry(at: subject ?? position, sentAt: sentAt)
    }

    /// Who is told, in the order of the candidates.
    package func audience(of candidates: some Sequence<NotificationCandidate>) -> [UserID] {
        candidates.filter(isTold).map(\.member.user)
    }
}
