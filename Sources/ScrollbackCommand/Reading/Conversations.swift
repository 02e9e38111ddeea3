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
        is or was a member of; both without titles and words.
        """
    static let ownOptions: [ReadingOption] =
        [
            .value("user", "USER", "the conversations of a user, without words"),
            .value(
                "filter",
                "WORD",
                "with --as: \(filters.joined(separator: ", ")) (default: active)",
                choices: filters
            ),
            .value("search", "TEXT", "with --as: those with TEXT in title, people or last message"),
            .limit(limit, of: "conversations"),
        ] + ReadingOption.asUser
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
        let columns: [Column<MembershipItem>] = [
            Column("conversation") { .id($0.conversation) },
            Column("kind") { .word($0.kind.name ?? "") },
            Column("role") { .word($0.role.name ?? "") },
            Column("joined") { .time($0.joinedAt) },
            Column("left") { .time($0.leftAt) },
        ]
        let isMore = try await Pages.read(limit, of: reading.printer) {
            (count, cursor) throws(CommandFailure) in
            let query = MembershipsQuery(of: user, limit: count, cursor: cursor)
            let page = try await reading.ask(query)
            try reading.printer.show(items: page.items, in: columns)
            return (page.items.count, page.next)
        }
        reading.printer.noteMore(isMore, of: "conversations")
    }

    private static func all(_ reading: Reading, _ limit: UInt64) async throws(CommandFailure) {
        let columns: [Column<EventItem>] = [
            Column("conversation") { event in
                if case .conversation(let id) = event.stream { .id(id) } else { .none }
            },
            Column("kind") { event in
                guard case .word(let number, let words)? = event.value("kind") else { return .none }
                return .word(EventWords.word(number, of: words) ?? "\(number)")
            },
            Column("position") { .number($0.position.rawValue) },
            Column("created") { .time($0.recorded) },
            Column("creator") { .id($0.actor) },
        ]
        let query = EventsQuery(types: EventsQuery.types("conversationCreated"))
        let reader = EventReader(reading: reading, query: query)
        let next = try await reader.forward(limit) { (events) throws(CommandFailure) in
            try reading.printer.show(items: events, in: columns)
        }
        try reading.printer.showNothing(in: columns)
        if let next {
            reading.printer.noteMore(try await reader.isMore(from: next), of: "conversations")
        }
    }
}
