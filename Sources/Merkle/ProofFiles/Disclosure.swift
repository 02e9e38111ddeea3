/// A file that shows one event's content, and proves offline that this content was logged.
///
///     scrollback-disclosure/v1
///     salt, a space, 16 bytes in base 64
///     content, a space, its bytes in base 64
///     envelope, a space, its bytes in base 64
///
///     a C2SP tlog-proof of the envelope, without anything sent along
///
/// The salt is of no use for any other event. No other content can be found for the log's seal,
/// and without the salt the content cannot be guessed from the seal.
public struct Disclosure: Sendable {
    /// The key of the seal: the event's own salt, secret until it is disclosed.
    public let salt: [UInt8]

    /// The disclosed content.
    public let content: [UInt8]

    /// The event's envelope, as it was hashed into the log.
    public let envelope: [UInt8]

    /// The proof that the envelope is in the log.
    public let proof: RecordProof

    /// The most bytes that a content has.
    public static let maximumContentBytes = 1 << 20

    /// The most bytes that an envelope has.
    public static let maximumEnvelopeBytes = 32 << 10

    /// The most bytes that a disclosure has: all its parts at their longest.
    public static let maximumBytes =
        128 + (maximumContentBytes + maximumEnvelopeBytes + 4) / 3 * 4 + 64
        + InclusionProof.maximumHashCount * 45 + SignedNote.maximumBytes

    static let header: StaticString = "scrollback-disclosure/v1"

    /// Makes a disclosure of its parts.
    ///
    /// - Throws: ``DisclosureError`` if one of them has a length that it cannot have, or the proof
    ///   carries something along; whether they belong together is for ``verify(origin:keys:)``.
    public init(
        salt: [UInt8],
        content: [UInt8],
        envelope: [UInt8],
        proof: RecordProof
    ) throws(DisclosureError) {
        guard salt.count == EnvelopeSeal.saltByteCount else { throw .saltLength(salt.count) }
        guard (1...Self.maximumContentBytes).contains(content.count) else {
            throw .contentLength(maximumBytes: Self.maximumContentBytes)
        }
        guard (1...Self.maximumEnvelopeBytes).contains(envelope.count) else {
            throw .envelopeLength(maximumBytes: Self.maximumEnvelopeBytes)
        }
        // Nothing would vouch for it.
        guard proof.extra == nil else { throw .extra }
        self.salt = salt
        self.content = content
        self.envelope = envelope
        self.proof = proof
    }

    /// Reads a disclosure, without checking its claims.
    ///
    /// - Throws: ``DisclosureError`` with the line; every disclosure has one text.
    /// - Complexity: O(count).
    public init(parsing bytes: RawSpan) throws(DisclosureError) {
        let text: [UInt8]
        do {
            text = try TextFault.lines(bytes, maximumBytes: Self.maximumBytes)
        } catch {
            throw .text(error)
        }
        var lines = LineReader(text)
        guard lines.next()?.elementsEqual(Self.header.bytes) == true else { throw .wrongHeader }
        let salt = try Self.field("salt ", in: &lines)
        let content = try Self.field("content ", in: &lines)
        let envelope = try Self.field("envelope ", in: &lines)
        guard let line = lines.next(), line.isEmpty else { throw .missingProof }
        let proof: RecordProof
        do {
            proof = try RecordProof(parsing: lines.rest.span.bytes)
        } catch {
            throw .proof(error)
        }
        try self.init(salt: salt, content: content, envelope: envelope, proof: proof)
    }

    private static func field(
        _ name: StaticString,
        in lines: inout LineReader
    ) throws(DisclosureError) -> [UInt8] {
        let number = lines.line + 1
        guard let text = lines.next()?.dropping(name),
            let bytes = try? Base64.decode(text.span.bytes)
        else { throw .malformedField(line: number) }
        return bytes
    }

    /// Checks that the content matches the envelope's seal, and that the envelope is at the proof's
    /// index in a log whose checkpoint one of the keys signed.
    ///
    /// Give the log's own keys only, as they were pinned before.
    ///
    /// - Returns: the checkpoint that the envelope is under.
    /// - Throws: ``DisclosureError`` that names the fault: the seal, or the proof.
    /// - Complexity: O(content), one hash for each of the proof's, and about 0.1 ms for each
    ///   signature by one of the keys.
    public func verify(
        origin: String,
        keys: [VerifierKey]
    ) throws(DisclosureError) -> Checkpoint {
        let checkpoint: Checkpoint
        do {
            checkpoint = try proof.verify(
                record: envelope.span.bytes,
                origin: origin,
                keys: keys
            )
        } catch {
            throw .proof(error)
        }
        let seal: Digest?
        do {
            seal = try EnvelopeSeal.find(in: envelope.span.bytes)
        } catch {
            throw .seal(error)
        }
        guard let seal else { throw .noSeal }
        guard EnvelopeSeal.compute(content: content.span.bytes, salt: salt.span.bytes) == seal
        else { throw .wrongSeal }
        return checkpoint
    }

    /// The disclosure as a file; reading it gives the same again.
    public var bytes: [UInt8] {
        var bytes = Self.header.bytes
        for (name, value) in [("salt", salt), ("content", content), ("envelope", envelope)] {
            bytes += Array("\n\(name) ".utf8) + Base64.characters(of: value.span.bytes)
        }
        return bytes + [newline, newline] + proof.bytes
    }
}
