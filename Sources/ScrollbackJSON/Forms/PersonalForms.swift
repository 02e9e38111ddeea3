internal import Messaging

extension CommandForm {
    static let personal: [CommandForm] = [
        CommandForm(
            .mute,
            .required("conversation", .id(ConversationID.self)),
            .optional("until", .time)
        ) { .mute(Mute(conversation: $0, until: $1)) },
        arranging(.unmute, .unmute),
        CommandForm(
            .setNotifications,
            .required("conversation", .id(ConversationID.self)),
            .required("on", .boolean)
        ) { .setNotifications(SetNotifications(conversation: $0, isOn: $1)) },
        arranging(.pin, .pin),
        arranging(.unpin, .unpin),
        arranging(.archive, .archive),
        arranging(.unarchive, .unarchive),
        arranging(.hide, .hide),
        arranging(.unhide, .unhide),
        arranging(.clearHistory, .clearHistory),
        CommandForm(.clearAll) { .clearAll(ClearAll()) },
    ]

    private static func arranging(_ name: CommandName, _ action: Arrange.Action) -> CommandForm {
        CommandForm(name, .required("conversation", .id(ConversationID.self))) { conversation in
            .arrange(Arrange(action, conversation: conversation))
        }
    }
}
