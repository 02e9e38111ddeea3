import EventLog
import Scrollback
import ScrollbackBackup

/// Restores a store from a backup.
enum Restore: Subcommand {
    static let name = "restore"
    static let summary = "restore a store from a backup to a new place"
    static let operands = ["BACKUP"]
    static let options: [Option] = [
        .value("keys"), .value("to"), .value("store-keys"), .flag("without-journal"), .json,
        .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback restore BACKUP --keys DIR2 --to PATH --without-journal
                                  [--store-keys PATH] [--json] [--progress | --quiet]

        Makes a store at PATH from the backup in the folder BACKUP and its keys in the folder DIR2.
        Everything is checked while it is copied: sums, leaves, the root, and that each content
        opens with its key. Nothing is ever replaced, and nothing is left if it is refused.

        The restored store goes on under a new epoch. What happened after the backup is lost:
        positions, cursors, marks and checkpoints of lost events are refused from then on.

          --keys DIR2        the folder of the keys that belong to the backup
          --to PATH          the path of the store, where nothing exists
          --without-journal  restore without a journal of erasures and holds: what was erased after
                             the backup is readable again, and holds placed after it are lost
          --store-keys PATH  the path of the store's keys.bin (default: in the store)
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: log, epoch, fork, root, size, erasures

        exit codes: 0 done · 1 the backup is damaged or incomplete · 2 usage · 3 could not be done

        example: scrollback restore /backup/chat --keys /vault/chat --to chat.scrollback \\
                     --without-journal
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
        guard let keys = arguments.value("keys") else {
            throw arguments.wrong("needs --keys DIR2, the folder of the backup's keys")
        }
        guard let path = arguments.value("to") else {
            throw arguments.wrong("needs --to PATH, where nothing exists")
        }
        guard arguments.has("without-journal") else {
            throw arguments.wrong(
                "needs --without-journal: what was erased after the backup is readable again"
            )
        }
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        do throws(BackupError) {
            let report = try Backup(at: arguments.operands[0], keys: keys).restore(
                to: path,
                keysPath: arguments.value("store-keys"),
                progress: { meter.show(done: $0, total: $1) }
            )
            return answer(report, path)
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func answer(_ report: RestoreReport, _ path: String) -> Answer {
        var answer = Answer()
        answer.lines = [
            "restored  \(report.fork) events to \(TerminalText.line(path)), all of them checked",
            "epoch     \(EventLog.name(of: report.epoch)); positions after \(report.fork) of the "
                + "earlier epoch are lost",
            "root      \(report.root) at \(report.fork)",
            "WITHOUT A JOURNAL: what was erased after the backup is readable again, and holds placed "
                + "after it are lost",
        ]
        answer.fields = [
            ("log", .string("\(report.log)")),
            ("epoch", .string(EventLog.name(of: report.epoch))),
            ("fork", .number(report.fork.rawValue)), ("root", .string("\(report.root)")),
            ("size", .number(report.size.rawValue)), ("erasures", .number(report.erasures)),
        ]
        return answer
    }
}
