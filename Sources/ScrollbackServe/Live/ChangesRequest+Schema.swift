internal import Messaging
internal import ScrollbackJSON

// What the document in OpenAPI says of requests for changes.

extension ChangesRequest {
    /// A parameter, with an example that is a value of JSON.
    typealias Parameter = (
        place: String, name: String, meaning: String, schema: Schema, example: String
    )

    static let parameters: [Parameter] = [
        (
            "query", "conversation", "The changes of one conversation.", .id,
            #""00000000-0000-4000-8000-0000000000a1""#
        ),
        (
            "query", "since", "The position behind which to begin, as an id of an event.", .text,
            #""1""#
        ),
        (
            "query", "consumer", "The consumer at whose mark to begin, instead of since.", .text,
            #""indexer""#
        ),
        (
            "query", "wait", "Seconds: one answer instead of a stream.",
            .integer(0...Int64(longestWait)), "0"
        ),
        (
            "query", "carrier", "The form of a stream.",
            .choice(["sse", "ndjson"]), #""ndjson""#
        ),
        ("header", "Last-Event-ID", "Wins over since.", .text, #""1""#),
    ]

    /// An event as an object, by its name.
    private static let event: Schema = {
        let position = ("position", Schema.either([.count, .text]))
        let reason = ("reason", Schema.text)
        return .either([
            event(
                [.snapshot],
                hasID: true,
                [
                    object([position]),
                    object([
                        ("conversation", answer(.conversation)), ("messages", answer(.messages)),
                        position,
                    ]),
                    object([
                        ("conversations", answer(.conversations)), ("unread", answer(.unread)),
                        ("settings", answer(.settings)), position,
                    ]),
                ]
            ),
            event(
                [.change],
                hasID: nil,
                [
                    answer(.changes, "/properties/items/items"),
                    // Without Scrollback-As.
                    answer(.events, "/properties/items/items"),
                    object(
                        [
                            ("type", .choice(["typing"])), ("conversation", .id),
                            ("users", answer(.typing, "/properties/users")),
                        ],
                        [("text", .text)]
                    ),
                    object(
                        [("type", .choice(["presence"])), ("user", .id)],
                        [("online", .boolean), ("lastSeenAt", .count)]
                    ),
                ]
            ),
            event([.caughtUp], hasID: true, [object([position])]),
            event([.reset], hasID: false, [object([reason], [position, ("epoch", .epoch)])]),
            event([.closed, .expired], hasID: false, [object([reason])]),
        ])
    }()

    /// Events of some names, with what they may hold; nil where an id may be there.
    private static func event(
        _ names: [StreamEvent.Name],
        hasID: Bool?,
        _ data: [Schema]
    ) -> Schema {
        let always = [("event", Schema.choice(names.map(\.rawValue))), ("data", .either(data))]
        let id = [("id", Schema.text)]
        return switch hasID {
        case true?: object(always + id)
        case false?: object(always)
        case nil: object(always, id)
        }
    }

    private static func object(
        _ required: [(String, Schema)],
        _ optional: [(String, Schema)] = []
    ) -> Schema {
        .object(
            Schema.Object(
                properties: required.map { .init($0, $1) }
                    + optional.map { .init(name: $0, schema: $1, isRequired: false) }
            )
        )
    }

    /// The answer to a query, or a part of it.
    private static func answer(_ query: QueryName, _ part: String = "") -> Schema {
        .reference(OperationSchema.name(ofAnswerTo: query) + part)
    }

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
                                .init("events", .list(event, maximum: nil)),
                                .init(name: "next", schema: .text, isRequired: false),
                            ])
                        )
                    )
                ])
            )
        ),
    ]
}
