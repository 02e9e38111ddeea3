internal import Messaging

extension CommandForm {
    static let personal: [CommandForm] = [
        CommandForm(
            .mute,
            .required("conversation", .id(ConversationID.self)),
            .optional("until", .time)
        ) { .mute(Mute(conversation: $0, until: $1)) },
        arranging(.unmute, .unmute),
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
