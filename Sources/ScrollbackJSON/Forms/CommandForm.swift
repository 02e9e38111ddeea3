package import Messaging

/// How one command is written in JSON: the one place from which it is read and described.
package struct CommandForm: Sendable {
    package let name: CommandName
    /// The fields of the command itself, including the id if it names the created object.
    package let schema: Schema.Object
    /// Whether trying it again is not safe unless the attempt has a name.
    package let needsID: Bool
    /// Whether the id names the object that the command creates.
    package let creates: Bool
    private let fields: Fields<Command>

    init<each Part>(
        _ name: CommandName,
        _ fields: repeat Field<each Part>,
        needsID: Bool = false,
        make: @escaping @Sendable (repeat each Part) -> Command
    ) {
        self.name = name
        self.fields = Fields(repeat each fields, make: make)
        self.needsID = needsID
        schema = self.fields.schema
        creates = schema.properties.contains { $0.name == LineName.id.text }
    }

    /// Reads the command, and the name of this attempt if it creates nothing.
    ///
    /// Some of the line's own names may be there besides.
    func read(
        _ line: LineValues,
        besides names: [LineName],
        nextID: NextID
    ) throws(FormFault) -> NamedCommand {
        let known = line.tokens(of: names)
        let command = try fields.read(line.object, besides: known, nextID: nextID)
        guard !creates else { return NamedCommand(command) }
        let id = try Self.attempt.read(line[.id], of: line.object)
        if needsID, id == nil {
            throw FormFault(.isMissing, at: [.field(LineName.id.text)])
        }
        return NamedCommand(command, id: id)
    }

    /// The id of a command that creates nothing.
    static let attempt = Field<CommandID?>.optional(
        LineName.id.text,
        .id(CommandID.self)
    )
}

/// A command, and under which name it is tried.
package struct NamedCommand: Hashable, Sendable {
    package var command: Command
    /// The command's id; nil if the client gave none, and if the created object's id identifies it.
    package var id: CommandID?

    package init(_ command: Command, id: CommandID? = nil) {
        self.command = command
        self.id = id
    }
}

extension CommandForm {
    /// Every command but `all`, which holds others.
    package static let all: [CommandForm] =
        users + conversations + members + messages + reactions + receipts + personal + moderation
        + keeping

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The form of a command; nil for `all`.
    package static func of(_ name: CommandName) -> CommandForm? { byName[name] }
}
