public import Messaging
internal import Wire

extension MayIQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("action", .word(CommandName.self)),
        .optional("conversation", .id(ConversationID.self)),
        .optional("user", .id(UserID.self)),
        .optional("message", .id(MessageID.self))
    ) { action, conversation, user, message in
        MayIQuery(Intention(action, conversation: conversation, user: user, message: message))
    }

    /// How the answer is written and read.
    public static let rendering = Rendering.permit
}

extension OutcomeQuery: JSONQuery {
    package static let form = QueryForm<Self>(.required("id", .id(CommandID.self))) {
        OutcomeQuery(of: $0)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        always("known", .boolean) { $0 != nil }
        optional("position", .position) { $0 }
    } make: { _, position in
        position
    }
}

extension ChangesQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("since", .integer(UInt64.self)),
        .optional("epoch", .epoch),
        .optional("conversation", .id(ConversationID.self)),
        .optional("limit", .limit)
    ) { since, epoch, conversation, limit in
        ChangesQuery(since: Position(since), epoch: epoch, in: conversation, limit: limit)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering.changes
}

extension ReportsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("status", .word(ReportStatus.self)),
        .optional("user", .id(UserID.self)),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { ReportsQuery(status: $0, about: $1, limit: $2, cursor: $3) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .report))
}

extension ReportQuery: JSONQuery {
    package static let form = QueryForm<Self>(.required("report", .id(ReportID.self))) {
        ReportQuery($0)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.reportDetail
}

extension StandingQuery: JSONQuery {
    package static let form = QueryForm<Self>(.optional("user", .id(UserID.self))) {
        StandingQuery(of: $0)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.standingItem
}
