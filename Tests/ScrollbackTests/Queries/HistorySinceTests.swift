import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `A member who was given the history since a date` {
    private let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func addDua(since: Timestamp) async throws {
        try await store.does(
            ann,
            .add(AddParticipant(conversation: team, user: dua, historySince: since))
        )
    }

    private func messages() throws -> [String] {
        var evaluator = try store.seen(by: dua)
        return try evaluator.messages(MessagesQuery(in: team)).items.compactMap(\.text)
    }

    @Test(arguments: [HistoryPolicy.full, .sinceJoin])
    func `is shown and counted what came since`(history: HistoryPolicy) async throws {  // D-95
        try await store.createTeam(history: history)
        for name in ["one", "two"] { try await store.send(ann, name) }
        let since = store.now
        try await store.send(ann, "three")
        try await addDua(since: since)
        try await store.send(ben, "four")

        #expect(try messages() == ["two", "three", "four"])
        var evaluator = try store.seen(by: dua)
        #expect(try evaluator.conversation(team).messageCount == 3)
        #expect(try evaluator.unread(in: team).count == 1)
        #expect(
            refusal { () throws(QueryError) in _ = try evaluator.message(.named("one")) } != nil
        )
        #expect(try evaluator.message(.named("two")).text == "two")
    }

    @Test func `counts the very first message that they see as unread again`() async throws {
        try await store.createTeam()
        for name in ["one", "two"] { try await store.send(ann, name) }
        try await addDua(since: store.now)
        try await store.does(
            dua,
            .markUnread(MarkUnread(conversation: team, from: .named("two")))
        )
        var evaluator = try store.seen(by: dua)
        #expect(try evaluator.unread(in: team) == UnreadItem(count: 1, first: .named("two")))
        #expect(try store.row(dua).unread == 1)
    }

    @Test func `keeps what an earlier membership showed`() async throws {  // D-95
        try await store.createTeam()
        try await store.send(ann, "one")
        try await addDua(since: Timestamp(microseconds: 0))
        try await store.leave(dua)
        try await store.send(ann, "gap")
        store.wait(seconds: 5)
        let since = store.now
        try await store.send(ann, "two")
        try await addDua(since: since)
        #expect(try messages() == ["one", "two"])
        var evaluator = try store.seen(by: dua)
        #expect(try evaluator.conversation(team).messageCount == 2)
    }

    @Test func `is explained`() async throws {
        try await store.createTeam()
        try await store.send(ann, "one")
        try await store.send(ann, "two")
        try await addDua(since: store.now)
        let kinds = try ["one", "two"].map { name in
            let found = try store.operated().explain(ExplainQuery(.named(name), for: dua))
            #expect(found.isVisible == (name == "two"))
            return found.because.map(\.kind)
        }
        let because: [Explanation.Kind] = [.fullHistory, .memberSince, .historySince]
        #expect(kinds == [because, because])
    }
}
