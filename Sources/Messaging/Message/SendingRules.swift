internal import Wire

extension SendMessage: UserRule {
    /// A member sends what is not empty, where it is open and nobody of two has blocked the other.
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
        try requireContent(text, textLimit: facts.configuration.textLimit)
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

    /// What is recorded of the words; no text is an empty one.
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
    private func requireContent(_ text: NormalisedText, textLimit: Int) throws(Refusal) {
        guard !text.isEmpty || !attachments.isEmpty || location != nil else {
            throw .message(.isEmpty)
        }
        try text.requireLength(atMost: textLimit)
        guard attachments.count <= Limits.attachments else { throw .message(.tooManyAttachments) }
        for attachment in attachments {
            if let fault = attachment.fault { throw .message(.attachmentIsInvalid(fault)) }
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

    /// What is forwarded is only referred to; it may lie in any conversation that the sender sees.
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
