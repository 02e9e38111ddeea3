import Messaging
import ScrollbackJSON
import Wire

/// Shows the users of the store, or the results of a user's search.
enum People: ReadingCommand {
    static let name = "people"
    static let summary = "show the users of the store, or the results of a person's search"
    static let operands = ["STORE"]
    static let about = """
        Without --as it shows the users who have set a profile, in the order of doing so for the
        first time; with --words also their names and e-mail addresses. With --as and --search it
        shows whom that person finds by name.
        """
    static let ownOptions: [ReadingOption] =
        [
            .value("search", "TEXT", "with --as: a part of a username or a full name"),
            .limit(limit, of: "users"),
        ] + ReadingOption.asUserOrWords
    static let example = "scrollback people chat.scrollback --words --reason 'ticket 4711'"

    private static let limit: UInt64 = 1_000

    static func check(_ arguments: Arguments) throws(CommandFailure) {
        guard (arguments.value("as") == nil) == (arguments.value("search") == nil) else {
            throw arguments.wrong("takes --as and --search together")
        }
    }

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let limit = try reading.arguments.number("limit") ?? limit
        guard let viewer = reading.viewer, let search = reading.arguments.value("search") else {
            return try await all(reading, limit)
        }
        let columns: [Column<ProfileItem>] = [
            Column("user") { .id($0.user) },
            Column("username", .cut) { .text($0.username) },
            Column("full name", .cut) { .text($0.fullName ?? "") },
            Column("e-mail", .cut) { .text($0.email ?? "") },
        ]
        let isMore = try await Pages.read(limit, of: reading.printer) {
            (count, cursor) throws(CommandFailure) in
            let query = UsersQuery(matching: search, limit: count, cursor: cursor)
            let page = try await reading.ask(query, as: viewer)
            try reading.printer.show(items: page.items, in: columns)
            return (page.items.count, page.next)
        }
        reading.printer.noteMore(isMore, of: "users")
    }

    private static func all(_ reading: Reading, _ limit: UInt64) async throws(CommandFailure) {
        let words: Column<NamedProfile>.Room = reading.withholdsWords ? .dataOnly : .cut
        let columns: [Column<NamedProfile>] = [
            Column("user") { .id($0.user) },
            Column("name", words) { .text($0.name) },
            Column("username", words) { .text($0.username ?? "") },
            Column("e-mail", words) { .text($0.email ?? "") },
        ]
        let query = EventsQuery(types: EventsQuery.types("profileSet"))
        let reader = EventReader(reading: reading, query: query)
        var known: Set<UserID> = []
        var users: [UserID] = []
        // One more tells whether there are more.
        var from: Position? = Position(1)
        while let start = from, UInt64(users.count) <= limit, reading.printer.isHeard {
            var part = reader
            part.query.from = start
            from = try await part.forward(UInt64(Limits.page.upperBound)) { events in
                for event in events {
                    guard case .user(let user) = event.stream, known.insert(user).inserted else {
                        continue
                    }
                    users.append(user)
                }
            }
        }
        var rest = users.prefix(Int(min(limit, UInt64(users.count))))
        while !rest.isEmpty, reading.printer.isHeard {
            let some = Array(rest.prefix(Limits.people))
            rest = rest.dropFirst(some.count)
            let items =
                reading.withholdsWords
                ? some.map { NamedProfile(user: $0, name: "") }
                : try await reading.ask(OperatorProfilesQuery(of: some))
            try reading.printer.show(items: items, in: columns)
        }
        try reading.printer.showNothing(in: columns)
        reading.printer.noteMore(UInt64(users.count) > limit, of: "users")
    }
}
