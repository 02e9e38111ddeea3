import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `Why a user sees a message` {
    private let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    /// The reasons, and whether the message and its content are shown; checked against the query
    /// that shows it to the user.
    private func why(_ name: String, _ user: UserID) throws -> (String, [Explanation.Reason]) {
        let found = try store.operated().explain(ExplainQuery(.named(name), for: user))
        var evaluator = try store.seen(by: user)
        let item = try? evaluator.message(.named(name))
        #expect(found.isVisible == (item != nil), "\(name) for \(user)")
        #expect(found.showsContent == (item.map { !$0.isDeleted && !$0.isErased } ?? false))
        #expect(found.conversation == team)
        let shown = found.showsContent ? "content" : found.isVisible ? "place" : "nothing"
        return (shown, found.because)
    }

    private func kinds(_ reasons: [Explanation.Reason]) -> [Explanation.Kind] {
        reasons.map(\.kind)
    }

    private func position() throws -> Position { try store.operated().position }

    @Test func `is the membership and the rule of history`() async throws {
        try await store.createTeam(history: .sinceJoin)
        try await store.send(ann, "one")
        try await store.leave(ben)
        let left = try position()
        let leftAt = store.now
        try await store.send(ann, "two")
        try await store.add(ann, ben)
        let back = try position()
        try await store.send(ann, "three")
        let one = try why("one", ben)
        #expect(one.0 == "content")
        #expect(kinds(one.1) == [.historySinceJoining, .memberSince, .leftAt])
        #expect(one.1.last?.position == left && one.1.last?.at == leftAt)
        let two = try why("two", ben)
        #expect(two.0 == "nothing")
        #expect(kinds(two.1) == [.historySinceJoining, .leftAt, .memberSince])
        #expect(two.1.last?.position == back)
        #expect(try kinds(why("three", ben).1) == [.historySinceJoining, .memberSince])
        let never = try why("three", outsider)
        #expect(never.0 == "nothing" && kinds(never.1) == [.neverAMember])
    }

    @Test func `is what they cleared and keep, each beside the other`() async throws {
        try await store.createTeam()
        try await store.send(ann, "one")
        try await store.does(ben, .arrange(Arrange(.clearHistory, conversation: team)))
        let cleared = try position()
        let before = try why("one", ben)
        #expect(before.0 == "nothing" && kinds(before.1) == [.fullHistory, .memberSince, .cleared])
        #expect(before.1.last?.position == cleared)
        try await store.does(
            ben,
            .setSettings(SetSettings(SettingsChanged(keepMessages: .thirtyDays)))
        )
        try await store.send(ann, "two")
        #expect(try why("two", ben).0 == "content")
        store.wait(seconds: 31 * 86_400)
        let both = try why("one", ben)
        #expect(kinds(both.1) == [.fullHistory, .memberSince, .cleared, .expired])
        let expired = try why("two", ben)
        #expect(expired.0 == "nothing")
        #expect(kinds(expired.1) == [.fullHistory, .memberSince, .expired])
        #expect(expired.1.last?.position == nil)
        #expect(expired.1.last?.at == store.now.earlier(byDays: 30))
        #expect(try why("two", cem).0 == "content")
    }

    @Test func `is a deletion, unless it is not theirs to know, and an erasure`() async throws {
        try await store.createTeam()
        for name in ["one", "two"] { try await store.send(ann, name) }
        try await store.leave(cem)
        try await store.delete(ann, "one")
        let deleted = try position()
        let gone = try why("one", ben)
        #expect(gone.0 == "place" && kinds(gone.1) == [.fullHistory, .memberSince, .deleted])
        #expect(gone.1.last?.position == deleted)
        let kept = try why("one", cem)
        #expect(kept.0 == "content")
        #expect(kinds(kept.1) == [.fullHistory, .memberSince, .leftAt, .deletionUnseen])
        let erase = Erase(target: .message(.named("two")), basis: "b", reason: "r")
        try await store.operates(.erase(erase))
        let erased = try why("two", ben)
        #expect(erased.0 == "place" && kinds(erased.1) == [.fullHistory, .memberSince, .erased])
        // The request comes first, and then what it took.
        #expect(erased.1.last?.position == (try position()))
        #expect(try why("two", cem).1.last?.kind == .erased)
    }

    @Test func `is beside it who hid or blocked`() async throws {
        let direct = try await store.startDirect(ann, with: ben)
        try await store.send(ann, "one", in: direct)
        try await store.does(ben, .relate(Relate(.block, user: ann)))
        let blocked = try position()
        try await store.does(ben, .arrange(Arrange(.hide, conversation: direct)))
        let hidden = try position()
        let query = ExplainQuery(.named("one"), for: ben)
        let found = try store.operated().explain(query)
        #expect(found.showsContent)
        #expect(kinds(found.because) == [.fullHistory, .memberSince, .hidden, .blocked])
        #expect(found.because[2].position == hidden)
        #expect(found.because[3].position == blocked && found.because[3].user == ben)
    }

    @Test func `is not said of what is not there`() throws {
        let operated = try store.operated()
        #expect(
            refusal { () throws(QueryError) in
                _ = try operated.explain(ExplainQuery(.named("none"), for: ann))
            } == .message(.notFound)
        )
    }
}
