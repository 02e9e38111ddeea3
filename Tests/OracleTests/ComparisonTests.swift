import Oracle
import Testing

@Suite struct `Answers are compared as far as the documents settle them` {
    private let made = "ffffffff-ffff-4000-8002-000000000001"
    private let real = "01940000-0000-7000-8000-000000000001"

    private func answer(_ ok: Value) -> Answer { Answer(value: ["ok": ok, "position": 3]) }

    @Test func `a made id is whatever the store calls it first, and only that afterwards`() {
        var comparison = Comparison()
        let expected = answer(["conversation": .string(made)])
        let first: Value = ["ok": ["conversation": .string(real)], "position": 3]
        #expect(comparison.difference(expected, first) == nil)
        #expect(comparison.difference(expected, first) == nil)
        let other: Value = ["ok": ["conversation": "something else"], "position": 3]
        #expect(comparison.difference(expected, other) != nil)
        let line = Line("a", .ask("conversation"), ["conversation": .string(made)])
        #expect(comparison.translated(line)?["conversation"] == .string(real))
    }

    @Test func `order counts unless it is open, and members must match`() {
        var comparison = Comparison()
        let given: Value = ["ok": ["users": ["b", "a"]], "position": 3]
        #expect(comparison.difference(answer(["users": ["a", "b"]]), given) != nil)
        let open = answer(["users": .anyOrder(["a", "b"]), "more": .unsettled])
        #expect(comparison.difference(open, given) == nil)
        #expect(comparison.difference(answer(["users": .anyOrder(["a", "a"])]), given) != nil)
        #expect(comparison.difference(answer([:]), given) != nil)
        let late: Value = ["ok": [:], "position": 4]
        #expect(comparison.difference(answer([:]), late) != nil)
    }

    @Test func `any code whose condition holds will do, and no other`() {
        var comparison = Comparison()
        let expected = Answer(
            value: ["error": ["code": "notAMember"]],
            acceptableCodes: ["notAMember", "conversationClosed"]
        )
        #expect(comparison.difference(expected, ["error": ["code": "conversationClosed"]]) == nil)
        #expect(comparison.difference(expected, ["error": ["code": "blocked"]]) != nil)
        #expect(comparison.difference(expected, ["ok": [:], "position": 1]) != nil)
        let refusal: Value = ["error": ["code": "systemEntry"]]
        #expect(comparison.difference(answer(.unsettled), refusal) == nil)
        #expect(comparison.difference(answer(["groups": .unsettled]), refusal) != nil)
    }

    @Test func `a cursor is there or not there, and its twin goes into the next line`() {
        var oracle = Oracle()
        let people = (1...3).map { World.person($0) }
        for user in people.dropFirst() {
            _ = oracle.answer(Line(people[0], .act("startDirect"), ["with": .string(user)]))
        }
        let ask = Line(people[0], .ask("conversations"), ["limit": 1])
        let page = oracle.answer(ask)
        var comparison = Comparison()
        var given = page.value.object ?? [:]
        var ok = given["ok"]?.object ?? [:]
        ok["previous"] = nil
        ok["next"] = "opaque"
        given["ok"] = .object(ok)
        var more = ask
        more.cursor = page.cursors["next"]
        #expect(comparison.translated(more) == nil)
        #expect(comparison.difference(page, .object(given)) == nil)
        #expect(comparison.translated(more)?["cursor"] == "opaque")
        ok["next"] = nil
        given["ok"] = .object(ok)
        #expect(comparison.difference(page, .object(given)) != nil)
    }
}
