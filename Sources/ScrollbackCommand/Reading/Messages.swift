import Messaging
import ScrollbackJSON
import Wire

/// Shows the messages of a conversation, as a person sees them or as the log has them.
enum Messages: ReadingCommand {
    static let name = "messages"
    static let summary = "show the messages of a conversation"
    static let operands = ["STORE", "CONVERSATION"]
    static let about = """
        With --as it shows the conversation as that person sees it. Without --as it shows the events
        of its messages: sent, edited, deleted. Oldest first; without --from the newest.
        CONVERSATION is an id.

        \(GivenMoment.forms.replacing(" POSITION is a number.", with: ""))
        """
    static let ownOptions: [ReadingOption] =
        [
            .value("from", "TIME", "the first time of sending"),
            .value("until", "TIME", "show messages sent before this time"),
            .limit(limit, of: "messages, from --from on; without --from, the newest"),
        ] + ReadingOption.asUserOrWords
    static let example = "scrollback messages chat.scrollback CONVERSATION --from yesterday"

    private static let limit: UInt64 = 100

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let arguments = reading.arguments
        let conversation: ConversationID = try arguments.id(operand: 1, "a conversation")
        let period = try arguments.period(now: reading.now)
        let limit = try arguments.number("limit") ?? limit
        guard let viewer = reading.viewer else {
            return try await events(reading, of: conversation, period, limit)
        }
        let seen = SeenMessages(reading: reading, viewer: viewer, conversation: conversation)
        if period.from != nil {
            let isMore = try await seen.forward(period, limit) { (items) throws(CommandFailure) in
                try reading.printer.show(items: items, in: columns)
            }
            try reading.printer.showNothing(in: columns)
            reading.printer.noteMore(isMore, of: "messages")
        } else {
            let items = try await seen.newest(period, limit)
            try reading.printer.show(items: items, in: columns)
        }
    }

    static var columns: [Column<MessageItem>] {
        [
            Column("number") { .number($0.ordinal) },
            Column("position", .dataOnly) { .number($0.position.rawValue) },
            Column("time") { .time($0.sentAt) },
            Column("sender", .dataOnly) { .id($0.sender) },
            Column("name", .dataOnly) { .text($0.sender == nil ? "" : $0.senderName) },
            Column("sender", .textOnly) { item in
                if item.system != nil { return .word("(system)") }
                return item.sender.map { .person(item.senderName, $0.rawValue) } ?? .none
            },
            Column("message") { .id($0.message) },
            Column("kind", .dataOnly) { .word($0.kind?.name ?? "system") },
            // A column of its own, so that no text can imitate it.
            Column("notes") { .word(notes($0)) },
            Column("text", .wrapped) { .text($0.system?.text ?? $0.text ?? "") },
        ]
    }

    /// Returns the notes of an entry beside its text.
    private static func notes(_ item: MessageItem) -> String {
        if item.isErased { return "erased" }
        if item.isDeleted { return "deleted" }
        var notes = item.attachments.map { $0.kind.name ?? "attachment" }
        if item.location != nil { notes.append("location") }
        if item.editCount > 0 { notes.append("edited") }
        return notes.joined(separator: ", ")
    }

    private static func events(
        _ reading: Reading,
        of conversation: ConversationID,
        _ period: Period,
        _ limit: UInt64
    ) async throws(CommandFailure) {
        let query = EventsQuery(
            fromTime: period.from,
            untilTime: period.until,
            stream: .conversation(conversation),
            types: EventsQuery.types("messageSent", "messageEdited", "messageDeleted"),
            showsContent: !reading.withholdsWords
        )
        let reader = EventReader(reading: reading, query: query)
        guard period.from != nil else {
            return try reading.printer.show(items: try await reader.newest(limit), in: .events)
        }
        let next = try await reader.forward(limit) { (events) throws(CommandFailure) in
            try reading.printer.show(items: events, in: .events)
        }
        try reading.printer.showNothing(in: [Column<EventItem>].events)
        if let next {
            reading.printer.noteMore(try await reader.isMore(from: next), of: "messages")
        }
    }
}

/// The messages of a conversation that a person sees, page after page.
struct SeenMessages {
    let reading: Reading
    let viewer: UserID
    let conversation: ConversationID

    private func page(
        _ window: MessagesQuery.Window,
        _ limit: UInt64
    ) async throws(CommandFailure) -> MessagePage {
        let count = Int(min(limit, UInt64(Limits.page.upperBound)))
        return try await reading.ask(
            MessagesQuery(in: conversation, window, limit: count),
            as: viewer
        )
    }

    /// The newest messages of a period, oldest first.
    func newest(
        _ period: Period,
        _ limit: UInt64
    ) async throws(CommandFailure) -> [MessageItem] {
        let window: MessagesQuery.Window = period.until.map { .aroundTime($0) } ?? .newest
        var page = try await page(window, limit)
        var found = page.items.filter { period.holds($0.sentAt) }
        while UInt64(found.count) < limit, let before = page.before {
            page = try await self.page(.before(.cursor(before)), limit - UInt64(found.count))
            found = page.items.filter { period.holds($0.sentAt) } + found
        }
        return found.suffix(Int(limit))
    }

    /// Hands on the messages of a period from its beginning on, until there are so many.
    ///
    /// - Returns: whether there are more.
    func forward(
        _ period: Period,
        _ limit: UInt64,
        _ take: ([MessageItem]) throws(CommandFailure) -> Void
    ) async throws(CommandFailure) -> Bool {
        var left = limit
        let window: MessagesQuery.Window = period.from.map { .aroundTime($0) } ?? .newest
        var page = try await page(window, UInt64(Limits.page.upperBound))
        while reading.printer.isHeard {
            let found = page.items.filter { period.holds($0.sentAt) }
            let taken = found.prefix(Int(min(left, UInt64(found.count))))
            if !taken.isEmpty { try take(Array(taken)) }
            left -= UInt64(taken.count)
            if taken.count < found.count { return true }
            let isBehind = page.items.last.map { last in
                period.until.map { last.sentAt >= $0 } ?? false
            }
            guard let after = page.after, isBehind != true else { return false }
            guard left > 0 else { return true }
            page = try await self.page(.after(.cursor(after)), left)
        }
        return false
    }
}
