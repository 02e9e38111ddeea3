internal import Messaging

extension CommandForm {
    static let receipts: [CommandForm] = [
        CommandForm(
            .markDelivered,
            .required("conversation", .id(ConversationID.self)),
            .required("upTo", .id(MessageID.self))
        ) { .markDelivered(MarkDelivered(conversation: $0, upTo: $1)) },
        CommandForm(
            .markRead,
            .required("conversation", .id(ConversationID.self)),
            .optional("upTo", .id(MessageID.self))
        ) { .markRead(MarkRead(conversation: $0, upTo: $1)) },
        CommandForm(
            .markUnread,
            .required("conversation", .id(ConversationID.self)),
            .required("from", .id(MessageID.self))
        ) { .markUnread(MarkUnread(conversation: $0, from: $1)) },
    ]
}
