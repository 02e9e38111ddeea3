public import Wire

/// A request for erasure that is not finished.
public struct ErasureFacts: Hashable, Sendable {
    /// The position of the request in the log.
    public var position: Position
    /// Whose content to erase.
    public var target: Erase.Target
    /// Whether forwarded copies are erased as well.
    public var includesForwards: Bool
    /// Whether the profile is erased as well.
    public var forgetsUser: Bool

    /// Creates the facts of an erasure.
    public init(
        position: Position,
        target: Erase.Target,
        includesForwards: Bool = false,
        forgetsUser: Bool = false
    ) {
        self.position = position
        self.target = target
        self.includesForwards = includesForwards
        self.forgetsUser = forgetsUser
    }
}
