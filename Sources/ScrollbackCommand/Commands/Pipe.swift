import Glibc
import Scrollback
import ScrollbackExport
import ScrollbackPipe

/// Serves a store to one program over lines of JSON.
enum Pipe: Subcommand {
    static let name = "pipe"
    static let summary = "serve a store over lines of JSON on standard input and output"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .flag("create"), .value("clock"), .flag("readonly"), .flag("accept-clock"), .value("keys"),
        .flag("accept-older-log"), .value("control"), .flag("no-control"), .flag("unlogged"),
        .journal, .withoutJournal,
    ]

    static let help = """
        usage: scrollback pipe STORE [--create] [--clock given | --accept-clock] [--readonly]
                               [--keys PATH] [--accept-older-log]
                               [--journal FILE | --without-journal]
                               [--control PATH | --no-control] [--unlogged]

        Reads one JSON object per line from the standard input, and writes one answer line for
        each to the standard output, in order. When the input ends or SIGTERM comes, it answers
        the lines that it has read, closes the store and exits with 0. A command is answered when
        it is durable. Up to 1000 waiting commands share one flush, so write ahead and read the
        answers meanwhile. If you stop reading, it stops reading too and waits; it keeps at most
        some MiB of answers.

          {"ref": 1, "as": "USER", "do": "send", "conversation": "…", "text": "Hello"}
          {"ref": 1, "ok": {"message": "…", "ordinal": 1, "sentAt": 1700000000000}, "position": 9}
          {"ref": 2, "as": "USER", "ask": "conversations"}

        A malformed line, or one of more than 1 MiB, is answered with an error, and the next line
        is read. schemas/json describes all lines and answers.

          --create       create the store if none exists at STORE; an existing store is opened
                         unchanged
          --clock given  take the time from the lines: "at", in milliseconds since 1970, never
                         decreasing; a line without "at" has the time of the line before. A new
                         store begins at 0. Without this option "at" is refused
          --accept-clock write although the machine's clock is more than five minutes behind the
                         newest event
          --readonly     refuse commands; another process may write
          --keys PATH    the path of keys.bin (default: in the store)
          --accept-older-log
                         write to a log.mdb that lacks committed events, such as a restored
                         backup. These events are lost and their keys are destroyed; the log
                         continues under a new epoch

          --journal FILE mirror the events about erasing and keeping in FILE, outside the store: a
                         restore from a backup repeats them. A store that has a journal is opened
                         for writing only with it
          --without-journal
                         write without the store's journal; the log records that. What is erased
                         meanwhile comes back with a restore, until the journal is used again

          --control PATH the path of the control socket (default: control.sock in the store's
                         folder). Other processes of the store's owner and root send lines to it
                         with `scrollback control`; several can connect at once. With --readonly
                         the socket of the process that writes: it answers typing, presence and
                         rate
          --no-control   offer no control socket, and ask none
          --unlogged     with --readonly: answer queries with a reason also where the look cannot
                         be logged, because the process that writes cannot be reached

        Missing, incomplete or damaged views are rebuilt from the log. Notices for the operator
        are printed on the standard error.

        exit codes: 0 the input ended, or SIGTERM · 1 the log is damaged: run scrollback verify
        2 usage · 3 the store cannot be opened, or the input or the output failed

        example: scrollback pipe chat.scrollback --create
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        let isTimeGiven = try isTimeGiven(arguments)
        let isReading = arguments.has("readonly")
        let creates = arguments.has("create")
        guard !(isReading && creates) else {
            throw arguments.wrong("takes one of --create and --readonly")
        }
        guard !(arguments.has("no-control") && arguments.value("control") != nil) else {
            throw arguments.wrong("takes one of --control and --no-control")
        }
        guard isReading || !arguments.has("unlogged") else {
            throw arguments.wrong("takes --unlogged with --readonly only")
        }
        // A closed pipe is an error of writing; the store is still closed properly.
        signal(SIGPIPE, SIG_IGN)
        var input = try StandardInput()
        let output = try OutputFile(nil)
        let path = arguments.operands[0]
        var options = try Store.Options(writing: arguments)
        if isReading { options.access = .reading }
        if creates { options.creation = .ifMissing }
        options.acceptsOlderLog = arguments.has("accept-older-log")
        if isTimeGiven { options.givenTime = GivenTime() }
        let store = try open(path, options)
        defer { store.close() }
        if arguments.has("accept-clock") { store.acceptClock() }
        // Where another process writes, exports are asked of that one.
        let exports = isReading ? nil : ExportJobs(store)
        defer { exports?.stop(within: exportsPatience) }
        let allowsUnlogged = arguments.has("unlogged")
        try await serve(store, &input, output, try link(store, arguments), allowsUnlogged)
        return CommandResult()
    }

    /// The seconds within which the export that is being written ends.
    private static let exportsPatience = 5.0

    /// Whether the lines tell the time.
    static func isTimeGiven(_ arguments: Arguments) throws(CommandFailure) -> Bool {
        switch arguments.value("clock") {
        case nil: return false
        case "given"?:
            guard !arguments.has("accept-clock") else {
                throw arguments.wrong("takes one of --clock and --accept-clock")
            }
            return true
        case let word?:
            throw arguments.wrong("takes --clock given, not '\(TerminalText.line(word))'")
        }
    }

    private static func open(
        _ path: String,
        _ options: Store.Options
    ) throws(CommandFailure) -> Store {
        do throws(StoreError) {
            return try Store.open(path, options: options)
        } catch {
            throw CommandFailure(error, besideWriter: "read beside it with --readonly")
        }
    }

    /// Offers the control socket where this process writes, and otherwise finds the writer's.
    private static func link(
        _ store: Store,
        _ arguments: Arguments
    ) throws(CommandFailure) -> WriterLink? {
        if arguments.has("no-control") { return nil }
        let path = arguments.value("control")
        if arguments.has("readonly") { return WriterLink(to: path ?? store.controlPath) }
        do throws(ControlSocketError) {
            try store.offerControlSocket(at: path)
        } catch {
            // The store is served all the same, unless the place was chosen.
            guard path == nil else {
                throw .failure("noControlSocket", TerminalText.line("\(error)"))
            }
            complain(
                TerminalText.line(
                    "No control socket is offered. \(error) Use --control PATH or --no-control."
                )
            )
        }
        return nil
    }

    private static func serve(
        _ store: Store,
        _ input: inout StandardInput,
        _ output: borrowing OutputFile,
        _ writer: consuming WriterLink?,
        _ allowsUnlogged: Bool
    ) async throws(CommandFailure) {
        var server = try server(of: store, beside: writer, allowsUnlogged)
        server.isAbandoned = { isPeerGone(1) }
        while let lines = try input.next(upTo: PipeServer.commandsTogether) {
            try await server.answer(lines) { (answers) throws(CommandFailure) in
                try output.write(answers)
            }
        }
    }

    private static func server(
        of store: Store,
        beside writer: consuming WriterLink?,
        _ allowsUnlogged: Bool
    ) throws(CommandFailure) -> PipeServer {
        do throws(StoreError) {
            return try PipeServer(store, beside: writer, allowsUnlogged: allowsUnlogged)
        } catch {
            throw CommandFailure(error)
        }
    }
}
