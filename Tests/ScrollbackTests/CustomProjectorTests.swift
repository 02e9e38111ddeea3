import DomainSupport
import EventLog
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing
import Views
import Wire

/// A store in which people write to each other.
private final class ChatWithViews {
    let store: StoreInFolder
    var engine: Engine
    let ann = UserID.named("ann")
    let ben = UserID.named("ben")
    let cem = UserID.named("cem")
    let group = ConversationID.named("group")
    private var asked: UInt64 = 0

    init(_ projectors: [any CustomProjector]) async throws {
        store = try StoreInFolder()
        engine = try store.open(.writing, Self.options(projectors))
        for user in [ann, ben, cem] {
            try await ask(.user(user), .setProfile(SetProfile(username: "u\(user.rawValue.low)")))
        }
        try await ask(
            .user(ann),
            .createGroup(CreateGroup(conversation: group, title: "g", members: [ben, cem]))
        )
    }

    private static func options(_ projectors: [any CustomProjector]) -> Engine.Options {
        var options = Engine.Options()
        // Slowly enough for any limit.
        let time = Lock<Int64>(1_767_225_600_000_000)
        options.clock = {
            Timestamp(
                microseconds: time.withLock { time in
                    time += 10_000_000
                    return time
                }
            )
        }
        options.projectors = projectors
        return options
    }

    func ask(_ actor: Actor, _ command: Command) async throws {
        asked += 1
        let fresh = FreshIDs(first: UniqueID(high: 0x7000 &+ asked << 16, low: 1 << 63))
        _ = try await engine.submit(Submission(as: actor, command, fresh: fresh))
    }

    func send(_ count: Int, by user: UserID) async throws {
        for _ in 0..<count {
            let message = MessageID.named("message \(asked)")
            try await ask(
                .user(user),
                .send(SendMessage(conversation: group, message: message, text: "hello"))
            )
        }
    }

    func reopen(_ projectors: [any CustomProjector]) throws {
        engine.close()
        engine = try store.open(.writing, Self.options(projectors))
    }
}

@Suite struct `An embedder's projectors fold what happens in a store` {
    @Test func `messages are counted as they are sent, after a reopening and a rebuild`()
        async throws
    {
        let chat = try await ChatWithViews([MessagesByUser()])
        try await chat.send(5, by: chat.ann)
        try await chat.send(2, by: chat.ben)
        for step in 0..<3 {
            let users = [chat.ann, chat.ben, chat.cem]
            let counts = try users.map { user in
                try MessagesByUser.count(of: user, in: chat.engine.snapshot().views)
            }
            #expect(counts == [5, 2, 0])
            #expect(try chat.engine.views.differenceFromRecount() == nil)
            if step == 0 { try chat.reopen([MessagesByUser()]) }
            if step == 1 { _ = try await chat.engine.rebuildViews() }
        }
        #expect(chat.store.notices.all == [])
        chat.engine.close()
    }

    @Test func `the embedder's own events are folded with what they say`() async throws {
        let chat = try await ChatWithViews([Votes(), MessagesByUser()])
        for choice in ["yes", "no", "yes"] {
            try await chat.ask(
                .user(chat.ann),
                .recordCustom(
                    RecordCustom(type: "vote", conversation: chat.group, data: choice)
                )
            )
        }
        try await chat.ask(
            .user(chat.ann),
            .recordCustom(
                RecordCustom(type: "other", conversation: chat.group, data: "yes")
            )
        )
        let snapshot = try chat.engine.snapshot()
        for (choice, count) in [("yes", 2), ("no", 1)] as [(String, UInt8)] {
            let key = Votes.key(chat.group, choice)
            let row = try snapshot.views.value(of: key.span.bytes, in: "votes", of: "votes")
            #expect(row?.byte(at: 0) == count)
        }
        #expect(try chat.engine.dump() == chat.engine.dump(inRunsOf: 1))
        #expect(try chat.engine.dump().filter { $0.hasPrefix("custom.votes.") }.count == 2)
        chat.engine.close()
    }

