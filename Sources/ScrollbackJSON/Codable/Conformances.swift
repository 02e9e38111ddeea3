public import Merkle
public import Messaging
public import Wire

// Which values have the contract's JSON: each by the rendering that the pipe writes it with.

// Messages.

extension MessageItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessageItem> { .message }
}

extension MessageItem.Mention: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessageItem.Mention> { .mention }
}

extension MessageItem.Parent: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessageItem.Parent> { .parent }
}

extension MessageItem.ReactionCount: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessageItem.ReactionCount> { .reactionCount }
}

extension MessageItem.SystemWords: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessageItem.SystemWords> { .systemWords }
}

extension MessagePage: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessagePage> { MessagesQuery.rendering }
}

extension MessageHistory: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessageHistory> { .history }
}

extension MessageHistory.Version: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessageHistory.Version> { .version }
}

extension MediaItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MediaItem> { .medium }
}

extension MediaPage: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MediaPage> { MediaQuery.rendering }
}

extension Attachment: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Attachment> { .attachment }
}

extension Location: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Location> { .location }
}

extension LinkPreview: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<LinkPreview> { .linkPreview }
}

extension AnnotateMessage.Priority: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<AnnotateMessage.Priority> { .priority }
}

extension ReactionGroup: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ReactionGroup> { .reactionGroup }
}

extension TimedPerson: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<TimedPerson> { .timedPerson }
}

extension ReceiptItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ReceiptItem> { .receipts }
}

// Conversations.

extension ConversationItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ConversationItem> { .row }
}

extension ConversationItem.Last: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ConversationItem.Last> { .last }
}

extension ConversationPage: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ConversationPage> { ConversationsQuery.rendering }
}

extension ConversationPortrait: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ConversationPortrait> { .portrait }
}

extension Context: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Context> { .context }
}

extension UnreadItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<UnreadItem> { .unread }
}

extension UnreadOverview: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<UnreadOverview> { .overview }
}

extension UnreadOverview.Part: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<UnreadOverview.Part> { .part }
}

// People.

extension ProfileItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ProfileItem> { .profile }
}

extension NamedProfile: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<NamedProfile> { .namedProfile }
}

extension PersonItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<PersonItem> { .person }
}

extension PresenceItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<PresenceItem> { .presence }
}

extension Settings: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Settings> { .settings }
}

extension RateWindow: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<RateWindow> { .rateWindow }
}

extension RateLimit: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<RateLimit> { .rateLimit }
}

extension Permissions: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Permissions> { .permissions }
}

extension MemberItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MemberItem> { .member }
}

extension MemberPage: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MemberPage> { MembersQuery.rendering }
}

extension Explanation: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Explanation> { .explanation }
}

extension MembershipItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MembershipItem> { .membership }
}

extension TypingItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<TypingItem> { .typing }
}

extension Permit: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Permit> { .permit }
}

// Changes and reports.

extension ChangeItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ChangeItem> { .change }
}

extension ChangePage: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ChangePage> { .changes }
}

extension ReportItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ReportItem> { .report }
}

extension ReportDetail: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ReportDetail> { .reportDetail }
}

extension ReportDetail.Evidence: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ReportDetail.Evidence> { .evidence }
}

extension StandingItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<StandingItem> { .standingItem }
}

// The operator.

extension StoreState: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<StoreState> { .state }
}

extension StoreState.Files: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<StoreState.Files> { .files }
}

extension Gauges: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Gauges> { .gauges }
}

extension ExportJobItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ExportJobItem> { .exportJob }
}

extension ConsumerItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ConsumerItem> { .consumer }
}

extension LatencyHistogram: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<LatencyHistogram> { .histogram }
}

extension CheckpointState: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<CheckpointState> { CheckpointQuery.rendering }
}

extension ProofItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ProofItem> { ProveQuery.rendering }
}

extension ViewItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ViewItem> { .view }
}

extension HoldItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<HoldItem> { .hold }
}

extension PendingErasure: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<PendingErasure> { .pending }
}

extension ErasureInProgress: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ErasureInProgress> { .erasing }
}

extension ErasurePage: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ErasurePage> { ErasureQuery.rendering }
}

extension Erasure.Deferred: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Erasure.Deferred> { .deferred }
}

extension EventItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<EventItem> { .event }
}

extension EventPage: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<EventPage> { .events }
}

extension NotificationItem: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<NotificationItem> { .notification }
}

extension Metrics: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Metrics> { .metrics }
}

extension Metrics.MediaCounts: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Metrics.MediaCounts> { .mediaCounts }
}

extension ClockState: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ClockState> { .clock }
}

// Commands.

extension AnswerForm: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<AnswerForm> { .answer }
}

extension ErrorForm: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ErrorForm> { .error }
}

// Names and marks.

extension UserID: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<UserID> { .id }
}

extension ConversationID: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ConversationID> { .id }
}

extension MessageID: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<MessageID> { .id }
}

extension ReportID: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<ReportID> { .id }
}

extension HoldID: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<HoldID> { .id }
}

extension KeyCopyID: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<KeyCopyID> { .id }
}

extension CommandID: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<CommandID> { .id }
}

extension UniqueID: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<UniqueID> { .uniqueID }
}

extension Position: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Position> { .position }
}

extension Timestamp: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Timestamp> { .time }
}

extension Cursor: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Cursor> { .cursor }
}

extension Digest: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<Digest> { .digest }
}

// Queries that the contract asks by another name, with the answer of one case.

extension UnreadQuery: RenderedQuery {
    /// How the answer is written and read.
    public static var rendering: Rendering<Answer> { .unread }
}

extension UnreadTotalsQuery: RenderedQuery {
    /// How the answer is written and read.
    public static var rendering: Rendering<Answer> { .overview }
}
