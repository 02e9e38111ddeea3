internal import Messaging
internal import Wire

extension Shape<Position> {
    fileprivate static let position = Shape<UInt64>.integer(UInt64.self).map(Position.init)
}

extension Shape {
    /// The same, of which the schema says a sentence more.
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

extension QueryForm {
    static let operators: [QueryForm] = [
        QueryForm(ofOperator: .state) { .state },
        QueryForm(ofOperator: .views) { .views },
        QueryForm(
            ofOperator: .notificationPlan,
            .required("position", .position),
            .optional("epoch", .epoch),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { .notificationPlan($0, epoch: $1, limit: $2, cursor: $3) },
        QueryForm(
            ofOperator: .erasure,
            .required(
                "position",
                .position.noting(
                    "`request` in the answer to `erase`, `forgetUser`, `runRetention`."
                )
            ),
            .required("list", .word(OperatorQuery.ErasureList.Kind.self)),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { position, list, limit, cursor in
            .erasure(
                OperatorQuery.ErasureList(
                    list,
                    ofErasureAt: position,
                    limit: limit,
                    cursor: cursor
                )
            )
        },
        QueryForm(
            ofOperator: .events,
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
            .events(
                OperatorQuery.Events(
                    from: from,
                    until: until,
                    epoch: epoch,
                    stream: stream,
                    type: type,
                    limit: limit,
                    showsContent: content
                )
            )
        },
        QueryForm(
            ofOperator: .metrics,
            .optional("from", .time),
            .optional("until", .time.noting("The first time that does not count."))
        ) { .metrics(OperatorQuery.Metrics(from: $0, until: $1)) },
    ]
}
