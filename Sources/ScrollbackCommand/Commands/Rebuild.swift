import EventLog
import Glibc
import Scrollback

/// Rebuilds a store's views from its log.
enum Rebuild: Subcommand {
    static let name = "rebuild"
    static let summary = "rebuild the views from the log"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .flag("no-wait"), .value("keys"), .json, .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback rebuild STORE [--no-wait] [--keys PATH] [--json]
                                  [--progress | --quiet]

        Rebuilds the views from the log into a new file, and never opens the old one. Use it if
        the views are damaged, or crash the process that reads them. The log is not changed.

        If a process has the store open for writing, this command leaves a request in the store's
        folder and waits. That process rebuilds the views while it continues to read and write.
        Custom views are rebuilt by the program that declares them: now if it has the store open
        for writing, otherwise when it opens the store next.

          --no-wait    leave the request, and do not wait for the writing process
          --keys PATH  the path of keys.bin (default: in the store)
          --progress   show progress, also if the standard error is no terminal
          --quiet      show no progress
          --json       print an object: rebuilt, requested, position (null after a request)

        exit codes: 0 done, or requested with --no-wait · 2 usage · 3 could not be done

        example: scrollback rebuild chat.scrollback
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
        let meter = try ProgressLine(arguments)
        defer { meter.end() }
        let directory = OpenStore.directory(arguments)
        var request: RebuildRequest?
        while true {
            do throws(StoreFault) {
                let position = try Engine.rebuildViews(at: directory) {
                    meter.show(done: $0.rawValue, total: $1.rawValue)
                }
                return answer(isDone: true, isRequested: request != nil, position.rawValue)
            } catch .log(.openElsewhere) {
                // Another process writes: leave it a request.
            } catch {
                throw CommandFailure(error)
            }
            if request == nil {
                request = try ask(directory)
                if arguments.has("no-wait") { return answer(isDone: false, isRequested: true, nil) }
                if !arguments.has("quiet") {
                    complain("another process writes to the store and was asked; waiting for it")
                }
            }
            usleep(pause)
            switch request?.state {
            case .waiting?, nil: continue
            case .done?: return answer(isDone: true, isRequested: true, nil)
            case .dropped?:
                throw .failure(
                    "notRebuilt",
                    "the process that writes did not rebuild the views; it says why in its notices"
                )
            }
        }
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

    private static func answer(
        isDone: Bool,
        isRequested: Bool,
        _ position: UInt64?
    ) -> Answer {
        var answer = Answer()
        answer.fields = [
            ("rebuilt", .boolean(isDone)), ("requested", .boolean(isRequested)),
            ("position", position.map { .number($0) } ?? .null),
        ]
        if !isDone {
            answer.lines = ["requested the process that writes rebuilds the views"]
        } else if let position {
            answer.lines = ["rebuilt   up to position \(position)"]
        } else {
            answer.lines = ["rebuilt   by the process that writes"]
        }
        return answer
    }

    /// The time between two checks of the other process, in microseconds.
    private static let pause: UInt32 = 250_000
}
