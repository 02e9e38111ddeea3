import Audit
import EventLog
import Glibc
import Merkle
import Wire

/// Reads a whole store and names the first thing that is wrong.
enum Verify: Subcommand {
    static let name = "verify"
    static let summary = "read a whole log and name the first thing that is wrong"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("pin"), .value("key"), .value("origin"), .value("keys"), .value("threads"), .json,
        .flag("progress"), .flag("quiet"),
    ]

    static let help = """
        usage: scrollback verify STORE [--pin FILE] [--key KEY] [--origin ORIGIN] [--keys PATH]
                                 [--threads N] [--json] [--progress | --quiet]

        Reads every record, tile and kept checkpoint, in a child process that a damaged file may
        kill, and names the first fault with its position: checksums, dense positions, streams and
        their links, times, seals of what can still be read, missing content against logged
        erasures, holds, the tree.

        Without a checkpoint that was kept elsewhere this shows integrity only: that the log is
        whole and agrees with itself. It is no evidence against tampering, for whoever can write
        the store can write another one that is as whole. Keep one out of their reach:

          scrollback checkpoint chat.scrollback --key signer.key --out june.checkpoint
          (store june.checkpoint, and the public key, where the store's operator cannot write)
          scrollback verify chat.scrollback --pin june.checkpoint --key log.pub

        After a success, sign a newer one and keep that instead.

          --pin FILE       a checkpoint that you kept: the log must begin with what it signed
          --key KEY        the log's public key, or a file with it: the pin, and every checkpoint
                           that the log keeps, must be signed by it
          --origin ORIGIN  what checkpoints call the log (default: scrollback/ and the log's id)
          --keys PATH      where keys.bin is, if not in the store
          --threads N      how many threads read (default: one for each processor)
          --progress       tell how far it is even if the standard error is no terminal
          --quiet          do not tell
          --json           print an object: sound, finding {clause, position, message}, counts

        exit codes: 0 sound · 1 something is wrong · 2 usage · 3 it could not be verified

        example: scrollback verify chat.scrollback --pin june.checkpoint --key log.pub
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
        guard !(arguments.has("progress") && arguments.has("quiet")) else {
            throw arguments.wrong("takes one of --progress and --quiet")
        }
        var options = Verification.Options()
        options.origin = arguments.value("origin")
        if let threads = try arguments.number("threads", in: 1...256) {
            options.threads = Int(threads)
        }
        if let key = try arguments.value("key").map({ key throws(CommandFailure) in
            try KeyFiles.verifier(key)
        }) {
            options.keys = [key]
        }
        let pin = try pin(arguments, options.keys.first)
        options.pin = pin?.note
        let telling = arguments.has("progress") || (isatty(2) == 1 && !arguments.has("quiet"))
        let report = try verify(OpenStore.directory(arguments), options, telling: telling)
        return answer(report, pin?.checkpoint)
    }

    /// The pinned note, believed here so that a wrong key is told apart from a wrong log.
    private static func pin(
        _ arguments: Arguments,
        _ key: VerifierKey?
    ) throws(CommandFailure) -> (note: SignedNote, checkpoint: Checkpoint)? {
        guard let path = arguments.value("pin") else { return nil }
        let note = try Trust.note(in: path)
        if let key {
            let trust = try Trust(key: key, origin: arguments.value("origin"), pinPath: path)
            if let checkpoint = trust.pin { return (note, checkpoint) }
        }
        return (note, try Trust.unverified(note, in: TerminalText.line(path)))
    }

    private static func verify(
        _ directory: StoreDirectory,
        _ options: Verification.Options,
        telling: Bool
    ) throws(CommandFailure) -> VerifyReport {
        let meter = ProgressLine(isShown: telling)
        defer { meter.end() }
        do {
            return try VerifyProcess().run(at: directory, options: options) { progress in
                meter.show(done: progress.done, total: progress.total)
            }
        } catch {
            throw .failure("notVerified", "\(error)")
        }
    }

    private static func answer(_ report: VerifyReport, _ pin: Checkpoint?) -> Answer {
        var answer = Answer()
        answer.fields = [
            ("sound", .boolean(report.isSound)),
            ("finding", report.finding.map(json) ?? .null),
            ("size", .number(report.size.rawValue)),
            ("root", .string(report.root.base64)),
            ("records", .number(report.records)),
            ("withContent", .number(report.withContent)),
            ("erased", .number(report.erased)),
            ("streams", .number(UInt64(report.streams))),
            ("tiles", .number(report.tiles)),
            ("checkpoints", .number(UInt64(report.checkpoints))),
            ("pinnedSize", pin.map { .number($0.size) } ?? .null),
        ]
        if let finding = report.finding {
            answer.exit = .finding
            answer.lines = [
                "WRONG     position \(finding.position), clause \(finding.clause.rawValue): "
                    + TerminalText.line(finding.note)
            ]
            return answer
        }
        answer.lines = [
            "sound     events \(report.size), streams \(report.streams), "
                + "contents \(report.withContent), erased \(report.erased), "
                + "checkpoints \(report.checkpoints)",
            "root      \(report.root.base64)",
        ]
        if let pin {
            answer.lines.append(
                "pinned    the log begins with the \(pin.size) events of that checkpoint"
            )
        } else {
            answer.lines.append(
                "pinned    nothing: this shows integrity, not that nobody rewrote the log; "
                    + "see `scrollback help verify`"
            )
        }
        return answer
    }

    private static func json(_ finding: Finding) -> JSON {
        .object([
            ("clause", .string(finding.clause.rawValue)),
            ("position", .number(finding.position.rawValue)),
            ("message", .string(finding.note)),
        ])
    }
}

/// Says on the standard error how far something is: on a terminal in one line, else in several.
private final class ProgressLine {
    private let isShown: Bool
    private let isTerminal = isatty(2) == 1
    private let began = ContinuousClock.now
    private var shown: ContinuousClock.Instant?

    init(isShown: Bool) {
        self.isShown = isShown
    }

    /// Says it anew, a few times a second at most.
    func show(done: UInt64, total: UInt64) {
        let now = ContinuousClock.now
        guard isShown, shown.map({ now - $0 > .milliseconds(200) }) ?? true else { return }
        shown = now
        let percent = total == 0 ? 100 : Int(Double(done) / Double(total) * 100)
        let seconds = (now - began) / .seconds(1)
        let rate = seconds > 0 ? UInt64(Double(done) / seconds) : 0
        let text = "\(done) of \(total) events, \(percent) %, \(rate) a second"
        say(isTerminal ? "\r\(text)\u{1B}[K" : "\(text)\n")
    }

    /// Takes the line away, where it can be.
    func end() {
        if shown != nil, isTerminal { say("\r\u{1B}[K") }
    }

    private func say(_ text: String) {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
    }
}
