import Scrollback
import ScrollbackExport

/// Makes a new store from an export of everything.
enum Import: Subcommand {
    static let name = "import"
    static let summary = "create a store from an export of everything"
    static let operands = ["STORE", "DIR"]
    static let options: [Option] = [
        .flag("without-journal"), .value("keys"), .json, .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback import STORE DIR --without-journal [--keys PATH] [--json]
                                 [--progress | --quiet]

        Makes the new store STORE from DIR, an export of everything (`scrollback export`).
        Positions, ids, actors, times and epochs stay, what was erased stays erased, and every query
        answers as at the export. The log's id, its keys and its hashes are new, and its first event
        names the exported log. The whole export is checked before anything is written.

        Checkpoints, proofs, cursors and tokens name the exported log: make them anew. To know who
        made the export, check its signature first: Scripts/checker/check_export.py.

          --without-journal  accept that it is not known what was erased after the export; the new
                             log's first event says so. Erase it again
          --keys PATH        the path of keys.bin (default: in the store)
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: log, from, events, root, epoch, contents, erased,
                             manifest, journals

        exit codes: 0 done · 1 the export was changed or is incomplete · 2 usage
        3 could not be done. Except with 0, nothing is left at STORE

        example: scrollback import copy.scrollback all --without-journal
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
        guard arguments.has("without-journal") else {
            throw arguments.wrong(
                "does not know what was erased after the export: add --without-journal to accept "
                    + "that"
            )
        }
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        do throws(ImportError) {
            return answer(
                try Store.create(
                    at: arguments.operands[0],
                    importing: arguments.operands[1],
                    withoutJournal: true,
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

    private static func answer(_ report: ImportReport, _ path: String) -> Answer {
        var answer = Answer()
        answer.lines = [
            "imported  \(report.events) events of log \(report.from) to \(TerminalText.line(path))",
            "contents  \(report.contents); erased \(report.erased)",
            "log       \(report.log), epoch \(report.epoch)",
            "journals  none: what was erased after the export is in the new store; erase it again",
            "tokens    name the old log; make them anew, and sign a new checkpoint",
        ]
        answer.fields = [
            ("log", .string("\(report.log)")), ("from", .string("\(report.from)")),
            ("events", .number(report.events)), ("root", .string("\(report.root)")),
            ("epoch", .string(report.epoch)), ("contents", .number(report.contents)),
            ("erased", .number(report.erased)), ("manifest", .string("\(report.manifest)")),
            ("journals", .array(report.journals.map { .string($0) })),
        ]
        return answer
    }
}
