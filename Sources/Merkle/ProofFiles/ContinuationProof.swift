/// A file that proves, offline, that a log only grew from one checkpoint to another.
///
///     scrollback-consistency/v1
///     a line for each hash, in base 64
///
///     the older checkpoint, a signed note
///
///     the newer checkpoint, a signed note
///
/// An empty line parts all five paragraphs, for each note has two.
public struct ContinuationProof: Sendable {
    /// The hashes, in the order of RFC 6962 §2.1.2.
    public let hashes: [Digest]

    /// The checkpoint of the older tree, with its signatures.
    public let older: SignedNote

    /// The checkpoint of the newer tree, with its signatures.
    public let newer: SignedNote

    /// The most bytes that a proof has: all its parts at their longest.
    public static let maximumBytes =
        64 + ConsistencyProof.maximumHashCount * 45 + 2 * (SignedNote.maximumBytes + 1)

    static let header: StaticString = "scrollback-consistency/v1"

    /// Makes a proof of a log's hashes and two signed checkpoints.
    ///
    /// - Throws: ``ContinuationProofError`` if there are more hashes than a proof can hold, or a
    ///   note is no checkpoint; whether the proof holds is for ``verify(origin:keys:)``.
    public init(
        hashes: [Digest],
        older: SignedNote,
        newer: SignedNote
    ) throws(ContinuationProofError) {
        guard hashes.count <= ConsistencyProof.maximumHashCount else {
            throw .tooManyHashes(maximum: ConsistencyProof.maximumHashCount)
        }
        // A text with empty lines would be read as more paragraphs than it is.
        do { _ = try Checkpoint(parsing: older.text.span.bytes) } catch { throw .older(error) }
        do { _ = try Checkpoint(parsing: newer.text.span.bytes) } catch { throw .newer(error) }
        self.hashes = hashes
        self.older = older
        self.newer = newer
    }

    /// Reads a proof, without checking its claims.
    ///
    /// - Throws: ``ContinuationProofError`` with the place; every proof has one text.
    /// - Complexity: O(count).
    public init(parsing bytes: RawSpan) throws(ContinuationProofError) {
        let text: [UInt8]
        do {
            text = try TextFault.lines(bytes, maximumBytes: Self.maximumBytes)
        } catch {
            throw .text(error)
        }
        var lines = LineReader(text)
        guard lines.next()?.elementsEqual(Self.header.bytes) == true else { throw .wrongHeader }
        let hashes: [Digest]
        do {
            hashes = try HashLines.read(&lines, maximum: ConsistencyProof.maximumHashCount)
        } catch {
            throw ContinuationProofError(error)
        }
        guard let older = lines.nextNote() else { throw .missingNewerCheckpoint }
        try self.init(
            hashes: hashes,
            older: try Self.note(older, ContinuationProofError.older),
            newer: try Self.note(lines.rest, ContinuationProofError.newer)
        )
    }

    private static func note(
        _ bytes: ArraySlice<UInt8>,
        _ wrap: (CheckpointError) -> ContinuationProofError
    ) throws(ContinuationProofError) -> SignedNote {
        do { return try SignedNote(parsing: bytes.span.bytes) } catch { throw wrap(.note(error)) }
    }

    /// Checks that one of the keys signed both checkpoints, and that the newer tree begins with
    /// all leaves of the older one, in order.
    ///
    /// Give the log's own keys only, as they were pinned before.
    ///
    /// - Returns: the two checkpoints.
    /// - Throws: ``ContinuationProofError`` that says which of the three is wrong: one of the
    ///   checkpoints or the way from one to the other.
    /// - Complexity: at most two hashes for each of the proof's, and about 0.1 ms for each
    ///   signature by one of the keys.
    public func verify(
        origin: String,
        keys: [VerifierKey]
    ) throws(ContinuationProofError) -> (older: Checkpoint, newer: Checkpoint) {
        let old: Checkpoint
        let new: Checkpoint
        do {
            old = try Checkpoint(of: older, origin: origin, keys: keys)
        } catch {
            throw .older(error)
        }
        do {
            new = try Checkpoint(of: newer, origin: origin, keys: keys)
        } catch {
            throw .newer(error)
        }
        do {
            try ConsistencyProof(oldSize: old.size, newSize: new.size, hashes: hashes)
                .verify(oldRoot: old.root, newRoot: new.root)
        } catch {
            throw .consistency(error)
        }
        return (old, new)
    }

    /// The proof as a file; reading it gives the same again.
    public var bytes: [UInt8] {
        var bytes = Self.header.bytes + [newline]
        HashLines.append(hashes, to: &bytes)
        return bytes + older.bytes + [newline] + newer.bytes
    }
}
