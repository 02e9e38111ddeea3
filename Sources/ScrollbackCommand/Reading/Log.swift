import Messaging
import Scrollback
import Wire

/// Shows the events of the log.
enum Log: ReadingCommand {
    static let name = "log"
    static let summary = "show the events of the log, filtered by type, person, message or time"
    static let operands = ["STORE"]

    static let about = """
        Shows events, oldest first. Every option narrows the list: an event is shown if all of them
        hold. Without --from, --until and --limit the newest 100 are shown.

        \(GivenMoment.forms)
        """

    static let ownOptions: [ReadingOption] =
        [
            .value("conversation", "ID", "the events of a conversation"),
            .value(
                "user",
                "ID",
                "the events that concern a user: in the user's stream, or with the id"
            ),
            .value("actor", "ID", "the events that a user caused"),
            .value("message", "ID", "the events that name a message"),
            .values(
                "type",
                "NAME",
                "the events of a type, such as messageSent; more than once for several",
                choices: EventDescription.all.map(\.name)
            ),
            .value("from", "TIME|POSITION", "the first time of recording, or the first position"),
            .value(
                "until",
                "TIME|POSITION",
                "show events recorded before this time, or up to and with this position"
            ),
            .limit(limit, of: "events, from --from on; without --from, the newest"),
            .flag(
                "follow",
                "then wait, and show new events as they are stored; with --from every event from "
                    + "there on, so it takes no --limit then"
            ),
        ] + ReadingOption.words

    static let example = "scrollback log chat.scrollback --type messageSent --from yesterday"

    private static let limit: UInt64 = 1_000
    private static let newest: UInt64 = 100

    static func pages(_ arguments: Arguments) -> Bool { !arguments.has("follow") }

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let arguments = reading.arguments
        var reader = EventReader(reading: reading, query: try query(reading))
        let isFollowing = arguments.has("follow")
        guard !(isFollowing && arguments.value("until") != nil) else {
            throw arguments.wrong("takes one of --follow and --until")
        }
        guard !(isFollowing && arguments.value("at") != nil) else {
            throw arguments.wrong("takes one of --follow and --at")
        }
        reading.printer.goesOn = isFollowing
        let limit = try arguments.number("limit")
        if isFollowing, arguments.value("from") != nil {
            guard limit == nil else {
                throw arguments.wrong("takes no --limit with --follow and --from")
            }
            let first = reader.query.from ?? Position(1)
            return try await follow(reader, behind: Position(first.rawValue - 1))
        }
        // Before the events are read, so that none is missed.
        let head = try await reading.position()
        if isFollowing { reader.query.until = head }
        if arguments.value("from") == nil, arguments.value("until") == nil || limit != nil {
            let events = try await reader.newest(limit ?? newest)
            try reading.printer.show(items: events, in: .events)
        } else {
            let next = try await reader.forward(limit ?? self.limit) {
                (events) throws(CommandFailure) in
                try reading.printer.show(items: events, in: .events)
            }
            try reading.printer.showNothing(in: [Column<EventItem>].events)
            if let next, try await reader.isMore(from: next) {
                reading.printer.note(
                    "there are more events; continue with --from \(next), or raise --limit"
                )
            }
        }
        if isFollowing { try await follow(reader, behind: head) }
    }

    private static func query(_ reading: Reading) throws(CommandFailure) -> EventsQuery {
        let arguments = reading.arguments
        var query = EventsQuery(showsContent: !reading.withholdsWords)
        let conversation: ConversationID? = try arguments.id("conversation", "a conversation")
        query.stream = conversation.map { .conversation($0) }
        query.user = try arguments.id("user", "a user")
        query.actor = try arguments.id("actor", "a user")
        query.message = try arguments.id("message", "a message")
        let types = EventDescription.all
        let wanted = Set(
            try arguments.values("type").map { (name) throws(CommandFailure) in
                guard let type = types.first(where: { $0.name == name }) else {
                    throw arguments.wrong(
                        "takes with --type one of \(types.map(\.name).joined(separator: ", ")), "
                            + "not '\(TerminalText.line(name))'"
                    )
                }
                return type.number
            }
        )
        query.types = wanted.isEmpty ? nil : wanted
        let (from, until) = try arguments.stretch(now: reading.now)
        switch from {
        case .position(let position)?: query.from = position
        case .time(let time)?: query.fromTime = time
        case nil: break
        }
        switch until {
        case .position(let position)?: query.until = position
        case .time(let time)?: query.untilTime = time
        case nil: break
        }
        return query
    }

    /// How long to wait before the store is looked at again.
    private static let pause = Duration.milliseconds(100)

    /// Shows all events behind a position: those that are stored, and new ones until the reader of
    /// the output goes away.
    private static func follow(
        _ reader: EventReader,
        behind position: Position
    ) async throws(CommandFailure) {
        var reader = reader
        var known = position
        let printer = reader.reading.printer
        while printer.isHeard {
            let newest = try await reader.reading.position()
            if newest > known {
                reader.query.from = known.next
                reader.query.until = newest
                _ = try await reader.forward(.max) { (events) throws(CommandFailure) in
                    try printer.show(items: events, in: .events)
                }
                known = newest
            }
            try printer.showNothing(in: [Column<EventItem>].events)
            do {
                try await Task.sleep(for: pause)
            } catch {
                return
            }
            printer.noteReaderGone()
        }
    }
}
