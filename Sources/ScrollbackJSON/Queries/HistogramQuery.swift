public import Messaging

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

extension HistogramSpan: JSONCodable {
    /// How the value is written and read.
    public static var rendering: Rendering<HistogramSpan> { .span }
}
