import Contestants
import Measuring
import Messaging
import Scrollback
import Wire

/// Asks what the list and the unread total take somebody in very many conversations: the first
/// time in a process, and again after messages in some of them.
func veryLongList(own: Int, of all: Int) -> RowPlan {
    let name =
        "list of 20 and unread total of somebody in \(Text.number(own)) of \(Text.number(all)) "
        + "conversations"
    return RowPlan(name: name) { fixtures in
        let path = "\(try fixtures.place("long-list-\(all)"))/chat.scrollback"
        try await VeryLongList.make(at: path, own: own, of: all)
        return Row(
            name,
            compared: listAgain,
            targets: [
                Target(Names.scrollback, .atMost(listFirst, 10)),
                Target(Names.scrollback, .atMost(unreadFirst, 20)),
                Target(Names.scrollback, .atMost(listAgain, 2)),
                Target(Names.scrollback, .atMost(unreadAgain, 5)),
            ],
            bounds:
                "The first time two rows of each conversation are read and checked. Later the kept "
                + "figures are brought up: an envelope for each event since, the rows of the "
                + "conversations that changed, and a walk over 56 bytes for each conversation.",
            contestants: [VeryLongList(path: path, step: all / own)]
        )
    }
}

private let listFirst = Figure("list, first", "ms")
private let unreadFirst = Figure("unread, first", "ms")
private let listAgain = Figure("list, again", "ms")
private let unreadAgain = Figure("unread, again", "ms")

private struct VeryLongList: Contestant {
    let name = Names.scrollback
    let path: String
    /// The viewer is in one of so many conversations.
    let step: Int

    private static let viewer = UserID(id(1))
    private static let changed = 500
    private static let messages = 1_000
    private static let together = 1_000

    /// Numbers in no order of time, as conversations lie that began here and there.
    private static func id(_ number: UInt64) -> UniqueID {
        var generator = number &* 0x9E37_79B9_7F4A_7C15
        generator ^= generator >> 29
        return UniqueID(high: generator &* 0xBF58_476D_1CE4_E5B9, low: 1 << 63 | number)
    }

    private static func chat(_ number: Int) -> ConversationID {
        ConversationID(id(1 << 40 | UInt64(number)))
    }

    private static func other(_ number: Int) -> UserID { UserID(id(1 << 41 | UInt64(number))) }

    /// Makes conversations of three with a message each; the viewer is in some of them.
    static func make(at path: String, own: Int, of all: Int) async throws {
        try Engine.create(at: path)
        let engine = try Engine(opening: path)
        defer { engine.close() }
        let fresh = FreshIDs(first: id(1 << 42))
        _ = try await engine.submit(
            Submission(as: .operator, .configure(Configure(rateLimit: .unlimited)), fresh: fresh)
        )
        let step = all / own
        for start in stride(from: 0, to: all, by: together) {
            let numbers = start..<min(start + together, all)
            let founded = numbers.map { number in
                let third = number.isMultiple(of: step) ? viewer : other(all + number)
                let create = CreateGroup(
                    conversation: chat(number),
                    members: [other(number + 1), third]
                )
                return Submission(
                    as: .user(other(number)),
                    .createGroup(create),
                    fresh: FreshIDs(first: id(1 << 43 | UInt64(number) << 4))
                )
            }
            let sent = numbers.map { message($0, in: $0) }
            try check(await engine.submit(founded))
            try check(await engine.submit(sent))
        }
    }

    private static func message(_ number: Int, in place: Int) -> Submission {
        let id = id(1 << 44 | UInt64(number))
        let send = SendMessage(
            conversation: chat(place),
            message: MessageID(id),
            text: "Good morning!"
        )
        return Submission(as: .user(other(place)), .send(send), fresh: FreshIDs(first: id))
    }

    private static func check(_ results: [SubmissionResult]) throws {
        for case .failure(let error) in results {
            throw WrongResult(description: "not done: \(error)")
        }
    }

    func run(in folder: String) async throws -> Sample {
        let engine = try Engine(opening: path)
        defer { engine.close() }
        let now = Engine.wallClock()
        func timed<Answer>(
            _ ask: (inout Viewing) throws -> Answer
        ) throws -> (answer: Answer, milliseconds: Double) {
            let start = ContinuousClock.now
            var viewing = Viewing(try engine.snapshot(), by: Self.viewer, now: now)
            let answer = try ask(&viewing)
            return (answer, (ContinuousClock.now - start).microseconds / 1e3)
        }
        func list() throws -> (answer: ConversationPage, milliseconds: Double) {
            try timed { try $0.conversations(ConversationsQuery(limit: 20)) }
        }
        func unread() throws -> (answer: UnreadOverview, milliseconds: Double) {
            try timed { try $0.unreadTotals() }
        }
        let first = try list()
        let counted = try unread()
        let number = Int(try engine.log.snapshot().size.rawValue)
        let sent = (0..<Self.messages).map { index in
            Self.message(number + index, in: index % Self.changed * 7 * step)
        }
        try Self.check(await engine.submit(sent))
        let again = try list()
        let countedAgain = try unread()

        // A store that keeps no lists counts anew.
        var options = Engine.Options()
        options.listsFrom = .max
        let plain = try Engine(opening: path, access: .reading, options: options)
        defer { plain.close() }
        var recount = Viewing(try plain.snapshot(), by: Self.viewer, now: now)
        try demand(
            try recount.conversations(ConversationsQuery(limit: 20)) == again.answer,
            "the list is not what a walk gives"
        )
        try demand(
            try recount.unreadTotals() == countedAgain.answer,
            "the unread total is not what a recount gives"
        )
        var sample = Sample()
        sample[listFirst] = first.milliseconds
        sample[unreadFirst] = counted.milliseconds
        sample[listAgain] = again.milliseconds
        sample[unreadAgain] = countedAgain.milliseconds
        return sample
    }
}