    @Test func `one that breaks at an event leaves everything else going on`() async throws {
        let seventh: @Sendable (Position) -> Bool = { $0 == Position(7) }
        let chat = try await ChatWithViews([Fragile(breaksAt: seventh), MessagesByUser()])
        try await chat.send(10, by: chat.ann)
        func expectFault() throws {
            let snapshot = try chat.engine.snapshot()
            #expect(throws: ViewsError.faultedView(name: "fragile", Position(7))) {
                _ = try Fragile.rows(snapshot.views)
            }
            #expect(try MessagesByUser.count(of: chat.ann, in: snapshot.views) == 10)
        }
        try expectFault()
        #expect(chat.store.notices.all.count == 1)
        #expect(try chat.engine.views.differenceFromRecount() == nil)

        try chat.reopen([Fragile(), MessagesByUser()])
        try expectFault()
        let report = try await chat.engine.rebuildViews(comparing: true)
        let size = try chat.engine.log.snapshot().size
        #expect(report.position == size && report.comparison == .equal)
        let snapshot = try chat.engine.snapshot()
        let folded = try Fragile.rows(snapshot.views)
        #expect(folded == UInt8(size.rawValue))
        #expect(
            try snapshot.views.customViews().map(\.condition) == [.follows, .follows]
        )
        #expect(chat.store.notices.all.count == 1)
        chat.engine.close()
    }

    @Test func `the operator is told where one has broken and how far the others are`()
        async throws
    {
        let chat = try await ChatWithViews([
            Fragile(breaksAt: { $0 == Position(7) }), MessagesByUser(),
        ])
        try await chat.send(10, by: chat.ann)
        let snapshot = try chat.engine.snapshot()
        let position = snapshot.position
        let evaluator = OperatorQueryEvaluator(snapshot, now: Timestamp(microseconds: 0))
        let views = try evaluator.views()
        let custom = views.suffix(2)
        #expect(custom.map(\.name) == ["fragile", "messages-by-user"])
        #expect(custom.map(\.position) == [Position(6), position])
        #expect(
            custom.map(\.fault) == [ViewItem.Fault(at: Position(7), error: "Broken"), nil]
        )
        #expect(custom.map(\.rows) == [1, 1])
        #expect(views.dropLast(2).allSatisfy { $0.position == position && $0.fault == nil })
        chat.engine.close()
    }

    @Test func `one that always breaks is told of once, and once more when it is tried again`()
        async throws
    {
        let chat = try await ChatWithViews([Fragile(breaksAt: { _ in true })])
        try await chat.send(3, by: chat.ann)
        #expect(chat.store.notices.all.count == 1)
        try chat.reopen([Fragile(breaksAt: { _ in true })])
        try await chat.send(1, by: chat.ann)
        #expect(chat.store.notices.all.count == 1)
        _ = try await chat.engine.rebuildViews()
        #expect(chat.store.notices.all.count == 2)
        let conditions = try chat.engine.snapshot().views.customViews().map(\.condition)
        #expect(conditions == [.faulted(Position(1), error: "Broken")])
        chat.engine.close()
    }

    @Test func `they come and go between openings`() async throws {
        let chat = try await ChatWithViews([])
        try await chat.send(3, by: chat.ann)
        try chat.reopen([MessagesByUser()])
        #expect(try MessagesByUser.count(of: chat.ann, in: chat.engine.snapshot().views) == 3)
        try chat.reopen([])
        try await chat.send(1, by: chat.ann)
        try chat.reopen([MessagesByUser(), Fragile()])
        #expect(try MessagesByUser.count(of: chat.ann, in: chat.engine.snapshot().views) == 4)
        #expect(try chat.engine.views.differenceFromRecount() == nil)
        #expect(chat.store.notices.all == [])
        chat.engine.close()
    }

    @Test func `names that clash keep the store from opening`() throws {
        let store = try StoreInFolder()
        var options = Engine.Options()
        options.projectors = [Fragile(), Fragile()]
        #expect(throws: StoreFault.views(.refusedView(.nameIsTaken("fragile")))) {
            _ = try store.open(.writing, options)
        }
        // Nothing is held by the refused opening.
        try store.open().close()
    }
}
