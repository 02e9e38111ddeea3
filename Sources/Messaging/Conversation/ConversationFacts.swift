package import Wire

/// A conversation as it stands.
package struct ConversationFacts: Hashable, Sendable {
    package var id: ConversationID
    /// The position of its creation.
    package var position: Position
    package var kind: ConversationKind
    package var reactions: ReactionPolicy
    package var history: HistoryPolicy
    package var createdBy: UserID
    /// The other user of a direct conversation.
    package var with: UserID?
    package var context: Context?
    package var isClosed: Bool
    /// How many members it has now.
    package var memberCount: Int
    /// How many entries its timeline has.
    package var entryCount: UInt64
    /// How many of these are countable messages.
    package var messageCount: UInt64

    package init(
        id: ConversationID,
        position: Position,
        kind: ConversationKind,
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full,
        createdBy: UserID,
        with: UserID? = nil,
        context: Context? = nil,
        isClosed: Bool = false,
        memberCount: Int = 0,
        entryCount: UInt64 = 0,
        messageCount: UInt64 = 0
    ) {
        self.id = id
        self.position = position
        self.kind = kind
        self.reactions = reactions
        self.history = history
        self.createdBy = createdBy
        self.with = with
        self.context = context
        self.isClosed = isClosed
        self.memberCount = memberCount
        self.entryCount = entryCount
        self.messageCount = messageCount
    }
}

extension ConversationFacts {
    /// The ordinal of the next entry of the timeline.
    package var nextOrdinal: UInt64 { entryCount &+ 1 }

    /// The other user of a direct conversation, which cannot be left.
    package func other(than user: UserID) -> UserID? {
        guard kind == .direct else { return nil }
        return user == createdBy ? with : createdBy
    }
}
