import EventLog
import Glibc
import Scrollback
import ScrollbackPipe

/// Rebuilds a store's views from its log.
enum Rebuild: Subcommand {
    static let name = "rebuild"
    static let summary = "rebuild the views from the log"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .flag("no-wait"), .value("keys"), .value("control"), .json, .flag("progress"),
        .flag("quiet"),
    ]

    static let help = """
        usage: scrollback rebuild STORE [--no-wait] [--keys PATH] [--control PATH] [--json]
                                  [--progress | --quiet]

        Rebuilds the views from the log into a new file, and never opens the old one. Use it if
        the views are damaged, or crash the process that reads them. The log is not changed.

        If a process has the store open for writing, that process rebuilds the views while it
        continues to read and write: this command asks it through its control socket and shows its
        progress. Without a socket it leaves a request in the store's folder and waits.
        Custom views are rebuilt by the program that declares them: now if it has the store open
        for writing, otherwise when it opens the store next.

          --no-wait       leave a request, and do not wait for the writing process
          --keys PATH     the path of keys.bin (default: in the store)
          --control PATH  the path of the control socket (default: in the store's folder)
          --progress      show progress, also if the standard error is no terminal
          --quiet         show no progress
          --json          print an object: rebuilt, requested, position (null after a request)

        exit codes: 0 done, or requested with --no-wait · 1 the log is damaged: run scrollback
        verify · 2 usage · 3 could not be done

        example: scrollback rebuild chat.scrollback
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        let directory = OpenStore.directory(arguments)
        var request: RebuildRequest?
        var isLost = false
        while true {
            do throws(StoreFault) {
                let position = try Engine.rebuildViews(at: directory) {
                    meter.show(done: $0.rawValue, total: $1.rawValue)
                }
                return result(isDone: true, isRequested: request != nil, position.rawValue)
            } catch .log(.openElsewhere) {
                // Another process writes: ask it.
            } catch {
                throw CommandFailure(error)
            }
            if request == nil {
                if !arguments.has("no-wait"), !isLost,
                    let client = try ControlPath(arguments).client()
                {
                    if let position = try rebuild(through: client, meter) {
                        return result(isDone: true, isRequested: true, position)
                    }
                    isLost = true
                    continue
                }
                request = try ask(directory)
                if arguments.has("no-wait") { return result(isDone: false, isRequested: true, nil) }
                if !arguments.has("quiet") {
                    complain(
                        "\(directory.writerInWords) writes to the store and was asked; waiting for it"
                    )
                }
            }
            usleep(pause)
            switch request?.state {
            case .waiting?, nil: continue
            case .done?: return result(isDone: true, isRequested: true, nil)
            case .dropped?:
                throw .failure(
                    "notRebuilt",
                    "the process that writes did not rebuild the views; it says why in its notices"
                )
            }
        }
    }

    /// Asks the process that writes to rebuild the views; nil if it ended meanwhile, or stays
    /// silent for too long.
    private static func rebuild(
        through client: consuming ControlClient,
        _ meter: ProgressLine
    ) throws(CommandFailure) -> UInt64? {
        let line = #"{"as":"operator","do":"rebuildViews","progress":true}"#
        // A refusal may have come before.
        _ = client.send(Array(line.utf8))
        while let line = client.readLine(withinMilliseconds: patienceMilliseconds) {
            switch AnswerLine(line) {
            case .progress(let done, let total)?:
                meter.show(done: UInt64(clamping: done), total: UInt64(clamping: total))
            case .done(let position)?: return UInt64(clamping: position)
            case .refused("closed", _)?: return nil
            case .refused(let code, let message)?:
                throw .ofWriter(code, message)
            case nil:
                throw .otherAnswer
            }
        }
        return nil
    }

    private static func ask(
        _ directory: StoreDirectory
    ) throws(CommandFailure) -> RebuildRequest {
        do throws(StoreFault) {
            return try RebuildRequest(leftIn: directory)
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func result(
        isDone: Bool,
        isRequested: Bool,
        _ position: UInt64?
    ) -> CommandResult {
        var result = CommandResult()
        result.fields = [
            ("rebuilt", .boolean(isDone)), ("requested", .boolean(isRequested)),
            ("position", position.map { .number($0) } ?? .null),
        ]
        if !isDone {
            result.lines = ["requested the process that writes rebuilds the views"]
        } else if let position {
            result.lines = ["rebuilt   up to position \(position)"]
        } else {
            result.lines = ["rebuilt   by the process that writes"]
        }
        return result
    }

    /// How long the process that writes may say nothing; it tells how far it is.
    private static let patienceMilliseconds: Int32 = 300_000
    /// The time between two checks of the other process, in microseconds.
    private static let pause: UInt32 = 250_000
}
