package import Merkle
package import Wire

/// An event of the log as it stands there, for whoever audits it.
package struct EventItem: Hashable, Sendable {
    /// What a person wrote, as far as it is there and was asked for.
    package enum Content: Hashable, Sendable {
        case described(DescribedFields)
        /// What no schema describes: the first event's, and that of newer software.
        case opaque([UInt8])
    }

    package var position: Position
    /// Its name; of an event of newer software, its number.
    package var type: String
    package var recorded: Timestamp
    /// The time that an import or a bridge gave, where one did.
    package var sent: Timestamp?
    package var stream: Stream
    /// Its number within the stream.
    package var version: Version
    /// Nil for the store and its operator.
    package var actor: UserID?
    /// Which command led to it, where that carried an id.
    package var command: CommandTrace?
    /// The version of the schemas that the writer knew.
    package var schema: UInt32
    /// The hash of its envelope in the tree.
    package var leaf: Digest
    /// The leaf of the stream's event before it.
    package var previous: Digest?
    /// What vouches for the content, where it ever had any.
    package var seal: Digest?
    /// The structure, which stays whatever is erased.
    package var fields: DescribedFields
    /// Nil where there is none, or none any more, or it was not asked for.
    package var content: Content?
    package var isErased: Bool

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
package struct EventPage: Hashable, Sendable {
    package var items: [EventItem]
    /// The first position that was not looked at; nil where nothing follows.
    package var next: Position?

    package init(_ items: [EventItem] = [], next: Position? = nil) {
        self.items = items
        self.next = next
    }
}
