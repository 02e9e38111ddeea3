import Merkle

/// What somebody believes before looking at a file: the log's key, its origin if they name it,
/// and a checkpoint that they kept.
struct Trust {
    let key: VerifierKey
    let pin: Checkpoint?
    private let origin: String?

    init(_ arguments: Arguments) throws(CommandFailure) {
        try self.init(
            key: try KeyFiles.verifier(try arguments.needed("key")),
            origin: arguments.value("origin"),
            pinPath: arguments.value("pin")
        )
    }

    init(key: VerifierKey, origin: String?, pinPath: String?) throws(CommandFailure) {
        self.key = key
        self.origin = origin
        guard let pinPath else {
            pin = nil
            return
        }
        let note = try Self.note(in: pinPath)
        let name = TerminalText.line(pinPath)
        do {
            pin = try Checkpoint(
                of: note,
                origin: origin ?? Self.statedOrigin(of: note),
                keys: [key]
            )
        } catch {
            throw CommandFailure(in: name, error)
        }
    }

    /// The signed note in a file, not believed yet.
    static func note(in path: String) throws(CommandFailure) -> SignedNote {
        let bytes = try InputFile.read(path, limit: SignedNote.maximumBytes)
        do {
            return try SignedNote(parsing: bytes.span.bytes)
        } catch {
            throw CommandFailure(in: TerminalText.line(path), .note(error))
        }
    }

    /// What a note says, whoever wrote it.
    static func unverified(
        _ note: SignedNote,
        in name: String
    ) throws(CommandFailure) -> Checkpoint {
        let text = Array(note.unverifiedText.utf8)
        do {
            return try Checkpoint(parsing: text.span.bytes)
        } catch {
            throw CommandFailure(in: name, error)
        }
    }

    /// The origin that a note's checkpoint must have: the one that was named or pinned, else the
    /// one that it states itself, for which then the key alone vouches.
    func origin(for note: SignedNote) -> String {
        origin ?? pin?.origin ?? Self.statedOrigin(of: note)
    }

    private static func statedOrigin(of note: SignedNote) -> String {
        String(note.unverifiedText.prefix { $0 != "\n" })
    }

    /// How a file's checkpoint stands to the pinned one.
    ///
    /// - Parameters:
    ///   - roots: sizes whose roots the file proves, with the checkpoint's own.
    ///   - name: what the file is called.
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
