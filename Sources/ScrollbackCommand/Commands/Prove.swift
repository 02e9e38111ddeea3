import Audit
import EventLog
import Glibc
import Merkle
import Wire

/// Creates proof files, for `check` and other checkers.
enum Prove: Subcommand {
    static let name = "prove"
    static let summary =
        "create a proof of an event, its content or erasure, growth or the whole history"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("event"), .value("content"), .value("erasure"), .value("from"),
        .flag("envelopes"), .value("checkpoint"), .value("out"), .value("keys"), .json,
    ]

    static let help = """
        usage: scrollback prove STORE --event N | --content N | --erasure N | --from FILE
                                | --envelopes
                                [--checkpoint FILE] [--out FILE] [--keys PATH] [--json]

        Creates one proof file. Auditors check it with `scrollback check` and the public key,
        without the store. docs/proofs.md describes each kind of file, byte by byte.

          --event N          prove that the event at position N is in the log; the file contains
                             its envelope, without user content
          --content N        prove the content of the event at position N; the file discloses
                             this content and no other
          --erasure N        prove that a logged erasure names the content of the event at position
                             N, the erased event's own position; the file has no words, and names
                             the copies of keys that are older than the erasure
          --from FILE        prove that the log begins with the events of FILE, an older
                             checkpoint
          --envelopes        write every envelope, to compute the root from

          --checkpoint FILE  the checkpoint to prove under (default: the newest one in the log)
          --out FILE         write to FILE instead of the standard output; an existing file is
                             never replaced
          --keys PATH        the path of keys.bin (default: in the store)
          --json             print an object: kind, origin, size, out, file

        example: scrollback prove chat.scrollback --event 42 --out event-42.proof
        """

    /// The number of records to read before the snapshot is renewed, so that the log can reuse the
    /// pages that it has replaced meanwhile.
    private static let recordsPerSnapshot: UInt64 = 8_192

    private enum Wanted {
        case event(Position)
        case content(Position)
        case erasure(Position)
        case growth(path: String)
        case envelopes
    }

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let wanted = try wanted(arguments)
        let out = arguments.value("out")
        if case .envelopes = wanted, out == nil {
            guard !arguments.has("json") else {
                throw arguments.wrong("needs --out with --envelopes and --json")
            }
            guard isatty(1) == 0 else {
                throw arguments.wrong("writes no envelopes to a terminal; give --out")
            }
        }
        let named = try arguments.value("checkpoint").map { path throws(CommandFailure) in
            try Trust.note(in: path)
        }
        let log = try OpenStore.log(arguments, .reading)
        defer { log.close() }
        let note: SignedNote
        if let named { note = named } else { note = try keptNote(in: log, for: wanted) }
        let checkpoint = try checkpoint(note, of: log)
        if case .envelopes = wanted {
            try export(log, checkpoint, note, to: out)
            return result("envelopes", checkpoint, out: out, bytes: nil)
        }
        let (kind, bytes) = try proof(wanted, under: note, of: log)
        if let out { try OutputFile.write(bytes.span.bytes, to: out) }
        return result(kind, checkpoint, out: out, bytes: bytes)
    }

    private static func wanted(_ arguments: Arguments) throws(CommandFailure) -> Wanted {
        var wanted: [Wanted] = []
        if let number = try arguments.number("event") { wanted.append(.event(Position(number))) }
        if let number = try arguments.number("content") {
            wanted.append(.content(Position(number)))
        }
        if let number = try arguments.number("erasure") {
            wanted.append(.erasure(Position(number)))
        }
        if let path = arguments.value("from") { wanted.append(.growth(path: path)) }
        if arguments.has("envelopes") { wanted.append(.envelopes) }
        guard let only = wanted.first, wanted.count == 1 else {
            throw arguments.wrong(
                "needs one of --event, --content, --erasure, --from and --envelopes"
            )
        }
        return only
    }

    private static func keptNote(
        in log: EventLog,
        for wanted: Wanted
    ) throws(CommandFailure) -> SignedNote {
        let position: Position
        switch wanted {
        case .event(let event), .content(let event):
            // A missing event has another message than a missing checkpoint.
            do throws(LogError) {
                let size = try log.snapshot().size
                guard event <= size else { throw .noSuchPosition(event, size: size) }
            } catch {
                throw CommandFailure(error)
            }
            position = event
        case .erasure(let event):
            do throws(ProvingError) {
                position = try Prover(log).erasure(of: event)
            } catch {
                throw CommandFailure(error)
            }
        case .growth, .envelopes: position = Position(1)
        }
        do {
            return try Prover(log).keptCheckpoint(covering: position)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The checkpoint of a note, if it can be signed for this log.
    private static func checkpoint(
        _ note: SignedNote,
        of log: EventLog
    ) throws(CommandFailure) -> Checkpoint {
        let checkpoint = try Trust.unverified(note, in: "the checkpoint")
        let size: Position
        do throws(LogError) {
            size = try log.snapshot().size
        } catch {
            throw CommandFailure(error)
        }
        guard checkpoint.size <= size.rawValue else {
            throw .finding(
                "logTooShort",
                "the checkpoint is of \(checkpoint.size) events and the log has \(size): the "
                    + "checkpoint is another log's, or events are gone"
            )
        }
        return checkpoint
    }

    private static func proof(
        _ wanted: Wanted,
        under note: SignedNote,
        of log: EventLog
    ) throws(CommandFailure) -> (kind: String, bytes: [UInt8]) {
        var older: SignedNote?
        if case .growth(let path) = wanted { older = try Trust.note(in: path) }
        if let older { _ = try checkpoint(older, of: log) }
        var prover = Prover(log)
        do throws(ProvingError) {
            switch wanted {
            case .event(let position):
                return ("inclusion", try prover.inclusion(of: position, under: note).bytes)
            case .content(let position):
                return ("disclosure", try prover.disclosure(of: position, under: note).bytes)
            case .erasure(let position):
                let erasure = try prover.erasure(of: position)
                return (
                    "erasure",
                    try prover.receipt(of: position, namedAt: erasure, under: note).bytes
                )
            case .growth, .envelopes:
                guard let older else { return ("", []) }
                return ("consistency", try prover.continuation(from: older, to: note).bytes)
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func export(
        _ log: EventLog,
        _ checkpoint: Checkpoint,
        _ note: SignedNote,
        to path: String?
    ) throws(CommandFailure) {
        let opening: [UInt8]
        do {
            opening = try EnvelopeFile.opening(note)
        } catch {
            throw CommandFailure(in: "the checkpoint", error)
        }
        var file = try OutputFile(path)
        try file.write(opening.span.bytes)
        var frontier = Frontier()
        while frontier.size < checkpoint.size {
            let end = min(checkpoint.size, frontier.size + recordsPerSnapshot)
            let bytes = try envelopes(of: log, through: end, &frontier)
            try file.write(bytes.span.bytes)
        }
        guard frontier.root == checkpoint.root else {
            throw CommandFailure(ProvingError.proof(.wrongRoot))
        }
        try file.finish()
    }

    private static func envelopes(
        of log: EventLog,
        through end: UInt64,
        _ frontier: inout Frontier
    ) throws(CommandFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(LogError) {
            let snapshot = try log.snapshot()
            var records = try snapshot.records(from: Position(frontier.size + 1))
            while frontier.size < end, let record = try records.next() {
                EnvelopeFile.append(record.envelopeBytes, to: &bytes)
                frontier.append(record.leafHash)
            }
        } catch {
            throw CommandFailure(error)
        }
        return bytes
    }

    private static func result(
        _ kind: String,
        _ checkpoint: Checkpoint,
        out: String?,
        bytes: [UInt8]?
    ) -> CommandResult {
        let text = bytes.map { String(decoding: $0, as: UTF8.self) }
        var result = CommandResult(
            fields: [
                ("kind", .string(kind)),
                ("origin", .string(checkpoint.origin)),
                ("size", .number(checkpoint.size)),
                ("out", out.map { .string($0) } ?? .null),
                ("file", out == nil ? text.map { .string($0) } ?? .null : .null),
            ]
        )
        if let out {
            result.lines = [
                "wrote \(TerminalText.line(out)): \(kind), under the checkpoint of "
                    + "\(checkpoint.size) events"
            ]
        } else if let text {
            result.lines = [String(text.dropLast())]
        }
        return result
    }
}
