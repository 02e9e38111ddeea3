public import Wire

/// A hold as it stands.
public struct HoldFacts: Hashable, Sendable {
    /// The hold's id.
    public var id: HoldID
    /// The position where it was placed.
    public var position: Position
    /// Covers this conversation alone, if named.
    public var conversation: ConversationID?
    /// The user whose content it covers; nil for all users.
    public var user: UserID?
    /// The earliest sending time that it covers; nil for no limit.
    public var from: Timestamp?
    /// The time before which covered content was sent; nil for no limit.
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
