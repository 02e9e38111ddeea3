public import Merkle
public import Wire

/// The scope of an export: everything, unless a field narrows it.
public struct ExportScope: Hashable, Sendable {
    /// Only the events of this conversation.
    public var conversation: ConversationID?
    /// Only the texts and settings of this user, as for a subject access request.
    public var user: UserID?
    /// The earliest recording time; nil for the beginning.
    public var from: Timestamp?
    /// The time before which events were recorded; nil for the present.
    public var until: Timestamp?
    /// Whether it holds the words of deleted messages; an export of everything to a folder always
    /// does.
    public var includesDeleted: Bool

    /// Creates a scope; at most one of a conversation, a user and times narrows it.
    public init(
        conversation: ConversationID? = nil,
        user: UserID? = nil,
        from: Timestamp? = nil,
        until: Timestamp? = nil,
        includingDeleted: Bool = false
    ) {
        self.conversation = conversation
        self.user = user
        self.from = from
        self.until = until
        includesDeleted = includingDeleted
    }

    /// The whole log: the only scope that can be imported.
    public static let everything = ExportScope(includingDeleted: true)

    /// Whether it is the whole log.
    public var isEverything: Bool {
        conversation == nil && user == nil && from == nil && until == nil
    }
}

/// An export that was made, as the log has it.
public struct ExportItem: Hashable, Sendable {
    /// The position of the event that notes it.
    public var position: Position
    /// The time of the event.
    public var at: Timestamp
    /// The scope of the export.
    public var scope: ExportScope
    /// The position whose state it shows.
    public var upTo: Position
    /// The root of the log of that size.
    public var root: Digest
    /// SHA-256 of its `manifest.json`, or of the SQLite database.
    public var manifest: Digest
    /// Who made it, as the system knows them.
    public var who: String
    /// The reason; nil if none was given, or it was erased.
    public var reason: String?

    /// Creates an export item.
    public init(
        position: Position,
        at time: Timestamp,
        scope: ExportScope,
        upTo: Position,
        root: Digest,
        manifest: Digest,
        who: String,
        reason: String? = nil
    ) {
        self.position = position
        at = time
        self.scope = scope
        self.upTo = upTo
        self.root = root
        self.manifest = manifest
        self.who = who
        self.reason = reason
    }
}

/// A page of the exports that were made, in the order of making; for the operator.
public struct ExportsQuery: PagedQuery {
    /// A page of exports.
    public typealias Answer = Page<ExportItem>

    package static let name = QueryName.exports
    package static let audience = Audience.operator

    /// The largest number of exports; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the exports that were made.
    public init(limit: Int? = nil, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    // The reasons of exports, and none of the words in them.
    package var opening: Opening? { nil }
}
