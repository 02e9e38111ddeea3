package import Wire

/// How far the moderators are with a report.
package enum ReportStatus: Hashable, Sendable, CaseIterable {
    case open, dismissed, warned, suspended, banned

    /// What a report is after an action; one that this version does not know has ended it too.
    package init(resolvedBy action: ModerationAction) {
        switch action {
        case .dismiss, .unspecified, .unrecognized: self = .dismissed
        case .warn: self = .warned
        case .suspend: self = .suspended
        case .ban: self = .banned
        }
    }
}

/// Something that was reported, as moderators see it.
package struct ReportItem: Hashable, Sendable {
    /// What a moderator did about it.
    package struct Resolution: Hashable, Sendable {
        package var by: UserID
        package var at: Timestamp
        package var action: ModerationAction
        package var note: String?

        package init(by: UserID, at: Timestamp, action: ModerationAction, note: String? = nil) {
            self.by = by
            self.at = at
            self.action = action
            self.note = note
        }
    }

    package var report: ReportID
    package var reporter: UserID
    package var reporterName: String
    /// Whom it is about; with a message, its sender.
    package var user: UserID?
    package var message: MessageID?
    package var conversation: ConversationID?
    package var reason: ReportReason
    /// What the reporter wrote; nil once that was erased.
    package var details: String?
    /// What the message says now, or said until it was deleted: deleting takes nothing from the
    /// moderators' eyes, erasing does.
    package var preview: String?
    package var at: Timestamp
    package var status: ReportStatus
    package var resolution: Resolution?

    package init(
        report: ReportID,
        reporter: UserID,
        reporterName: String,
        user: UserID? = nil,
        message: MessageID? = nil,
        conversation: ConversationID? = nil,
        reason: ReportReason,
        details: String? = nil,
        preview: String? = nil,
        at: Timestamp,
        status: ReportStatus = .open,
        resolution: Resolution? = nil
    ) {
        self.report = report
        self.reporter = reporter
        self.reporterName = reporterName
        self.user = user
        self.message = message
        self.conversation = conversation
        self.reason = reason
        self.details = details
        self.preview = preview
        self.at = at
        self.status = status
        self.resolution = resolution
    }
}
