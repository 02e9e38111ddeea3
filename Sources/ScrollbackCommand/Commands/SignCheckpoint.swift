import Audit
import EventLog
import Merkle
import ScrollbackPipe

/// Signs the present size and root of a log.
enum SignCheckpoint: Subcommand {
    static let name = "checkpoint"
    static let summary = "sign the size and root of a log, and keep the checkpoint in it"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("key"), .value("out"), .value("origin"), .value("keys"), .value("pin"),
        .value("control"), .flag("unkept"), .json,
    ]

    static let help = """
        usage: scrollback checkpoint STORE --key FILE [--out FILE] [--pin FILE] [--origin ORIGIN]
                                     [--keys PATH] [--control PATH] [--unkept] [--json]

        Signs the log's present size and root, keeps the checkpoint in the log, and prints it: a
        C2SP checkpoint in a signed note. Proofs are made under kept checkpoints.

        It computes the root from the tiles and reads no records, so run
        `scrollback verify STORE --pin FILE` first. It refuses to sign a log that does not begin
        with the events of FILE, or of the newest checkpoint by this key that the log keeps.

        If another process has the store open for writing, it checks the checkpoint and keeps it:
        this command gives it to that process through its control socket.

        A checkpoint shows tampering only if it is kept out of reach of the store's operator: give
        it to auditors, or store it elsewhere, and pass it to `scrollback verify --pin`.

          --key FILE       the signer's private key, created by `scrollback keygen`
          --out FILE       write the checkpoint to FILE too; an existing file is never replaced
          --pin FILE       a checkpoint by this key that you kept: the log must begin with its
                           events
          --origin ORIGIN  the name of the log (default: scrollback/ and the log's id)
          --keys PATH      the path of keys.bin (default: in the store)
          --control PATH   the path of the control socket (default: in the store's folder)
          --unkept         sign and print only, and do not keep the checkpoint in the log
          --json           print an object: origin, size, root, key, kept, note

        exit codes: 0 signed · 1 the log does not continue an earlier checkpoint · 2 usage
        3 it could not be signed, or the pin is invalid

        example: scrollback checkpoint chat.scrollback --key signer.key --out 2025-06.checkpoint
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let signer = try KeyFiles.signer(try arguments.needed("key"))
        let pin = try arguments.value("pin").map { path throws(CommandFailure) in
            let origin = arguments.value("origin")
            return try Trust.pin(in: path, origin: origin, keys: [signer.verifier]).note
        }
        let isKept = !arguments.has("unkept")
        // Created first, so that the log never keeps a checkpoint that could not be written.
        var file: OutputFile?
        if let path = arguments.value("out") { file = try OutputFile(path) }
        var keeper = Keeper.nobody
        if isKept { keeper = try .find(arguments) }
        let log: EventLog
        if case .log(let opened) = keeper {
            log = opened
        } else {
            log = try OpenStore.log(arguments, .reading)
        }
        defer { log.close() }
        // The signature is printed only if the log continues the earlier checkpoints of the key.
        let note = try sign(log, origin: arguments.value("origin"), signer)
        if let pin { try demand(note, continues: pin, "the pinned checkpoint", in: log) }
        if let kept = try newestKept(by: signer.verifier, in: log) {
            try demand(note, continues: kept, "a checkpoint that the log keeps", in: log)
        }
        try keeper.keep(note)
        try file?.write(note.bytes.span.bytes)
        try file?.finish()
        return try result(note, signer.verifier, isKept: isKept)
    }

    private static func sign(
        _ log: EventLog,
        origin: String?,
        _ signer: SignerKey
    ) throws(CommandFailure) -> SignedNote {
        var prover = Prover(log)
        do {
            return try prover.checkpoint(origin: origin, signedBy: signer)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The newest checkpoint in the log that a key signed, with any origin.
    private static func newestKept(
        by key: VerifierKey,
        in log: EventLog
    ) throws(CommandFailure) -> SignedNote? {
        do throws(LogError) {
            let snapshot = try log.snapshot()
            for size in try snapshot.checkpointSizes().reversed() {
                // `verify` reports a checkpoint that cannot be read.
                guard let bytes = try snapshot.checkpoint(at: size),
                    let note = try? SignedNote(parsing: bytes.span.bytes),
                    let stated = try? Trust.unverified(note, in: ""),
                    (try? Checkpoint(of: note, origin: stated.origin, keys: [key])) != nil
                else { continue }
                return note
            }
            return nil
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func demand(
        _ newer: SignedNote,
        continues older: SignedNote,
        _ name: String,
        in log: EventLog
    ) throws(CommandFailure) {
        let old = try Trust.unverified(older, in: name)
        let new = try Trust.unverified(newer, in: "the checkpoint")
        let refusal = CommandFailure.finding(
            "otherHistory",
            "nothing was signed: \(name), of \(old.size) events, is by the same key, and the log "
                + "of \(new.size) does not begin with them; `scrollback verify` may say more"
        )
        guard old.size <= new.size else { throw refusal }
        var prover = Prover(log)
        do throws(ProvingError) {
            _ = try prover.continuation(from: older, to: newer)
        } catch .proof {
            throw refusal
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func result(
        _ note: SignedNote,
        _ key: VerifierKey,
        isKept: Bool
    ) throws(CommandFailure) -> CommandResult {
        let text = String(decoding: note.bytes, as: UTF8.self)
        let checkpoint = try Trust.unverified(note, in: "the checkpoint")
        return CommandResult(
            lines: [String(text.dropLast())],
            fields: [
                ("origin", .string(checkpoint.origin)),
                ("size", .number(checkpoint.size)),
                ("root", .string(checkpoint.root.base64)),
                ("key", .string("\(key)")),
                ("kept", .boolean(isKept)),
                ("note", .string(text)),
            ]
        )
    }
}

/// What keeps a checkpoint in the log.
private enum Keeper {
    case nobody
    /// The log itself, which no other process writes to.
    case log(EventLog)
    /// The process that writes, behind its control socket.
    case writer(ControlPath)

    static func find(_ arguments: Arguments) throws(CommandFailure) -> Keeper {
        do throws(LogError) {
            let directory = OpenStore.directory(arguments)
            var options = EventLog.Options()
            // A checkpoint is no event.
            options.withoutJournal = true
            return .log(try EventLog(opening: directory, access: .writing, options: options))
        } catch {
            guard case .openElsewhere = error else { throw CommandFailure(error) }
            let path = ControlPath(arguments)
            guard try path.client() != nil else {
                throw CommandFailure(
                    error,
                    besideWriter: "start it with a control socket, or sign with --unkept"
                )
            }
            return .writer(path)
        }
    }

    func keep(_ note: SignedNote) throws(CommandFailure) {
        switch self {
        case .nobody: return
        case .log(let log): try Self.keep(note, in: log)
        case .writer(let path): try Self.deposit(note, at: path)
        }
    }

    private static func keep(_ note: SignedNote, in log: EventLog) throws(CommandFailure) {
        var writer: LogWriter
        do {
            writer = try LogWriter(log)
        } catch {
            throw CommandFailure(error)
        }
        do {
            try writer.keep(checkpoint: note)
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func deposit(
        _ note: SignedNote,
        at path: ControlPath
    ) throws(CommandFailure) {
        guard var client = try path.client() else { throw path.noWriter }
        let text = JSON.string(String(decoding: note.bytes, as: UTF8.self)).text
        let line = #"{"as":"operator","do":"depositCheckpoint","checkpoint":"# + text + "}"
        // A refusal may have come before.
        _ = client.send(Array(line.utf8))
        guard let answer = client.readLine() else {
            throw .failure(
                "outcomeUnknown",
                "the process that writes ended; it is not known whether the log keeps the "
                    + "checkpoint; run the command again"
            )
        }
        switch AnswerLine(answer) {
        case .done?: return
        case .refused(let code, let message)?:
            throw .ofWriter(code, message)
        case .progress?, nil:
            throw .otherAnswer
        }
    }
}
