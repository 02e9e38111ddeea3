import DomainSupport
import EventLog
import Messaging
import Scrollback
import Testing
import Views
import Wire

@Suite struct `What the operator is told of a store` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func state() throws -> StoreState {
        var evaluator = try store.operated()
        return try evaluator.answer(StateQuery())
    }

    @Test func `of a new one is its genesis, the defaults and nothing else`() throws {
        let state = try state()
        #expect(state.size == Position(1))
        #expect(state.oldest == state.newest)
        #expect(state.configuration == Configuration())
        #expect(state.retention.map(\.kind) == [.direct, .group, .request])
        #expect(state.retention.allSatisfy { $0.retention == Retention() })
        #expect(state.holds == [])
        #expect(state.pendingErasures == [])
        #expect(state.files.log > 0 && state.files.keys > 0 && state.files.views > 0)
        #expect(state.files.total == state.files.log + state.files.keys + state.files.views)
    }

    @Test func `is the root of the tree and the times of the first and the newest event`()
        async throws
    {
        let before = try state()
        try await store.createTeam()
        try await store.send(ann, "one")
        let state = try state()
        let snapshot = try store.operated()
        #expect(state.log == before.log && state.epoch == before.epoch)
        #expect(state.size == snapshot.position && state.size > before.size)
        #expect(try state.root == snapshot.state.log.root(at: state.size))
        #expect(state.root != before.root)
        #expect(state.oldest == before.oldest)
        #expect(state.newest == store.now)
    }

    @Test func `is how it was configured`() async throws {
        try await store.operates(
            .configure(Configure(textLimit: 7, receipts: .mandatory, rateLimit: .unlimited))
        )
        try await store.operates(
            .setRetention(SetRetention(kind: .group, minimum: .days(2), maximum: .days(9)))
        )
        let state = try state()
        #expect(state.configuration.textLimit == 7)
        #expect(state.configuration.receipts == .mandatory)
        #expect(state.configuration.rateLimits == [])
        #expect(
            state.retention == [
                .init(.direct, Retention()),
                .init(.group, Retention(minimumDays: 2, maximumDays: 9)),
                .init(.request, Retention()),
            ]
        )
    }

    @Test func `is the retention that single conversations have of their own`() async throws {
        // D-95
        try await store.createTeam()
        let set = SetRetention(conversation: team, minimum: .days(2), maximum: .days(9))
        try await store.operates(.setRetention(set))
        let own = OwnRetention(team, of: .group, Retention(minimumDays: 2, maximumDays: 9))
        #expect(try state().ownRetentions == [own])
        #expect(try state().ownRetentionsCount == 1)
        try await store.operates(
            .setRetention(SetRetention(conversation: team, minimum: .none, maximum: .none))
        )
        #expect(try state().ownRetentions == [])
    }

    @Test func `is the holds that last, and what waits for them`() async throws {
        try await store.createTeam()
        try await store.send(ann, "one")
        try await store.send(ben, "two")
        let hold = HoldID.named("hold")
        try await store.operates(.placeHold(PlaceHold(hold: hold, matter: "Matter 7", user: ann)))
        let placedAt = store.now
        for target in [Erase.Target.user(ann), .user(ben), .message(.named("one"))] {
            try await store.operates(.erase(Erase(target: target, basis: "b", reason: "r")))
        }
        var state = try state()
        #expect(state.holds.map(\.hold.id) == [hold])
        #expect(state.holds.first?.hold.user == ann)
        #expect(state.holds.first?.matter == "Matter 7")
        #expect(state.holds.first?.placedAt == placedAt)
        // Ben's message is gone, so that nothing of that request is pending.
        let targets = state.pendingErasures.map(\.request.target)
        #expect(targets == [.user(ann), .message(.named("one"))])
        #expect(state.pendingErasures.map(\.waiting) == [1, 1])
        #expect(state.pendingErasures.map(\.why) == [.hold(hold), .hold(hold)])
        #expect(try self.state() == state)

        try await store.operates(.releaseHold(ReleaseHold(hold: hold)))
        state = try self.state()
        #expect(state.holds == [])
        #expect(state.pendingErasures == [])
    }

    @Test func `is a copy that waits though its original is gone`() async throws {
        let other = ConversationID.named("elsewhere")
        try await store.createTeam()
        try await store.createTeam(as: other)
        try await store.send(ann, "one")
        try await store.does(
            ben,
            .send(
                SendMessage(
                    conversation: other,
                    message: .named("copy"),
                    text: "one",
                    forwardedFrom: .named("one")
                )
            )
        )
        let hold = HoldID.named("hold")
        try await store.operates(
            .placeHold(PlaceHold(hold: hold, matter: "Matter 8", conversation: other))
        )
        try await store.operates(
            .erase(
                Erase(target: .user(ann), basis: "b", reason: "r", includesForwards: true)
            )
        )
        let pending = try state().pendingErasures
        #expect(pending.map(\.request.target) == [.user(ann)])
        #expect(pending.map(\.waiting) == [1])
        #expect(pending.map(\.why) == [.hold(hold)])

        try await store.operates(.releaseHold(ReleaseHold(hold: hold)))
        #expect(try state().pendingErasures == [])
    }

    @Test func `is what waits for its minimum age, the profile of a forgotten user apart`()
        async throws
    {
        try await store.name(ann, "Ann", username: "ann")
        try await store.createTeam()
        try await store.send(ann, "one")
        try await store.operates(
            .setRetention(SetRetention(kind: nil, minimum: .days(2), maximum: .unchanged))
        )
        try await store.operates(.forgetUser(ForgetUser(user: ann, basis: "b")))
        let pending = try state().pendingErasures
        #expect(pending.map(\.request.target) == [.user(ann)])
        #expect(pending.first?.request.forgetsUser == true)
        #expect(pending.first?.waiting == 1)
        #expect(pending.first?.why == .minimumRetention)
        // What she writes afterwards is not what was asked for.
        try await store.send(ann, "two")
        #expect(try state().pendingErasures.first?.waiting == 1)
        store.wait(seconds: 2 * 86_400)
        #expect(try state().pendingErasures.first?.why == .nextRun)
        try await store.operates(.runRetention(RunRetention()))
        #expect(try state().pendingErasures == [])
    }
}

@Suite struct `What the operator is told of the views` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func views() throws -> [String: ViewItem] {
        var evaluator = try store.operated()
        let views = try evaluator.answer(ViewsQuery())
        return Dictionary(uniqueKeysWithValues: views.map { ($0.name, $0) })
    }

    // Q30
    @Test func `is where they stand and how many rows they have`() async throws {
        let empty = try views()
        #expect(empty["messages"]?.rows == 0)
        #expect(empty["messages"]?.bytes == 0)
        try await store.createTeam()
        for name in ["one", "two", "three"] { try await store.send(ann, name) }
        let views = try views()
        let position = try store.operated().position
        #expect(views.values.allSatisfy { $0.position == position && $0.fault == nil })
        #expect(views["messages"]?.rows == 4)  // The three, and the entry of the creation.
        #expect((views["messages"]?.bytes ?? 0) >= 4_096)
        // A view's rows are those of all its tables.
        let rows = try store.operated().state.views.summaries().reduce(0) { $0 + $1.rows }
        #expect(Int(views.values.reduce(0) { $0 + $1.rows }) == rows)
        #expect(Set(views.keys).count == 27)
    }
}
