import EventLog
import Merkle
import Messaging
import Scrollback

/// Compares the views with the log, and says in which rows they differ.
enum Diff: Subcommand {
    static let name = "diff"
    static let summary = "compare the views with the log and name the first differences"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .flag("words"), .value("reason"), .flag("unlogged"), .value("keys"), .value("control"),
        .journal, .withoutJournal, .json, .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback diff STORE [--words [--reason TEXT] [--unlogged]] [--keys PATH]
                               [--control PATH] [--journal FILE | --without-journal] [--json]
                               [--progress | --quiet]

        Folds the whole log into new views and compares them, row by row, with the store's views.
        Prints the first ten rows that are missing, unexpected or different: the table, what its
        rows say, which row it is, and the fields that differ, as stored and as the log gives them.
        Another process may write meanwhile. It changes nothing. Until it ends, it needs as much
        room in the store's folder as the views. Custom views are not compared.

        A difference means that the views are damaged. The log is the truth: rebuild the views
        with `scrollback rebuild STORE`.

          --words            show texts too; a look at people's words
          --reason TEXT      why you look; the log keeps it, sealed
          --unlogged         show them even if the look cannot be logged
          --keys PATH        the path of keys.bin (default: in the store)
          --control PATH     the path of the control socket (default: in the store's folder)
          --journal FILE     the journal of a store at rest that has one; it notes the look
          --without-journal  note the look without the store's journal; the log records that
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: equal, position, differences [{table, key, kind, view,
                             meaning, row {}, fields [{name, stored, recount}]}], damage,
                             notCompared [table]

        exit codes: 0 equal · 1 a row differs or is damaged · 2 usage · 3 the views, or some of
        their tables, could not be compared

        example: scrollback diff chat.scrollback
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        let showsWords = arguments.has("words")
        guard showsWords || !arguments.has("unlogged") && arguments.value("reason") == nil else {
            throw arguments.wrong("takes --unlogged and --reason with --words only")
        }
        let comparison = try compare(arguments)
        if showsWords, !comparison.differences.isEmpty {
            try await Looks.admit(LookSubject(name, as: nil, Opening()), arguments)
        }
        return result(comparison, showingWords: showsWords)
    }

    private static func compare(_ arguments: Arguments) throws(CommandFailure) -> ViewsComparison {
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        do throws(StoreFault) {
            return try Engine.compareViews(at: OpenStore.directory(arguments)) {
                meter.show(done: $0.rawValue, total: $1.rawValue)
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    static func result(_ comparison: ViewsComparison, showingWords: Bool = false) -> CommandResult {
        var result = CommandResult()
        let differences = comparison.differences.map { ShownDifference($0, showingWords) }
        let (damage, notCompared) = (comparison.damage, comparison.notCompared)
        result.fields = [
            ("equal", .boolean(differences.isEmpty && damage == nil && notCompared.isEmpty)),
            ("position", .number(comparison.position.rawValue)),
            ("differences", .array(differences.map(\.json))),
            ("damage", damage.map { .string($0) } ?? .null),
            ("notCompared", .array(notCompared.map { .string($0) })),
        ]
        if !differences.isEmpty {
            result.exit = .finding
            result.lines = differences.flatMap(\.lines)
        } else if let damage {
            result.exit = .finding
            result.lines = ["DAMAGED   \(TerminalText.line(damage))"]
        } else if !notCompared.isEmpty {
            result.exit = .failure
            let tables = notCompared.map { TerminalText.line($0) }.joined(separator: ", ")
            result.lines = [
                "NOT CHECKED another process wrote while their sums were added up: \(tables). "
                    + "Run it again when less is written."
            ]
        } else {
            result.lines = ["equal     every row, at position \(comparison.position)"]
        }
        return result
    }
}

/// A difference as `diff` shows it.
private struct ShownDifference {
    private let found: DescribedDifference
    private let showsWords: Bool
    /// The key in hexadecimal; nil where it may be words that are withheld.
    private let key: String?
    private let row: [(name: String, value: String)]
    private let fields: [(name: String, stored: String?, recount: String?)]

    init(_ found: DescribedDifference, _ showsWords: Bool) {
        self.found = found
        self.showsWords = showsWords
        let holdsText = found.row?.contains { $0.isText } ?? true
        key = holdsText && !showsWords ? nil : Hexadecimal.encode(found.place.key.span.bytes)
        row = (found.row ?? []).map { ($0.name, Self.shown($0, showsWords)) }
        fields = Self.fields(found, showsWords)
    }

    private static func shown(_ field: DescribedDifference.Field, _ showsWords: Bool) -> String {
        field.isText && !showsWords ? "(withheld)" : field.value
    }

    /// The fields that are not equal; all, where there is one row only.
    private static func fields(
        _ found: DescribedDifference,
        _ showsWords: Bool
    ) -> [(name: String, stored: String?, recount: String?)] {
        let (stored, recounted) = (found.stored ?? [], found.recounted ?? [])
        let names =
            stored.map(\.name)
            + recounted.map(\.name).filter { name in
                !stored.contains { $0.name == name }
            }
        return names.compactMap { name in
            let (old, new) = (
                stored.first { $0.name == name }, recounted.first { $0.name == name }
            )
            guard old != new else { return nil }
            return (
                name, old.map { shown($0, showsWords) }, new.map { shown($0, showsWords) }
            )
        }
    }

    var lines: [String] {
        let meaning = found.meaning.map { " (\($0))" } ?? ""
        let named = row.map { "\($0.name) \(TerminalText.line($0.value))" }.joined(separator: ", ")
        var lines = [
            "DIFFERENT table \(TerminalText.line(found.place.table))\(meaning): the row is "
                + found.place.kind.word
        ]
        if !named.isEmpty {
            lines.append("  row: \(named)")
        } else {
            lines.append("  row: \(key.map { "key \($0)" } ?? "the key is withheld")")
        }
        for field in fields {
            let (stored, recount) = (
                field.stored.map { "stored \(TerminalText.line($0))" } ?? "not stored",
                field.recount.map { "recount \(TerminalText.line($0))" } ?? "not in the recount"
            )
            lines.append("  \(field.name): \(stored), \(recount)")
        }
        return lines
    }

    var json: JSON {
        .object([
            ("table", .string(found.place.table)), ("key", key.map { .string($0) } ?? .null),
            ("kind", .string(found.place.kind.word)),
            ("view", found.view.map { .string($0) } ?? .null),
            ("meaning", found.meaning.map { .string($0) } ?? .null),
            ("row", .object(row.map { ($0.name, .string($0.value)) })),
            (
                "fields",
                .array(
                    fields.map { field in
                        .object([
                            ("name", .string(field.name)),
                            ("stored", field.stored.map { .string($0) } ?? .null),
                            ("recount", field.recount.map { .string($0) } ?? .null),
                        ])
                    }
                )
            ),
        ])
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
