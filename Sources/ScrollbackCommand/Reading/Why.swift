import Messaging
import ScrollbackJSON
import Wire

/// Shows whether a person sees a message, and because of what.
enum Why: ReadingCommand {
    static let name = "why"
    static let summary = "show why a person sees a message, or does not"
    static let operands = ["STORE", "MESSAGE"]
    static let about = """
        Shows whether the message is in the pages of the user that --as names, whether its content
        is, and the events that decide it: memberships, the history rule, clearing, expiry,
        deletion, erasure. It shows no words, so that it is no look at them. MESSAGE is an id.
        """
    static let ownOptions: [ReadingOption] = [
        .value("as", "USER", "the id of the user (required)")
    ]
    static let example = "scrollback why chat.scrollback MESSAGE --as USER"
    static let showsWords = false

    static func check(_ arguments: Arguments) throws(CommandFailure) {
        guard arguments.value("as") != nil else {
            throw arguments.wrong("needs --as USER, the id of the user")
        }
    }

    private struct Row {
        let explanation: Explanation
        let reason: Explanation.Reason
    }

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let message: MessageID = try reading.arguments.id(operand: 1, "a message")
        guard let user = reading.viewer else { return }
        let found = try await reading.ask(ExplainQuery(message, for: user))
        try reading.printer.json { $0.writeLine(found, to: ExplainQuery.self) }
        try reading.printer.say(sentence(found))
        let columns: [Column<Row>] = [
            Column("visible", .dataOnly) { .word($0.explanation.isVisible ? "yes" : "no") },
            Column("content", .dataOnly) { .word($0.explanation.showsContent ? "yes" : "no") },
            Column("because") { .word($0.reason.kind.name ?? "") },
            Column("position") { row in row.reason.position.map { .number($0.rawValue) } ?? .none },
            Column("time") { .time($0.reason.at) },
            Column("user") { .id($0.reason.user) },
            Column("meaning", .wrappedTextOnly) { .word(meaning(of: $0.reason.kind)) },
        ]
        try reading.printer.show(
            found.because.map { Row(explanation: found, reason: $0) },
            in: columns
        )
    }

    private static func sentence(_ found: Explanation) -> String {
        let place = "position \(found.position.rawValue)"
        guard found.isVisible else { return "The user does not see the message at \(place)." }
        return found.showsContent
            ? "The user sees the message at \(place) and its content."
            : "The user sees the place of the message at \(place), and no content."
    }

    private static func meaning(of kind: Explanation.Kind) -> String {
        switch kind {
        case .neverAMember: "was in the conversation at no time"
        case .fullHistory: "members see everything up to their leaving"
        case .historySinceJoining: "members see what lies in their memberships"
        case .memberSince: "joined here"
        case .historySince: "was given the history since here"
        case .leftAt: "left or was removed here"
        case .cleared: "cleared everything up to here"
        case .expired: "keeps messages since this time only"
        case .deleted: "deleted for all members"
        case .deletionUnseen: "deleted while the user was no member: the text stays"
        case .erased: "content erased for all"
        case .hidden: "hid the conversation: it is not in the list"
        case .blocked: "blocked the other: later messages are refused"
        }
    }
}
