import Glibc
import Testing

private let chat = #""conversation":"\#(group)""#
private let words = #""content":true,"types":["messageSent"]"#
private func configures(_ looks: String) -> String {
    does("configure", as: "operator", #""looks":"\#(looks)""#)
}

extension ServedStore {
    /// The looks that the log has, oldest first: the fields of each.
    fileprivate mutating func looks() async throws -> [[String: Any]] {
        let line = asks("events", as: "operator", #""types":["contentOpened"]"#)
        let answers = try await answer(line)
        let items = try #require(answers[0].ok?["items"] as? [[String: Any]])
        return items.map { $0["fields"] as? [String: Any] ?? [:] }
    }
}

@Suite(.timeLimit(.minutes(5))) struct `Looks at other people's words` {
    @Test(arguments: Carrier.allCases)
    func `are logged once in a quarter of an hour, before the answer`(carrier: Carrier) async throws
    {
        var store = try ServedStore.make(over: carrier)
        _ = try await store.answer(begins(group), sends("secret", to: group))
        func look(_ reason: String, _ at: Int, _ fields: String = chat) -> String {
            asks(
                "events",
                as: "operator",
                #"\#(words),\#(fields),"reason":"\#(reason)","at":\#(at)"#
            )
        }
        let first = try await store.answer(look("a case", 1_000))[0]
        #expect(first.ok != nil && first.position == 7)
        let again = try await store.answer(look("a case", 1_000 + 15 * 60_000 - 1))[0]
        #expect(again.position == 7)
        // Another reason, another subject, and the same after a quarter of an hour.
        let others = try await store.answer(
            look("another case", 1_000 + 15 * 60_000 - 1),
            look("a case", 1_000 + 15 * 60_000 - 1, #""user":"\#(anna)""#),
            look("a case", 1_000 + 15 * 60_000)
        )
        #expect(others.map(\.position) == [8, 9, 10])
        let looks = try await store.looks()
        #expect(looks.count == 4)
        #expect(looks.allSatisfy { $0["looker"] as? String == carrier.looker })
        #expect(looks[0]["query"] as? String == "events")
        #expect(looks[0]["conversation"] as? String == group)
        #expect(looks[2]["user"] as? String == anna)
        // The reason is sealed content.
        let shown = try await store.answer(
            asks("events", as: "operator", #""content":true,"types":["contentOpened"]"#)
        )[0]
        let items = try #require(shown.ok?["items"] as? [[String: Any]])
        #expect((items[0]["content"] as? [String: Any])?["reason"] as? String == "a case")
    }

    @Test(arguments: Carrier.allCases)
    func `need no reason unless it is required`(carrier: Carrier) async throws {
        var store = try ServedStore.make(over: carrier)
        _ = try await store.answer(begins(group), sends("secret", to: group))
        let without = asks("events", as: "operator", words)
        let with = asks("events", as: "operator", words + #","reason":"why""#)
        let profiles = asks("profiles", as: "operator", #""users":["\#(anna)"]"#)
        let answers = try await store.answer(
            without,
            profiles,
            configures("required"),
            without,
            profiles,
            with,
            configures("off"),
            without,
            with,
            asks("events", as: "operator", words + #","reason":"other""#)
        )
        #expect(
            answers.map(\.code) == [
                nil, nil, nil, "reasonNeeded", "reasonNeeded", nil, nil, nil, nil, nil,
            ]
        )
        #expect(answers[3].field == "reason")
        #expect(try await store.looks().count == 1)
        let state = try await store.answer(asks("state", as: "operator"))[0]
        #expect((state.ok?["configuration"] as? [String: Any])?["looks"] as? String == "off")
    }

    @Test(arguments: [Carrier.pipe, .http])
    func `are not what shows no words, nor what the embedder asks for its users`(
        carrier: Carrier
    ) async throws {
        var store = try ServedStore.make(over: carrier)
        _ = try await store.answer(
            begins(group),
            sends("secret", to: group),
            configures("required")
        )
        let answers = try await store.answer(
            asks("events", as: "operator"),
            asks("events", as: "operator", #""reason":"why""#),
            asks("state", as: "operator"),
            asks("metrics", as: "operator"),
            asks("messages", chat),
            asks("messages", chat + #","asOf":3"#),
            asks("notificationPlan", as: "operator", #""position":3"#),
            // Only the operator opens the log; that is said before a reason is wanted.
            asks("events", words)
        )
        #expect(answers.dropLast().allSatisfy { $0.ok != nil })
        #expect(answers.last?.code == "permissionDenied")
        #expect(try await store.looks().isEmpty)
        // With a reason it is one.
        let given = try await store.answer(asks("messages", chat + #","reason":"why""#))[0]
        #expect(given.position == 8)
        #expect(try await store.looks()[0]["asUser"] as? String == anna)
    }

    @Test func `are every query as a user through the control socket`() async throws {
        var store = try ServedStore.make(over: .socket)
        _ = try await store.answer(begins(group), sends("a", to: group), configures("required"))
        let answers = try await store.answer(
            asks("messages", chat),
            asks("conversations"),
            asks("notificationPlan", as: "operator", #""position":3"#),
            asks("rate"),
            asks("unread"),
            // A command of a user is none.
            sends("b", to: group),
            asks("messages", chat + #","reason":"why""#),
            asks("conversations", #""reason":"why""#)
        )
        #expect(
            answers.map(\.code) == [
                "reasonNeeded", "reasonNeeded", "reasonNeeded", nil, nil, nil, nil, nil,
            ]
        )
        #expect(answers[6].position == 9 && answers[7].position == 10)
        let looks = try await store.looks()
        #expect(looks.map { $0["query"] as? String } == ["messages", "conversations"])
        #expect(looks.allSatisfy { $0["asUser"] as? String == anna })
    }

    @Test(arguments: Carrier.allCases)
    func `are also into the past`(carrier: Carrier) async throws {
        var store = try ServedStore.make(over: carrier)
        _ = try await store.answer(begins(group), sends("a", to: group), configures("required"))
        let inner = #"{"ask":"messages",\#(chat),"as":"\#(anna)"}"#
        func past(_ fields: String) -> String {
            asks("asOf", as: "operator", #""position":3,"query":\#(inner)\#(fields)"#)
        }
        let answers = try await store.answer(
            past(""),
            past(#","reason":"why""#),
            asks("events", as: "operator", words + #","asOf":3"#),
            asks("events", as: "operator", words + #","asOf":3,"reason":"why""#)
        )
        #expect(answers.map(\.code) == ["reasonNeeded", nil, "reasonNeeded", nil])
        let looks = try await store.looks()
        #expect(looks.count == 2)
        #expect(looks.allSatisfy { $0["past"] as? Bool == true })
        #expect(looks[0]["asUser"] as? String == anna && looks[1]["asUser"] == nil)
    }

    @Test(arguments: Carrier.allCases)
    func `with a reason that is none are refused`(carrier: Carrier) async throws {
        var store = try ServedStore.make(over: carrier)
        _ = try await store.answer(begins(group), sends("a", to: group))
        func look(_ reason: String) -> String {
            asks("events", as: "operator", words + #","reason":\#(reason)"#)
        }
        let long = String(repeating: "a", count: 2_000)
        let answers = try await store.answer(
            look(#""""#),
            look(#"" \n ""#),
            look(#""a\u0000b""#),
            look(#""\#(long)a""#),
            look("null"),
            look("1"),
            look(#""\#(long)""#)
        )
        // What another process shows, it has the writing one log.
        let told = try await store.answer(
            does("logLook", as: "operator", #""query":"x y","reason":"why""#),
            does("logLook", as: "operator", #""query":"export","reason":"""#),
            does("logLook", as: "operator", #""query":"export""#),
            does("logLook", #""query":"export","reason":"why""#),
            does("logLook", as: "operator", #""query":"export","reason":"why",\#(chat)"#)
        )
        let invalid = "invalidRequest"
        #expect(
            answers.map(\.code) == [
                "invalidText", "invalidText", "invalidText", "invalidText", invalid, invalid, nil,
            ]
        )
        #expect(
            told.map(\.code) == [invalid, "invalidText", invalid, "permissionDenied", nil]
        )
        #expect(answers[0].field == "reason")
        #expect(answers[6].position == 7 && told[4].position == 8)
        let looks = try await store.looks()
        #expect(looks.map { $0["query"] as? String } == ["events", "export"])
    }

    @Test(arguments: Carrier.allCases)
    func `show nothing if they cannot be made durable`(carrier: Carrier) async throws {
        // Through the pipe, the first two lines share a commit.
        let looking = carrier == .pipe ? 2 : 3
        var store = try ServedStore.make(over: carrier, unknownFrom: looking)
        let answers = try await store.answer(
            begins(group),
            sends("secret", to: group),
            asks("events", as: "operator", words + #","reason":"why""#),
            asks("events", as: "operator", words + #","reason":"why""#)
        )
        #expect(answers[2].ok == nil && answers[3].ok == nil)
        #expect(answers[2].code == "outcomeUnknown" && answers[3].code == "stopped")
    }
}
