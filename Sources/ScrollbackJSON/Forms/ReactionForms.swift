internal import Messaging

extension CommandForm {
    static let reactions: [CommandForm] = [
        CommandForm(
            .react,
            .required("message", .id(MessageID.self)),
            .required("reaction", .text)
        ) { .react(React(message: $0, reaction: $1)) },
        CommandForm(
            .unreact,
            .required("message", .id(MessageID.self)),
            .required("reaction", .text)
        ) { .unreact(Unreact(message: $0, reaction: $1)) },
        CommandForm(
            .toggleReaction,
            .required("message", .id(MessageID.self)),
            .required("reaction", .text),
            needsID: true
        ) { .toggleReaction(ToggleReaction(message: $0, reaction: $1)) },
    ]
}
