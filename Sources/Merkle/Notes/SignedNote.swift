/// A text and signatures of it, as C2SP signed-note has them; not believed yet.
///
/// The form is: the text, which ends in a newline; an empty line; and a line for each signature:
/// an em dash, the key's name, and the base 64 of the key's id and the signature.
public struct SignedNote: Sendable {
    /// The text with its last newline, in UTF-8.
    let text: [UInt8]

    /// The signatures, in the order of their lines.
    public private(set) var signatures: [NoteSignature]

    /// The most bytes that a note has, signatures included.
    public static let maximumBytes = 1 << 20

    /// The most signatures that a note has.
    public static let maximumSignatures = 100

    /// Reads a note, without checking signatures.
    ///
    /// - Throws: ``NoteError`` with the place of the fault.
    /// - Complexity: O(count).
    public init(parsing bytes: RawSpan) throws(NoteError) {
        let note: [UInt8]
        do {
            note = try TextFault.lines(bytes, maximumBytes: Self.maximumBytes)
        } catch {
            throw .text(error)
        }
        // The last empty line parts the two; the text may have others.
        let parting = note.indices.dropFirst().last {
            note[$0] == newline && note[$0 - 1] == newline
        }
        guard let parting, parting + 1 < note.count else { throw .noSignatures }
        text = Array(note[..<parting])
        signatures = []
        let linesBefore = text.count { $0 == newline } + 1
        var lines = LineReader(Array(note[(parting + 1)...]))
        while let line = lines.next() {
            guard signatures.count < Self.maximumSignatures else {
                throw .tooManySignatures(maximum: Self.maximumSignatures)
            }
            guard let signature = NoteSignature(line: line) else {
                throw .malformedSignature(line: linesBefore + lines.line)
            }
            signatures.append(signature)
        }
    }

    /// Signs a text.
    ///
    /// - Throws: ``NoteError`` if the text cannot be a note's: it must end in a newline and have no
    ///   other control character.
    public init(signing text: String, with signer: SignerKey) throws(NoteError) {
        do {
            self.text = try TextFault.lines(
                Array(text.utf8).span.bytes,
                maximumBytes: Self.maximumBytes
            )
        } catch {
            throw .text(error)
        }
        signatures = []
        try sign(with: signer)
    }

    /// Adds a signature.
    ///
    /// - Throws: ``NoteError`` if the note would have too many or too many bytes.
    public mutating func sign(with signer: SignerKey) throws(NoteError) {
        guard signatures.count < Self.maximumSignatures else {
            throw .tooManySignatures(maximum: Self.maximumSignatures)
        }
        let bytes: [UInt8]
        do {
            bytes = try signer.signature(of: text.span.bytes)
        } catch {
            throw .cryptographyFailed
        }
        signatures.append(
            NoteSignature(name: signer.verifier.name, keyID: signer.verifier.id, bytes: bytes)
        )
        guard self.bytes.count <= Self.maximumBytes else {
            signatures.removeLast()
            throw .text(.tooLong(maximumBytes: Self.maximumBytes))
        }
    }

    /// The text, by any author; trust only the result of ``verified(by:)``.
    public var unverifiedText: String { String(checked: text) }

    /// The note as it is stored and sent; reading it gives the same again.
    public var bytes: [UInt8] {
        var bytes = text
        bytes.append(newline)
        for signature in signatures { signature.append(to: &bytes) }
        return bytes
    }

    /// Returns the text, if one of the given keys signed it and no signature of a given key fails.
    ///
    /// - Signatures by other keys are ignored; so are those of the same name with another id, and
    ///   of the same id with another name.
    /// - A signature that carries the name and id of a given key and fails rejects the whole note,
    ///   even with other valid signatures.
    ///
    /// - Throws: ``NoteError``.
    /// - Complexity: one signature check, of about 0.1 ms, for each signature by a given key.
    public func verified(by keys: [VerifierKey]) throws(NoteError) -> VerifiedNote {
        var signers: [VerifierKey] = []
        for signature in signatures {
            var known: VerifierKey?
            for key in keys where key.name == signature.name && key.id == signature.keyID {
                guard known == nil || known == key else {
                    throw .ambiguousKey(name: key.name, id: key.id)
                }
                known = key
            }
            guard let known else { continue }
            let isGood: Bool
            do {
                isGood = try known.isSignature(
                    signature.bytes.span.bytes,
                    of: text.span.bytes
                )
            } catch {
                throw .cryptographyFailed
            }
            guard isGood else { throw .wrongSignature(name: known.name, id: known.id) }
            if !signers.contains(known) { signers.append(known) }
        }
        guard !signers.isEmpty else { throw .noKnownSigner }
        return VerifiedNote(text: text, signers: signers)
    }
}

/// A note's text, and the keys that are known to have signed it.
public struct VerifiedNote: Sendable {
    /// The text in UTF-8.
    let bytes: [UInt8]

    /// Those of the given keys that signed it, at least one, in the order of their signatures.
    public let signers: [VerifierKey]

    init(text: [UInt8], signers: [VerifierKey]) {
        bytes = text
        self.signers = signers
    }

    /// The text with its last newline.
    public var text: String { String(checked: bytes) }
}
