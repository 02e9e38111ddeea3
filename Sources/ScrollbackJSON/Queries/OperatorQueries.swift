public import Messaging
internal import Wire

extension Shape<Position> {
    /// Read as a number: a position that is sealed for a user is opened before.
    static let position = Shape(Schema.position) { json throws(FormFault) in
        Position(try Shape<UInt64>.integer(UInt64.self).read(json))
    }
}

extension Shape {
    /// The same, with a sentence more in the schema.
    fileprivate func noting(_ sentence: String) -> Shape {
        Shape(.noted(sentence, schema), read)
    }
}

extension Shape<UInt32> {
    /// The name of a type of event, as its number.
    static let eventType = choice(
        among: EventDescription.all.map { (name: $0.name, value: $0.number) }
    )
}

/// Whose events a line asks for.
private enum EventSource: Sendable {
    case conversation(ConversationID)
    case store
    /// A conversation's or a user's.
    case id(UniqueID)
}

extension Shape<EventSource> {
    fileprivate static let source = Shape(
        .either([Schema.id, .choice(["store"])])
    ) { json throws(FormFault) in
        guard json.isString else { throw FormFault(.isNot(.text)) }
        if json.spells("store") { return .store }
        guard let id = json.uniqueID else { throw FormFault(.isNot(.id)) }
        return .id(id)
    }
}

extension StateQuery: JSONQuery {
    package static let form = QueryForm<Self> { StateQuery() }

    /// How the answer is written and read.
    public static let rendering = Rendering.state
}

extension ViewsQuery: JSONQuery {
    package static let form = QueryForm<Self> { ViewsQuery() }

    /// How the answer is written and read.
    public static let rendering = Rendering.views
}

extension MembershipsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("user", .id(UserID.self)),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { MembershipsQuery(of: $0, limit: $1, cursor: $2) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .membership))
}

extension ExplainQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("message", .id(MessageID.self)),
        .required("user", .id(UserID.self))
    ) { ExplainQuery($0, for: $1) }

    /// How the answer is written and read.
    public static let rendering = Rendering.explanation
}

extension NotificationPlanQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("position", .position),
        .optional("epoch", .epoch),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { NotificationPlanQuery(at: $0, epoch: $1, limit: $2, cursor: $3) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(
        RenderedFields.page(of: .notification, as: "recipients")
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

    // A page without items does not say of what: it reads as positions.
    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.either(
        erased.shape.map { .erased($0) },
        deferred.shape.map { .deferred($0) },
        forwards.shape.map { .forwards($0) }
    ) { answer, writer in
        switch answer {
        case .erased(let page): erased.write(page, &writer)
        case .deferred(let page): deferred.write(page, &writer)
        case .forwards(let page): forwards.write(page, &writer)
        }
    }

    private static let erased = Rendering<Page<Position>>.object(
        RenderedFields.page(of: .position)
    )
    private static let deferred = Rendering<Page<Erasure.Deferred>>.object(
        RenderedFields.page(of: .deferred)
    )
    private static let forwards = Rendering<Page<MessageID>>.object(
        RenderedFields.page(of: .id)
    )
}

extension ExportsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { ExportsQuery(limit: $0, cursor: $1) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .export))
}

extension ExportJobsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { ExportJobsQuery(limit: $0, cursor: $1) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .exportJob))
}

extension ExportJobQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("export", .uniqueID)
    ) { ExportJobQuery($0) }

    /// How the answer is written and read.
    public static let rendering = Rendering.exportJob
}

extension MediaOwedQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { MediaOwedQuery(limit: $0, cursor: $1) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .owedMedia))
}

extension EventsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("from", .position.noting("The first position.")),
        .optional("until", .position.noting("The last position.")),
        .optional("epoch", .epoch),
        .optional("fromTime", .time.noting("The first time of recording.")),
        .optional("untilTime", .time.noting("The first time of recording that does not count.")),
        .atMostOne(
            of: ("conversation", Shape.id(ConversationID.self).map(EventSource.conversation)),
            ("stream", .source)
        ),
        .optional("user", .id(UserID.self)),
        .optional("actor", .id(UserID.self)),
        .optional("message", .id(MessageID.self)),
        .atMostOne(
            of: ("type", Shape<UInt32>.eventType.map { [$0] }),
            ("types", .list(of: .eventType, minimum: 1))
        ),
        .optional("limit", .limit),
        .optional("content", .boolean, else: false)
    ) {
        from,
        until,
        epoch,
        fromTime,
        untilTime,
        source,
        user,
        actor,
        message,
        types,
        limit,
        content in
        var query = EventsQuery(
            from: from,
            until: until,
            epoch: epoch,
            fromTime: fromTime,
            untilTime: untilTime,
            actor: actor,
            concerning: user,
            message: message,
            types: types.map(Set.init),
            limit: limit,
            showsContent: content
        )
        switch source {
        case nil: break
        case .conversation(let id)?: query.stream = .conversation(id)
        case .store?: query.stream = .store
        case .id(let id)?: query.streamID = id
        }
        return query
    }

    /// How the answer is written and read.
    public static let rendering = Rendering.events
}

extension GaugesQuery: JSONQuery {
    package static let form = QueryForm<Self> { GaugesQuery() }

    /// How the answer is written and read.
    public static let rendering = Rendering.gauges
}

extension ConsumersQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("webhooks", .boolean, else: false),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { ConsumersQuery(webhooksOnly: $0, limit: $1, cursor: $2) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .consumer))
}

extension MetricsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("from", .time),
        .optional("until", .time.noting("The first time that does not count."))
    ) { MetricsQuery(from: $0, until: $1) }

    /// How the answer is written and read.
    public static let rendering = Rendering.metrics
}
