public import Wire

/// Whether the user may do something now.
public struct MayIQuery: ServedQuery {
    /// Yes, or the code of the refusal.
    public typealias Answer = Permit

    package static let name = QueryName.mayI
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The intended action.
    public var intention: Intention

    /// Creates a query for an intended action.
    public init(_ intention: Intention) { self.intention = intention }

    package var opening: Opening? { nil }
}

/// The position of the events of one of the user's commands.
public struct OutcomeQuery: ServedQuery {
    /// The position of the command's last event; nil for an unknown command.
    public typealias Answer = Position?

    package static let name = QueryName.outcome
    package static let audience = Audience.users

    /// The id of the command.
    public var command: CommandID

    /// Creates a query for the outcome of a command.
    public init(of command: CommandID) { self.command = command }

    package var opening: Opening? { nil }
}
