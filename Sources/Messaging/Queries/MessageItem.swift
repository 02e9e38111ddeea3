package import Wire

/// An entry of a timeline, with what belongs to it.
package struct MessageItem: Hashable, Sendable {
    /// Somebody who is named in a text.
    package struct Mention: Hashable, Sendable {
        package var user: UserID
        package var name: String
        /// In UTF-16 units of the text.
        package var offset: Int
        package var length: Int

        package init(user: UserID, name: String, offset: Int, length: Int) {
            self.user = user
            self.name = name
            self.offset = offset
            self.length = length
        }
    }

    /// The message that is replied to, as far as the viewer may know it.
    package struct Parent: Hashable, Sendable {
        package var message: MessageID
        package var senderName: String?
        package var preview: String?
        package var isDeleted: Bool
        package var isErased: Bool

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
    package struct ReactionCount: Hashable, Sendable {
        package var reaction: String
        package var count: Int
        package var isMine: Bool

        package init(_ reaction: String, count: Int, isMine: Bool) {
            self.reaction = reaction
            self.count = count
            self.isMine = isMine
        }
    }

    /// How far the viewer's own message has come.
    package struct Receipt: Hashable, Sendable {
        package var status: ReceiptSummary.Status
        /// Read by so many of so many; nil for a viewer who has switched receipts off.
        package var readings: Readings?

        package struct Readings: Hashable, Sendable {
            package var count: Int
            package var of: Int

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
    package struct SystemWords: Hashable, Sendable {
        package var type: String
        package var actor: UserID
        package var target: UserID?
        package var title: String?
        package var text: String

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

    package var position: Position
    package var message: MessageID
    package var conversation: ConversationID
    package var ordinal: UInt64
    /// What it holds; nil for what the store made of another event.
    package var kind: MessageKind?
    package var sender: UserID
    package var senderName: String
    package var senderAvatar: String?
    package var text: String?
    package var attachments: [Attachment] = []
    package var location: Location?
    package var custom: String?
    package var sentAt: Timestamp
    package var claimedAt: Timestamp?
    package var editCount = 0
    package var editedAt: Timestamp?
    package var isDeleted = false
    package var deletedBy: UserID?
    package var isErased = false
    package var mentions: [Mention] = []
    package var replyTo: Parent?
    package var reactions: [ReactionCount] = []
    /// For the viewer's own message.
    package var receipt: Receipt?
    package var linkPreview: LinkPreview?
    package var priority: AnnotateMessage.Priority?
    package var isBroadcast = false
    package var isPayment = false
    package var forwardedFrom: MessageID?
    package var system: SystemWords?

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
        self.message = message
        self.conversation = conversation
        self.position = position
        self.ordinal = ordinal
        self.kind = kind
        self.sender = sender
        self.senderName = senderName
        self.senderAvatar = senderAvatar
        self.sentAt = sentAt
    }
}

/// Entries that follow each other, oldest first.
package struct MessagePage: Hashable, Sendable {
    package var items: [MessageItem]
    /// Where the page before goes on; nil at the beginning of what the viewer can see.
    package var before: Cursor?
    /// Where the page behind goes on; nil at the end.
    package var after: Cursor?

    package init(_ items: [MessageItem], before: Cursor? = nil, after: Cursor? = nil) {
        self.items = items
        self.before = before
        self.after = after
    }
}

/// The earlier texts of a message.
package struct MessageHistory: Hashable, Sendable {
    package struct Version: Hashable, Sendable {
        package var text: String
        /// When it was written.
        package var at: Timestamp

        package init(text: String, at: Timestamp) {
            self.text = text
            self.at = at
        }
    }

    /// Oldest first; the present text is not among them.
    package var versions: [Version]
    /// How often the message was edited, however many versions are shown.
    package var count: Int

    package init(versions: [Version], count: Int) {
        self.versions = versions
        self.count = count
    }
}
