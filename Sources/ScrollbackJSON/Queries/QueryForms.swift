internal import Messaging
internal import Wire

extension Shape<Int> {
    /// How many items a page has at most.
    static let limit = integer(in: Limits.page)
}

extension Shape<Cursor> {
    static let cursor = Shape<String>.text.map(Cursor.init)
}

extension Shape<Query.Messages.Mark> {
    /// A UUID is a message's id, anything else a cursor.
    fileprivate static let mark = Shape<String>.text.map { text in
        MessageID(text).map(Query.Messages.Mark.message) ?? .cursor(Cursor(text))
    }
}

extension QueryForm {
    static let lists: [QueryForm] = [
        QueryForm(
            .conversations,
            .optional("filter", .word(ListFilter.self), else: .active),
            .optional("search", .text),
            .optional("limit", .limit),
            .optional("cursor", .cursor),
            .optional("previewLength", .integer(in: Limits.preview))
        ) { filter, search, limit, cursor, previewLength in
            .conversations(
                Query.Conversations(
                    filter: filter,
                    search: search,
                    limit: limit,
                    cursor: cursor,
                    previewLength: previewLength
                )
            )
        },
        QueryForm(.conversation, .required("conversation", .id(ConversationID.self))) {
            .conversation($0)
        },
        QueryForm(
            .unread,
            .optional("conversation", .id(ConversationID.self)),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { .unread($0, limit: $1, cursor: $2) },
        QueryForm(
            .members,
            .required("conversation", .id(ConversationID.self)),
            .optional("former", .boolean, else: false),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { conversation, former, limit, cursor in
            .members(
                Query.Members(
                    conversation: conversation,
                    includesFormer: former,
                    limit: limit,
                    cursor: cursor
                )
            )
        },
        QueryForm(
            .media,
            .required("conversation", .id(ConversationID.self)),
            .optional("kind", .word(MediaKind.self)),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { conversation, kind, limit, cursor in
            .media(
                Query.Media(conversation: conversation, kind: kind, limit: limit, cursor: cursor)
            )
        },
        QueryForm(.typing, .required("conversation", .id(ConversationID.self))) { .typing($0) },
        QueryForm(.findDirect, .required("with", .id(UserID.self))) { .findDirect(with: $0) },
        QueryForm(
            .findByContext,
            .required("kind", .text),
            .required("id", .text),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { kind, id, limit, cursor in
            .findByContext(Context(kind: kind, id: id), limit: limit, cursor: cursor)
        },
    ]

    static let messages: [QueryForm] = [
        QueryForm(
            .messages,
            .required("conversation", .id(ConversationID.self)),
            .atMostOne(
                of: ("before", Shape<Query.Messages.Mark>.mark.map(Query.Messages.Window.before)),
                ("after", Shape<Query.Messages.Mark>.mark.map(Query.Messages.Window.after)),
                ("around", Shape.id(MessageID.self).map(Query.Messages.Window.around))
            ),
            .optional("limit", .limit),
            .optional("deleted", .boolean, else: true)
        ) { conversation, window, limit, deleted in
            .messages(
                Query.Messages(
                    conversation: conversation,
                    window ?? .newest,
                    limit: limit,
                    showsDeleted: deleted
                )
            )
        },
        ofMessage(.message) { .message($0) },
        ofMessage(.history) { .history($0) },
        QueryForm(
            .replies,
            .required("message", .id(MessageID.self)),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { message, limit, cursor in
            .replies(Query.Replies(to: message, limit: limit, cursor: cursor))
        },
        QueryForm(
            .mentions,
            .optional("unreadOnly", .boolean, else: false),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { unreadOnly, limit, cursor in
            .mentions(Query.Mentions(unreadOnly: unreadOnly, limit: limit, cursor: cursor))
        },
        QueryForm(
            .reactions,
            .required("message", .id(MessageID.self)),
            .optional("reaction", .text),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { message, reaction, limit, cursor in
            .reactions(
                Query.Reactions(on: message, reaction: reaction, limit: limit, cursor: cursor)
            )
        },
        QueryForm(
            .receipts,
            .required("message", .id(MessageID.self)),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { .receipts($0, limit: $1, cursor: $2) },
    ]

    private static func ofMessage(
        _ name: QueryName,
        _ make: @escaping @Sendable (MessageID) -> Query
    ) -> QueryForm {
        QueryForm(name, .required("message", .id(MessageID.self)), make: make)
    }

    static let people: [QueryForm] = [
        QueryForm(.profile, .required("user", .id(UserID.self))) { .profile($0) },
        QueryForm(
            .users,
            .required("search", .text),
            .optional("exclude", .list(of: .id(UserID.self)), else: []),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { search, excluded, limit, cursor in
            .users(
                Query.Users(search: search, excluding: excluded, limit: limit, cursor: cursor)
            )
        },
        QueryForm(.settings) { .settings },
        QueryForm(.blocks, .optional("limit", .limit), .optional("cursor", .cursor)) {
            .blocks(limit: $0, cursor: $1)
        },
    ]

    static let store: [QueryForm] = [
        QueryForm(
            .mayI,
            .required("action", .word(CommandName.self)),
            .optional("conversation", .id(ConversationID.self)),
            .optional("user", .id(UserID.self)),
            .optional("message", .id(MessageID.self))
        ) { action, conversation, user, message in
            .mayI(Intention(action, conversation: conversation, user: user, message: message))
        },
        QueryForm(.outcome, .required("id", .id(CommandID.self))) { .outcome($0) },
        QueryForm(
            .changes,
            .required("since", .integer(UInt64.self)),
            .optional("epoch", .epoch),
            .optional("conversation", .id(ConversationID.self)),
            .optional("limit", .limit)
        ) { since, epoch, conversation, limit in
            .changes(
                Query.Changes(
                    since: Position(since),
                    epoch: epoch,
                    conversation: conversation,
                    limit: limit
                )
            )
        },
        QueryForm(
            .reports,
            .optional("status", .word(ReportStatus.self)),
            .optional("limit", .limit),
            .optional("cursor", .cursor)
        ) { status, limit, cursor in
            .reports(Query.Reports(status: status, limit: limit, cursor: cursor))
        },
    ]
}
