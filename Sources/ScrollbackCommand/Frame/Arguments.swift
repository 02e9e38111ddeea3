/// The words behind a subcommand, read by what it takes.
///
/// - `--name value` and `--name=value` are the same; `--` ends the options.
/// - An option is given at most once, so that none silently wins over another; those that may be
///   given again all count.
/// - A private key among the words is refused, and never repeated.
struct Arguments {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    private let command: String

    /// Whether the words ask for help, whatever else they say.
    static func askForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Whether the words ask for JSON, though they may be wrong otherwise.
    static func askForJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains("--json")
    }

    init(_ words: [String], for command: any Subcommand.Type) throws(CommandFailure) {
        self.command = command.name
        guard !words.contains(where: KeyFiles.isPrivate) else {
            throw .failure(
                "privateKey",
                "\(command.name) was given a private key as a word, which it does not use and "
                    + "which others on this machine could read: name the file that has it, and "
                    + "think about making a new one"
            )
        }
        var rest = words[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            guard takesOptions, word.hasPrefix("-"), word.count > 1 else {
                operands.append(word)
                continue
            }
            guard word != "--" else {
                takesOptions = false
                continue
            }
            try take(word, &rest, command.options)
        }
        guard operands.count <= command.operands.count else {
            let word = TerminalText.line(operands[command.operands.count])
            throw wrong("takes no further word '\(word)'")
        }
        guard operands.count == command.operands.count else {
            throw wrong("needs \(command.operands[operands.count])")
        }
    }

    private mutating func take(
        _ word: String,
        _ rest: inout ArraySlice<String>,
        _ options: [Option]
    ) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].dropFirst(2))
        let option = parts[0].hasPrefix("--") ? options.first { $0.name == name } : nil
        guard let option else {
            throw wrong("does not know the option '\(TerminalText.line(parts[0]))'")
        }
        guard option.repeats || values[name] == nil, !flags.contains(name) else {
            throw wrong("takes --\(name) once")
        }
        guard option.takesValue else {
            guard parts.count == 1 else { throw wrong("takes no value with --\(name)") }
            flags.insert(name)
            return
        }
        let value: String
        if parts.count == 2 {
            value = String(parts[1])
        } else if let word = rest.first, !word.hasPrefix("--") {
            value = word
            rest = rest.dropFirst()
        } else {
            value = ""
        }
        guard !value.isEmpty else { throw wrong("needs a value with --\(name)") }
        values[name, default: []].append(value)
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option that is given at most once.
    func value(_ name: String) -> String? { values[name]?.first }

    /// All values of an option that may be given again, in the order of the words.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of an option that cannot be left out.
    func needed(_ name: String) throws(CommandFailure) -> String {
        guard let value = value(name) else { throw wrong("needs --\(name)") }
        return value
    }

    /// The value of an option that is a number in a range.
    func number(
        _ name: String,
        in range: ClosedRange<UInt64> = 1...UInt64(Int64.max)
    ) throws(CommandFailure) -> UInt64? {
        guard let value = value(name) else { return nil }
        guard let number = UInt64(value), range.contains(number) else {
            throw wrong(
                "takes with --\(name) a number from \(range.lowerBound) to \(range.upperBound), "
                    + "not '\(TerminalText.line(value))'"
            )
        }
        return number
    }

    /// That the words are not understood, and where to read how they would be.
    func wrong(_ message: String) -> CommandFailure {
        .usage("\(command) \(message); see `scrollback help \(command)`")
    }
}
