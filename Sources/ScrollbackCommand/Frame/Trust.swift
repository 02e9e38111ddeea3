import Merkle

/// The trusted inputs of a check: the log's key, its origin if given, and a kept checkpoint.
struct Trust {
    let key: VerifierKey
    let pin: Checkpoint?
    private let origin: String?

    init(_ arguments: Arguments) throws(CommandFailure) {
        let key = try KeyFiles.verifier(try arguments.needed("key"))
        let origin = arguments.value("origin")
        self.key = key
        self.origin = origin
        pin = try arguments.value("pin").map { path throws(CommandFailure) in
            try Self.pin(in: path, origin: origin, keys: [key]).checkpoint
        }
    }

    /// Reads a kept checkpoint, and verifies its signature if keys are given.
    static func pin(
        in path: String,
        origin: String?,
        keys: [VerifierKey]
    ) throws(CommandFailure) -> (note: SignedNote, checkpoint: Checkpoint) {
        let note = try note(in: path)
        let name = TerminalText.line(path)
        let checkpoint: Checkpoint
        if keys.isEmpty {
            checkpoint = try unverified(note, in: name)
        } else {
            do {
                checkpoint = try Checkpoint(
                    of: note,
                    origin: origin ?? statedOrigin(of: note),
                    keys: keys
                )
            } catch {
                throw CommandFailure(given: name, error)
            }
        }
        guard checkpoint.size > 0 else {
            throw .failure(
                "emptyPin",
                "\(name) is a checkpoint of no events, and with those every log begins"
            )
        }
        return (note, checkpoint)
    }

    /// Reads the signed note in a file, without verifying it.
    static func note(in path: String) throws(CommandFailure) -> SignedNote {
        let bytes = try InputFile.read(path, limit: SignedNote.maximumBytes)
        let name = TerminalText.line(path)
        guard ProofFileKind(beginning: bytes.span.bytes) == nil else {
            throw .failure("malformed", "\(name) is a proof; name a checkpoint")
        }
        do {
            return try SignedNote(parsing: bytes.span.bytes)
        } catch {
            throw .failure("malformed", "\(name) is no checkpoint: \(error)")
        }
    }

    /// The checkpoint in a note, without verifying a signature.
    static func unverified(
        _ note: SignedNote,
        in name: String
    ) throws(CommandFailure) -> Checkpoint {
        let text = Array(note.unverifiedText.utf8)
        do {
            return try Checkpoint(parsing: text.span.bytes)
        } catch {
            throw CommandFailure(given: name, error)
        }
    }

    /// The origin that a note's checkpoint must have: the given or the pinned one.
    ///
    /// Without these it is the note's own origin; then only the key's signature vouches for it.
    func origin(for note: SignedNote) -> String {
        origin ?? pin?.origin ?? Self.statedOrigin(of: note)
    }

    private static func statedOrigin(of note: SignedNote) -> String {
        String(note.unverifiedText.prefix { $0 != "\n" })
    }

    /// Compares a file's checkpoint with the pinned one.
    ///
    /// - Parameters:
    ///   - roots: sizes whose roots the file proves, with the checkpoint's own.
    ///   - name: the name of the file.
    /// - Returns: a sentence; nil if none is pinned.
    /// - Throws: a finding if the histories differ; a failure if the file does not join them.
    func relation(
        _ roots: [(size: UInt64, root: Digest)],
        in name: String
    ) throws(CommandFailure) -> String? {
        guard let pin else { return nil }
        guard let same = roots.first(where: { $0.size == pin.size }) else {
            let sizes = roots.map { "\($0.size)" }.joined(separator: " and ")
            throw .failure(
                "pinNotJoined",
                "\(name) is about \(sizes) events and the pinned checkpoint about \(pin.size), and "
                    + "nothing in it joins the two; `scrollback prove STORE --from PIN` does"
            )
        }
        guard same.root == pin.root else {
            throw .finding(
                "pinDiffers",
                "\(name) has another history than the pinned checkpoint of \(pin.size) events, "
                    + "though the same key signed both: keep the two, they prove it"
            )
        }
        return "the log begins with the \(pin.size) events of that checkpoint"
    }
}
