import Merkle

/// Checks a proof file offline, with only the log's public key.
enum Check: Subcommand {
    static let name = "check"
    static let summary = "check a checkpoint or proof file offline, with only the public key"
    static let operands = ["FILE"]
    static let options: [Option] = [
        .value("key"), .value("origin"), .value("envelope"), .value("pin"), .json,
    ]

    static let help = """
        usage: scrollback check FILE --key KEY [--origin ORIGIN] [--envelope FILE] [--pin FILE]
                                [--json]

        Checks FILE and prints what it proves. No store is needed. The first line gives its kind:

          c2sp.org/tlog-proof@v1      an event is in the log
          scrollback-consistency/v1   the log of one checkpoint begins with that of an older one
          scrollback-disclosure/v1    what one event said
          scrollback-erasure/v1       a logged erasure names the content of an event
          scrollback-envelopes/v1     every event's envelope; the root is computed from them
          anything else               a checkpoint, which is a signed note

          --key KEY        the log's public key, or a file with the key on one line; get it from
                           another source than FILE
          --origin ORIGIN  the expected origin: scrollback/ID, or scrollback/ID/EPOCH after a
                           restore (default: any origin that the key has signed)
          --envelope FILE  the event's envelope, for a proof without it
          --pin FILE       a checkpoint that you kept: FILE must agree with it
          --json           print an object

        exit codes: 0 FILE is valid · 1 it is not, or the key did not sign it · 2 usage
        3 it could not be checked: FILE cannot be read, is of another kind or says nothing about
        the pin, or the key or the pin is invalid

        example: scrollback check event-42.proof --key log.pub --pin last-month.checkpoint
        """

    /// The number of bytes to read for the first line; every first line is shorter.
    private static let beginning = 64

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let trust = try Trust(arguments)
        let file = try InputFile(arguments.operands[0])
        let first = try file.read(beginning)
        let kind = ProofFileKind(beginning: first.span.bytes)
        guard kind == .record || arguments.value("envelope") == nil else {
            throw arguments.wrong("takes --envelope with the proof of one event alone")
        }
        switch kind {
        case .record:
            let envelope = try arguments.value("envelope").map { path throws(CommandFailure) in
                try InputFile.read(path, limit: EnvelopeFile.maximumEnvelopeBytes)
            }
            return try record(file, first, trust, envelope: envelope)
        case .continuation: return try continuation(file, first, trust)
        case .disclosure: return try disclosure(file, first, trust)
        case .erasure: return try erasure(file, first, trust)
        case .envelopes: return try envelopes(file, first, trust)
        case nil: return try checkpoint(file, first, trust)
        }
    }

    private static func checkpoint(
        _ file: borrowing InputFile,
        _ first: [UInt8],
        _ trust: Trust
    ) throws(CommandFailure) -> CommandResult {
        let bytes = try file.rest(behind: first, limit: SignedNote.maximumBytes)
        let note: SignedNote
        do throws(NoteError) {
            note = try SignedNote(parsing: bytes.span.bytes)
        } catch {
            guard (try? VerifierKey(String(decoding: KeyFiles.line(bytes), as: UTF8.self))) == nil
            else {
                throw .failure(
                    "unknownKind",
                    "\(file.name) is a public key; name a proof or a checkpoint"
                )
            }
            let lines = ProofFileKind.allCases.map(\.firstLine).joined(separator: ", ")
            throw .failure(
                "unknownKind",
                "\(file.name) is no checkpoint (\(error)), and its first line is none of: \(lines)"
            )
        }
        let checkpoint = try read(note, in: file.name, trust)
        let relation = try trust.relation([(checkpoint.size, checkpoint.root)], in: file.name)
        return result(
            "checkpoint",
            "\(signer(trust)) signed the first \(count(checkpoint.size)) of a log",
            checkpoint,
            trust,
            relation
        )
    }

    static func read(
        _ note: SignedNote,
        in name: String,
        _ trust: Trust
    ) throws(CommandFailure) -> Checkpoint {
        do {
            return try Checkpoint(of: note, origin: trust.origin(for: note), keys: [trust.key])
        } catch {
            throw CommandFailure(in: name, error)
        }
    }

    static func included(
        _ proof: RecordProof,
        _ checkpoint: Checkpoint,
        _ trust: Trust
    ) -> String {
        "event \(proof.index + 1) is in the log of \(count(checkpoint.size)) "
            + "that \(signer(trust)) signed"
    }

    static func result(
        _ kind: String,
        _ sentence: String,
        _ checkpoint: Checkpoint,
        _ trust: Trust,
        _ relation: String?
    ) -> CommandResult {
        var result = CommandResult()
        result.lines.append(sentence)
        result.lines.append("log       \(TerminalText.line(checkpoint.origin))")
        result.lines.append("root      \(checkpoint.root.base64)")
        if let relation { result.lines.append("pinned    \(relation)") }
        for line in checkpoint.extensions {
            result.lines.append("signed    \(TerminalText.line(line))")
        }
        result.fields = [
            ("proved", .string(kind)),
            ("origin", .string(checkpoint.origin)),
            ("size", .number(checkpoint.size)),
            ("root", .string(checkpoint.root.base64)),
            ("key", .string("\(trust.key)")),
            ("pinnedSize", trust.pin.map { .number($0.size) } ?? .null),
        ]
        return result
    }

    static func signer(_ trust: Trust) -> String {
        "key \(TerminalText.line("\(trust.key.name)"))+\(trust.key.id)"
    }

    static func count(_ size: UInt64) -> String { "\(size) event\(size == 1 ? "" : "s")" }
}
