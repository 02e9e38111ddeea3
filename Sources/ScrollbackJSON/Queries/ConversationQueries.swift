public import Messaging
internal import Wire

extension ConversationsQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("filter", .word(ListFilter.self), else: .active),
        .optional("kind", .word(ConversationKind.self)),
        .optional("with", .id(UserID.self)),
        .optional("search", .text),
        .optional("limit", .limit),
        .optional("cursor", .cursor),
        .optional("previewLength", .integer(in: Limits.preview))
    ) { filter, kind, other, search, limit, cursor, previewLength in
        ConversationsQuery(
            filter: filter,
            kind: kind,
            with: other,
            search: search,
            limit: limit,
            cursor: cursor,
            previewLength: previewLength
        )
    }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        always("items", .list(of: .row)) { $0.items }
        optional("next", .cursor) { $0.next }
        optional("count", .count) { $0.resultCount }
    } make: {
        ConversationPage($0, next: $1, resultCount: $2)
    }
}

extension ConversationQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("conversation", .id(ConversationID.self))
    ) { ConversationQuery($0) }

    /// How the answer is written and read.
    public static let rendering = Rendering.portrait
}

extension AnyUnreadQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .optional("conversation", .id(ConversationID.self)),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { AnyUnreadQuery(in: $0, limit: $1, cursor: $2) }

    package static let rendering = Rendering<Answer>.either(
        Rendering.unread.shape.map { .one($0) },
        Rendering.overview.shape.map { .all($0) }
    ) { answer, writer in
        switch answer {
        case .one(let item): Rendering.unread.write(item, &writer)
        case .all(let overview): Rendering.overview.write(overview, &writer)
        }
    }
}

extension MembersQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("conversation", .id(ConversationID.self)),
        .optional("former", .boolean, else: false),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { MembersQuery(of: $0, includesFormer: $1, limit: $2, cursor: $3) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        RenderedFields<Page<MemberItem>>.page(of: .member).of { $0.page }
        always("count", .count) { $0.count }
    } make: {
        MemberPage($0, count: $1)
    }
}

extension MediaQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("conversation", .id(ConversationID.self)),
        .optional("kind", .word(MediaKind.self)),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { MediaQuery(in: $0, kind: $1, limit: $2, cursor: $3) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        RenderedFields<Page<MediaItem>>.page(of: .medium).of { $0.page }
        always("count", .count) { $0.count }
    } make: {
        MediaPage($0, count: $1)
    }
}

extension TypingQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("conversation", .id(ConversationID.self))
    ) { TypingQuery(in: $0) }

    /// How the answer is written and read.
    public static let rendering = Rendering.typing
}

extension FindDirectQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("with", .id(UserID.self))
    ) { FindDirectQuery(with: $0) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object {
        optional("conversation", .id) { $0 }
    } make: {
        $0
    }
}

extension FindByContextQuery: JSONQuery {
    package static let form = QueryForm<Self>(
        .required("kind", .text),
        .optional("id", .text),
        .optional("limit", .limit),
        .optional("cursor", .cursor)
    ) { FindByContextQuery(kind: $0, id: $1, limit: $2, cursor: $3) }

    /// How the answer is written and read.
    public static let rendering = Rendering<Answer>.object(
        RenderedFields.page(of: .id, as: "conversations")
    )
}
