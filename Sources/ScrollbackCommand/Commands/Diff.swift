import EventLog
import Merkle
import Scrollback

/// Compares the views with the log, and names the first row that differs.
enum Diff: Subcommand {
    static let name = "diff"
    static let summary = "compare the views with the log and name the first difference"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("keys"), .json, .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback diff STORE [--keys PATH] [--json] [--progress | --quiet]

        Folds the whole log into new views and compares them, row by row, with the store's views.
        Prints the table and the key of the first row that is missing, unexpected or different.
        Another process may write meanwhile. It changes nothing. Until it ends, it needs as much
        room in the store's folder as the views. Custom views are not compared.

        A difference means that the views are damaged. The log is the truth: rebuild the views
        with `scrollback rebuild STORE`.

          --keys PATH  the path of keys.bin (default: in the store)
          --progress   show progress, also if the standard error is no terminal
          --quiet      show no progress
          --json       print an object: equal, position, difference {table, key, kind}, damage,
                       notCompared [table]

        exit codes: 0 equal · 1 a row differs or is damaged · 2 usage · 3 the views, or some of
        their tables, could not be compared

        example: scrollback diff chat.scrollback
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
        let meter = try ProgressLine(arguments)
        let comparison: ViewsComparison
        do {
            defer { meter.end() }
            comparison = try Engine.compareViews(at: OpenStore.directory(arguments)) {
                meter.show(done: $0.rawValue, total: $1.rawValue)
            }
        } catch {
            throw CommandFailure(error)
        }
        return answer(comparison)
    }

    static func answer(_ comparison: ViewsComparison) -> Answer {
        var answer = Answer()
        let (difference, damage) = (comparison.difference, comparison.damage)
        let notCompared = comparison.notCompared
        let key = difference.map { Hexadecimal.encode($0.key.span.bytes) }
        answer.fields = [
            ("equal", .boolean(difference == nil && damage == nil && notCompared.isEmpty)),
            ("position", .number(comparison.position.rawValue)),
            (
                "difference",
                difference.map { found in
                    .object([
                        ("table", .string(found.table)), ("key", .string(key ?? "")),
                        ("kind", .string(found.kind.word)),
                    ])
                } ?? .null
            ),
            ("damage", damage.map { .string($0) } ?? .null),
            ("notCompared", .array(notCompared.map { .string($0) })),
        ]
        if let difference {
            answer.exit = .finding
            answer.lines = [
                "DIFFERENT table \(TerminalText.line(difference.table)), key \(key ?? ""): the row "
                    + "is \(difference.kind.word)"
            ]
        } else if let damage {
            answer.exit = .finding
            answer.lines = ["DAMAGED   \(TerminalText.line(damage))"]
        } else if !notCompared.isEmpty {
            answer.exit = .failure
            let tables = notCompared.map { TerminalText.line($0) }.joined(separator: ", ")
            answer.lines = [
                "NOT CHECKED another process wrote while their sums were added up: \(tables). "
                    + "Run it again when less is written."
            ]
        } else {
            answer.lines = ["equal     every row, at position \(comparison.position)"]
        }
        return answer
    }
}

extension ViewsDifference.Kind {
    fileprivate var word: String {
        switch self {
        case .missing: "missing"
        case .unexpected: "unexpected"
        case .different: "different"
        }
    }
}
