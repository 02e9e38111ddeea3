public import Wire

/// A named consumer, its mark, and how far it is behind.
public struct ConsumerItem: Hashable, Sendable {
    /// How a webhook stands.
    public struct Webhook: Hashable, Sendable {
        /// Whether it is served.
        public enum State: Hashable, Sendable {
            /// Its receiver has accepted the last message.
            case served
            /// It is tried again.
            case failing
            /// It is suspended until an operator retries it or drops the missed events.
            case parked
        }

        /// Whether it is served.
        public var state: State
        /// Since when it is failing or parked.
        public var since: Timestamp?
        /// Why the last attempt failed, as far as this process knows.
        public var failure: String?
        /// Of a parked one, the events that it missed.
        public var missed: ClosedRange<Position>?

        /// Creates how a webhook stands.
        public init(
            _ state: State,
            since: Timestamp? = nil,
            failure: String? = nil,
            missed: ClosedRange<Position>? = nil
        ) {
            self.state = state
            self.since = since
            self.failure = failure
            self.missed = missed
        }
    }

    /// The name.
    public var name: String
    /// The mark: the position up to which the consumer has everything.
    public var position: Position
    /// The epoch of the mark; nil if the log was never restored.
    public var epoch: UInt64?
    /// The number of events after the mark.
    public var behind: UInt64
    /// Whether a restore lost events that the consumer has.
    public var isReset: Bool
    /// How the webhook stands whose mark it is; nil for a consumer that reads by itself, and for a
    /// webhook that this process does not serve and that did not fail.
    public var webhook: Webhook?

    /// Creates a consumer as it stands.
    public init(
        _ name: String,
        at position: Position,
        epoch: UInt64? = nil,
        behind: UInt64,
        isReset: Bool = false,
        webhook: Webhook? = nil
    ) {
        self.name = name
        self.position = position
        self.epoch = epoch
        self.behind = behind
        self.isReset = isReset
        self.webhook = webhook
    }
}

/// A page of the consumers of a store, in the order of their names; for the operator.
///
/// The answer is of the present, also in a query of the past.
public struct ConsumersQuery: PagedQuery {
    /// A page of consumers.
    public typealias Answer = Page<ConsumerItem>

    package static let name = QueryName.consumers
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.conversation
    package static let isForWriter = true

    /// Whether the page has only webhooks.
    public var webhooksOnly: Bool
    /// The largest number of consumers; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the consumers of a store.
    public init(webhooksOnly: Bool = false, limit: Int? = nil, cursor: Cursor? = nil) {
        self.webhooksOnly = webhooksOnly
        self.limit = limit
        self.cursor = cursor
    }

    package var opening: Opening? { nil }
}
