/// How long content of a kind of conversation, or of one conversation, is kept.
public struct Retention: Hashable, Sendable {
    /// For how many days nothing may be erased; nil for none, of one conversation for its kind's.
    public var minimumDays: Int?
    /// After how many days a run of retention erases content; nil for never, of one conversation
    /// for its kind's.
    public var maximumDays: Int?

    /// Creates a retention.
    public init(minimumDays: Int? = nil, maximumDays: Int? = nil) {
        self.minimumDays = minimumDays
        self.maximumDays = maximumDays
    }
}

extension Retention {
    /// Whether it is of one conversation and says nothing of its own.
    package var isEmpty: Bool { self == Retention() }

    /// Whether its minimum is at most its maximum.
    var isConsistent: Bool {
        guard let minimumDays, let maximumDays else { return true }
        return minimumDays <= maximumDays
    }

    /// The bounds of a conversation that has these of its own: each replaces its kind's.
    func replacing(_ ofKind: Retention) -> Retention {
        Retention(
            minimumDays: minimumDays ?? ofKind.minimumDays,
            maximumDays: maximumDays ?? ofKind.maximumDays
        )
    }
}

/// The bounds that one conversation has of its own.
public struct OwnRetention: Hashable, Sendable {
    /// The conversation.
    public var conversation: ConversationID
    /// The kind of the conversation, whose bounds they replace.
    public var kind: ConversationKind
    /// The bounds; nil for one that is its kind's.
    public var retention: Retention

    /// Creates the bounds of one conversation.
    public init(
        _ conversation: ConversationID,
        of kind: ConversationKind,
        _ retention: Retention
    ) {
        self.conversation = conversation
        self.kind = kind
        self.retention = retention
    }
}
