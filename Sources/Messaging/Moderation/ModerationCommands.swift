package import Wire

/// Asks the moderators to look at something.
package struct FileReport: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case message(MessageID)
        case conversation(ConversationID)
        case user(UserID)
    }

    package var report: ReportID
    package var target: Target
    package var reason: ReportReason
    package var details: String?

    package init(report: ReportID, target: Target, reason: ReportReason, details: String? = nil) {
        self.report = report
        self.target = target
        self.reason = reason
        self.details = details
    }
}

/// Ends a report with what a moderator does about it.
package struct ResolveReport: Hashable, Sendable {
    package var report: ReportID
    package var action: ModerationAction
    /// When a suspension ends.
    package var until: Timestamp?
    package var note: String?

    package init(
        report: ReportID,
        action: ModerationAction,
        until: Timestamp? = nil,
        note: String? = nil
    ) {
        self.report = report
        self.action = action
        self.until = until
        self.note = note
    }
}

/// Ends a user's suspension or ban.
package struct Reinstate: Hashable, Sendable {
    package var user: UserID

    package init(user: UserID) { self.user = user }
}

/// Makes a user a moderator.
package struct AppointModerator: Hashable, Sendable {
    package var user: UserID

    package init(user: UserID) { self.user = user }
}

/// Makes a moderator a user like others.
package struct DismissModerator: Hashable, Sendable {
    package var user: UserID

    package init(user: UserID) { self.user = user }
}
