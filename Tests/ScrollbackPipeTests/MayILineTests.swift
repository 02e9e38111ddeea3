import Testing

@Suite struct `Asking whether one may` {
    @Test func `says that too much was sent lately, and uses nothing up`() async throws {  // D-77
        var store = try ServedStore.make()
        _ = try await store.answer(
            does("configure", as: "operator", #""rateLimit":{"messages":2,"seconds":10}"#),
            begins(group)
        )
        let mayI = asks("mayI", #""action":"send","conversation":"\#(group)""#)
        var answers = try await store.answer(
            mayI,
            mayI,
            mayI,
            sends("1", to: group),
            mayI,
            sends("2", to: group),
            mayI,
            sends("3", to: group)
        )
        #expect(answers[4].ok?["allowed"] as? Bool == true)
        #expect(answers[6].ok?["allowed"] as? Bool == false)
        #expect(answers[6].ok?["code"] as? String == "rateLimited")
        #expect(answers[7].code == "rateLimited")
        let ben = asks("mayI", as: ben, #""action":"send","conversation":"\#(group)""#)
        let later = asks("mayI", #""action":"send","conversation":"\#(group)","at":10000"#)
        answers = try await store.answer(ben, later)
        #expect(answers[0].ok?["allowed"] as? Bool == true)
        #expect(answers[1].ok?["allowed"] as? Bool == true)
    }

    @Test func `about oneself answers what the command would be refused with`() async throws {
        // D-77
        var store = try ServedStore.make()
        let answers = try await store.answer(
            asks("mayI", #""action":"block","user":"\#(anna)""#),
            asks("mayI", #""action":"block""#),
            does("block", #""user":"\#(anna)""#)
        )
        #expect(answers[0].ok?["allowed"] as? Bool == false)
        #expect(answers[0].ok?["code"] as? String == "invalidRequest")
        #expect(answers[1].code == "invalidRequest" && answers[2].code == "invalidRequest")
    }
}
