import Messaging
import ScrollbackJSON
import Wire

/// Shows how the chat was used.
enum Stats: ReadingCommand {
    static let name = "stats"
    static let summary = "show how the chat was used in a period"
    static let operands = ["STORE"]
    static let about = """
        Counts messages, senders, reactions, replies and media. Content that was deleted or erased
        counts too. It reads the events of the period.

        \(GivenMoment.forms.replacing(" POSITION is a number.", with: ""))
        """
    static let ownOptions: [ReadingOption] = [
        .value("from", "TIME", "the first time that counts (default: the first event)"),
        .value("until", "TIME", "the first time that no longer counts (default: no end)"),
    ]
    static let example = "scrollback stats chat.scrollback --from '30 days ago'"

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let period = try reading.arguments.period(now: reading.now)
        let metrics = try await reading.ask(MetricsQuery(from: period.from, until: period.until))
        try reading.printer.json { $0.writeLine(metrics, to: MetricsQuery.self) }
        try reading.printer.show(
            facts: [
                ("messages", .number(metrics.messages)),
                ("active senders", .number(metrics.activeSenders)),
                ("per sender and day", .word(rounded(metrics.perUserPerDay))),
                ("senders in groups", .word("\(rounded(metrics.shareInGroups * 100)) %")),
                ("per conversation", .word(rounded(metrics.meanConversationLength))),
                ("reactions", .number(metrics.reactions)),
                ("replies", .number(metrics.replies)),
                ("with media", .number(metrics.media)),
                ("with image", .number(metrics.mediaByKind.image)),
                ("with audio", .number(metrics.mediaByKind.audio)),
                ("with file", .number(metrics.mediaByKind.file)),
                ("with location", .number(metrics.mediaByKind.location)),
                ("users now", .number(metrics.users)),
                ("in groups now", .number(metrics.usersInGroups)),
            ]
        )
    }

    /// A number to a tenth.
    private static func rounded(_ number: Double) -> String {
        "\((number * 10).rounded() / 10)"
    }
}
