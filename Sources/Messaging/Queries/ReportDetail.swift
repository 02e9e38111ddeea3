/// A report with its evidence, as moderators see it.
public struct ReportDetail: Hashable, Sendable {
    /// The reported message as the reporter saw it, without content that was erased since.
    public struct Evidence: Hashable, Sendable {
        /// The message, with the text of that time; a message that was deleted before the report has
        /// no content.
        public var message: MessageItem
        /// The user who sent it.
        public var sender: UserID
        /// The texts before that, oldest first: at most `Limits.earlierVersions`.
        public var versions: [MessageHistory.Version]

        /// Creates evidence.
        public init(
            _ message: MessageItem,
            by sender: UserID,
            versions: [MessageHistory.Version]
        ) {
            self.message = message
            self.sender = sender
            self.versions = versions
        }
    }

    /// The report, as `ReportsQuery` lists it.
    public var report: ReportItem
    /// The title of the conversation at the time of the report; nil if it had none.
    public var title: String?
    /// The reported message; nil for a report of a conversation or a user.
    public var reported: Evidence?

    /// Creates a report detail.
    public init(_ report: ReportItem, title: String? = nil, reported: Evidence? = nil) {
        self.report = report
        self.title = title
        self.reported = reported
    }
}

/// A report with its evidence; for moderators.
public struct ReportQuery: ServedQuery {
    /// The report, with the message as its reporter saw it.
    public typealias Answer = ReportDetail

    package static let name = QueryName.report
    package static let audience = Audience.moderators
    package static let pastNeed = PastNeed.conversation

    /// The report.
    public var report: ReportID

    /// Creates a query for a report.
    public init(_ report: ReportID) { self.report = report }
}
