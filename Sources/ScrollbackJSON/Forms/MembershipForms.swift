internal import Messaging
internal import Wire

extension Shape<Role> {
    /// The roles that a member can be given; only creating a conversation makes a creator.
    fileprivate static let role = word(Role.self, except: [.creator])
}

extension Shape<Timestamp> {
    /// Since when a new member sees the history.
    fileprivate static let history = object(.required("since", .time)) { $0 }
}

extension CommandForm {
    static let members: [CommandForm] = [
        CommandForm(
            .add,
            .required("conversation", .id(ConversationID.self)),
            .required("user", .id(UserID.self)),
            .optional("role", .role, else: .member),
            .optional("canAdd", .boolean, else: false),
            .optional("canRemove", .boolean, else: false),
            .optional("canEdit", .boolean, else: false),
            .optional("history", .history)
        ) { conversation, user, role, canAdd, canRemove, canEdit, since in
            .add(
                AddParticipant(
                    conversation: conversation,
                    user: user,
                    role: role,
                    permissions: Permissions(
                        canAdd: canAdd,
                        canRemove: canRemove,
                        canEdit: canEdit
                    ),
                    historySince: since
                )
            )
        },
        CommandForm(
            .remove,
            .required("conversation", .id(ConversationID.self)),
            .required("user", .id(UserID.self))
        ) { .remove(RemoveParticipant(conversation: $0, user: $1)) },
        CommandForm(.leave, .required("conversation", .id(ConversationID.self))) {
            .leave(Leave(conversation: $0))
        },
        CommandForm(
            .setRole,
            .required("conversation", .id(ConversationID.self)),
            .required("user", .id(UserID.self)),
            .required("role", .role)
        ) { .setRole(SetRole(conversation: $0, user: $1, role: $2)) },
        CommandForm(
            .setPermissions,
            .required("conversation", .id(ConversationID.self)),
            .required("user", .id(UserID.self)),
            .optional("canAdd", .boolean),
            .optional("canRemove", .boolean),
            .optional("canEdit", .boolean)
        ) { conversation, user, canAdd, canRemove, canEdit in
            .setPermissions(
                SetPermissions(
                    conversation: conversation,
                    user: user,
                    canAdd: canAdd,
                    canRemove: canRemove,
                    canEdit: canEdit
                )
            )
        },
        CommandForm(
            .passOwnership,
            .required("conversation", .id(ConversationID.self)),
            .required("user", .id(UserID.self))
        ) { .passOwnership(PassOwnership(conversation: $0, user: $1)) },
    ]
}
