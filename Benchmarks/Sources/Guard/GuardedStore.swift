import EventLog
import Messaging
import Scrollback
import Wire

/// The store on which operations are counted: always the same one, but for its random keys.
struct GuardedStore {
    private static let viewer = UserID(id(1))
    private static let other = UserID(id(2))
    private static let third = UserID(id(3))
    private static let fourth = UserID(id(4))
    private static let pair = ConversationID(id(1_000))
    private static let groups: UInt64 = 200
    private static let messagesOfPair: UInt64 = 600
    /// How many conversations are there to be opened for the first time.
    private static let unopened: UInt64 = 70
    /// How many others are written between two of them: so the records of each lie on pages that
    /// no opening before it has read.
    private static let apart: UInt64 = 16
    private static let messagesOfUnopened: UInt64 = 50

    private let engine: Engine

    init(at path: String) throws {
        engine = try Engine(opening: path, options: Self.options)
    }

    func close() { engine.close() }

    static var options: Engine.Options {
        var options = Engine.Options()
        options.clock = { now }
        // Valgrind has no room for maps as large as usual.
        options.log.mapSize = 1 << 29
        options.views.mapSize = 1 << 29
        return options
    }

    private static let now = Timestamp(microseconds: 1_800_000_000_000_000)

    private static func id(_ number: UInt64) -> UniqueID {
        UniqueID(high: 0x018b_cfe5_6800_7000 &+ (number << 16), low: 1 << 63 | number)
    }
}

// What is done.
extension GuardedStore {
    /// Makes the store in a place where nothing is.
    static func prepare(at path: String) async throws {
        try Engine.create(at: path, options: options)
        let store = try GuardedStore(at: path)
        defer { store.close() }
        var demands = [
            demand(.operator, .configure(Configure(rateLimit: .unlimited)), 1),
            demand(.user(viewer), .setProfile(SetProfile(username: "viewer")), 2),
            demand(.user(other), .setProfile(SetProfile(username: "other")), 3),
            demand(.user(viewer), .startDirect(with: other), 4),
            group(pair, titled: nil, 5),
        ]
        for number in 0..<groups {
            let chat = ConversationID(id(2_000 + number))
            demands.append(group(chat, titled: "Group \(number)", 6_000 + number))
            demands.append(message(in: chat, by: other, 10_000 + number))
        }
        for number in 0..<messagesOfPair {
            let sender = number.isMultiple(of: 2) ? viewer : other
            demands.append(message(in: pair, by: sender, 20_000 + number))
        }
        try await store.carryOut(demands)
    }

    /// Makes the store of conversations that are opened for the first time, beside the other one, so
    /// that it costs the other operations nothing.
    static func prepareUnopened(besides path: String) async throws {
        let place = unopenedPlace(besides: path)
        try Engine.create(at: place, options: options)
        let store = try GuardedStore(at: place)
        defer { store.close() }
        var demands = [demand(.operator, .configure(Configure(rateLimit: .unlimited)), 1)]
        let chats = unopened * apart
        for number in 0..<chats {
            let (chat, members) = (unopened(number), [other, fourth])
            demands.append(group(chat, titled: nil, 8_000 + number, by: third, with: members))
        }
        // In turn, so that each is spread over the log.
        for number in 0..<chats * messagesOfUnopened {
            let chat = unopened(number % chats)
            let sender = (number / chats).isMultiple(of: 2) ? third : other
            demands.append(message(in: chat, by: sender, 40_000 + number))
        }
        try await store.carryOut(demands)
    }

    static func unopenedPlace(besides path: String) -> String { "\(path).first" }

    private static func unopened(_ number: UInt64) -> ConversationID {
        ConversationID(id(4_000 + number))
    }

    /// Sends messages, a thousand a commit.
    func send(_ times: Int) async throws {
        try await carryOut(
            (0..<UInt64(times)).map { Self.message(in: Self.pair, by: Self.other, 100_000 + $0) }
        )
    }

    private func carryOut(_ demands: [Submission]) async throws {
        var rest = demands[...]
        while !rest.isEmpty {
            let outcomes = await engine.submit(Array(rest.prefix(BatchLimits.commands)))
            rest = rest.dropFirst(BatchLimits.commands)
            for case .failure(let error) in outcomes { throw error }
        }
    }

    private static func demand(_ actor: Actor, _ command: Command, _ number: UInt64) -> Submission {
        Submission(as: actor, command, fresh: FreshIDs(first: id(1 << 32 | number << 8)))
    }

    private static func group(
        _ id: ConversationID,
        titled title: String?,
        _ number: UInt64,
        by founder: UserID = viewer,
        with members: [UserID] = [other, third]
    ) -> Submission {
        let command = CreateGroup(conversation: id, title: title, members: members)
        return demand(.user(founder), .createGroup(command), number)
    }

    private static func message(in chat: ConversationID, by sender: UserID, _ number: UInt64)
        -> Submission
    {
        let command = SendMessage(
            conversation: chat,
            message: MessageID(id(1 << 24 | number)),
            text: "A message of forty bytes, more or less."
        )
        return demand(.user(sender), .send(command), number)
    }
}

// What is asked.
extension GuardedStore {
    /// Asks what a member of all the conversations would, or a person of another store, on a state of
    /// its own.
    func ask(_ operation: GuardedOperation, _ number: Int, by person: UserID? = nil) throws {
        let viewer = person ?? (operation == .first ? Self.third : Self.viewer)
        var evaluator = UserQueryEvaluator(try engine.snapshot(), by: viewer, now: Self.now)
        switch operation {
        case .open:
            let page = try evaluator.messages(MessagesQuery(in: Self.pair, limit: 50))
            try demand(page.items.count == 50)
        case .first:
            let chat = Self.unopened(UInt64(number) * Self.apart)
            let page = try evaluator.messages(MessagesQuery(in: chat, limit: 50))
            try demand(page.items.count == 50)
        case .list:
            let page = try evaluator.conversations(ConversationsQuery(limit: 20))
            try demand(page.items.count == 20)
        case .unread: try demand(evaluator.unread(in: Self.pair).count > 0)
        case .total:
            let totals = try evaluator.unreadTotals(limit: 500)
            try demand(totals.conversations.count == Int(Self.groups) + 1)
        case .fifty, .member:
            let page = try evaluator.conversations(ConversationsQuery(limit: 20))
            try demand(page.items.count <= 20 && evaluator.isUpToDate)
        case .prepare, .send, .traffic, .scan: try demand(false)
        }
    }

    /// Reads every record, and counts them.
    func scan() throws {
        let snapshot = try engine.log.snapshot()
        var records = try snapshot.records(from: Position(1))
        var found: UInt64 = 0
        while let record = try records.next() { found += record.position == .zero ? 0 : 1 }
        try demand(found == snapshot.size.rawValue)
    }

    private func demand(_ holds: Bool) throws {
        if !holds { throw WrongAnswer() }
    }
}

/// An operation that did something else than it says is not worth counting.
struct WrongAnswer: Error {}
