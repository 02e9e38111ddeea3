import Audit
import EventLog
import Merkle

/// Signs what the log is now.
enum SignCheckpoint: Subcommand {
    static let name = "checkpoint"
    static let summary = "sign the size and root of a log, and keep that in it"
    static let operands = ["STORE"]
    static let options: [Option] = [
        .value("key"), .value("out"), .value("origin"), .value("keys"), .flag("unkept"), .json,
    ]

    static let help = """
        usage: scrollback checkpoint STORE --key FILE [--out FILE] [--origin ORIGIN] [--keys PATH]
                                     [--unkept] [--json]

        Signs the log's present size and root, keeps the checkpoint in the log, and prints it: a
        C2SP checkpoint in a signed note. Proofs are made under kept checkpoints.

        A checkpoint protects against a changed past only where it is kept out of reach of whoever
        could change it: give it to auditors, or store it elsewhere and read it with
        `scrollback verify --pin`.

          --key FILE       the signer's private key, made by `scrollback keygen`
          --out FILE       write the checkpoint there too; another file is never replaced
          --origin ORIGIN  what names the log (default: scrollback/ and the log's id)
          --keys PATH      where keys.bin is, if not in the store
          --unkept         only sign and print: for a store that another process writes to
          --json           print an object with origin, size, root, key, kept and note

        example: scrollback checkpoint chat.scrollback --key signer.key --out 2025-06.checkpoint
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> Answer {
        let signer = try KeyFiles.signer(try arguments.needed("key"))
        let isKept = !arguments.has("unkept")
        // Made first: a checkpoint that is kept but was not written is a surprise.
        var file: OutputFile?
        if let path = arguments.value("out") { file = try OutputFile(path) }
        let log = try OpenStore.log(arguments, isKept ? .writing : .reading)
        defer { log.close() }
        let note = try sign(log, origin: arguments.value("origin"), signer)
        if isKept { try keep(note, in: log) }
        try file?.write(note.bytes.span.bytes)
        try file?.finish()
        return try answer(note, signer.verifier, isKept: isKept)
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

    private static func answer(
        _ note: SignedNote,
        _ key: VerifierKey,
        isKept: Bool
    ) throws(CommandFailure) -> Answer {
        let text = String(decoding: note.bytes, as: UTF8.self)
        let checkpoint = try Trust.unverified(note, in: "the checkpoint")
        return Answer(
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
