public import Wire

/// An entry of a timeline: a message or a system entry.
public struct MessageItem: Hashable, Sendable {
    /// A user mentioned in a text.
    public struct Mention: Hashable, Sendable {
        /// The mentioned user.
        public var user: UserID
        /// The name to show.
        public var name: String
        /// The start of the mention, in UTF-16 units of the text.
        public var offset: Int
        /// The length of the mention, in UTF-16 units.
        public var length: Int

        /// Creates a mention.
        public init(user: UserID, name: String, offset: Int, length: Int) {
            self.user = user
            self.name = name
            self.offset = offset
            self.length = length
        }
    }

    /// The message that is replied to, with only what the viewer may see.
    public struct Parent: Hashable, Sendable {
        /// The id of the message.
        public var message: MessageID
        /// The sender's name; nil if the viewer may not see the message.
        public var senderName: String?
        /// The beginning of the text; nil if there is none to see.
        public var preview: String?
        /// Whether it was deleted.
        public var isDeleted: Bool
        /// Whether its content was erased.
        public var isErased: Bool

        /// Creates a parent.
        public init(
            message: MessageID,
            senderName: String? = nil,
            preview: String? = nil,
            isDeleted: Bool = false,
            isErased: Bool = false
        ) {
            self.message = message
            self.senderName = senderName
            self.preview = preview
            self.isDeleted = isDeleted
            self.isErased = isErased
        }
    }

    /// A reaction on a message, with its count.
    public struct ReactionCount: Hashable, Sendable {
        /// One of the six names, or an emoji.
        public var reaction: String
        /// The number of people with this reaction.
        public var count: Int
        /// Whether the viewer is one of them.
        public var isMine: Bool

        /// Creates a reaction count.
        public init(_ reaction: String, count: Int, isMine: Bool) {
            self.reaction = reaction
            self.count = count
            self.isMine = isMine
        }
    }

    /// The receipts of the viewer's own message.
    public struct Receipt: Hashable, Sendable {
        /// The status that all of these people have reached.
        public var status: ReceiptSummary.Status
        /// The time at which the last of them reached it; for a sent message, that of sending.
        public var at: Timestamp
        /// The counts of readers; nil for a viewer who has turned receipts off.
        public var readings: Readings?

        /// The counts of readers.
        public struct Readings: Hashable, Sendable {
            /// The number of people who have read the message.
            public var count: Int
            /// The number of people who could read it.
            public var of: Int

            /// Creates readings.
            public init(count: Int, of audience: Int) {
                self.count = count
                of = audience
            }
        }

        /// Creates a receipt.
        public init(
            _ status: ReceiptSummary.Status,
            at time: Timestamp,
            readings: Readings? = nil
        ) {
            self.status = status
            at = time
            self.readings = readings
        }
    }

    /// The content of a system entry.
    public struct SystemWords: Hashable, Sendable {
        /// The kind of event, such as `user_added` or `conversation_renamed`.
        public var type: String
        /// The acting user; nil for the operator.
        public var actor: UserID?
        /// The affected user.
        public var target: UserID?
        /// The new title, if there is one.
        public var title: String?
        /// The number of members at creation, for the entry of the creation.
        public var count: Int?
        /// An English sentence to show.
        public var text: String

        /// Creates the content of a system entry.
        public init(
            type: String,
            actor: UserID?,
            target: UserID? = nil,
            title: String? = nil,
            count: Int? = nil,
            text: String
        ) {
            self.type = type
            self.actor = actor
            self.target = target
            self.title = title
            self.count = count
            self.text = text
        }
    }

