internal import Audit
internal import EventLog
internal import Merkle
public import Messaging
internal import Wire

extension CheckpointQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (_, evaluator) throws(QueryError) in try evaluator.checkpoint() }
    }
}

extension ProveQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in try evaluator.prove(query) }
    }
}

extension OperatorQueryEvaluator {
    /// What could be signed for this state of the log, and the newest checkpoint of it that is kept.
    ///
    /// - Complexity: O(log n), and the number of kept checkpoints.
    package borrowing func checkpoint() throws(QueryError) -> CheckpointState {
        let size = position
        return try read { (state) throws(LogError) in
            let root = try state.log.root(at: size)
            let kept = try state.log.checkpointSizes().last { $0 <= size }
            let note = try kept.flatMap { (kept) throws(LogError) in
                try state.log.checkpoint(at: kept)
            }
            return CheckpointState(
                origin: state.eventLog.origin,
                size: size,
                root: root,
                kept: kept,
                checkpoint: note.map { String(decoding: $0, as: UTF8.self) }
            )
        }
    }

    /// Makes a proof, which is checked before it is given.
    ///
    /// - Throws: `notFound` for an event that is not there, for one that no erasure names, and for
    ///   a checkpoint that is not kept.
    /// - Complexity: O(log n); of a receipt also the index of nine bytes for each event.
    package borrowing func prove(_ query: ProveQuery) throws(QueryError) -> ProofItem {
        switch (query.event, query.erased, query.from, query.to) {
        case (let event?, nil, nil, nil):
            try requireEvent(at: event, field: "event")
            let note = try keptCheckpoint(at: query.under, covering: event, field: "under")
            return try prove(.inclusion, under: note) { (prover) throws(ProvingError) in
                try prover.inclusion(of: event, under: note).bytes
            }
        case (nil, let erased?, nil, nil):
            try requireEvent(at: erased, field: "erasure")
            guard let erasure = try state.erasure(of: erased)?.position else {
                throw .refused(.request(.erasedEventIsNotFound))
            }
            let note = try keptCheckpoint(at: query.under, covering: erasure, field: "under")
            let copies = try state.whole(
                state.eventsOfKeyCopies(after: .zero, through: position)
            )
            return try prove(.erasure, under: note) { (prover) throws(ProvingError) in
                try prover.receipt(
                    of: erased,
                    namedAt: erasure,
                    eventsOfCopies: copies,
                    under: note
                ).bytes
            }
        case (nil, nil, let from?, let to?) where query.under == nil:
            guard from <= to else { throw .refused(.request(.rangeIsReversed)) }
            let older = try keptCheckpoint(at: from, covering: from, field: "from")
            let newer = try keptCheckpoint(at: to, covering: to, field: "to")
            return try prove(.consistency, under: newer) { (prover) throws(ProvingError) in
                try prover.continuation(from: older, to: newer).bytes
            }
        default: throw .refused(.request(.proofIsUnnamed))
        }
    }

    private borrowing func requireEvent(
        at event: Position,
        field: String
    ) throws(QueryError) {
        guard event >= Position(1), event <= position else {
            throw .refused(.request(.provenEventIsNotFound(field: field)))
        }
    }

    /// The kept checkpoint of a size, or the newest one, which covers an event.
    private borrowing func keptCheckpoint(
        at size: Position?,
        covering position: Position,
        field: String
    ) throws(QueryError) -> SignedNote {
        let limit = self.position
        let bytes = try read { (state) throws(LogError) -> [UInt8]? in
            let newest = try state.log.checkpointSizes().last { $0 <= limit }
            guard let size = size ?? newest, size >= position, size <= limit else { return nil }
            return try state.log.checkpoint(at: size)
        }
        guard let bytes, let note = try? SignedNote(parsing: bytes.span.bytes) else {
            throw .refused(.request(.checkpointIsNotKept(field: field)))
        }
        return note
    }

    private borrowing func prove(
        _ kind: ProofItem.Kind,
        under note: SignedNote,
        _ make: (inout Prover) throws(ProvingError) -> [UInt8]
    ) throws(QueryError) -> ProofItem {
        var prover = Prover(state.eventLog)
        do throws(ProvingError) {
            let proof = String(decoding: try make(&prover), as: UTF8.self)
            return ProofItem(kind, size: try Prover.size(of: note), proof: proof)
        } catch {
            if case .log(let fault) = error { throw .failed(.log(fault)) }
            throw .failed(.proof(error))
        }
    }
}
