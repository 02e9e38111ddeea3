public import Wire

/// Asks the moderators to look at something.
public struct FileReport: Hashable, Sendable {
    /// What the moderators are to look at.
    public enum Target: Hashable, Sendable {
        case message(MessageID)
        case conversation(ConversationID)
        case user(UserID)
    }

    /// The report's id, which the caller makes.
    public var report: ReportID
    /// What it is about.
    public var target: Target
    /// What is wrong, as one word.
    public var reason: ReportReason
    /// What is wrong, in the reporter's words; kept sealed.
    public var details: String?

    /// Says what is wrong with what.
    public init(report: ReportID, target: Target, reason: ReportReason, details: String? = nil) {
        self.report = report
        self.target = target
        self.reason = reason
        self.details = details
    }
}

/// Ends a report with what a moderator does about it.
public struct ResolveReport: Hashable, Sendable {
    /// The report that ends.
    public var report: ReportID
    /// What is done about it.
    public var action: ModerationAction
    /// When a suspension ends.
    public var until: Timestamp?
    /// What the moderator has to say about it; kept sealed.
    public var note: String?

    /// Says how a report ends.
    public init(
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
public struct Reinstate: Hashable, Sendable {
    /// Who may act again.
    public var user: UserID

    /// Names who may act again.
    public init(user: UserID) { self.user = user }
}

/// Makes a user a moderator.
public struct AppointModerator: Hashable, Sendable {
    /// Who becomes a moderator.
    public var user: UserID

    /// Names who becomes a moderator.
    public init(user: UserID) { self.user = user }
}

/// Makes a moderator a user like others.
public struct DismissModerator: Hashable, Sendable {
    /// Who is a moderator no longer.
    public var user: UserID

    /// Names who is a moderator no longer.
    public init(user: UserID) { self.user = user }
}
