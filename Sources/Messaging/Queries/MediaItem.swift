public import Wire

/// A kind of media in a message.
public enum MediaKind: Hashable, Sendable, CaseIterable {
    case image, audio, file, location, link

    /// Creates the kind of an attachment; nil for a kind of newer software.
    package init?(_ attachment: AttachmentKind) {
        switch attachment {
        case .image: self = .image
        case .audio: self = .audio
        case .file: self = .file
        case .unspecified, .unrecognized: return nil
        }
    }
}

/// An attachment, location or link, with its message.
public struct MediaItem: Hashable, Sendable {
    /// The content of an item.
    public enum Medium: Hashable, Sendable {
        case attachment(Attachment)
        case location(Location)
        /// A link with its preview; without a preview, only the address.
        case link(LinkPreview)
    }

    /// The message.
    public var message: MessageID
    /// The message's number in the conversation's timeline, from 1.
    public var ordinal: UInt64
    /// The sender.
    public var sender: UserID
    /// The name to show.
    public var senderName: String
    /// The time of sending.
    public var sentAt: Timestamp
    /// The kind of media.
    public var kind: MediaKind
    /// The attachment, location or link.
    public var medium: Medium

    /// Creates a media item.
    public init(
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

/// A page of media, newest message first.
public struct MediaPage: Hashable, Sendable {
    /// The items, and the cursor of the next page.
    public var page: Page<MediaItem>
    /// The number of items on all pages.
    public var count: UInt64

    /// Creates a media page.
    public init(_ page: Page<MediaItem>, count: UInt64) {
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
    package static let pastNeed = PastNeed.conversation

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

    package var opening: Opening? { Opening(conversation: conversation) }
}
