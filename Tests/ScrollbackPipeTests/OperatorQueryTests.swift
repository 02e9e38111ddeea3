import Testing

/// A line in which the operator asks something.
private func operatorAsks(_ name: String, _ fields: String = "") -> String {
    asks(name, as: "operator", fields)
}

@Suite struct `What only the operator may ask` {
    @Test(arguments: ["state", "views", "events", "metrics"])
    func `is answered to nobody else, and users' queries not to the operator`(
        name: String
    ) async throws {  // D-07 D-66
        var store = try ServedStore.make()
        let answers = try await store.answer(
            asks(name),
            operatorAsks(name),
            operatorAsks(name, #""page":1"#),
            asks(name, #""page":1"#),
            operatorAsks("settings"),
            operatorAsks("conversations")
        )
        #expect(
            answers.map { $0.code ?? "ok" } == [
                "permissionDenied", "ok", "invalidRequest", "invalidRequest", "permissionDenied",
                "permissionDenied",
            ]
        )
        #expect(answers[1].position == 1)
    }

    @Test func `is what the store is, after every line before`() async throws {
        var store = try ServedStore.make()
        let hold = "00000000-0000-4000-8000-0000000000d1"
        let answers = try await store.answer(
            begins(group),
            sends("a", to: group),
            does("placeHold", as: "operator", #""id":"\#(hold)","matter":"m","user":"\#(anna)""#),
            does("erase", as: "operator", #""user":"\#(anna)","basis":"b","reason":"r""#),
            operatorAsks("state"),
            operatorAsks("views")
        )
        let state = try #require(answers[4].ok)
        #expect(state["size"] as? Int == answers[4].position)
        #expect((state["root"] as? String)?.count == 64)
        #expect((state["epoch"] as? String)?.count == 16)
        #expect(state["oldest"] as? Int == 0)
        let configuration = try #require(state["configuration"] as? [String: Any])
        #expect(configuration["textLimit"] as? Int == 10_000)
        #expect((configuration["retention"] as? [Any])?.count == 3)
        let holds = try #require(state["holds"] as? [[String: Any]])
        #expect(holds.map { $0["hold"] as? String } == [hold])
        #expect(holds.first?["matter"] as? String == "m")
        let pending = try #require(state["pendingErasures"] as? [[String: Any]])
        #expect(pending.map { $0["user"] as? String } == [anna])
        #expect(pending.map { $0["hold"] as? String } == [hold])
        #expect(pending.map { $0["why"] as? String } == ["hold"])

        let views = try #require(answers[5].ok?["items"] as? [[String: Any]])
        #expect(views.allSatisfy { $0["position"] as? Int == answers[5].position })
        #expect(views.allSatisfy { $0["faulted"] == nil })
    }

    @Test func `is the log itself, with what people wrote only where that is asked for`()
        async throws
    {
        var store = try ServedStore.make()
        let answers = try await store.answer(
            begins(group),
            sends("hello", to: group),
            operatorAsks("events", #""conversation":"\#(group)","type":"messageSent""#),
            operatorAsks(
                "events",
                #""conversation":"\#(group)","type":"messageSent","content":true"#
            ),
            operatorAsks("events", #""from":1,"limit":1"#),
            operatorAsks("events", #""from":3,"until":2"#),
            operatorAsks("events", #""conversation":"\#(otherGroup)""#),
            operatorAsks("events", #""stream":"\#(cora)""#),
            operatorAsks("events", #""type":"nothing""#),
            operatorAsks("events", #""types":[]"#),
            operatorAsks("events", #""limit":0"#)
        )
        #expect(
            answers.dropFirst(2).map { $0.code ?? "ok" } == [
                "ok", "ok", "ok", "invalidRequest", "notFound", "ok", "invalidRequest",
                "invalidRequest", "invalidRequest",
            ]
        )
        #expect(answers[9].field == "types")
        func item(_ answer: Answered) -> [String: Any]? {
            (answer.ok?["items"] as? [[String: Any]])?.first
        }
        #expect(item(answers[2])?["position"] as? Int == answers[1].position)
        #expect(item(answers[2])?["actor"] as? String == anna)
        #expect(item(answers[2])?["content"] == nil)
        let fields = try #require(item(answers[2])?["fields"] as? [String: Any])
        #expect(fields["kind"] as? String == "text")
        let content = try #require(item(answers[3])?["content"] as? [String: Any])
        #expect(content["text"] as? String == "hello")
        #expect(item(answers[4])?["type"] as? String == "logCreated")
        #expect(answers[4].ok?["next"] as? Int == 2)
        #expect((answers[7].ok?["items"] as? [Any])?.isEmpty == true)
    }

    @Test func `is how the chat was used, between two times`() async throws {
        var store = try ServedStore.make()
        let sends = { (time: Int) in
            does("send", #""conversation":"\#(group)","text":"a","at":\#(time)"#)
        }
        let answers = try await store.answer(
            begins(group),
            sends(1_000),
            sends(2_000),
            operatorAsks("metrics"),
            operatorAsks("metrics", #""from":1000,"until":2000"#),
            operatorAsks("metrics", #""from":2001"#),
            operatorAsks("metrics", #""from":2000,"until":2000"#)
        )
        let counts = answers[3...5].map { $0.ok?["messages"] as? Int }
        #expect(counts == [2, 1, 0])
        #expect(answers[3].ok?["activeSenders"] as? Int == 1)
        #expect(answers[3].ok?["perUserPerDay"] as? Double == 2)
        #expect(answers[6].code == "invalidRequest")
    }

    @Test func `is who is told of an event, each with what they may see`() async throws {
        var store = try ServedStore.make()
        let answers = try await store.answer(
            begins(group),
            does("mute", as: cora, #""conversation":"\#(group)""#),
            sends("hello", to: group)
        )
        let position = try #require(answers[2].position)
        let plans = try await store.answer(
            operatorAsks("notificationPlan", #""position":\#(position)"#),
            operatorAsks("notificationPlan", #""position":1"#),
            operatorAsks("notificationPlan", #""position":\#(position + 1)"#),
            operatorAsks("notificationPlan", #""position":0"#),
            operatorAsks("notificationPlan", #""position":-1"#),
            operatorAsks("notificationPlan", #""position":9007199254740994"#),
            operatorAsks("notificationPlan"),
            asks("notificationPlan", #""position":\#(position)"#)
        )
        let recipients = try #require(plans[0].ok?["recipients"] as? [[String: Any]])
        #expect(recipients.map { $0["user"] as? String } == [ben])
        #expect(recipients.map { $0["body"] as? String } == ["hello"])
        #expect(recipients.map { $0["threadID"] as? String } == ["conversation-\(group)"])
        #expect((plans[1].ok?["recipients"] as? [Any])?.isEmpty == true)
        #expect(
            plans.dropFirst(2).map { $0.code ?? "ok" } == [
                "notFound", "notFound", "invalidRequest", "invalidRequest", "invalidRequest",
                "permissionDenied",
            ]
        )
    }
}
