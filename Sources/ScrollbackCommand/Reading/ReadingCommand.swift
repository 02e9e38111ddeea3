/// A command that shows a part of a store to people, and changes nothing.
protocol ReadingCommand: Subcommand {
    /// The description of the command, for the help.
    static var about: String { get }
    /// Its options, apart from those of every reading command.
    static var ownOptions: [ReadingOption] { get }
    static var example: String { get }
    /// Whether it can show words, so that --as is a look at them.
    static var showsWords: Bool { get }
    /// Whether a pager may show the output of a run.
    static func pages(_ arguments: Arguments) -> Bool

    /// Refuses arguments that do not belong together, before anything is opened.
    static func check(_ arguments: Arguments) throws(CommandFailure)

    /// Shows it; reads all arguments before it asks the store, which may log a look.
    static func read(_ reading: Reading) async throws(CommandFailure)
}

extension ReadingCommand {
    private static var allOptions: [ReadingOption] { ownOptions + ReadingOption.common }

    static var options: [Option] { allOptions.map(\.option) }

    static var showsWords: Bool { true }

    static func pages(_ arguments: Arguments) -> Bool { true }

    static func check(_ arguments: Arguments) throws(CommandFailure) {}

    static var help: String {
        ([
            "usage: scrollback \(name) \(operands.joined(separator: " ")) [options]", "", about, "",
        ] + allOptions.flatMap(\.help) + [
            "",
            "exit codes: 0 success · 1 the store is damaged: run scrollback verify · 2 usage",
            "3 could not be done", "", "example: \(example)",
        ]).joined(separator: "\n")
    }

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        try check(arguments)
        let reading = try Reading(arguments, of: Self.self)
        defer { reading.end() }
        try await read(reading)
        try reading.printer.flush()
        return CommandResult(isPrinted: true)
    }
}
