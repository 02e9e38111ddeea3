internal import LogSchema
internal import Wire

/// Marks everything up to an entry as delivered.
public struct MarkDelivered: Hashable, Sendable {
    /// The conversation of the entry.
    public var conversation: ConversationID
    /// The newest entry that the device has.
    public var upTo: MessageID

    /// Names the newest entry that the device has.
    public init(conversation: ConversationID, upTo: MessageID) {
        self.conversation = conversation
        self.upTo = upTo
    }
}

extension MarkDelivered: UserRule {
    var name: CommandName { .markDelivered }
    var number: CommandKind? { .markDelivered }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .markDelivered(
            MarkDelivered(
                conversation: try intention.requiredConversation,
                upTo: try intention.requiredMessage
            )
        )
    }

    /// Delivery only moves forward, and a read entry was delivered.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        let entry = try facts.entry(upTo, seenFrom: seat)
        try seat.requireMember()
        let personal = facts.personal(actor, in: conversation)
        guard entry.ordinal > max(personal.deliveredUpTo, personal.readUpTo) else {
            return Decision()
        }
        let delivered = DeliveredUpTo(
            upTo: entry.id.rawValue,
            ordinal: entry.ordinal,
            messageNumber: entry.messageNumber
        )
        return Decision([NewEvent(.deliveredUpTo(delivered), in: .conversation(conversation))])
    }
}

extension MarkDelivered: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .deliveredUpTo(let delivered) = first.event else { return false }
        return first.isIn(conversation) && delivered.upTo == upTo.rawValue
    }
}

/// Marks everything up to an entry as read.
public struct MarkRead: Hashable, Sendable {
    /// The conversation that was read.
    public var conversation: ConversationID
    /// The newest visible entry if nil.
    public var upTo: MessageID?

    /// Names the conversation, and the last entry read.
    public init(conversation: ConversationID, upTo: MessageID? = nil) {
        self.conversation = conversation
        self.upTo = upTo
    }
}

extension MarkRead: UserRule {
    static var answer: AnswerShape { .unread }
    var name: CommandName { .markRead }
    var number: CommandKind? { .markRead }
    var changedCounts: CountChange { .unreadOfActor(in: conversation) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .markRead(
            MarkRead(conversation: try intention.requiredConversation, upTo: intention.message)
        )
    }

    /// Reading moves forward in three ways, and is recorded if it does in any: the read mark, the
    /// mark that others may see, and where unread begins, which the reader may have moved back.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        let entry: MessageFacts?
        if let upTo {
            entry = try facts.entry(upTo, seenFrom: seat)
        } else {
            entry = facts.newestEntry(of: conversation, for: seat.visibility)
        }
        try seat.requireMember()
        let answer = Answer.unread(in: conversation)
        let isSilent = facts.readsSilently(actor)
        let personal = facts.personal(actor, in: conversation)
        guard let entry else {
            // An empty conversation is read once: then it is no longer one that was never read.
            if personal.hasRead { return Decision(answer: answer) }
            let read = ReadUpTo(silent: isSilent)
            return Decision(
                [NewEvent(.readUpTo(read), in: .conversation(conversation))],
                answer: answer
            )
        }
        guard
            entry.ordinal > personal.readUpTo
                || !isSilent && entry.ordinal > personal.loudlyReadUpTo
                || entry.messageNumber > personal.marker
        else { return Decision(answer: answer) }
        let read = ReadUpTo(
            upTo: entry.id.rawValue,
            ordinal: entry.ordinal,
            messageNumber: entry.messageNumber,
            silent: isSilent
        )
        return Decision(
            [NewEvent(.readUpTo(read), in: .conversation(conversation))],
            answer: answer
        )
    }
}

extension MarkRead: RepeatableByOneEvent {
    /// The newest entry at the first attempt may be any.
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .readUpTo(let read) = first.event, first.isIn(conversation) else {
            return false
        }
        return upTo == nil || read.upTo == upTo?.rawValue
    }

    var repeatedAnswer: Answer { .unread(in: conversation) }
}

/// Marks an entry and everything after it as unread.
public struct MarkUnread: Hashable, Sendable {
    /// The conversation of the entry.
    public var conversation: ConversationID
    /// The oldest entry that is unread again.
    public var from: MessageID

    /// Names the oldest entry that is unread again.
    public init(conversation: ConversationID, from: MessageID) {
        self.conversation = conversation
        self.from = from
    }
}

extension MarkUnread: UserRule {
    static var answer: AnswerShape { .unread }
    var name: CommandName { .markUnread }
    var number: CommandKind? { .markUnread }
    var changedCounts: CountChange { .unreadOfActor(in: conversation) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .markUnread(
            MarkUnread(
                conversation: try intention.requiredConversation,
                from: try intention.requiredMessage
            )
        )
    }

    /// The marker goes back to just before the entry, never forward; receipts stay as they are.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        let entry = try facts.entry(from, seenFrom: seat)
        try seat.requireMember()
        let answer = Answer.unread(in: conversation)
        let before = entry.messagesBefore
        guard before < facts.personal(actor, in: conversation).marker else {
            return Decision(answer: answer)
        }
        let marked = MarkedUnread(
            conversation: conversation.rawValue,
            from: entry.id.rawValue,
            ordinal: entry.ordinal,
            messageNumber: before
        )
        return Decision([NewEvent(.markedUnread(marked), in: .user(actor))], answer: answer)
    }
}

extension MarkUnread: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .markedUnread(let marked) = first.event else { return false }
        return marked.conversation == conversation.rawValue && marked.from == from.rawValue
    }

    var repeatedAnswer: Answer { .unread(in: conversation) }
}

extension Facts where Self: ~Copyable {
    /// Whether a user's reading now is hidden from others.
    func readsSilently(_ user: UserID) -> Bool {
        !configuration.receipts.isMandatory && !settings(of: user).sendReadReceipts
    }

    /// Returns an entry of a conversation, a message or a system entry.
    ///
    /// - Throws: `notFound` for an entry that does not exist, is in another conversation, or is not
    ///   visible from the seat.
    fileprivate func entry(
        _ id: MessageID,
        seenFrom seat: Seat
    ) throws(Refusal) -> MessageFacts {
        guard let entry = message(id), entry.conversation == seat.conversation.id,
            seat.visibility.showsEntry(at: entry.position, sentAt: entry.sentAt)
        else { throw .message(.notFound) }
        return entry
    }
}

extension MessageFacts {
    /// How many countable messages there are before this entry.
    fileprivate var messagesBefore: UInt64 {
        isSystem || messageNumber == 0 ? messageNumber : messageNumber - 1
    }
}
