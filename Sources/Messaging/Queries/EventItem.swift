public import Merkle
public import Wire

/// An event of the log as it stands there, for whoever audits it.
public struct EventItem: Hashable, Sendable {
    /// What a person wrote, as far as it is there and was asked for.
    public enum Content: Hashable, Sendable {
        case described(DescribedFields)
        /// What no schema describes: the first event's, and that of newer software.
        case opaque([UInt8])
    }

    /// Where it stands in the log.
    public var position: Position
    /// Its name; of an event of newer software, its number.
    public var type: String
    /// When it was recorded.
    public var recorded: Timestamp
    /// The time that an import or a bridge gave, where one did.
    public var sent: Timestamp?
    /// Whose it is: a conversation's, a user's, or the store's.
    public var stream: Stream
    /// Its number within the stream.
    public var version: Version
    /// Nil for the store and its operator.
    public var actor: UserID?
    /// Which command led to it, where that carried an id.
    public var command: CommandTrace?
    /// The version of the schemas that the writer knew.
    public var schema: UInt32
    /// The hash of its envelope in the tree.
    public var leaf: Digest
    /// The leaf of the stream's event before it.
    public var previous: Digest?
    /// What vouches for the content, where it ever had any.
    public var seal: Digest?
    /// The structure, which stays whatever is erased.
    public var fields: DescribedFields
    /// Nil where there is none, or none any more, or it was not asked for.
    public var content: Content?
    /// Whether it had content that is gone.
    public var isErased: Bool

    package init(
        position: Position,
        type: String,
        recorded: Timestamp,
        sent: Timestamp? = nil,
        stream: Stream,
        version: Version,
        actor: UserID? = nil,
        command: CommandTrace? = nil,
        schema: UInt32,
        leaf: Digest,
        previous: Digest? = nil,
        seal: Digest? = nil,
        fields: DescribedFields,
        content: Content? = nil,
        isErased: Bool = false
    ) {
        self.position = position
        self.type = type
        self.recorded = recorded
        self.sent = sent
        self.stream = stream
        self.version = version
        self.actor = actor
        self.command = command
        self.schema = schema
        self.leaf = leaf
        self.previous = previous
        self.seal = seal
        self.fields = fields
        self.content = content
        self.isErased = isErased
    }
}

/// Events in their order, and where to go on.
public struct EventPage: Hashable, Sendable {
    /// The events, oldest first.
    public var items: [EventItem]
    /// The first position that was not looked at; nil where nothing follows.
    public var next: Position?

    package init(_ items: [EventItem] = [], next: Position? = nil) {
        self.items = items
        self.next = next
    }
}

extension EventPage: PageAnswer {
    package var itemCount: Int { items.count }
}

/// A page of the log, oldest event first; for the operator.
public struct EventsQuery: PagedQuery {
    /// A page of events.
    ///
    /// It may be empty while there are more: `next` is where to continue.
    public typealias Answer = EventPage

    package static let name = QueryName.events
    package static let audience = Audience.operator

    /// The first position; nil for the first event.
    public var from: Position?
    /// The last position; nil for the newest event.
    public var until: Position?
    /// The epoch of the positions; nil for the store's first one.
    public var epoch: UInt64?
    /// The conversation or user whose events to list; nil for all events.
    public var stream: Stream?
    /// The number of the event type to list; nil for every type.
    public var type: UInt32?
    /// The largest number of events; nil for the default.
    public var limit: Int?
    /// Whether to show content.
    public var showsContent: Bool

    /// Creates a query for all events without content, unless arguments say otherwise.
    public init(
        from: Position? = nil,
        until: Position? = nil,
        epoch: UInt64? = nil,
        stream: Stream? = nil,
        type: UInt32? = nil,
        limit: Int? = nil,
        showsContent: Bool = false
    ) {
        self.from = from
        self.until = until
        self.epoch = epoch
        self.stream = stream
        self.type = type
        self.limit = limit
        self.showsContent = showsContent
    }
}
