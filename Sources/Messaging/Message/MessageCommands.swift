package import Wire

/// Sends a message.
package struct SendMessage: Hashable, Sendable {
    package var conversation: ConversationID
    package var message: MessageID
    package var text: String?
    package var attachments: [Attachment]
    package var location: Location?
    package var replyTo: MessageID?
    package var isBroadcast: Bool
    package var isPayment: Bool
    package var forwardedFrom: MessageID?
    /// What the sender's clock says, kept beside the time of the store.
    package var claimedAt: Timestamp?
    package var custom: String?

    package init(
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
package struct EditMessage: Hashable, Sendable {
    package var message: MessageID
    package var text: String

    package init(message: MessageID, text: String) {
        self.message = message
        self.text = text
    }
}

/// Takes a message out of sight; its place stays.
package struct DeleteMessage: Hashable, Sendable {
    package var message: MessageID

    package init(message: MessageID) { self.message = message }
}

/// Adds what was found out about one's own message later on.
package struct AnnotateMessage: Hashable, Sendable {
    package struct Priority: Hashable, Sendable {
        package var isPriority: Bool
        package var reason: String?

        package init(isPriority: Bool, reason: String? = nil) {
            self.isPriority = isPriority
            self.reason = reason
        }
    }

    package var message: MessageID
    package var linkPreview: LinkPreview?
    package var priority: Priority?

    package init(message: MessageID, linkPreview: LinkPreview? = nil, priority: Priority? = nil) {
        self.message = message
        self.linkPreview = linkPreview
        self.priority = priority
    }
}

/// Says that somebody is typing, or no longer is; nothing is logged.
package struct SignalTyping: Hashable, Sendable {
    package var conversation: ConversationID
    package var isTyping: Bool

    package init(conversation: ConversationID, isTyping: Bool) {
        self.conversation = conversation
        self.isTyping = isTyping
    }
}
