public import Merkle
public import Wire

/// An event of the log, as it is stored.
public struct EventItem: Hashable, Sendable {
    /// The content of an event.
    public enum Content: Hashable, Sendable {
        case described(DescribedFields)
        /// Content without a schema: of the first event, and of newer software.
        case opaque([UInt8])
    }

    /// The position in the log.
    public var position: Position
    /// The name of the event type; the number for a type of newer software.
    public var type: String
    /// The time of recording.
    public var recorded: Timestamp
    /// The time that an import or a bridge gave.
    public var sent: Timestamp?
    /// The stream: that of a conversation, of a user, or of the store.
    public var stream: Stream
    /// The number within the stream, from 1.
    public var version: Version
    /// The acting user; nil for the store and its operator.
    public var actor: UserID?
    /// The command that caused it, if the command had an id.
    public var command: CommandTrace?
    /// The version of the writer's schemas.
    public var schema: UInt32
    /// The hash of the envelope in the tree.
    public var leaf: Digest
    /// The leaf of the event before it in the stream.
    public var previous: Digest?
    /// The keyed hash of the content, also after its erasure; nil for an event without content.
    public var seal: Digest?
    /// The structure, which no erasure removes.
    public var fields: DescribedFields
    /// The content; nil if there is none, after its erasure, or if the query does not ask for it.
    public var content: Content?
    /// Whether its content was erased.
    public var isErased: Bool

    /// Creates an event item.
    public init(
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

/// A page of the log.
public struct EventPage: Hashable, Sendable {
    /// The events, oldest first.
    public var items: [EventItem]
    /// The position to continue from; nil on the last page.
    public var next: Position?

    /// Creates an event page.
    public init(_ items: [EventItem] = [], next: Position? = nil) {
        self.items = items
        self.next = next
    }
}

extension EventPage: PageAnswer {
    package var itemCount: Int { items.count }
}

/// A page of the log, oldest event first; for the operator.
///
/// Every condition narrows it: an event is listed if all of them hold.
public struct EventsQuery: PagedQuery {
    /// A page of events.
    ///
    /// It may be empty while there are more: `next` is where to continue.
    public typealias Answer = EventPage

    package static let name = QueryName.events
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.index

    /// The first position; nil for the first event.
    public var from: Position?
    /// The last position; nil for the newest event.
    public var until: Position?
    /// The epoch of the positions; nil for the store's first one.
    public var epoch: UInt64?
    /// The first time of recording; nil for the first event.
    public var fromTime: Timestamp?
    /// The first time of recording that no longer counts; nil for no end.
    public var untilTime: Timestamp?
    /// The stream whose events to list: of a conversation, of a user or of the store; nil for all.
    public var stream: Stream?
    /// The conversation or user with this id has the stream whose events to list.
    package var streamID: UniqueID?
    /// The user who did it; nil for every actor.
    public var actor: UserID?
    /// The user that the events concern, by their stream or by name; nil for all.
    public var user: UserID?
    /// The message that the events name, also as the message that is replied to or reached; nil
    /// for all.
    public var message: MessageID?
    /// The numbers of the event types to list, at least one; nil for every type.
    public var types: Set<UInt32>?
    /// The largest number of events; nil for the default.
    public var limit: Int?
    /// Whether to show content.
    public var showsContent: Bool

    /// Creates a query for all events without content, unless arguments say otherwise.
    public init(
        from: Position? = nil,
        until: Position? = nil,
        epoch: UInt64? = nil,
        fromTime: Timestamp? = nil,
        untilTime: Timestamp? = nil,
        stream: Stream? = nil,
        actor: UserID? = nil,
        concerning user: UserID? = nil,
        message: MessageID? = nil,
        types: Set<UInt32>? = nil,
        limit: Int? = nil,
        showsContent: Bool = false
    ) {
        self.from = from
        self.until = until
        self.epoch = epoch
        self.fromTime = fromTime
        self.untilTime = untilTime
        self.stream = stream
        self.actor = actor
        self.user = user
        self.message = message
        self.types = types
        self.limit = limit
        self.showsContent = showsContent
    }

    package var opening: Opening? {
        guard showsContent else { return nil }
        var opening = Opening(message: message, user: user ?? actor)
        switch stream {
        case .conversation(let conversation)?: opening.conversation = conversation
        case .user(let user)?: opening.user = opening.user ?? user
        case .store?, nil: break
        }
        // It is a conversation or a user; either way the log says which one.
        if let streamID, opening.conversation == nil {
            opening.conversation = ConversationID(streamID)
        }
        return opening
    }
}
