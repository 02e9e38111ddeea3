internal import Wire

extension EditMessage: UserRule {
    /// Only the sender edits, and as often and as late as they like; an edit that changes no byte
    /// is none.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seen = try facts.actedOn(message, by: actor, asked)
        try seen.message.requireSender(actor)
        try seen.message.requireContent()
        try facts.requireNotSilenced(in: seen.seat)
        let text = NormalisedText(text)
        guard !text.isEmpty else { throw .message(.isEmpty) }
        try text.requireLength(atMost: facts.configuration.textLimit)
        guard !facts.text(of: message).isSpelled(as: text.text) else { return Decision() }
        let edited = MessageEdited(
            message: message.rawValue,
            ordinal: seen.message.ordinal,
            messageNumber: seen.message.messageNumber,
            mentions: text.mentionedUsers,
            links: text.linkCount,
            characters: UInt32(clamping: text.characters)
        )
        return Decision([
            NewEvent(
                .messageEdited(edited, storedContent),
                in: .conversation(seen.message.conversation)
            )
        ])
    }

    /// What is recorded of the words.
    var storedContent: EditContent { EditContent(text: NormalisedText(text).text) }
}

extension DeleteMessage: UserRule {
    /// The sender deletes, whoever leads the conversation, and moderators, who need not be members.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let deletion = try target(for: actor, asked, on: facts)
        // What is gone already cannot go again.
        guard !deletion.isGone else { return Decision() }
        let deleted = MessageDeleted(
            message: message.rawValue,
            ordinal: deletion.ordinal,
            messageNumber: deletion.messageNumber,
            sender: deletion.sender.rawValue
        )
        return Decision([
            NewEvent(.messageDeleted(deleted), in: .conversation(deletion.conversation))
        ])
    }

    private func target(
        for actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> MessageFacts {
        if facts.isModerator(actor) { return try targetForModerator(on: facts) }
        let seen = try facts.actedOn(message, by: actor, asked)
        // Whoever began a direct conversation is no more in it than the other.
        let leads = seen.seat.conversation.kind != .direct && seen.seat.member.leadsConversation
        guard seen.message.sender == actor || leads else {
            throw .message(.actorMayNotDelete)
        }
        return seen.message
    }

    /// By its id a moderator finds every message, in order to delete it and for nothing else.
    private func targetForModerator(
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> MessageFacts {
        guard let message = facts.message(message),
            let conversation = facts.conversation(message.conversation)
        else { throw .message(.notFound) }
        guard !conversation.isClosed else { throw .conversation(.isClosed) }
        try message.requireNoSystemEntry()
        return message
    }
}

extension AnnotateMessage: UserRule {
    /// Only the sender annotates, and what is given takes the place of what was given before.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seen = try facts.actedOn(message, by: actor, asked)
        try seen.message.requireSender(actor)
        try seen.message.requireContent()
        try facts.requireNotSilenced(in: seen.seat)
        try requireValidContent()
        let annotated = MessageAnnotated(
            message: message.rawValue,
            ordinal: seen.message.ordinal,
            messageNumber: seen.message.messageNumber,
            hasLinkPreview: linkPreview != nil,
            priority: priority?.isPriority
        )
        return Decision([
            NewEvent(
                .messageAnnotated(annotated, storedContent),
                in: .conversation(seen.message.conversation)
            )
        ])
    }

    /// What is recorded of the words; a bare flag has none.
    var storedContent: AnnotationContent? {
        let reason = priority?.reason.map { NormalisedText($0).text }
        guard linkPreview != nil || reason != nil else { return nil }
        return AnnotationContent(linkPreview: linkPreview, reason: reason)
    }

    private func requireValidContent() throws(Refusal) {
        guard linkPreview != nil || priority != nil else { throw .message(.nothingToAnnotate) }
        guard linkPreview?.isValid ?? true else { throw .message(.linkPreviewIsInvalid) }
        if let reason = storedContent?.reason {
            guard Limits.allow(reason, upTo: Limits.priorityReason) else {
                throw .message(.priorityReasonIsInvalid)
            }
        }
    }
}

extension SignalTyping: UserRule {
    /// Nothing of it is recorded; who is shown it, the one who shows it decides.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try facts.seat(of: actor, in: conversation, now: asked.now).requireOpen()
        return Decision()
    }
}
