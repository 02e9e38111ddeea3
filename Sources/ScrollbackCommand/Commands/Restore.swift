import EventLog
import Glibc
import Scrollback
import ScrollbackBackup
internal import Wire

/// Restores a store from a backup.
enum Restore: Subcommand {
    static let name = "restore"
    static let summary = "restore a store from a backup to a new place"
    static let operands = ["BACKUP"]
    static let options: [Option] = [
        .value("keys"), .value("to"), .value("store-keys"), .journal, .value("last"),
        .withoutJournal, .flag("drill"), .json, .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback restore BACKUP --keys DIR2 --to PATH
                                  (--journal FILE --last N | --without-journal) [--drill]
                                  [--store-keys PATH] [--json] [--progress | --quiet]

        Makes a store at PATH from the backup in the folder BACKUP and its keys in the folder DIR2.
        Everything is checked while it is copied: sums, leaves, the root, and that each content
        opens with its key. Nothing is ever replaced, and nothing is left if it is refused.

        The restored store goes on under a new epoch. What happened after the backup is lost:
        positions, cursors, marks and checkpoints of lost events are refused from then on. What the
        journal says of lost erasures, holds and requests is repeated. The journal is only read:
        open the restored store with it next, and the replaced one no more.

          --keys DIR2        the folder of the keys that belong to the backup
          --to PATH          the path of the store, where nothing exists; outside of BACKUP and DIR2
          --journal FILE     the store's journal
          --last N           the greatest number that `keeping` ever showed you: a journal with
                             fewer lines is refused. 0 if you know none
          --drill            a rehearsal: the journal is not locked, and the store that is made can
                             only be read
          --without-journal  restore without a journal of erasures and holds: what was erased after
                             the backup is readable again, and holds placed after it are lost
          --store-keys PATH  the path of the store's keys.bin (default: in the store)
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: log, epoch, fork, root, size, erasures,
                             repeated, line, linesBehindLast, journalIsTorn, unknownMedia

        exit codes: 0 done · 1 the backup is damaged or incomplete · 2 usage · 3 could not be done

        example: scrollback restore /backup/chat --keys /vault/chat --to chat.scrollback \\
                     --journal /vault/chat.journal --last 4711
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        guard let keys = arguments.value("keys") else {
            throw arguments.wrong("needs --keys DIR2, the folder of the backup's keys")
        }
        guard let path = arguments.value("to") else {
            throw arguments.wrong("needs --to PATH, where nothing exists")
        }
        let journal = try Self.journal(arguments)
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        do throws(BackupError) {
            let report = try Backup(at: arguments.operands[0], keys: keys).restore(
                to: path,
                keysPath: arguments.value("store-keys"),
                journal: journal,
                isDrill: arguments.has("drill"),
                progress: { meter.show(done: $0, total: $1) }
            )
            let directory = StoreDirectory(path: path, keysPath: arguments.value("store-keys"))
            return result(report, directory, isDrill: arguments.has("drill"))
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The journal, and the newest number that the operator knows; nil for a restore without one.
    private static func journal(_ arguments: Arguments) throws(CommandFailure) -> RestoreJournal {
        let path = arguments.value("journal")
        guard (path == nil) == arguments.has("without-journal") else {
            throw arguments.wrong(
                "takes either --journal FILE with --last N, or --without-journal: what was erased "
                    + "after the backup is then readable again"
            )
        }
        let last = arguments.value("last")
        guard let path else {
            guard last == nil else { throw arguments.wrong("takes --last with --journal only") }
            return .none
        }
        guard let last, let number = UInt64(last) else {
            throw arguments.wrong(
                "needs --last N, the greatest number that keeping showed you; 0 if you know none"
            )
        }
        return .file(path, last: number)
    }

    private static func words(of report: RestoreReport) -> [String] {
        guard let line = report.line else {
            return [
                "WITHOUT A JOURNAL: what was erased after the backup is readable again, and holds "
                    + "placed after it are lost"
            ]
        }
        var told = ["repeated  \(report.repeated) events of the journal, up to its line \(line)"]
        if report.linesBehindLast > 0 {
            told.append(
                "beyond    \(report.linesBehindLast) lines came after the one that you named; they are "
                    + "repeated too, though they may never have been committed"
            )
        }
        if report.journalIsTorn {
            told.append(
                "torn      the journal ends in lines that a crash cut short; what they say was never "
                    + "stored, and the next opening for writing cuts them off"
            )
        }
        if report.unknownMedia > 0 {
            told.append(
                "media     up to \(report.unknownMedia) media of lost messages are to be deleted "
                    + "elsewhere, and their URLs are lost: compare your media with what the store names"
            )
        }
        return told
    }

    /// What holds for tokens, where a server kept files beside the store.
    private static func tokens(_ store: StoreDirectory) -> [String] {
        let files = [store.positionsPath, store.revocationsPath]
        guard files.contains(where: { access($0, F_OK) == 0 }) else { return [] }
        return [
            "tokens    those that were revoked after the backup count again until they expire: revoke "
                + "them again, before a server begins"
        ]
    }

    private static func next(_ report: RestoreReport, isDrill: Bool) -> String {
        if isDrill {
            return "drill     verify this store, then remove it: it can only be read"
        }
        return report.line == nil
            ? "next      open it for writing once: that makes its views. Begin a new journal, if it is to "
                + "have one"
            : "next      open it for writing once, with the same journal: that makes its views"
    }

    private static func result(
        _ report: RestoreReport,
        _ store: StoreDirectory,
        isDrill: Bool
    ) -> CommandResult {
        var result = CommandResult()
        result.lines =
            [
                "restored  \(report.fork) events to \(TerminalText.line(store.path)), all of them checked",
                "epoch     \(report.epoch.hexadecimalText); positions after \(report.fork) of the "
                    + "earlier epoch are lost",
                "root      \(report.root) at \(report.fork)",
            ] + words(of: report) + tokens(store) + [next(report, isDrill: isDrill)]
        result.fields = [
            ("log", .string("\(report.log)")),
            ("epoch", .string(report.epoch.hexadecimalText)),
            ("fork", .number(report.fork.rawValue)), ("root", .string("\(report.root)")),
            ("size", .number(report.size.rawValue)), ("erasures", .number(report.erasures)),
            ("repeated", .number(UInt64(report.repeated))),
            ("line", report.line.map(JSON.number) ?? .null),
            ("linesBehindLast", .number(report.linesBehindLast)),
            ("journalIsTorn", .boolean(report.journalIsTorn)),
            ("unknownMedia", .number(report.unknownMedia)),
        ]
        return result
    }
}
