package import Messaging
internal import Wire

extension Shape<Position> {
    fileprivate static let position = Shape<UInt64>.integer(UInt64.self).map(Position.init)
}

extension Shape {
    /// The same, with a sentence more in the schema.
    fileprivate func noting(_ sentence: String) -> Shape {
        Shape(.noted(sentence, schema), read)
    }
}

extension Shape<UInt32> {
    /// The name of a type of event, as its number.
    fileprivate static let eventType = choice(
        among: EventDescription.all.map { (name: $0.name, value: $0.number) }
    )
}

extension StateQuery: JSONQuery {
    package static let form = QueryForm<Self> { StateQuery() }

    package static let rendering = Rendering.state
}

extension ViewsQuery: JSONQuery {
    package static let form = QueryForm<Self> { ViewsQuery() }

    package static let rendering = Rendering.views
}

extension MembershipsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("user", .id(UserID.self)),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { MembershipsQuery(of: $0, limit: $1, cursor: $2) }

    package static let rendering = Rendering<Answer>.object(RenderedField.page(of: .membership))
}

extension NotificationPlanQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("position", .position),
        .optional("epoch", .epoch),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { NotificationPlanQuery(at: $0, epoch: $1, limit: $2, cursor: $3) }

    package static let rendering = Rendering<Answer>.object(
        RenderedField.page(of: .notification, as: "recipients")
    )
}

extension ErasureQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required(
            "position",
            .position.noting("`request` in the answer to `erase`, `forgetUser`, `runRetention`.")
        ),
        .required("list", .word(List.self)),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { position, list, limit, cursor in
        ErasureQuery(list, ofErasureAt: position, limit: limit, cursor: cursor)
    }

    package static let rendering = Rendering<Answer>(
        .either([erased.schema, deferred.schema, forwards.schema])
    ) { answer, writer in
        switch answer {
        case .erased(let page): erased.write(page, &writer)
        case .deferred(let page): deferred.write(page, &writer)
        case .forwards(let page): forwards.write(page, &writer)
        }
    }

    private static let erased = Rendering<Page<Position>>.object(
        RenderedField.page(of: .position)
    )
    private static let deferred = Rendering<Page<Erasure.Deferred>>.object(
        RenderedField.page(of: .deferred)
    )
    private static let forwards = Rendering<Page<MessageID>>.object(
        RenderedField.page(of: .id)
    )
}

extension EventsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("from", .position.noting("The first position.")),
        .optional("until", .position.noting("The last position.")),
        .optional("epoch", .epoch),
        .atMostOne(
            of: ("conversation", Shape.id(ConversationID.self).map(Stream.conversation)),
            ("user", Shape.id(UserID.self).map(Stream.user))
        ),
        .optional("type", .eventType),
        .optional("limit", .limit),
        .optional("content", .boolean, else: false)
    ) { from, until, epoch, stream, type, limit, content in
        EventsQuery(
            from: from,
            until: until,
            epoch: epoch,
            stream: stream,
            type: type,
            limit: limit,
            showsContent: content
        )
    }

    package static let rendering = Rendering.events
}

extension MetricsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("from", .time),
        .optional("until", .time.noting("The first time that does not count."))
    ) { MetricsQuery(from: $0, until: $1) }

    package static let rendering = Rendering.metrics
}
