/// A subcommand of `scrollback`.
protocol Subcommand: SendableMetatype {
    /// The name on the command line.
    static var name: String { get }
    /// The line in the list of commands.
    static var summary: String { get }
    /// The text of `scrollback help <name>`, with an example.
    static var help: String { get }
    /// The names of its operands, in order.
    static var operands: [String] { get }
    /// The number of operands that are required.
    static var leastOperands: Int { get }
    static var options: [Option] { get }
    /// The words that an operand may be, for completion; empty if it may be anything.
    static var operandChoices: [String] { get }

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult
}

extension Subcommand {
    static var leastOperands: Int { operands.count }

    static var operandChoices: [String] { [] }
}

/// An option, which begins with two hyphens.
struct Option {
    /// The name without the hyphens.
    let name: String
    /// Whether a value follows.
    let takesValue: Bool
    /// Whether it may be given more than once.
    var repeats = false
    /// The words that its value may be, for completion; empty if it may be anything.
    var choices: [String] = []

    /// Creates an option without a value.
    static func flag(_ name: String) -> Option { Option(name: name, takesValue: false) }

    /// Creates an option with a value, after a space or an equals sign.
    static func value(_ name: String, choices: [String] = []) -> Option {
        Option(name: name, takesValue: true, choices: choices)
    }

    /// Creates a repeatable option with a value.
    static func values(_ name: String, choices: [String] = []) -> Option {
        Option(name: name, takesValue: true, repeats: true, choices: choices)
    }

    static let json = Option.flag("json")
}
