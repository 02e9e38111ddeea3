import Scrollback
import ScrollbackExport

/// Makes a new store from an export of everything.
enum Import: Subcommand {
    static let name = "import"
    static let summary = "create a store from an export of everything"
    static let operands = ["STORE", "DIR"]
    static let options: [Option] = [
        .values("journal"), .values("last"), .withoutJournal, .value("keys"), .json,
        .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback import STORE DIR (--journal FILE --last N)... [--without-journal]
                                 [--keys PATH] [--json] [--progress | --quiet]

        Makes the new store STORE from DIR, an export of everything (`scrollback export`).
        Positions, ids, actors, times and epochs stay, what was erased stays erased, and every query
        answers as at the export. The log's id, its keys and its hashes are new, and its first event
        names the exported log. The whole export is checked before anything is written.

        What was erased, held or asked for after the export is in journals: that of the exported
        log, and those of logs that were imported from it. Name all of them, in any order; their
        stores must not be open. The new store repeats what they say before it can be opened. The
        import cannot know of a journal that is not named.

        Checkpoints, proofs, cursors and tokens name the exported log: make them anew. To know who
        made the export, check its signature first: Scripts/checker/check_export.py.

          --journal FILE     a journal; may be given several times, each with its --last
          --last N           the greatest number that `keeping` showed you for that journal's
                             store: a journal with fewer lines is refused. 0 if you know none
          --without-journal  go on without the exported log's own journal: what was erased after the
                             export is readable again, and holds placed after it are lost. The new
                             log's first event says so
          --keys PATH        the path of keys.bin (default: in the store)
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: log, from, events, root, epoch, contents, erased,
                             manifest, journals, withoutJournal, repeated

        exit codes: 0 done · 1 the export was changed or is incomplete · 2 usage
        3 could not be done. Except with 0, nothing is left at STORE

        example: scrollback import copy.scrollback all --journal chat.journal --last 4711
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let journals = try journals(arguments)
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        do throws(ImportError) {
            return result(
                try Store.create(
                    at: arguments.operands[0],
                    importing: arguments.operands[1],
                    journals: journals,
                    withoutJournal: arguments.has("without-journal"),
                    keysPath: arguments.value("keys"),
                    progress: { meter.show(done: $0, total: $1) }
                ),
                arguments.operands[0]
            )
        } catch {
            let message = TerminalText.line(error.message)
            switch error.code {
            case .changed: throw .finding(error.code.rawValue, message)
            case .journalNeeded: throw .usage(message)
            default: throw .failure(error.code.rawValue, message)
            }
        }
    }

    /// The journals, each with the greatest number that is known of it.
    private static func journals(
        _ arguments: Arguments
    ) throws(CommandFailure) -> [ImportJournal] {
        let paths = arguments.values("journal")
        guard !paths.isEmpty || arguments.has("without-journal") else {
            throw arguments.wrong(
                "needs the journal of the exported log, --journal FILE with --last N, or "
                    + "--without-journal: what was erased after the export is then readable again"
            )
        }
        let numbers = arguments.values("last")
        guard numbers.count == paths.count else {
            throw arguments.wrong(
                "needs a --last N for each --journal, the greatest number that keeping showed you; "
                    + "0 if you know none"
            )
        }
        var journals: [ImportJournal] = []
        for (path, text) in zip(paths, numbers) {
            guard let number = UInt64(text) else {
                throw arguments.wrong(
                    "takes with --last a number, not '\(TerminalText.line(text))'"
                )
            }
            journals.append(ImportJournal(path, last: number))
        }
        return journals
    }

    private static func words(of report: ImportReport) -> [String] {
        var lines: [String] = []
        for journal in report.journals {
            var line = "journal   \(TerminalText.line(journal.path)) of log \(journal.log)"
            line += ", \(journal.line) lines"
            if journal.linesBehindLast > 0 {
                line += "; \(journal.linesBehindLast) of them came after the one that you named, "
                line += "and may never have been committed"
            }
            lines.append(line)
        }
        if report.withoutJournal {
            lines.append(
                "WITHOUT THE LOG'S JOURNAL: what was erased after the export is readable again, and "
                    + "holds placed after it are lost"
            )
        }
        if !report.journals.isEmpty {
            lines.append("repeated  \(report.repeated) events of the journals")
        }
        return lines
    }

    private static func result(_ report: ImportReport, _ path: String) -> CommandResult {
        var result = CommandResult()
        result.lines =
            [
                "imported  \(report.events) events of log \(report.from) to "
                    + TerminalText.line(path),
                "contents  \(report.contents); erased \(report.erased)",
                "log       \(report.log), epoch \(report.epoch)",
            ] + words(of: report) + [
                "tokens    name the old log; make them anew, and sign a new checkpoint"
            ]
        result.fields = [
            ("log", .string("\(report.log)")), ("from", .string("\(report.from)")),
            ("events", .number(report.events)), ("root", .string("\(report.root)")),
            ("epoch", .string(report.epoch)), ("contents", .number(report.contents)),
            ("erased", .number(report.erased)), ("manifest", .string("\(report.manifest)")),
            ("journals", .array(report.journals.map(json))),
            ("withoutJournal", .boolean(report.withoutJournal)),
            ("repeated", .number(UInt64(report.repeated))),
        ]
        return result
    }

    private static func json(_ journal: ImportReport.UsedJournal) -> JSON {
        .object([
            ("file", .string(journal.path)), ("log", .string("\(journal.log)")),
            ("line", .number(journal.line)), ("linesBehindLast", .number(journal.linesBehindLast)),
        ])
    }
}
