internal import Messaging

extension Shape<Context> {
    fileprivate static let context = object(
        .required("kind", .text),
        .required("id", .text)
    ) { kind, id in Context(kind: kind, id: id) }
}

extension CommandForm {
    static let conversations: [CommandForm] = [
        CommandForm(.startDirect, .required("with", .id(UserID.self))) { user in
            .startDirect(StartDirect(with: user))
        },
        CommandForm(
            .createGroup,
            .created("id"),
            .optional("title", .text),
            .optional("photo", .text),
            .required("members", .list(of: .id(UserID.self))),
            .optional("reactions", .word(ReactionPolicy.self), else: .tapback),
            .optional("history", .word(HistoryPolicy.self), else: .full),
            .optional("custom", .text)
        ) { id, title, photo, members, reactions, history, custom in
            .createGroup(
                CreateGroup(
                    conversation: id,
                    title: title,
                    photo: photo,
                    members: members,
                    reactions: reactions,
                    history: history,
                    custom: custom
                )
            )
        },
        CommandForm(
            .openRequest,
            .created("id"),
            .required("context", .context),
            .required("members", .list(of: .id(UserID.self))),
            .optional("title", .text),
            .optional("reactions", .word(ReactionPolicy.self), else: .tapback),
            .optional("history", .word(HistoryPolicy.self), else: .full),
            .optional("custom", .text)
        ) { id, context, members, title, reactions, history, custom in
            .openRequest(
                OpenRequest(
                    conversation: id,
                    context: context,
                    members: members,
                    title: title,
                    reactions: reactions,
                    history: history,
                    custom: custom
                )
            )
        },
        CommandForm(
            .rename,
            .required("conversation", .id(ConversationID.self)),
            .clearing("title", .text)
        ) { .rename(Rename(conversation: $0, title: $1)) },
        CommandForm(
            .setPhoto,
            .required("conversation", .id(ConversationID.self)),
            .clearing("photo", .text)
        ) { .setPhoto(SetPhoto(conversation: $0, photo: $1)) },
        CommandForm(.clearContext, .required("conversation", .id(ConversationID.self))) {
            .clearContext(ClearContext(conversation: $0))
        },
        CommandForm(.completeRequest, .required("conversation", .id(ConversationID.self))) {
            .completeRequest(CompleteRequest(conversation: $0))
        },
        CommandForm(.cancelRequest, .required("conversation", .id(ConversationID.self))) {
            .cancelRequest(CancelRequest(conversation: $0))
        },
    ]
}
