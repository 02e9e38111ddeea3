import Testing

@Suite struct `Reports through the pipe` {
    private let report = "00000000-0000-4000-8000-0000000000e1"

    @Test func `are listed for moderators and nobody else`() async throws {  // D-58 D-66
        var store = try ServedStore.make()
        let answers = try await store.answer(
            does("appointModerator", as: "operator", #""user":"\#(cora)""#),
            begins(group),
            sends("buy gold", to: group, as: ben),
            does("report", #""id":"\#(report)","user":"\#(ben)","reason":"scam""#),
            asks("reports", as: cora),
            asks("reports", as: ben),
            asks("reports", as: "operator")
        )
        let items = try #require(answers[4].ok?["items"] as? [[String: Any]])
        #expect(items.count == 1 && answers[4].ok?["next"] == nil)
        #expect(items.first?["report"] as? String == report)
        #expect(items.first?["status"] as? String == "open")
        #expect(answers[4].position == answers[3].position)
        #expect(answers[5].code == "permissionDenied" && answers[6].code == "permissionDenied")
    }

    @Test(arguments: [
        (#""status":"closed""#, "status"), (#""status":null"#, "status"), (#""limit":0"#, "limit"),
        (#""limit":501"#, "limit"), (#""limit":1.0"#, "limit"), (#""user":"x""#, "user"),
    ])
    func `are not told to who asks wrongly`(fields: String, field: String) async throws {  // D-66
        var store = try ServedStore.make()
        let answers = try await store.answer(
            does("appointModerator", as: "operator", #""user":"\#(cora)""#),
            asks("reports", as: cora, fields)
        )
        #expect(answers[1].code == "invalidRequest" && answers[1].field == field)
    }

    @Test func `go on with a cursor of their own`() async throws {  // D-53
        var store = try ServedStore.make()
        var lines = [does("appointModerator", as: "operator", #""user":"\#(cora)""#)]
        for _ in 0..<3 { lines.append(does("report", #""user":"\#(ben)","reason":"spam""#)) }
        _ = try await store.answer(lines)
        let first = try await store.answer(asks("reports", as: cora, #""limit":2"#))[0]
        let next = try #require(first.ok?["next"] as? String)
        let rest = try await store.answer(
            asks("reports", as: cora, #""cursor":"\#(next)""#),
            asks("reports", as: cora, #""cursor":"\#(next)","status":"open""#),
            asks("reports", as: cora, #""cursor":"rubbish""#)
        )
        #expect((rest[0].ok?["items"] as? [Any])?.count == 1 && rest[0].ok?["next"] == nil)
        #expect(rest[1].code == "invalidCursor" && rest[2].code == "invalidCursor")
    }
}
