internal import LogSchema
internal import Wire

/// Records an event of the embedder's own.
public struct RecordCustom: Hashable, Sendable {
    /// The embedder's name for this kind of event: 1 to 64 of `a` to `z`, `0` to `9`, `.`, `_` and
    /// `-`.
    public var type: String
    /// The conversation that it belongs to and whose members are notified of it; the store
    /// itself if nil.
    public var conversation: ConversationID?
    /// The embedder's own data, at most 4,096 bytes, kept sealed.
    public var data: String

    /// Describes an event of the embedder's own.
    public init(type: String, conversation: ConversationID? = nil, data: String) {
        self.type = type
        self.conversation = conversation
        self.data = data
    }
}

extension RecordCustom: UserRule {
    var name: CommandName { .recordCustom }
    var number: CommandKind? { .recordCustom }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .recordCustom(
            RecordCustom(type: "a", conversation: intention.conversation, data: "")
        )
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        var stream = Stream.store
        if let conversation {
            let seat = try facts.seat(of: actor, in: conversation, now: asked.now)
            try seat.requireOpen()
            try facts.requireNotSilenced(in: seat)
            stream = .conversation(conversation)
        }
        guard isTypeWellFormed else { throw .keeping(.customTypeIsMalformed) }
        guard data.utf8.count <= Limits.customBytes else { throw .keeping(.customDataIsTooLong) }
        let content = data.isEmpty ? nil : CustomContent(data: data)
        let event = Event.customRecorded(CustomRecorded(type: type), content)
        return Decision([NewEvent(event, in: stream)])
    }

    private var isTypeWellFormed: Bool {
        (1...Limits.customType).contains(type.utf8.count)
            && type.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension RecordCustom: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool {
        guard case .customRecorded(let recorded, let content) = first.event else { return false }
        return first.stream == (conversation.map { .conversation($0) } ?? .store)
            && recorded.type == type
            && first.holds(data.isEmpty ? nil : CustomContent(data: data), as: content)
    }
}
