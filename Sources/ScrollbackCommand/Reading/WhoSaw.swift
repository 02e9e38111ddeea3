import Messaging
import ScrollbackJSON
import Wire

/// Shows who has received and who has read a message.
enum WhoSaw: ReadingCommand {
    static let name = "who-saw"
    static let summary = "show who received and who read a message"
    static let operands = ["STORE", "MESSAGE"]
    static let about = """
        Shows what the sender's application shows: who has the message on a device, who has read it
        and who has not. A person without read receipts is shown as delivered at most. Without --as
        and --words it leaves out the names. --as is the sender's id. MESSAGE is an id.
        """
    static let ownOptions: [ReadingOption] =
        [.limit(limit, of: "people")] + ReadingOption.asUserOrWords
    static let example = "scrollback who-saw chat.scrollback MESSAGE"

    private static let limit: UInt64 = 5_000

    private struct Person {
        let person: PersonItem
        let state: String
        let at: Timestamp?
    }

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let message: MessageID = try reading.arguments.id(operand: 1, "a message")
        let limit = try reading.arguments.number("limit") ?? limit
        let viewer: UserID
        if let person = reading.viewer {
            viewer = person
        } else {
            viewer = try await sender(of: message, reading)
        }
        let columns: [Column<Person>] = [
            Column("user", .dataOnly) { .id($0.person.user) },
            Column("name", .dataOnly) { .text($0.person.name) },
            Column("person", .textOnly) { .person($0.person.name, $0.person.user.rawValue) },
            Column("state") { .word($0.state) },
            Column("since") { .time($0.at) },
        ]
        var isTotalShown = false
        let isMore = try await Pages.read(limit, of: reading.printer) {
            (count, cursor) throws(CommandFailure) in
            let query = ReceiptsQuery(of: message, limit: count, cursor: cursor)
            var item = try await reading.ask(query, as: viewer)
            if reading.withholdsWords { item.removeNames() }
            try reading.printer.json { $0.writeLine(item, to: ReceiptsQuery.self) }
            if !isTotalShown {
                try reading.printer.say(
                    "sent \(LocalTime.text(item.sentAt)), read by \(item.readCount) of "
                        + "\(item.audience)"
                )
                isTotalShown = true
            }
            try reading.printer.show(people(item), in: columns)
            return (item.itemCount, item.next)
        }
        reading.printer.noteMore(isMore, of: "people")
    }

    /// Each person once: as a reader, else as reached, else as waited for.
    private static func people(_ item: ReceiptItem) -> [Person] {
        let reached = Dictionary(item.delivered.map { ($0.user, $0.at) }) { first, _ in first }
        return item.read.map { person in
            Person(
                person: PersonItem(user: person.user, name: person.name),
                state: "read",
                at: person.at
            )
        }
            + item.waiting.map { person in
                let at = reached[person.user]
                return Person(person: person, state: at == nil ? "waiting" : "delivered", at: at)
            }
    }

    private static func sender(
        of message: MessageID,
        _ reading: Reading
    ) async throws(CommandFailure) -> UserID {
        let query = EventsQuery(message: message, types: EventsQuery.types("messageSent"))
        var sender: UserID?
        _ = try await EventReader(reading: reading, query: query).forward(.max) { events in
            // Replies and forwards name the message too.
            for event in events where event.id("message") == message.rawValue {
                sender = event.actor
            }
        }
        guard let sender else {
            throw .failure(
                "notFound",
                "the log has no message with this id; `scrollback log` lists them"
            )
        }
        return sender
    }
}

extension ReceiptItem {
    fileprivate mutating func removeNames() {
        func plain(_ person: TimedPerson) -> TimedPerson {
            TimedPerson(user: person.user, name: "", at: person.at)
        }
        delivered = delivered.map(plain)
        read = read.map(plain)
        waiting = waiting.map { PersonItem(user: $0.user, name: "") }
    }
}
