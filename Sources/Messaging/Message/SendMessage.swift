internal import LogSchema
public import Wire

/// Sends a message.
public struct SendMessage: Hashable, Sendable {
    /// The conversation.
    public var conversation: ConversationID
    /// The message's id, which the caller makes: sending again under the same one is safe.
    public var message: MessageID
    /// The text, if there is one.
    public var text: String?
    /// The attachments, at most ten.
    public var attachments: [Attachment]
    /// A place that is shared.
    public var location: Location?
    /// The message that it answers, in the same conversation.
    public var replyTo: MessageID?
    /// Whether the embedder says the same in many conversations.
    public var isBroadcast: Bool
    /// Whether it is about a payment, as the embedder has it.
    public var isPayment: Bool
    /// The original message of a forwarded copy, if its sender can see that.
    public var forwardedFrom: MessageID?
    /// The time of the sender's clock, stored beside the time of the store.
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

extension SendMessage: UserRule {
    static var answer: AnswerShape { .message }
    var name: CommandName { .send }
    var number: CommandKind? { .send }
    var creation: Creation? { .message(message) }
    var changedCounts: CountChange { .unread(in: conversation) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .send(
            SendMessage(
                conversation: try intention.requiredConversation,
                message: MessageID(.zero),
                text: "a"
            )
        )
    }

    /// Sends a message that is not empty, as a member of an open conversation.
    ///
    /// In a direct one neither user may have blocked the other.
    ///
    /// One message is one event.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        let origin = try forwarded(seenBy: actor, asked, on: facts)
        try seat.requireMember()
        try seat.requireOpen()
        try origin?.requireNoSystemEntry()
        try facts.requireNotSilenced(in: seat)
        let text = NormalisedText(text ?? "")
        try requireContent(text, under: facts.configuration)
        let parent = try parent(seenFrom: seat, on: facts)
        let sent = MessageSent(
            message: message.rawValue,
            kind: kind,
            replyTo: replyTo?.rawValue,
            replyToOrdinal: parent?.ordinal ?? 0,
            forwardedFrom: forwardedFrom?.rawValue,
            broadcast: isBroadcast,
            payment: isPayment,
            claimedAt: claimedAt?.microseconds,
            mentions: text.mentionedUsers,
            attachments: attachments.map(\.kind),
            location: location != nil,
            links: text.linkCount,
            characters: UInt32(clamping: text.characters),
            silent: facts.readsSilently(actor),
            ordinal: seat.conversation.nextOrdinal,
            messageNumber: seat.conversation.messageCount &+ 1
        )
        return Decision(
            [NewEvent(.messageSent(sent, storedContent(text)), in: .conversation(conversation))],
            answer: .message(
                message,
                ordinal: sent.ordinal,
                sentAt: asked.now
            )
        )
    }

    /// The recorded content; a missing text is an empty one.
    var storedContent: MessageContent { storedContent(NormalisedText(text ?? "")) }

    private func storedContent(_ text: NormalisedText) -> MessageContent {
        MessageContent(
            text: text.text,
            attachments: attachments,
            location: location,
            custom: custom
        )
    }

    var kind: MessageKind {
        MessageKind(attachments: attachments.map(\.kind), hasLocation: location != nil)
    }
}

extension SendMessage {
    /// Neither custom data nor a reference makes a message: there must be something to be seen.
    private func requireContent(
        _ text: NormalisedText,
        under configuration: Configuration
    ) throws(Refusal) {
        guard !text.isEmpty || !attachments.isEmpty || location != nil else {
            throw .message(.isEmpty)
        }
        try text.requireLength(atMost: configuration.textLimit)
        let limits = configuration.limits
        guard attachments.count <= limits.attachments else {
            throw .message(.tooManyAttachments(limit: limits.attachments))
        }
        for attachment in attachments {
            if let fault = attachment.fault(under: limits) {
                throw .message(.attachmentIsInvalid(fault))
            }
        }
        guard location?.isValid ?? true else { throw .message(.locationIsInvalid) }
        if let custom, custom.utf8.count > Limits.customBytes { throw .message(.customIsTooLong) }
    }

    /// The message replied to.
    ///
    /// It may be gone, for who wrote the reply offline could not know.
    private func parent(
        seenFrom seat: Seat,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> MessageFacts? {
        guard let replyTo else { return nil }
        guard let parent = facts.message(replyTo), parent.conversation == conversation,
            seat.visibility.showsEntry(at: parent.position, sentAt: parent.sentAt),
            !parent.isSystem
        else { throw .message(.replyIsInvalid) }
        return parent
    }

    /// A forwarded message is only referred to; it may lie in any conversation that the sender
    /// sees.
    private func forwarded(
        seenBy actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> MessageFacts? {
        guard let forwardedFrom else { return nil }
        do throws(Refusal) {
            return try facts.seenMessage(forwardedFrom, by: actor, now: asked.now).message
        } catch {
            throw .message(.forwardedIsNotFound)
        }
    }
}

extension SendMessage {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first, case .messageSent(let sent, let content) = first.event,
            first.isIn(conversation),
            sent.replyTo == replyTo?.rawValue, sent.forwardedFrom == forwardedFrom?.rawValue,
            sent.broadcast == isBroadcast, sent.payment == isPayment,
            sent.attachments == attachments.map(\.kind),
            sent.location == (location != nil),
            first.holds(storedContent, as: content),
            let known = facts.message(message)
        else { return nil }
        return .message(message, ordinal: known.ordinal, sentAt: known.sentAt)
    }
}
