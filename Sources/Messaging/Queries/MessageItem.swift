public import Wire

/// An entry of a timeline, with what belongs to it.
public struct MessageItem: Hashable, Sendable {
    /// Somebody who is named in a text.
    public struct Mention: Hashable, Sendable {
        /// Who is named.
        public var user: UserID
        /// The name that is shown for them.
        public var name: String
        /// In UTF-16 units of the text.
        public var offset: Int
        /// How long the name is, in UTF-16 units.
        public var length: Int

        package init(user: UserID, name: String, offset: Int, length: Int) {
            self.user = user
            self.name = name
            self.offset = offset
            self.length = length
        }
    }

    /// The message that is replied to, as far as the viewer may know it.
    public struct Parent: Hashable, Sendable {
        /// The parent's id.
        public var message: MessageID
        /// Who sent it; nil where the viewer may not see it.
        public var senderName: String?
        /// Its beginning; nil where there is nothing to see.
        public var preview: String?
        /// Whether it was deleted.
        public var isDeleted: Bool
        /// Whether its content is gone for good.
        public var isErased: Bool

        package init(
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

    /// How often a message has a reaction.
    public struct ReactionCount: Hashable, Sendable {
        /// One of the six names, or an emoji.
        public var reaction: String
        /// How many have reacted so.
        public var count: Int
        /// Whether the viewer is one of them.
        public var isMine: Bool

        package init(_ reaction: String, count: Int, isMine: Bool) {
            self.reaction = reaction
            self.count = count
            self.isMine = isMine
        }
    }

    /// How far the viewer's own message has come.
    public struct Receipt: Hashable, Sendable {
        /// How far it has come with everybody.
        public var status: ReceiptSummary.Status
        /// Read by so many of so many; nil for a viewer who has switched receipts off.
        public var readings: Readings?

        /// By how many of how many a message was read.
        public struct Readings: Hashable, Sendable {
            /// How many have read it.
            public var count: Int
            /// How many could.
            public var of: Int

            package init(count: Int, of audience: Int) {
                self.count = count
                of = audience
            }
        }

        package init(_ status: ReceiptSummary.Status, readings: Readings? = nil) {
            self.status = status
            self.readings = readings
        }
    }

    /// What an entry says that nobody wrote.
    public struct SystemWords: Hashable, Sendable {
        /// What happened, as one word: `user_added`, `conversation_renamed` and so on.
        public var type: String
        /// Who did it.
        public var actor: UserID
        /// To whom it was done.
        public var target: UserID?
        /// The new title, where there is one.
        public var title: String?
        /// The same as an English sentence.
        public var text: String

        package init(
            type: String,
            actor: UserID,
            target: UserID? = nil,
            title: String? = nil,
            text: String
        ) {
            self.type = type
            self.actor = actor
            self.target = target
            self.title = title
            self.text = text
        }
    }

    /// Where it stands in the log.
    public var position: Position
    /// The entry's id.
    public var message: MessageID
    /// Where it was said.
    public var conversation: ConversationID
    /// Its place in the conversation's timeline, from 1.
    public var ordinal: UInt64
    /// What it holds; nil for what the store made of another event.
    public var kind: MessageKind?
    /// Who sent it or did it.
    public var sender: UserID
    /// The name that is shown for them.
    public var senderName: String
    /// The URL or storage path of their picture.
    public var senderAvatar: String?
    /// What it says; nil where it says nothing, or nothing any more.
    public var text: String?
    /// What hangs on it, in the order of sending.
    public var attachments: [Attachment] = []
    /// The embedder's own data, as it was given.
    public var custom: String?
    /// When it was sent, by the store's clock.
    public var sentAt: Timestamp
    /// When it was sent, by the sender's clock.
    public var claimedAt: Timestamp?
    /// How often it was given another text.
    public var editCount = 0
    /// When that was last.
    public var editedAt: Timestamp?
    /// Whether it was taken out of sight.
    public var isDeleted = false
    /// Whether its content is gone for good.
    public var isErased = false
    /// Who is named in the text, in the order of the text.
    public var mentions: [Mention] = []
    /// How often it has which reaction, the most frequent first: the first
    /// `Limits.shownReactions` of them.
    public var reactions: [ReactionCount] = []
    /// For the viewer's own message.
    public var receipt: Receipt?
    /// Whether the embedder said the same in many conversations.
    public var isBroadcast = false
    /// Whether it is about a payment, as the embedder has it.
    public var isPayment = false
    /// What few entries have.
    private var rarities = RarityBox.empty
}

extension MessageItem {
    // Through the memberwise initializer: where properties are set one by one, the compiler copies
    // the whole value once more.
    package init(
        _ message: MessageID,
        in conversation: ConversationID,
        at position: Position,
        ordinal: UInt64,
        kind: MessageKind?,
        sender: UserID,
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

// What few entries have.
extension MessageItem {
    /// The place that is shared.
    public var location: Location? {
        get { rarities.content.location }
        set { rarities.content.location = newValue }
    }

    /// Who took it out of sight.
    public var deletedBy: UserID? {
        get { rarities.content.deletedBy }
        set { rarities.content.deletedBy = newValue }
    }

    /// The message that it answers.
    public var replyTo: Parent? {
        get { rarities.content.replyTo }
        set { rarities.content.replyTo = newValue }
    }

    /// What is behind a link in the text.
    public var linkPreview: LinkPreview? {
        get { rarities.content.linkPreview }
        set { rarities.content.linkPreview = newValue }
    }

    /// Whether it is to be noticed before others.
    public var priority: AnnotateMessage.Priority? {
        get { rarities.content.priority }
        set { rarities.content.priority = newValue }
    }

    /// The message that it is a copy of.
    public var forwardedFrom: MessageID? {
        get { rarities.content.forwardedFrom }
        set { rarities.content.forwardedFrom = newValue }
    }

    /// How many kinds of reactions it has, where those are more than it shows.
    public var reactionCount: Int? {
        get { rarities.content.reactionCount }
        set { rarities.content.reactionCount = newValue }
    }

    /// What it says, if it is an entry that nobody wrote.
    public var system: SystemWords? {
        get { rarities.content.system }
        set { rarities.content.system = newValue }
    }

    private struct Rarities: Hashable {
        var location: Location?
        var deletedBy: UserID?
        var replyTo: Parent?
        var linkPreview: LinkPreview?
        var priority: AnnotateMessage.Priority?
        var forwardedFrom: MessageID?
        var reactionCount: Int?
        var system: SystemWords?
    }

    /// Keeps what few entries have apart: an item is copied whole, and a page has many.
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
            // One state has one form, so that items compare by what they say.
            set { self = newValue == Rarities() ? .empty : .filled(newValue) }
        }
    }
}

/// Entries that follow each other, oldest first.
public struct MessagePage: Hashable, Sendable {
    /// The entries, oldest first.
    public var items: [MessageItem]
    /// Where the page before goes on; nil at the beginning of what the viewer can see.
    public var before: Cursor?
    /// Where the page behind goes on; nil at the end.
    public var after: Cursor?

    package init(_ items: [MessageItem], before: Cursor? = nil, after: Cursor? = nil) {
        self.items = items
        self.before = before
        self.after = after
    }
}

/// The earlier texts of a message.
public struct MessageHistory: Hashable, Sendable {
    /// A text that the message had.
    public struct Version: Hashable, Sendable {
        /// What it said.
        public var text: String
        /// When it was written.
        public var at: Timestamp

        package init(text: String, at: Timestamp) {
            self.text = text
            self.at = at
        }
    }

    /// Oldest first; the present text is not among them.
    public var versions: [Version]
    /// How often the message was edited, however many versions are shown.
    public var count: Int

    package init(versions: [Version], count: Int) {
        self.versions = versions
        self.count = count
    }
}

extension MessagePage: PageAnswer {
    package var itemCount: Int { items.count }
}

extension MessagePage: RandomAccessCollection {
    /// The place of the oldest entry.
    public var startIndex: Int { items.startIndex }

    /// The place after the newest entry.
    public var endIndex: Int { items.endIndex }

    /// The entry at a place of the page.
    public subscript(place: Int) -> MessageItem { items[place] }
}
