public import Wire

/// Sends a message.
public struct SendMessage: Hashable, Sendable {
    /// Where it is said.
    public var conversation: ConversationID
    /// The message's id, which the caller makes: sending again under the same one is safe.
    public var message: MessageID
    /// What is said, if it is said in words.
    public var text: String?
    /// What hangs on it, at most ten.
    public var attachments: [Attachment]
    /// A place that is shared.
    public var location: Location?
    /// The message that it answers, in the same conversation.
    public var replyTo: MessageID?
    /// Whether the embedder says the same in many conversations.
    public var isBroadcast: Bool
    /// Whether it is about a payment, as the embedder has it.
    public var isPayment: Bool
    /// The message that it is a copy of, if its sender can see that.
    public var forwardedFrom: MessageID?
    /// What the sender's clock says, kept beside the time of the store.
    public var claimedAt: Timestamp?
    /// The embedder's own data, at most 4,096 bytes, given back with the message.
    public var custom: String?

    /// Describes a message, which holds at least one of text, attachment and location.
    public init(
        conversation: ConversationID,
        message: MessageID,
        text: String? = nil,
        attachments: [Attachment] = [],
        location: Location? = nil,
        replyTo: MessageID? = nil,
        isBroadcast: Bool = false,
        isPayment: Bool = false,
        forwardedFrom: MessageID? = nil,
        claimedAt: Timestamp? = nil,
        custom: String? = nil
    ) {
        self.conversation = conversation
        self.message = message
        self.text = text
        self.attachments = attachments
        self.location = location
        self.replyTo = replyTo
        self.isBroadcast = isBroadcast
        self.isPayment = isPayment
        self.forwardedFrom = forwardedFrom
        self.claimedAt = claimedAt
        self.custom = custom
    }
}

/// Gives one's own message another text.
public struct EditMessage: Hashable, Sendable {
    /// One's own message.
    public var message: MessageID
    /// What it says from now on.
    public var text: String

    /// Names the message and its new text.
    public init(message: MessageID, text: String) {
        self.message = message
        self.text = text
    }
}

/// Takes a message out of sight; its place stays.
public struct DeleteMessage: Hashable, Sendable {
    /// The message that goes out of sight.
    public var message: MessageID

    /// Names the message.
    public init(message: MessageID) { self.message = message }
}

/// Adds what was found out about one's own message later on.
public struct AnnotateMessage: Hashable, Sendable {
    /// Whether a message is to be noticed before others, and why.
    public struct Priority: Hashable, Sendable {
        /// Whether it is to be noticed first.
        public var isPriority: Bool
        /// Why, in a few words.
        public var reason: String?

        /// Says whether a message is to be noticed first.
        public init(isPriority: Bool, reason: String? = nil) {
            self.isPriority = isPriority
            self.reason = reason
        }
    }

    /// One's own message.
    public var message: MessageID
    /// What is behind a link in its text; nil leaves what there is.
    public var linkPreview: LinkPreview?
    /// Whether it is to be noticed first; nil leaves what there is.
    public var priority: Priority?

    /// Names the message and what was found out about it.
    public init(message: MessageID, linkPreview: LinkPreview? = nil, priority: Priority? = nil) {
        self.message = message
        self.linkPreview = linkPreview
        self.priority = priority
    }
}

/// Says that somebody is typing, or no longer is; nothing is logged.
public struct SignalTyping: Hashable, Sendable {
    /// Where it is typed.
    public var conversation: ConversationID
    /// Whether somebody types, or has stopped.
    public var isTyping: Bool

    /// Says who hears of it and what.
    public init(conversation: ConversationID, isTyping: Bool) {
        self.conversation = conversation
        self.isTyping = isTyping
    }
}
