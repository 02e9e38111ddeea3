import EventLog
import Scrollback
import ScrollbackBackup

/// Writes a store's log anew without the room that erased content left.
enum Compact: Subcommand {
    static let name = "compact"
    static let summary = "shrink the log file after erasures"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("wait"), .value("keys"), .json, .flag("progress"), .flag("quiet"),
    ]

    /// The longest time to wait for readers, in seconds.
    private static let longestWait: UInt64 = 86_400

    static let help = """
        usage: scrollback compact STORE [--wait SECONDS] [--keys PATH] [--json]
                                  [--progress | --quiet]

        Copies the events into a new log file, compares it with the old one, and puts it in its
        place. Events, positions, the root and the checkpoints stay. It needs as much free room as
        the new file takes, and no other process may have the store open. If another process writes,
        the command fails and names it. With --wait it waits for processes that read; otherwise it
        fails and names them. If it is killed at any moment, one whole log is left.

          --wait SECONDS  how long to wait for processes that read, up to 86400 (default: 0)
          --keys PATH     the path of keys.bin (default: in the store)
          --progress      show progress, also if the standard error is no terminal
          --quiet         show no progress
          --json          print an object: size, root, before, after, gained (bytes)

        exit codes: 0 done · 1 the store is damaged: run scrollback verify · 2 usage
        3 could not be done; the log is as it was

        example: scrollback compact chat.scrollback --wait 60
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let wait = try arguments.value("wait").map { text throws(CommandFailure) in
            guard let seconds = UInt64(text), seconds <= longestWait else {
                throw arguments.wrong("takes 0 to \(longestWait) seconds with --wait")
            }
            return seconds
        }
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        let directory = OpenStore.directory(arguments)
        do throws(BackupError) {
            return result(
                try Store.compact(
                    at: directory.path,
                    keysPath: directory.keysPath,
                    waitingForReaders: .seconds(wait ?? 0),
                    progress: { meter.show(done: $0, total: $1) }
                )
            )
        } catch {
            throw CommandFailure(ofCompacting: error)
        }
    }

    private static func result(_ done: CompactionReport) -> CommandResult {
        var result = CommandResult()
        result.lines = [
            "compacted  \(done.size) events, from \(done.bytesBefore) to \(done.bytesAfter) bytes",
            "gained     \(done.gained) bytes",
            "root       \(done.root), as before",
        ]
        result.fields = [
            ("size", .number(done.size.rawValue)), ("root", .string("\(done.root)")),
            ("before", .number(done.bytesBefore)), ("after", .number(done.bytesAfter)),
            ("gained", .number(UInt64(max(0, done.gained)))),
        ]
        return result
    }
}

extension CommandFailure {
    fileprivate init(ofCompacting error: BackupError) {
        if let cause = error.cause {
            self.init(cause)
            return
        }
        let isForReaders = error.code == .hasReaders
        self.init(
            BackupError(error.code, error.message + (isForReaders ? " with --wait SECONDS" : ""))
        )
    }
}
