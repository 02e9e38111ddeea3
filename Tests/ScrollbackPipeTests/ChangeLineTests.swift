import Testing

@Suite struct `Changes through the pipe` {
    private func types(_ answer: Answered) -> [String] {
        (answer.ok?["items"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
    }

    @Test func `go on behind the position of what was done last`() async throws {  // D-60
        var store = try ServedStore.make()
        let first = try await store.answer(begins(group), sends("one", to: group))
        let since = try #require(first[1].position)
        let answers = try await store.answer(
            asks("changes", as: ben, #""since":\#(since)"#),
            sends("two", to: group, as: cora),
            asks("changes", as: ben, #""since":\#(since)"#),
            asks("changes", as: ben, #""since":\#(since - 1),"conversation":"\#(group)""#),
            asks("changes", as: ben, #""since":0,"limit":1"#)
        )
        #expect(types(answers[0]) == [] && answers[0].ok?["next"] as? Int == since)
        #expect(types(answers[2]) == ["message"])
        #expect(answers[2].ok?["next"] as? Int == answers[1].position)
        #expect(answers[2].position == answers[1].position)
        #expect(types(answers[3]) == ["message", "message"])
        #expect(types(answers[4]) == ["conversation"])
        // The genesis is the first event, and nobody's.
        #expect(answers[4].ok?["next"] as? Int == 2)
    }

    @Test func `are refused to others, and behind what there is`() async throws {  // D-08 D-66
        var store = try ServedStore.make()
        let end = try #require(try await store.answer(begins(group))[0].position)
        let answers = try await store.answer(
            asks("changes", as: otherGroup, #""since":0,"conversation":"\#(group)""#),
            asks("changes", as: otherGroup, #""since":0"#),
            asks("changes", #""since":\#(end + 1)"#),
            asks("changes", #""since":-1"#),
            asks("changes", #""since":9007199254740992"#),
            asks("changes"),
            asks("changes", as: "operator", #""since":0"#)
        )
        #expect(answers[0].code == "notFound")
        #expect(types(answers[1]) == [] && answers[1].ok?["next"] as? Int == end)
        for answer in answers[2...5] {
            #expect(answer.code == "invalidRequest" && answer.field == "since")
        }
        #expect(answers[6].code == "permissionDenied")
    }

    @Test func `end a membership behind its last event`() async throws {  // D-60
        var store = try ServedStore.make()
        let end = try #require(try await store.answer(begins(group))[0].position)
        let answers = try await store.answer(
            does("remove", #""conversation":"\#(group)","user":"\#(ben)""#),
            sends("unseen", to: group),
            asks("changes", as: ben, #""since":\#(end)"#),
            asks("changes", as: ben, #""since":\#(end),"limit":1"#)
        )
        #expect(types(answers[2]) == ["member", "ended"])
        #expect(answers[2].ok?["next"] as? Int == answers[1].position)
        #expect(types(answers[3]) == ["member", "ended"])
        #expect(answers[3].ok?["next"] as? Int == answers[0].position)
        let items = try #require(answers[2].ok?["items"] as? [[String: Any]])
        #expect((items[1]["row"] as? [String: Any])?["membership"] as? String == "removed")
        #expect(items.allSatisfy { $0["position"] as? Int == answers[0].position })
    }
}
