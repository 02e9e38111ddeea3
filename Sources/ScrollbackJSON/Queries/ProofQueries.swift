public import Messaging
internal import Wire

extension Shape<Position> {
    fileprivate static let size = Shape<UInt64>.integer(UInt64.self).map(Position.init)
}

extension CheckpointQuery: JSONQuery {
    package static let form = QueryForm<Self> { CheckpointQuery() }

    /// How the answer is written and read.
    public static let rendering = Rendering<CheckpointState>.object {
        always("origin", .text) { $0.origin }
        always("size", .position) { $0.size }
        always("root", .digest) { $0.root }
        optional("kept", .position) { $0.kept }
        optional("checkpoint", .text) { $0.checkpoint }
    } make: {
        CheckpointState(origin: $0, size: $1, root: $2, kept: $3, checkpoint: $4)
    }
}

extension ProveQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("event", .size),
        .optional("erasure", .size),
        .optional("from", .size),
        .optional("to", .size),
        .optional("under", .size)
    ) { ProveQuery(event: $0, erased: $1, from: $2, to: $3, under: $4) }

    /// How the answer is written and read.
    public static let rendering = Rendering<ProofItem>.object {
        always("kind", .word) { $0.kind }
        always("size", .position) { $0.size }
        always("proof", .text) { $0.proof }
    } make: {
        ProofItem($0, size: $1, proof: $2)
    }
}
