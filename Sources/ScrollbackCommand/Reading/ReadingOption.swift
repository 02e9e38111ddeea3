/// An option of a reading command, with the lines that explain it.
struct ReadingOption {
    let option: Option
    /// The name of its value in the help.
    let value: String?
    let meaning: String

    static func flag(_ name: String, _ meaning: String) -> ReadingOption {
        ReadingOption(option: .flag(name), value: nil, meaning: meaning)
    }

    static func value(
        _ name: String,
        _ value: String,
        _ meaning: String,
        choices: [String] = []
    ) -> ReadingOption {
        ReadingOption(option: .value(name, choices: choices), value: value, meaning: meaning)
    }

    static func values(
        _ name: String,
        _ value: String,
        _ meaning: String,
        choices: [String] = []
    ) -> ReadingOption {
        ReadingOption(option: .values(name, choices: choices), value: value, meaning: meaning)
    }

    /// Its lines in a help text.
    var help: [String] {
        let name = "  --\(option.name)\(value.map { " \($0)" } ?? "")"
        let lines = TextWidth.wrap(meaning, to: 80)
        let first = name.count < 20 ? [lines[0]] : ["", lines[0]]
        let all = first + lines.dropFirst()
        return all.enumerated().map { number, line in
            let start = number == 0 ? name : ""
            guard !line.isEmpty else { return start }
            return start + String(repeating: " ", count: max(1, 20 - start.count)) + line
        }
    }
}

extension ReadingOption {
    /// The options of every reading command.
    static let common: [ReadingOption] = [
        .value(
            "at",
            "TIME|POSITION",
            "show the store as it was at a time, or after the event at a position; what was erased "
                + "since stays erased"
        ),
        .flag("wide", "shorten no ids and cut no columns on a terminal"),
        .flag("no-pager", "do not start a pager (PAGER, or less) on a terminal"),
        .flag("csv", "print comma-separated values; times are in UTC"),
        .flag("json", "print one JSON object a line, in the shapes of schemas/json"),
        .value("keys", "PATH", "the path of keys.bin (default: in the store)"),
    ]

    /// The options of a command that may show words, apart from the one that asks for them.
    private static let looks: [ReadingOption] = [
        .value("reason", "TEXT", "why you read them; the log keeps it, with who you are"),
        .flag("unlogged", "read them with a reason also where the log cannot note it"),
        .value(
            "control",
            "PATH",
            "the control socket of the process that writes, which logs the look (default: in the "
                + "store's folder)"
        ),
        .value("journal", "FILE", "the journal of a store at rest that has one; it notes the look"),
        .flag(
            "without-journal",
            "note the look without the store's journal; the log records that"
        ),
    ]

    /// The options of a command that shows the view of a user.
    static let asUser: [ReadingOption] =
        [.value("as", "USER", "show what the user with the id USER sees")] + looks

    /// The options of a command that shows words to the operator.
    static let words: [ReadingOption] = [.flag("words", "show people's words")] + looks

    /// The options of a command that does either.
    static let asUserOrWords: [ReadingOption] = [asUser[0]] + words

    static func limit(_ count: UInt64, of things: String) -> ReadingOption {
        .value("limit", "N", "the largest number of \(things) (default: \(count))")
    }
}
