package import EventLog
internal import LogSchema
package import Merkle
package import Wire

/// Makes proofs about a log, which others check offline with the public key alone.
///
///     var prover = Prover(log)
///     let proof = try prover.inclusion(of: position, under: note)
///
/// - It reads: any process may make proofs, beside a writer too. Only signing needs a key.
/// - Every proof is checked before it is handed out, against the checkpoint's own root, so that a
///   damaged tile gives an error and not an invalid proof.
/// - An event whose content was erased is proved as any other: what is proved is its envelope.
/// - It keeps the hashes of open tiles from one proof to the next; one for each thread.
package struct Prover: ~Copyable {
    let log: EventLog
    private var tree = TreeReader()

    package init(_ log: EventLog) {
        self.log = log
    }

    /// Signs the size and root of the log, as it is now or was at an earlier size.
    ///
    /// The engine keeps the note (`Engine.keepCheckpoint`); keep a copy elsewhere too.
    ///
    /// - Throws: `emptyLog` for size zero; `log` if it never had that size.
    package mutating func checkpoint(
        at size: Position? = nil,
        origin: String? = nil,
        signedBy signer: SignerKey
    ) throws(ProvingError) -> SignedNote {
        let (size, root) = try look { (snapshot, _) throws(LogError) in
            let size = size ?? snapshot.size
            return (size, try snapshot.root(at: size))
        }
        guard size > .zero else { throw .emptyLog }
        do throws(CheckpointError) {
            return try Checkpoint(origin: origin ?? log.origin, size: size.rawValue, root: root)
                .signed(with: signer)
        } catch {
            throw .checkpoint(error)
        }
    }

    /// Returns the newest checkpoint that the log keeps and that covers a position.
    ///
    /// - Throws: `noCheckpoint` if there is none.
    package func keptCheckpoint(covering position: Position) throws(ProvingError) -> SignedNote {
        let bytes: [UInt8]?
        do throws(LogError) {
            let snapshot = try log.snapshot()
            let newest = try snapshot.newestCheckpointSize()
            bytes = try newest.flatMap { (size) throws(LogError) in
                size >= position ? try snapshot.checkpoint(at: size) : nil
            }
        } catch {
            throw .log(error)
        }
        guard let bytes else { throw .noCheckpoint(covering: position) }
        do throws(NoteError) {
            return try SignedNote(parsing: bytes.span.bytes)
        } catch {
            throw .checkpoint(.note(error))
        }
    }

    /// Proves that an event is in the log of a checkpoint; the proof contains the envelope.
    package mutating func inclusion(
        of position: Position,
        under note: SignedNote
    ) throws(ProvingError) -> RecordProof {
        let envelope = try envelope(at: position)
        return try proof(of: position, envelope, under: note, extra: envelope)
    }

    /// Proves that the log of one checkpoint begins with the whole log of an older one.
    package mutating func continuation(
        from older: SignedNote,
        to newer: SignedNote
    ) throws(ProvingError) -> ContinuationProof {
        let (old, new) = (try Self.checkpoint(of: older), try Self.checkpoint(of: newer))
        let plan: ProofPlan
        do throws(ProofError) {
            plan = try ProofPlan(consistencyFrom: old.size, to: new.size)
        } catch {
            throw .proof(error)
        }
        let hashes = try hashes(plan)
        do throws(ProofError) {
            try ConsistencyProof(oldSize: old.size, newSize: new.size, hashes: hashes)
                .verify(oldRoot: old.root, newRoot: new.root)
        } catch {
            throw .proof(error)
        }
        do throws(ContinuationProofError) {
            return try ContinuationProof(hashes: hashes, older: older, newer: newer)
        } catch {
            throw .continuation(error)
        }
    }

    /// Discloses the content of one event, and proves that the log sealed this content.
    ///
    /// The disclosure contains the event's salt, which is of no use for any other content, and
    /// never its key.
    ///
    /// - Throws: `noContent` if the event never had any, `erased` if it is gone.
    package mutating func disclosure(
        of position: Position,
        under note: SignedNote
    ) throws(ProvingError) -> Disclosure {
        var contents = log.contents()
        let state: ContentState
        let content: [UInt8]
        let salt: UniqueID
        do throws(LogError) {
            let snapshot = try log.snapshot()
            let record = try snapshot.record(at: position)
            salt = try contents.salt(of: position)
            let found = try contents.content(of: record)
            state = found.state
            content = found.bytes.withUnsafeBytes { Array($0) }
        } catch {
            throw .log(error)
        }
        switch state {
        case .none: throw .noContent(position)
        case .erased: throw .erased(position)
        case .present: break
        }
        let envelope = try envelope(at: position)
        let proof = try proof(of: position, envelope, under: note, extra: nil)
        do throws(DisclosureError) {
            let salt = withUnsafeTemporaryAllocation(
                byteCount: UniqueID.byteCount,
                alignment: 8
            ) { buffer in
                salt.store(into: buffer)
                return Array(buffer)
            }
            return try Disclosure(salt: salt, content: content, envelope: envelope, proof: proof)
        } catch {
            throw .disclosure(error)
        }
    }
}

