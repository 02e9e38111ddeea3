public import Wire

/// The status of a report.
public enum ReportStatus: Hashable, Sendable, CaseIterable {
    case open, dismissed, warned, suspended, banned

    /// Creates the status after an action; an action of newer software counts as dismissed.
    package init(resolvedBy action: ModerationAction) {
        switch action {
        case .dismiss, .unspecified, .unrecognized: self = .dismissed
        case .warn: self = .warned
        case .suspend: self = .suspended
        case .ban: self = .banned
        }
    }
}

/// A report, as moderators see it.
public struct ReportItem: Hashable, Sendable {
    /// A moderator's decision.
    public struct Resolution: Hashable, Sendable {
        /// The moderator.
        public var by: UserID
        /// The name to show.
        public var name: String
        /// The time of the decision.
        public var at: Timestamp
        /// The action.
        public var action: ModerationAction
        /// The moderator's note; nil after its erasure.
        public var note: String?

        /// Creates a resolution.
        public init(
            by: UserID,
            name: String,
            at: Timestamp,
            action: ModerationAction,
            note: String? = nil
        ) {
            self.by = by
            self.name = name
            self.at = at
            self.action = action
            self.note = note
        }
    }

    /// The report's id.
    public var report: ReportID
    /// The reporter.
    public var reporter: UserID
    /// The name to show.
    public var reporterName: String
    /// The reported user; for a message, its sender.
    public var user: UserID?
    /// The name to show; nil without a reported user.
    public var userName: String?
    /// The reported message.
    public var message: MessageID?
    /// The reported conversation, or that of the message.
    public var conversation: ConversationID?
    /// The reason.
    public var reason: ReportReason
    /// The reporter's text; nil after its erasure.
    public var details: String?
    /// The beginning of the text that the reporter saw, also after an edit or a deletion; nil after
    /// its erasure.
    public var preview: String?
    /// The time of the report.
    public var at: Timestamp
    /// The status.
    public var status: ReportStatus
    /// The moderator's decision; nil for an open report.
    public var resolution: Resolution?

    /// Creates a report item.
    public init(
        report: ReportID,
        reporter: UserID,
        reporterName: String,
        user: UserID? = nil,
        userName: String? = nil,
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
        self.userName = userName
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
    package static let pastNeed = PastNeed.conversation

    /// The status of the reports to list; nil for all.
    public var status: ReportStatus?
    /// The user that the reports concern; nil for all.
    public var user: UserID?
    /// The largest number of reports; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for all reports, or for those with a status and about a user.
    public init(
        status: ReportStatus? = nil,
        about user: UserID? = nil,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.status = status
        self.user = user
        self.limit = limit
        self.cursor = cursor
    }
}
