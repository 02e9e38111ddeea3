import Messaging
import ScrollbackJSON
import Wire

/// Shows the list of a person, or all conversations of the store.
enum Conversations: ReadingCommand {
    static let name = "conversations"
    static let summary = "show a person's list of conversations, or all of the store"
    static let operands = ["STORE"]
    static let about = """
        With --as it shows the list of that person, as the person sees it. Without --as it shows the
        conversations of the store in the order of their creation, or with --user those that a user
        is or was a member of; with --words also their titles. In JSON, the title is that of the
        creation.
        """
    static let ownOptions: [ReadingOption] =
        [
            .value("user", "USER", "the conversations that a user is or was a member of"),
            .value(
                "filter",
                "WORD",
                "with --as: \(filters.joined(separator: ", ")) (default: active)",
                choices: filters
            ),
            .value("search", "TEXT", "with --as: those with TEXT in title, people or last message"),
            .limit(limit, of: "conversations"),
        ] + ReadingOption.asUserOrWords
    static let example = "scrollback conversations chat.scrollback --user USER"

    private static let filters = ListFilter.names.map(\.name)
    private static let limit: UInt64 = 1_000

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let arguments = reading.arguments
        let limit = try arguments.number("limit") ?? limit
        let user: UserID? = try arguments.id("user", "a user")
        let filter = try arguments.word("filter", of: ListFilter.names)
        let search = arguments.value("search")
        guard let viewer = reading.viewer else {
            guard filter == nil, search == nil else {
                throw arguments.wrong("takes --filter and --search with --as only")
            }
            return try await user == nil
                ? all(reading, limit) : memberships(reading, of: user, limit)
        }
        guard user == nil else { throw arguments.wrong("takes one of --as and --user") }
        let isMore = try await Pages.read(limit, of: reading.printer) {
            (count, cursor) throws(CommandFailure) in
            let query = ConversationsQuery(
                filter: filter ?? .active,
                search: search,
                limit: count,
                cursor: cursor
            )
            let page = try await reading.ask(query, as: viewer)
            try reading.printer.show(items: page.items, in: rows)
            return (page.items.count, page.next)
        }
        reading.printer.noteMore(isMore, of: "conversations")
    }

    private static var rows: [Column<ConversationItem>] {
        [
            Column("conversation") { .id($0.conversation) },
            Column("title", .cut) { .text($0.title) },
            Column("kind", .dataOnly) { .word($0.kind.name ?? "") },
            Column("membership", .dataOnly) { .word($0.membership.name ?? "") },
            Column("unread") { .number($0.unread) },
            Column("time") { .time($0.lastActivityAt) },
            Column("sender", .dataOnly) { .id($0.last?.sender) },
            Column("from", .textOnly) { row in
                guard let last = row.last, let sender = last.sender else { return .none }
                return .person(last.senderName, sender.rawValue)
            },
            Column("last", .wrapped) { .text($0.last?.preview ?? "") },
        ]
    }

    private static func memberships(
        _ reading: Reading,
        of user: UserID?,
        _ limit: UInt64
    ) async throws(CommandFailure) {
        guard let user else { return }
        let isMore = try await Pages.read(limit, of: reading.printer) {
            (count, cursor) throws(CommandFailure) in
            let query = MembershipsQuery(of: user, limit: count, cursor: cursor)
            let page = try await reading.ask(query)
            let titles = try await reading.titles(of: page.items.map(\.conversation))
            var columns: [Column<MembershipItem>] = [
                Column("conversation") { .id($0.conversation) },
                Column("kind") { .word($0.kind.name ?? "") },
                Column("role") { .word($0.role.name ?? "") },
                Column("joined") { .time($0.joinedAt) },
                Column("left") { .time($0.leftAt) },
            ]
            if !reading.withholdsWords {
                columns.append(Column("title", .cut) { .text(titles[$0.conversation] ?? "") })
            }
            try reading.printer.show(items: page.items, in: columns)
            return (page.items.count, page.next)
        }
        reading.printer.noteMore(isMore, of: "conversations")
    }

    private static func all(_ reading: Reading, _ limit: UInt64) async throws(CommandFailure) {
        var query = EventsQuery(types: EventsQuery.types("conversationCreated"))
        // In JSON, the title at the creation is in the event.
        query.showsContent = !reading.withholdsWords
        let reader = EventReader(reading: reading, query: query)
        var left = limit
        var from: Position? = Position(1)
        while let start = from, left > 0, reading.printer.isHeard {
            var part = reader
            part.query.from = start
            var events: [EventItem] = []
            from = try await part.forward(min(left, UInt64(Limits.page.upperBound))) {
                events += $0
            }
            let titles = try await reading.titles(of: events.compactMap(conversation))
            try reading.printer.show(items: events, in: columns(reading, titles))
            left -= UInt64(events.count)
        }
        try reading.printer.showNothing(in: columns(reading, [:]))
        if let from {
            reading.printer.noteMore(try await reader.isMore(from: from), of: "conversations")
        }
    }

    private static func conversation(_ event: EventItem) -> ConversationID? {
        if case .conversation(let id) = event.stream { id } else { nil }
    }

    private static func columns(
        _ reading: Reading,
        _ titles: [ConversationID: String]
    ) -> [Column<EventItem>] {
        var columns: [Column<EventItem>] = [
            Column("conversation") { .id(conversation($0)) },
            Column("kind") { event in
                guard case .word(let number, let words)? = event.value("kind") else { return .none }
                return .word(EventWords.word(number, of: words) ?? "\(number)")
            },
            Column("position") { .number($0.position.rawValue) },
            Column("created") { .time($0.recorded) },
            Column("creator") { .id($0.actor) },
        ]
        if !reading.withholdsWords {
            columns.append(
                Column("title", .cut) { .text(conversation($0).flatMap { titles[$0] } ?? "") }
            )
        }
        return columns
    }
}
