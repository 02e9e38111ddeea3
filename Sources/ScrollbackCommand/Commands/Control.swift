import EventLog
import Glibc
import ScrollbackPipe

/// Sends lines to the process that writes to a store.
enum Control: Subcommand {
    static let name = "control"
    static let summary = "send lines of JSON to the process that writes to a store"
    static let operands = ["STORE"]
    static let options: [Option] = [.value("control")]

    static let help = """
        usage: scrollback control STORE [--control PATH]

        Reads lines from the standard input, sends them to the process that has the store open for
        writing, and writes its answers to the standard output, in order. The lines are those of
        `scrollback pipe`; see `scrollback help pipe` and schemas/json. Besides:

          {"as": "operator", "do": "rebuildViews", "progress": true}
          {"as": "operator", "do": "depositCheckpoint", "checkpoint": "…"}
          {"as": "operator", "ask": "consumers", "webhooks": true}
          {"as": "operator", "do": "retryWebhook", "webhook": "NAME"}
          {"as": "operator", "do": "beginExport", "reason": "…"}
          {"as": "operator", "ask": "exportJobs"}

        rebuildViews rebuilds the views while the process continues to read and write; with
        progress, lines {"progress": {"done": …, "total": …}} come before its answer.
        depositCheckpoint keeps a signed checkpoint in the log. consumers lists the webhooks of the
        process with their state; docs/webhooks.md has more lines about them. beginExport makes the
        process write an export and keep it for an hour; exportJobs shows its progress, and its
        folder when it is ready.

        The process offers a control socket: `scrollback pipe` does so by itself, a program that
        embeds the store if it calls offerControlSocket. Only the store's owner and root may
        connect.

          --control PATH  the path of the socket (default: control.sock in the store's folder)

        exit codes: 0 every line was answered · 2 usage · 3 no process can be reached, or the
        connection ended before every line was answered: a command may have been carried out;
        send it again with the same id

        example: scrollback control chat.scrollback < lines.jsonl
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let socket = ControlPath(arguments)
        guard let client = try socket.client() else { throw socket.noWriter }
        signal(SIGPIPE, SIG_IGN)
        var exchange = Exchange(client, try OutputFile(nil))
        try exchange.run()
        return CommandResult()
    }
}

/// Where the control socket of a store is.
struct ControlPath {
    private let directory: StoreDirectory
    let path: String

    init(_ arguments: Arguments) {
        directory = OpenStore.directory(arguments)
        path = arguments.value("control") ?? directory.controlPath
    }

    /// Connects to the process that writes; nil if none can be reached.
    ///
    /// - Throws: a failure if the socket is another user's.
    func client() throws(CommandFailure) -> ControlClient? {
        do throws(ControlClient.Unreachable) {
            return try ControlClient(to: path)
        } catch {
            guard error.number == EACCES || error.number == EPERM else { return nil }
            throw .failure(
                "permissionDenied",
                "\(TerminalText.line(path)) is another user's; run this as that user or as root"
            )
        }
    }

    /// The failure of a command that needs the process that writes.
    var noWriter: CommandFailure {
        let store = TerminalText.line(directory.path)
        guard let process = directory.writingProcess else {
            return .failure(
                "noWriter",
                "no process writes to \(store); start one with `scrollback pipe`"
            )
        }
        return .failure(
            "noWriter",
            "process \(process) writes to \(store), and cannot be reached at "
                + "\(TerminalText.line(path)); name its socket with --control PATH, or start it "
                + "with a control socket"
        )
    }
}

/// Lines from the standard input to a socket, and answers from there to the standard output.
private struct Exchange: ~Copyable {
    private static let chunkBytes = 1 << 16

    private let client: ControlClient
    private let output: OutputFile
    private var chunk = [UInt8](repeating: 0, count: Exchange.chunkBytes)
    /// The bytes that were read and are not sent yet.
    private var unsent: ArraySlice<UInt8> = []
    private var answers = LineSplitter()
    private var hasEnded = false
    /// Whether the last bytes read end a line.
    private var isWhole = true
    private var lines = 0
    private var answered = 0

    init(_ client: consuming ControlClient, _ output: consuming OutputFile) {
        self.client = client
        self.output = output
    }

    /// Sends all lines and writes all answers.
    mutating func run() throws(CommandFailure) {
        while true {
            var descriptors = [
                pollfd(
                    fd: client.descriptor,
                    events: Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT),
                    revents: 0
                ),
                pollfd(
                    fd: hasEnded || !unsent.isEmpty ? -1 : 0,
                    events: Int16(POLLIN),
                    revents: 0
                ),
            ]
            guard poll(&descriptors, 2, -1) > 0 else { continue }
            if descriptors[1].revents != 0 { try readInput() }
            if descriptors[0].revents & Int16(POLLOUT) != 0 { send() }
            guard descriptors[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
            guard try readAnswers() else { break }
        }
        guard hasEnded, unsent.isEmpty, answered == lines else {
            throw .failure(
                "connectionLost",
                "the process that writes closed the connection: \(answered) of \(lines) lines were "
                    + "answered; send the others again with the same ids"
            )
        }
    }

    private mutating func readInput() throws(CommandFailure) {
        let count = read(0, &chunk, chunk.count)
        if count > 0 {
            unsent = chunk[..<count]
            lines += unsent.count { $0 == UInt8(ascii: "\n") }
            isWhole = unsent.last == UInt8(ascii: "\n")
        } else if count == 0 {
            hasEnded = true
            if !isWhole { lines += 1 }
            shutdown(client.descriptor, Int32(SHUT_WR))
        } else if errno != EINTR && errno != EAGAIN {
            throw .cannotRead(errno)
        }
    }

    private mutating func send() {
        let count = unsent.withUnsafeBytes {
            Glibc.send(
                client.descriptor,
                $0.baseAddress,
                $0.count,
                Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            )
        }
        if count > 0 {
            unsent = unsent.dropFirst(count)
        } else if errno != EINTR && errno != EAGAIN {
            // What was answered is still to be read.
            unsent = []
            hasEnded = true
            lines = max(lines, answered + 1)
        }
    }

    /// False at the end.
    private mutating func readAnswers() throws(CommandFailure) -> Bool {
        let count = read(client.descriptor, &chunk, chunk.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return true }
        guard count > 0 else { return false }
        let bytes = Array(chunk[..<count])
        try output.write(bytes.span.bytes)
        answers.add(bytes[...])
        for line in answers.take(upTo: .max) {
            if case .progress? = AnswerLine(line) { continue }
            answered += 1
        }
        return true
    }
}
