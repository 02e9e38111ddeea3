public import Wire

/// What a message can carry beside its words.
public enum MediaKind: Hashable, Sendable, CaseIterable {
    case image, audio, file, location, link

    /// Nil for what newer software attached.
    package init?(_ attachment: AttachmentKind) {
        switch attachment {
        case .image: self = .image
        case .audio: self = .audio
        case .file: self = .file
        case .unspecified, .unrecognized: return nil
        }
    }
}

/// One thing that a message carries, and which message.
public struct MediaItem: Hashable, Sendable {
    /// What is carried.
    public enum Medium: Hashable, Sendable {
        case attachment(Attachment)
        case location(Location)
        /// What was found out about a link; the address alone where nothing was.
        case link(LinkPreview)
    }

    /// The message that carries it.
    public var message: MessageID
    /// That message's place in the conversation's timeline.
    public var ordinal: UInt64
    /// Who sent it.
    public var sender: UserID
    /// The name that is shown for them.
    public var senderName: String
    /// When it was sent.
    public var sentAt: Timestamp
    /// Whether it is an image, audio, a file, a location or a link.
    public var kind: MediaKind
    /// The thing itself.
    public var medium: Medium

    package init(
        _ kind: MediaKind,
        _ medium: Medium,
        of message: MessageID,
        ordinal: UInt64,
        sender: UserID,
        senderName: String,
        sentAt: Timestamp
    ) {
        self.message = message
        self.ordinal = ordinal
        self.sender = sender
        self.senderName = senderName
        self.sentAt = sentAt
        self.kind = kind
        self.medium = medium
    }
}

/// A page of what a conversation's messages carry, newest message first.
public struct MediaPage: Hashable, Sendable {
    /// The things, and where to go on.
    public var page: Page<MediaItem>
    /// How many there are in all, on whichever page.
    public var count: UInt64

    package init(_ page: Page<MediaItem>, count: UInt64) {
        self.page = page
        self.count = count
    }
}

extension MediaPage: PageAnswer {
    package var itemCount: Int { page.items.count }
}

/// A page of the attachments, locations and links in a conversation, newest message first.
public struct MediaQuery: PagedQuery {
    /// A page of media, and the number of all of them.
    public typealias Answer = MediaPage

    package static let name = QueryName.media
    package static let audience = Audience.users

    /// The conversation.
    public var conversation: ConversationID
    /// The kind to list; nil for every kind.
    public var kind: MediaKind?
    /// The largest number of items; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the media of a conversation.
    public init(
        in conversation: ConversationID,
        kind: MediaKind? = nil,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.conversation = conversation
        self.kind = kind
        self.limit = limit
        self.cursor = cursor
    }
}
