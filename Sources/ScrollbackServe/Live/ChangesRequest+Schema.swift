internal import ScrollbackJSON

// What the document in OpenAPI says of requests for changes.

extension ChangesRequest {
    typealias Parameter = (place: String, name: String, meaning: String, schema: Schema)

    static let parameters: [Parameter] = [
        ("query", "conversation", "The changes of one conversation.", .text),
        ("query", "since", "The position behind which to begin, as an id of an event.", .text),
        ("query", "consumer", "The consumer at whose mark to begin, instead of since.", .text),
        (
            "query", "wait", "Seconds: one answer instead of a stream.",
            .integer(0...Int64(longestWait))
        ),
        ("query", "carrier", "The form of a stream.", .choice(["sse", "ndjson"])),
        ("header", "Last-Event-ID", "Wins over since.", .text),
    ]

    private static let event = Schema.Object(properties: [
        .init("event", .text), .init(name: "id", schema: .text, isRequired: false),
        .init("data", .fields),
    ])

    /// The types of answers, each with its schema.
    static let answers: [(type: String, schema: Schema)] = [
        ("text/event-stream", .text), ("application/x-ndjson", .text),
        (
            "application/json",
            .object(
                Schema.Object(properties: [
                    .init(
                        "ok",
                        .object(
                            Schema.Object(properties: [
                                .init("events", .list(.object(event), maximum: nil)),
                                .init(name: "next", schema: .text, isRequired: false),
                            ])
                        )
                    )
                ])
            )
        ),
    ]
}
