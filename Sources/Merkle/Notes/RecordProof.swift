/// A file that proves a record to be in a log, offline: C2SP tlog-proof.
///
///     let proof = try RecordProof(parsing: file.span.bytes)
///     let checkpoint = try proof.verify(record: record, origin: origin, keys: [pinned])
public struct RecordProof: Sendable {
    /// The record's index, from 0.
    public let index: UInt64

    /// The hashes beside the way from the record's leaf up to the root.
    public let hashes: [Digest]

    /// Extra data that the proof does not cover; nil if there is none.
    public let extra: [UInt8]?

    /// The checkpoint of the tree, with its signatures.
    public let checkpoint: SignedNote

    /// The most bytes that can be sent along.
    public static let maximumExtraBytes = 1 << 20

    /// The most bytes that a proof has: all its parts at their longest.
    public static let maximumBytes =
        64 + (maximumExtraBytes + 2) / 3 * 4 + InclusionProof.maximumHashCount * 45
        + SignedNote.maximumBytes

    static let header: StaticString = "c2sp.org/tlog-proof@v1"

    /// Makes a proof of a log's hashes and a signed checkpoint.
    ///
    /// - Throws: ``RecordProofError`` if there is more than a proof can hold; whether the proof
    ///   holds is for ``verify(record:origin:keys:)``.
    public init(
        index: UInt64,
        hashes: [Digest],
        checkpoint: SignedNote,
        extra: [UInt8]? = nil
    ) throws(RecordProofError) {
        guard hashes.count <= InclusionProof.maximumHashCount else {
            throw .tooManyHashes(maximum: InclusionProof.maximumHashCount)
        }
        if let extra {
            guard (1...Self.maximumExtraBytes).contains(extra.count) else {
                throw .extraLength(maximumBytes: Self.maximumExtraBytes)
            }
        }
        self.index = index
        self.hashes = hashes
        self.checkpoint = checkpoint
        self.extra = extra
    }

    /// Reads a proof, without checking its claims.
    ///
    /// - Throws: ``RecordProofError`` with the line; every proof has one text.
    /// - Complexity: O(count).
    public init(parsing bytes: RawSpan) throws(RecordProofError) {
        let text: [UInt8]
        do {
            text = try TextFault.lines(bytes, maximumBytes: Self.maximumBytes)
        } catch {
            throw .text(error)
        }
        var lines = LineReader(text)
        guard lines.next()?.elementsEqual(Self.header.bytes) == true else { throw .wrongHeader }
        var line = lines.next()
        var extra: [UInt8]?
        if let found = line, let encoded = found.dropping("extra ") {
            do { extra = try Base64.decode(encoded.span.bytes) } catch { throw .malformedExtra }
            line = lines.next()
        }
        guard let digits = line?.dropping("index "), let index = ByteScanner.decimal(digits) else {
            throw .malformedIndex(line: max(lines.line, 2))
        }
        let hashes: [Digest]
        do {
            hashes = try HashLines.read(&lines, maximum: InclusionProof.maximumHashCount)
        } catch {
            throw RecordProofError(error)
        }
        let note: SignedNote
        do {
            note = try SignedNote(parsing: lines.rest.span.bytes)
        } catch {
            throw .checkpoint(.note(error))
        }
        try self.init(index: index, hashes: hashes, checkpoint: note, extra: extra)
    }

    /// Checks that the record stands at the index, in a log whose checkpoint one of the keys
    /// signed.
    ///
    /// Give the log's own keys only, as they were pinned before.
    ///
    /// - Returns: the checkpoint that the record is under.
    /// - Throws: ``RecordProofError`` that says which of the two is wrong: the checkpoint or the
    ///   way from the record to it.
    /// - Complexity: O(record), one hash for each of the proof's, and about 0.1 ms for each
    ///   signature by one of the keys.
    public func verify(
        record: RawSpan,
        origin: String,
        keys: [VerifierKey]
    ) throws(RecordProofError) -> Checkpoint {
        let checkpoint: Checkpoint
        do {
            checkpoint = try Checkpoint(of: self.checkpoint, origin: origin, keys: keys)
        } catch {
            throw .checkpoint(error)
        }
        do {
            try InclusionProof(index: index, size: checkpoint.size, hashes: hashes)
                .verify(leaf: TreeHash.leaf(record), root: checkpoint.root)
        } catch {
            throw .inclusion(error)
        }
        return checkpoint
    }

    /// The proof as a file; reading it gives the same again.
    public var bytes: [UInt8] {
        var bytes = Self.header.bytes
        if let extra {
            bytes += Array("\nextra ".utf8) + Base64.characters(of: extra.span.bytes)
        }
        bytes += Array("\nindex \(index)\n".utf8)
        HashLines.append(hashes, to: &bytes)
        return bytes + checkpoint.bytes
    }
}
