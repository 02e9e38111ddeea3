/// The arguments of a subcommand, parsed by its operands and options.
///
/// - `--name value` and `--name=value` are the same; `--` ends the options.
/// - An option is allowed once, so that no value silently replaces another one. All values of a
///   repeatable option count.
/// - A private key among the arguments is refused, and never printed.
struct Arguments {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    private let command: String

    /// Whether the arguments contain an option for help; the others are not checked.
    static func askForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Whether the arguments contain `--json`; the others are not checked.
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
        guard operands.count >= command.leastOperands else {
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

    /// The value of an option; nil if it is absent.
    func value(_ name: String) -> String? { values[name]?.first }

    /// The values of a repeatable option, in their order.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of a required option.
    ///
    /// - Throws: a failure of usage if it is absent.
    func needed(_ name: String) throws(CommandFailure) -> String {
        guard let value = value(name) else { throw wrong("needs --\(name)") }
        return value
    }

    /// The value of an option as a number; nil if it is absent.
    ///
    /// - Throws: a failure of usage if it is no number in the range.
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

    /// Creates a failure of usage, which names the help to read.
    func wrong(_ message: String) -> CommandFailure {
        .usage("\(command) \(message); see `scrollback help \(command)`")
    }
}
