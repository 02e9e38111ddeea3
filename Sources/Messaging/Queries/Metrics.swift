public import Wire

/// How a chat was used between two moments; what was deleted or erased since counts too.
///
/// It is computed from the log, by when events were recorded.
public struct Metrics: Hashable, Sendable {
    /// How many messages were sent.
    public var messages: UInt64
    /// How many people sent a message.
    public var activeSenders: UInt64
    /// How many messages somebody sends on a day (in UTC) on which they send any, on average.
    public var perUserPerDay: Double
    /// Which share of the active senders sent something in a group or request, from 0 to 1.
    public var shareInGroups: Double
    /// How many messages were sent in a conversation in which any were sent, on average.
    public var meanConversationLength: Double
    /// How often somebody reacted to a message; taking it back takes nothing away.
    public var reactions: UInt64
    /// How many of the messages were replies.
    public var replies: UInt64
    /// How many of the messages had an image, audio or a file with them.
    public var media: UInt64

    package init(
        messages: UInt64 = 0,
        activeSenders: UInt64 = 0,
        perUserPerDay: Double = 0,
        shareInGroups: Double = 0,
        meanConversationLength: Double = 0,
        reactions: UInt64 = 0,
        replies: UInt64 = 0,
        media: UInt64 = 0
    ) {
        self.messages = messages
        self.activeSenders = activeSenders
        self.perUserPerDay = perUserPerDay
        self.shareInGroups = shareInGroups
        self.meanConversationLength = meanConversationLength
        self.reactions = reactions
        self.replies = replies
        self.media = media
    }
}

/// How the chat was used in a period; for the operator.
public struct MetricsQuery: ServedQuery {
    /// Counts and averages.
    public typealias Answer = Metrics

    package static let name = QueryName.metrics
    package static let audience = Audience.operator

    /// The first time that counts; nil for the first event.
    public var from: Timestamp?
    /// The first time that no longer counts; nil for no end.
    public var until: Timestamp?

    /// Creates a query for all events, or for those of a period.
    public init(from: Timestamp? = nil, until: Timestamp? = nil) {
        self.from = from
        self.until = until
    }
}
