public import Messaging
internal import Wire

extension Shape<MessagesQuery.Mark> {
    /// A UUID is a message's id, anything else a cursor.
    fileprivate static let mark = Shape<String>.text.map { text in
        MessageID(text).map(MessagesQuery.Mark.message) ?? .cursor(Cursor(text))
    }
}

extension MessagesQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("conversation", .id(ConversationID.self)),
        .atMostOne(
            of: ("before", Shape<Mark>.mark.map(Window.before)),
            ("after", Shape<Mark>.mark.map(Window.after)),
            ("around", Shape.id(MessageID.self).map(Window.around)),
            ("aroundOrdinal", Shape.integer(in: UInt64(1)...UInt64.max).map(Window.aroundOrdinal)),
            ("aroundTime", Shape<Timestamp>.time.map(Window.aroundTime))
        ),
        .optional("limit", .limit),
        .optional("deleted", .boolean, else: true)
    ) { conversation, window, limit, deleted in
        MessagesQuery(
            in: conversation,
            window ?? .newest,
            limit: limit,
            showsDeleted: deleted
        )
    }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        always("items", .list(of: .message)) { $0.items }
        optional("before", .cursor) { $0.before }
        optional("after", .cursor) { $0.after }
    } make: {
        MessagePage($0, before: $1, after: $2)
    }
}

extension MessageQuery: JSONQuery {
    package static let form = QueryForm<Self>(.required("message", .id(MessageID.self))) {
        MessageQuery($0)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering.message
}

extension HistoryQuery: JSONQuery {
    package static let form = QueryForm<Self>(.required("message", .id(MessageID.self))) {
        HistoryQuery(of: $0)
    }

    /// How the answer is written and read.
    public static let rendering = Rendering.history
}

extension RepliesQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("message", .id(MessageID.self)),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { RepliesQuery(to: $0, limit: $1, cursor: $2) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .message))
}

extension MentionsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("unreadOnly", .boolean, else: false),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { MentionsQuery(unreadOnly: $0, limit: $1, cursor: $2) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(RenderedFields.page(of: .message))
}

extension ReactionsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("message", .id(MessageID.self)),
        .optional("reaction", .text),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { ReactionsQuery(on: $0, reaction: $1, limit: $2, cursor: $3) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(
        RenderedFields.page(of: .reactionGroup, as: "groups")
    )
}

extension ReceiptsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("message", .id(MessageID.self)),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { ReceiptsQuery(of: $0, limit: $1, cursor: $2) }

    /// How the answer is written and read.
    public static let rendering = Rendering.receipts
}
