public import Wire

/// A hold as it stands.
public struct HoldFacts: Hashable, Sendable {
    /// The hold's id.
    public var id: HoldID
    /// Where it was placed.
    public var position: Position
    /// Covers this conversation alone, if named.
    public var conversation: ConversationID?
    /// Covers what this user did alone, if named.
    public var user: UserID?
    /// Covers what was sent at this time or later, if named.
    public var from: Timestamp?
    /// Covers what was sent before this time, if named.
    public var until: Timestamp?
    /// Whether it ended.
    public var isReleased: Bool

    /// Creates the facts of a hold.
    public init(
        id: HoldID,
        position: Position,
        conversation: ConversationID? = nil,
        user: UserID? = nil,
        from: Timestamp? = nil,
        until: Timestamp? = nil,
        isReleased: Bool = false
    ) {
        self.id = id
        self.position = position
        self.conversation = conversation
        self.user = user
        self.from = from
        self.until = until
        self.isReleased = isReleased
    }
}
