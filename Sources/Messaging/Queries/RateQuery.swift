public import Wire

/// How many messages the user has sent in a window that ends now.
public struct RateWindow: Hashable, Sendable {
    /// The limit.
    public var limit: RateLimit
    /// The number of messages that count.
    public var used: Int
    /// The time at which the oldest of them stops counting; nil if none counts.
    public var resetsAt: Timestamp?
    /// In how many milliseconds there is room; nil while there is.
    package var retryAfter: Int64?

    /// Creates a rate window.
    public init(
        _ limit: RateLimit,
        used: Int,
        resetsAt: Timestamp? = nil,
        retryAfter: Int64? = nil
    ) {
        self.limit = limit
        self.used = used
        self.resetsAt = resetsAt
        self.retryAfter = retryAfter
    }
}

/// How many messages the user has sent of those that the rate limits allow.
///
/// The process that writes counts them in memory, from zero at each opening.
public struct RateQuery: ServedQuery {
    /// A window for each rate limit; empty if there is none.
    public typealias Answer = [RateWindow]

    package static let name = QueryName.rate
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation
    package static let isForWriter = true

    /// Creates a query for the user's own messages.
    public init() {}

    package var opening: Opening? { nil }
}