extension Prover {
    /// The number of events that a checkpoint covers, whether or not its signatures are good.
    package static func size(of note: SignedNote) throws(ProvingError) -> Position {
        Position(try checkpoint(of: note).size)
    }

    private typealias ContentState = Content.State

    func envelope(at position: Position) throws(ProvingError) -> [UInt8] {
        do throws(LogError) {
            let snapshot = try log.snapshot()
            let record = try snapshot.record(at: position)
            return record.envelopeBytes.withUnsafeBytes { Array($0) }
        } catch {
            throw .log(error)
        }
    }

    private mutating func proof(
        of position: Position,
        _ envelope: [UInt8],
        under note: SignedNote,
        extra: [UInt8]?
    ) throws(ProvingError) -> RecordProof {
        let hashes = try path(of: position, envelope, under: note)
        do throws(RecordProofError) {
            return try RecordProof(
                index: position.index,
                hashes: hashes,
                checkpoint: note,
                extra: extra
            )
        } catch {
            throw .record(error)
        }
    }

    /// Returns the hashes beside the way from an envelope up to a checkpoint's root, checked.
    mutating func path(
        of position: Position,
        _ envelope: [UInt8],
        under note: SignedNote
    ) throws(ProvingError) -> [Digest] {
        let checkpoint = try Self.checkpoint(of: note)
        let plan: ProofPlan
        do throws(ProofError) {
            plan = try ProofPlan(inclusionOf: position.index, in: checkpoint.size)
        } catch {
            throw .proof(error)
        }
        let hashes = try hashes(plan)
        do throws(ProofError) {
            let leaf = TreeHash.leaf(envelope.span.bytes)
            try InclusionProof(index: position.index, size: checkpoint.size, hashes: hashes)
                .verify(leaf: leaf, root: checkpoint.root)
        } catch {
            throw .proof(error)
        }
        return hashes
    }

    private mutating func hashes(_ plan: ProofPlan) throws(ProvingError) -> [Digest] {
        try look { (snapshot, tree) throws(LogError) in
            try plan.hashes { (node) throws(LogError) in try tree.hash(of: node, in: snapshot) }
        }
    }

    private static func checkpoint(of note: SignedNote) throws(ProvingError) -> Checkpoint {
        do throws(CheckpointError) {
            return try Checkpoint(unverified: note)
        } catch {
            throw .checkpoint(error)
        }
    }

    private mutating func look<Found>(
        _ find: (borrowing LogSnapshot, inout TreeReader) throws(LogError) -> Found
    ) throws(ProvingError) -> Found {
        do throws(LogError) {
            let snapshot = try log.snapshot()
            return try find(snapshot, &tree)
        } catch {
            throw .log(error)
        }
    }
}

/// The reason why a proof cannot be made.
package enum ProvingError: Error, Equatable, Sendable {
    case log(LogError)
    /// The log has no events, so there is nothing to sign.
    case emptyLog
    /// The log keeps no checkpoint that is new enough; sign one.
    case noCheckpoint(covering: Position)
    /// The note is not a checkpoint.
    case checkpoint(CheckpointError)
    /// The checkpoint is of another log or another history, does not cover the event, or the log's
    /// tiles are damaged.
    case proof(ProofError)
    /// The event never had any content.
    case noContent(Position)
    /// The event's content was erased.
    case erased(Position)
    /// No erasure names the event's content.
    case notErased(Position)
    /// The event is an erasure itself, which names content from the second position on.
    case isErasure(Position, of: Position)
    case record(RecordProofError)
    case continuation(ContinuationProofError)
    case disclosure(DisclosureError)
    case receipt(ErasureReceiptError)
}

extension ProvingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .log(let error): error.description
        case .emptyLog: "The log has no events to sign for."
        case .noCheckpoint(let position):
            "The log keeps no checkpoint of \(position) events or more. Sign one first."
        case .checkpoint(let error): "The checkpoint cannot be used: \(error)."
        case .proof(let error):
            "The log cannot prove this under that checkpoint: \(error). "
                + "Is it this log's? Verify the log."
        case .noContent(let position): "The event at position \(position) has no content."
        case .erased(let position): "The content of the event at position \(position) was erased."
        case .notErased(let position):
            "No erasure names the content of the event at position \(position)."
        case .isErasure(let position, let first):
            "The event at position \(position) is an erasure; name the position of content that "
                + "it erased, such as \(first)."
        case .record(let error): "The proof cannot be made: \(error)."
        case .continuation(let error): "The proof cannot be made: \(error)."
        case .disclosure(let error): "The disclosure cannot be made: \(error)."
        case .receipt(let error): "The receipt cannot be made: \(error)."
        }
    }
}
