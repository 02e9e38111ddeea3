import EventLog
import Scrollback
import ScrollbackBackup
internal import Wire

/// Makes a backup of a store, or brings one up to date.
enum BackUp: Subcommand {
    static let name = "backup"
    static let summary = "back up a store while it is used"
    static let operands = ["STORE", "DIR"]
    static let options: [Option] = [
        .value("keys"), .value("label"), .value("store-keys"), .value("control"), .json,
        .flag("progress"), .flag("quiet"), .journal, .withoutJournal,
    ]

    static let help = """
        usage: scrollback backup STORE DIR --keys DIR2 [--label TEXT] [--store-keys PATH]
                                 [--control PATH] [--json] [--progress | --quiet]
                                 [--journal FILE | --without-journal]

        Copies the log to the folder DIR and its keys to the folder DIR2, and checks both. Given
        the folders of an earlier backup it adds the new events, and carries out in the copies what
        was erased since. Killed at any moment, it leaves the earlier backup or the new one, whole.

        The store may be in use. If another process writes to it, this command asks it through its
        control socket to log the copy of the keys.

        Keep DIR2 apart from DIR: an old copy of log and keys together is the text, also the text
        that was erased since. The query `state` lists the copies of keys that are older than an
        erasure. When you have destroyed a copy, say so with the command `keyCopyGone`.

          --keys DIR2        the folder of the keys; made if it is missing, never DIR itself
          --label TEXT       what to call the place of the keys (default: the name of DIR2)
          --store-keys PATH  the path of the store's keys.bin (default: in the store)
          --control PATH     the path of the control socket (default: in the store's folder)
          --journal FILE     the journal of a store at rest that has one
          --without-journal  log the copy without the store's journal; the log records that
          --progress         show progress, also if the standard error is no terminal
          --quiet            show no progress
          --json             print an object: log, epoch, size, root, checkpoint, place, newEvents,
                             written, segments, bytes, erasures, keeping, alsoKeep

        exit codes: 0 done · 1 the store or the backup is damaged · 2 usage · 3 could not be done;
        the earlier backup still restores, or with `unfinished` the new one

        example: scrollback backup chat.scrollback /backup/chat --keys /vault/chat
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        guard let keys = arguments.value("keys") else {
            throw arguments.wrong("needs --keys DIR2, a folder apart from DIR")
        }
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        let store = try Export.open(arguments, keys: arguments.value("store-keys"))
        defer { store.close() }
        do throws(BackupError) {
            let report = try await store.backUp(
                to: arguments.operands[1],
                keys: keys,
                label: arguments.value("label"),
                control: arguments.value("control"),
                progress: { meter.show(done: $0, total: $1) }
            )
            return result(report, arguments.operands[1], keys)
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func result(_ report: BackupReport, _ path: String, _ keys: String)
        -> CommandResult
    {
        var result = CommandResult()
        result.lines = [
            "backed up  \(report.size) events to \(TerminalText.line(path)), \(report.newEvents) of "
                + "them new",
            "keys       in \(TerminalText.line(keys)), place \(report.place)",
            "written    \(report.written) of \(report.segments) segments, \(report.bytes) bytes; "
                + "read again and sound",
            "erasures   \(report.erasures) carried out",
            "root       \(report.root)",
            "checkpoint " + (report.checkpoint.map { "of \($0) events" } ?? "none"),
            "keeping    "
                + (report.keeping.map { "\($0), the journal's line that a restore asks for" }
                    ?? "no journal"),
            "also keep  " + report.alsoKeep.joined(separator: "\n           "),
        ]
        result.fields = [
            ("log", .string("\(report.log)")),
            ("epoch", .string(report.epoch.hexadecimalText)),
            ("size", .number(report.size.rawValue)), ("root", .string("\(report.root)")),
            ("checkpoint", report.checkpoint.map { .number($0.rawValue) } ?? .null),
            ("place", .string("\(report.place)")), ("newEvents", .number(report.newEvents)),
            ("written", .number(report.written)), ("segments", .number(report.segments)),
            ("bytes", .number(report.bytes)), ("erasures", .number(report.erasures)),
            ("keeping", report.keeping.map(JSON.number) ?? .null),
            ("alsoKeep", .array(report.alsoKeep.map { .string($0) })),
        ]
        return result
    }
}

extension CommandFailure {
    init(_ error: BackupError) {
        let message = TerminalText.line(error.message)
        switch error.code {
        case .invalidRequest: self = .usage(message)
        case .damaged: self = .finding(error.code.rawValue, message)
        default: self = .failure(error.code.rawValue, message)
        }
    }
}
