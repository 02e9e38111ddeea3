public import Wire

/// How far the moderators are with a report.
public enum ReportStatus: Hashable, Sendable, CaseIterable {
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
public struct ReportItem: Hashable, Sendable {
    /// What a moderator did about it.
    public struct Resolution: Hashable, Sendable {
        /// Which moderator.
        public var by: UserID
        /// When it was resolved.
        public var at: Timestamp
        /// What was done.
        public var action: ModerationAction
        /// What the moderator had to say; nil once that was erased.
        public var note: String?

        package init(by: UserID, at: Timestamp, action: ModerationAction, note: String? = nil) {
            self.by = by
            self.at = at
            self.action = action
            self.note = note
        }
    }

    /// The report's id.
    public var report: ReportID
    /// Who reported it.
    public var reporter: UserID
    /// The name that is shown for them.
    public var reporterName: String
    /// Whom it is about; with a message, its sender.
    public var user: UserID?
    /// The message that it is about.
    public var message: MessageID?
    /// The conversation that it is about, or that the message is in.
    public var conversation: ConversationID?
    /// What is wrong, as one word.
    public var reason: ReportReason
    /// What the reporter wrote; nil once that was erased.
    public var details: String?
    /// What the message says now, or said until it was deleted: deleting takes nothing from the
    /// moderators' eyes, erasing does.
    public var preview: String?
    /// When it was reported.
    public var at: Timestamp
    /// How far the moderators are with it.
    public var status: ReportStatus
    /// How it ended.
    public var resolution: Resolution?

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

/// A page of the reports, newest first; for moderators.
public struct ReportsQuery: PagedQuery {
    /// A page of reports.
    public typealias Answer = Page<ReportItem>

    package static let name = QueryName.reports
    package static let audience = Audience.moderators

    /// The status of the reports to list; nil for all.
    public var status: ReportStatus?
    /// The largest number of reports; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for all reports, or for those with a status.
    public init(status: ReportStatus? = nil, limit: Int? = nil, cursor: Cursor? = nil) {
        self.status = status
        self.limit = limit
        self.cursor = cursor
    }
}
