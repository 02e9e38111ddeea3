package import Wire

/// An occurrence for which users may get a push.
package struct NotifiedEvent: Hashable, Sendable {
    /// The event's actor; nil for the operator.
    package let actor: UserID?
    package let position: Position
    /// The position of the earlier subject, if there is one: the message of a reaction.
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

/// A user that a notification may concern, with the facts that decide whether they get it.
package struct NotificationCandidate: Hashable, Sendable {
    package let member: MemberFacts
    package let visibility: Visibility
    /// The user's own settings of the conversation.
    package let personal: PersonalFacts
    package let settings: Settings
    /// Whether the user or the actor has blocked the other, in any conversation.
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

extension NotifiedEvent {
    /// Whether a user gets the notification: a member, now and when the event happened, not the
    /// actor, who can see the event, wants notifications, at all and of this conversation, and had
    /// not muted it when it happened.
    ///
    /// In a group, two users of whom one has blocked the other read each other's messages, but get
    /// no notifications of each other. Archived conversations do notify: muting is the switch.
    package func isTold(to candidate: NotificationCandidate) -> Bool {
        candidate.member.isActive && candidate.member.asOf(position)?.isActive == true
            && candidate.member.user != actor
            && candidate.settings.notifications && candidate.personal.hasNotifications
            && !candidate.personal.isMuted(at: at)
            && !candidate.isBlockedPair
            && isVisible(to: candidate.visibility)
    }

    private func isVisible(to viewer: Visibility) -> Bool {
        viewer.shows(position)
            && viewer.showsEntry(at: subject ?? position, sentAt: sentAt)
    }

    /// Returns the users who get the notification, in the order of the candidates.
    package func audience(of candidates: some Sequence<NotificationCandidate>) -> [UserID] {
        candidates.filter(isTold).map(\.member.user)
    }
}
