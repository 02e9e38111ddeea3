/// One of the things that `scrollback` does.
protocol Subcommand: SendableMetatype {
    /// What it is called by.
    static var name: String { get }
    /// What it does, for the list of commands.
    static var summary: String { get }
    /// How it is used, with an example.
    static var help: String { get }
    /// What it is given without an option, in order; all of it is needed.
    static var operands: [String] { get }
    static var options: [Option] { get }

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> Answer
}

/// A word that begins with two hyphens.
struct Option {
    /// The word without its hyphens.
    let name: String
    /// Whether a value follows.
    let takesValue: Bool
    /// Whether it may be given more than once.
    var repeats = false

    /// An option that stands alone.
    static func flag(_ name: String) -> Option { Option(name: name, takesValue: false) }

    /// An option that a value follows, behind a space or an equals sign.
    static func value(_ name: String) -> Option { Option(name: name, takesValue: true) }

    /// An option that a value follows, and that may be given again with another.
    static func values(_ name: String) -> Option {
        Option(name: name, takesValue: true, repeats: true)
    }

    static let json = Option.flag("json")
}
