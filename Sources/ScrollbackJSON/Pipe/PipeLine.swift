package import Messaging
package import Wire

/// One line of the pipe, decoded: its actor, its time, its command or query, and its `ref`.
package struct PipeLine: Sendable {
    package enum Content: Sendable {
        case command(NamedCommand)
        case batch(CommandBatch)
        case task(StoreTask)
        /// A query whose fields are still to be read: the caller knows their type.
        case query(QueryLine)
    }

    /// JSON as it stood, to be repeated in the answer.
    package var ref: [UInt8]?
    package var actor: Actor
    /// The time that the line brings, where lines do.
    package var at: Timestamp?
    /// Why people's words are asked for.
    package var reason: String?
    /// Whether the operator asks as the user.
    package var isOperators = false
    package var content: Content
}

/// Commands of one atomic append.
package struct CommandBatch: Hashable, Sendable {
    package var commands: [NamedCommand]
    package var id: CommandID?

    package init(_ commands: [NamedCommand], id: CommandID? = nil) {
        self.commands = commands
        self.id = id
    }
}

/// A malformed line, with the error to answer.
package struct MalformedLine: Error, Hashable, Sendable {
    /// Known where the line is an object at least.
    package var ref: [UInt8]?
    package var error: ErrorForm
}
