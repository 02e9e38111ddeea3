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
        .optional("erased", .size),
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

extension HistogramQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("from", .time),
        .optional("until", .time),
        .optional("conversation", .id(ConversationID.self)),
        .optional("user", .id(UserID.self)),
        .optional("type", .eventType),
        .optional("buckets", .limit)
    ) {
        HistogramQuery(from: $0, until: $1, conversation: $2, user: $3, type: $4, buckets: $5)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        always("items", .list(of: .span)) { $0 }
    } make: {
        $0
    }
}

extension Rendering<HistogramSpan> {
    static let span = object {
        always("from", .time) { $0.from }
        always("until", .time) { $0.until }
        always("count", .count) { $0.count }
    } make: {
        HistogramSpan(from: $0, until: $1, count: $2)
    }
}
