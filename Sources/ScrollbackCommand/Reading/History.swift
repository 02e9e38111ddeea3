import Messaging
import Scrollback
import ScrollbackJSON
import Wire

/// Shows everything that ever happened to a message.
enum History: ReadingCommand {
    static let name = "history"
    static let summary = "show everything that ever happened to a message"
    static let operands = ["STORE", "MESSAGE"]
    static let about = """
        Shows every event that names the message, oldest first: sending, edits, reactions, receipts
        up to it, replies, deletion, and the erasures of its content. MESSAGE is an id.
        """
    static let ownOptions: [ReadingOption] =
        [
            .value(
                "proof",
                "DIR",
                "also write a proof of each event to DIR, a folder that is created, for scrollback "
                    + "check; it needs a checkpoint in the log that covers them"
            ),
            .limit(limit, of: "events"),
        ] + ReadingOption.words
    static let example = "scrollback history chat.scrollback MESSAGE --proof proofs"

    private static let limit: UInt64 = 10_000

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let message: MessageID = try reading.arguments.id(operand: 1, "a message")
        let limit = try reading.arguments.number("limit") ?? limit
        let query = EventsQuery(message: message, showsContent: !reading.withholdsWords)
        let reader = EventReader(reading: reading, query: query)
        var events: [EventItem] = []
        let next = try await reader.forward(limit) { events += $0 }
        guard !events.isEmpty else {
            throw .failure(
                "notFound",
                "no event names a message with this id; `scrollback log` lists the messages"
            )
        }
        events = (events + (try await erasures(of: events, reading))).sorted {
            $0.position < $1.position
        }
        // First the proofs, which may be impossible.
        if let folder = reading.arguments.value("proof") {
            let log = try await reading.store().engine.log
            try ProofFolder.write(events.map(\.position), of: log, to: folder)
        }
        try reading.printer.show(items: events, in: .events)
        if let next { reading.printer.noteMore(try await reader.isMore(from: next), of: "events") }
    }

    /// The erasures that took the content of events.
    private static func erasures(
        of events: [EventItem],
        _ reading: Reading
    ) async throws(CommandFailure) -> [EventItem] {
        let erased = events.filter(\.isErased).map(\.position.rawValue)
        guard let first = erased.min() else { return [] }
        let query = EventsQuery(
            from: Position(first),
            stream: .store,
            types: EventsQuery.types("contentErased")
        )
        var found: [EventItem] = []
        _ = try await EventReader(reading: reading, query: query).forward(.max) { events in
            found += events.filter { event in erased.contains { event.erases($0) } }
        }
        return found
    }
}

extension EventItem {
    /// Whether it names the content of an event as erased.
    fileprivate func erases(_ position: UInt64) -> Bool {
        guard case .list(let ranges)? = value("ranges") else { return false }
        return ranges.contains { range in
            guard case .message(let fields) = range else { return false }
            func number(_ name: String) -> UInt64 {
                let field = fields.fields.first { $0.name == name }
                guard case .unsigned(let number)? = field?.value else { return 0 }
                return number
            }
            let (first, count) = (number("first"), number("count"))
            return position >= first && position - first < count
        }
    }
}
