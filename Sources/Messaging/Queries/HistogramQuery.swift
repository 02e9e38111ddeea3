public import Wire

/// How many events were recorded in each of several equal spans of time; for the operator.
///
/// It opens no content.
public struct HistogramQuery: ServedQuery {
    /// The spans, in their order.
    public typealias Answer = [HistogramSpan]

    package static let name = QueryName.histogram
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.index

    /// The first time that counts; nil for the first event's.
    public var from: Timestamp?
    /// The exclusive end; nil for the time after the newest event.
    public var until: Timestamp?
    /// Only the events of this conversation.
    public var conversation: ConversationID?
    /// Only the events that a user did or that concern them.
    public var user: UserID?
    /// Only events of the type with this number.
    public var type: UInt32?
    /// The largest number of spans; nil for the default.
    public var buckets: Int?

    /// Creates a query for the numbers of events in spans of time.
    public init(
        from: Timestamp? = nil,
        until: Timestamp? = nil,
        conversation: ConversationID? = nil,
        user: UserID? = nil,
        type: UInt32? = nil,
        buckets: Int? = nil
    ) {
        self.from = from
        self.until = until
        self.conversation = conversation
        self.user = user
        self.type = type
        self.buckets = buckets
    }

    package var opening: Opening? { nil }
}

/// A span of time, and how many events were recorded in it.
public struct HistogramSpan: Hashable, Sendable {
    /// The first time that counts; a whole millisecond.
    public var from: Timestamp
    /// The exclusive end.
    public var until: Timestamp
    /// The number of events.
    public var count: UInt64

    /// Creates a span.
    public init(from: Timestamp, until: Timestamp, count: UInt64) {
        self.from = from
        self.until = until
        self.count = count
    }
}