    /// The position in the log.
    public var position: Position
    /// The entry's id.
    public var message: MessageID
    /// The conversation.
    public var conversation: ConversationID
    /// The number in the conversation's timeline, from 1.
    public var ordinal: UInt64
    /// The kind of message; nil for a system entry.
    public var kind: MessageKind?
    /// The sender, or the acting user of a system entry; nil for the operator.
    public var sender: UserID?
    /// The name to show; empty where there is no sender.
    public var senderName: String
    /// The URL or storage path of the picture.
    public var senderAvatar: String?
    /// The text; nil if there is none, or after deletion or erasure.
    public var text: String?
    /// The attachments, in the order of sending.
    public var attachments: [Attachment] = []
    /// The embedder's own data, unchanged.
    public var custom: String?
    /// The time of sending, by the store's clock.
    public var sentAt: Timestamp
    /// The time of sending, by the sender's clock.
    public var claimedAt: Timestamp?
    /// The number of edits.
    public var editCount = 0
    /// The time of the last edit.
    public var editedAt: Timestamp?
    /// Whether it was deleted.
    public var isDeleted = false
    /// Whether its content was erased.
    public var isErased = false
    /// The mentions, in the order of the text.
    public var mentions: [Mention] = []
    /// The reactions with their counts, the most frequent first: at most `Limits.shownReactions`.
    public var reactions: [ReactionCount] = []
    /// The receipts, for the viewer's own message.
    public var receipt: Receipt?
    /// Whether the embedder sent it to many conversations.
    public var isBroadcast = false
    /// Whether the embedder marked it as a payment.
    public var isPayment = false
    /// The rarely used properties.
    private var rarities = RarityBox.empty
}

extension MessageItem {
    // Through the memberwise initializer: where properties are set one by one, the compiler copies
    // the whole value once more.
    /// Creates a message item.
    public init(
        _ message: MessageID,
        in conversation: ConversationID,
        at position: Position,
        ordinal: UInt64,
        kind: MessageKind?,
        sender: UserID?,
        senderName: String,
        senderAvatar: String? = nil,
        sentAt: Timestamp
    ) {
        self.init(
            position: position,
            message: message,
            conversation: conversation,
            ordinal: ordinal,
            kind: kind,
            sender: sender,
            senderName: senderName,
            senderAvatar: senderAvatar,
            sentAt: sentAt
        )
    }
}

// Fields that few entries have.
extension MessageItem {
    /// The shared location.
    public var location: Location? {
        get { rarities.content.location }
        set { rarities.content.location = newValue }
    }

    /// The user who deleted it.
    public var deletedBy: UserID? {
        get { rarities.content.deletedBy }
        set { rarities.content.deletedBy = newValue }
    }

    /// The time of the deletion.
    public var deletedAt: Timestamp? {
        get { rarities.content.deletedAt }
        set { rarities.content.deletedAt = newValue }
    }

    /// The message that it replies to.
    public var replyTo: Parent? {
        get { rarities.content.replyTo }
        set { rarities.content.replyTo = newValue }
    }

    /// The preview of a link in the text.
    public var linkPreview: LinkPreview? {
        get { rarities.content.linkPreview }
        set { rarities.content.linkPreview = newValue }
    }

    /// The priority that the embedder gave it.
    public var priority: AnnotateMessage.Priority? {
        get { rarities.content.priority }
        set { rarities.content.priority = newValue }
    }

    /// The message that it was forwarded from.
    public var forwardedFrom: MessageID? {
        get { rarities.content.forwardedFrom }
        set { rarities.content.forwardedFrom = newValue }
    }

    /// The number of kinds of reactions, if there are more than `reactions` holds.
    public var reactionCount: Int? {
        get { rarities.content.reactionCount }
        set { rarities.content.reactionCount = newValue }
    }

    /// The content of a system entry; nil for a message.
    public var system: SystemWords? {
        get { rarities.content.system }
        set { rarities.content.system = newValue }
    }

    private struct Rarities: Hashable {
        var location: Location?
        var deletedBy: UserID?
        var deletedAt: Timestamp?
        var replyTo: Parent?
        var linkPreview: LinkPreview?
        var priority: AnnotateMessage.Priority?
        var forwardedFrom: MessageID?
        var reactionCount: Int?
        var system: SystemWords?
    }

    /// Stores rarely used properties apart, because items are copied and pages have many.
    private enum RarityBox: Hashable {
        case empty
        indirect case filled(Rarities)

        var content: Rarities {
            get {
                switch self {
                case .empty: Rarities()
                case .filled(let content): content
                }
            }
            // Equal items must have one form, so that they compare as equal.
            set { self = newValue == Rarities() ? .empty : .filled(newValue) }
        }
    }
}
