import Messaging
import ScrollbackJSON
import Wire

/// Shows a user's unread counts.
enum Unread: ReadingCommand {
    static let name = "unread"
    static let summary = "show a person's unread counts"
    static let operands = ["STORE"]
    static let about = """
        Shows the total, the number for an application's badge, and the conversations with unread
        messages. --as is needed. In CSV it prints the conversations only.
        """
    static let ownOptions: [ReadingOption] =
        [.limit(limit, of: "conversations")] + ReadingOption.asUser
    static let example = "scrollback unread chat.scrollback --as USER --reason 'ticket 4711'"

    private static let limit: UInt64 = 1_000

    static func check(_ arguments: Arguments) throws(CommandFailure) {
        _ = try arguments.needed("as")
    }

    static func read(_ reading: Reading) async throws(CommandFailure) {
        guard let viewer = reading.viewer else { return }
        let limit = try reading.arguments.number("limit") ?? limit
        let columns: [Column<UnreadOverview.Part>] = [
            Column("conversation") { .id($0.conversation) },
            Column("unread") { .number($0.count) },
        ]
        var isTotalShown = false
        let isMore = try await Pages.read(limit, of: reading.printer) {
            (count, cursor) throws(CommandFailure) in
            let query = UnreadTotalsQuery(limit: count, cursor: cursor)
            let page = try await reading.ask(query, as: viewer)
            try reading.printer.json { $0.writeLine(.all(page), to: AnyUnreadQuery.self) }
            if !isTotalShown {
                try reading.printer.say("total \(page.total), badge \(page.badge)")
                isTotalShown = true
            }
            try reading.printer.show(page.conversations, in: columns)
            return (page.conversations.count, page.next)
        }
        reading.printer.noteMore(isMore, of: "conversations")
    }
}
