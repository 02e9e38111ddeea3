internal import Wire

extension SendMessage: Repeatable {
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

extension EditMessage: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .messageEdited(let edited, let content) = first.event else { return false }
        return edited.message == message.rawValue && first.holds(storedContent, as: content)
    }
}

extension DeleteMessage: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .messageDeleted(let deleted) = first.event else { return false }
        return deleted.message == message.rawValue
    }
}

extension AnnotateMessage: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .messageAnnotated(let event, let content) = first.event else { return false }
        return event.message == message.rawValue
            && event.hasLinkPreview == (linkPreview != nil)
            && event.priority == priority?.isPriority
            && first.holds(storedContent, as: content)
    }

    var isNeverIdle: Bool { true }
}

extension React: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.sets(reaction, on: message) }

    var repeatedAnswer: Answer { .reactions(of: message) }
}

extension Unreact: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.removes(reaction, from: message) }

    var repeatedAnswer: Answer { .reactions(of: message) }
}

extension ToggleReaction: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    /// Whether the reaction was there the first time is not known any more.
    func matches(_ first: RecordedEvent) -> Bool {
        first.sets(reaction, on: message) || first.removes(reaction, from: message)
    }

    var repeatedAnswer: Answer { .reactions(of: message) }
}

extension RecordedEvent {
    fileprivate func sets(_ reaction: String, on message: MessageID) -> Bool {
        guard case .reactionSet(let set) = event else { return false }
        return set.message == message.rawValue && set.reaction == reaction
    }

    fileprivate func removes(_ reaction: String, from message: MessageID) -> Bool {
        guard case .reactionRemoved(let removed) = event else { return false }
        return removed.message == message.rawValue && removed.reaction == reaction
    }
}

extension MarkDelivered: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .deliveredUpTo(let delivered) = first.event else { return false }
        return first.isIn(conversation) && delivered.upTo == upTo.rawValue
    }
}

extension MarkRead: RepeatableByOneEvent {
    /// What was the newest entry the first time may be any.
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .readUpTo(let read) = first.event, first.isIn(conversation) else {
            return false
        }
        return upTo == nil || read.upTo == upTo?.rawValue
    }

    var repeatedAnswer: Answer { .unread(in: conversation) }
}

extension MarkUnread: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .markedUnread(let marked) = first.event else { return false }
        return marked.conversation == conversation.rawValue && marked.from == from.rawValue
    }

    var repeatedAnswer: Answer { .unread(in: conversation) }
}
