import Foundation
import ScrollbackPipe
import TestSupport
import Testing

private let unlimited = does("configure", as: "operator", #""rateLimit":null"#)

@Suite struct `Every line gets one line` {
    @Test func `in order, whatever the lines are`() async throws {
        var store = try ServedStore.make()
        let lines = (0..<40).map { number in
            let ref = #"{"ref":\#(number),"#
            return switch number % 4 {
            case 0: ref + does("setProfile", #""username":"a\#(number)""#).dropFirst()
            case 1: ref + asks("settings").dropFirst()
            case 2: ref + #""as":"\#(anna)","do":"fly"}"#
            default: ref + does("configure").dropFirst()
            }
        }
        let answers = try await store.answer(lines)
        #expect(answers.map(\.ref) == Array(0..<40))
        #expect(
            answers.map { $0.code ?? "ok" }.prefix(4) == [
                "ok", "ok", "invalidRequest", "permissionDenied",
            ]
        )
        for answer in answers {
            #expect(
                answer.names == (answer.ok == nil ? ["ref", "error"] : ["ref", "ok", "position"])
            )
        }
    }

    @Test(arguments: ["", " ", "[]", "null", "{", "\u{0}", "{}", #"{"as":1}"#, "{}{}", "\u{FF}"])
    func `also rubbish, and the next one is read`(rubbish: String) async throws {
        var store = try ServedStore.make()
        let answers = try await store.answer(rubbish, asks("settings"))
        #expect(answers.count == 2)
        #expect(answers[0].code == "invalidRequest")
        #expect(answers[1].ok?["shareTyping"] as? Bool == true)
    }

    @Test(arguments: [Carrier.pipe, .socket])
    func `with a zero byte anywhere too, which ends no line and no text`(
        carrier: Carrier
    ) async throws {
        var store = try ServedStore.make(over: carrier)
        let begun = try #require(try await store.answer(begins(group))[0].position)
        let line = sends("before after", to: group)
        let places = [
            "\0\(line)", "\(line)\0", "\(line)\0\(line)",
            line.replacing("before ", with: "before\0"),
            line.replacing("text", with: "text\0"), line.replacing("}", with: "\0}"),
        ]
        for place in places {
            let answers = try await store.answer(
                place,
                asks("messages", #""conversation":"\#(group)""#)
            )
            #expect(answers[0].code == "invalidRequest", "\(answers[0].object)")
            #expect(answers[1].position == begun, "\(answers[1].object)")
        }
        #expect(try await store.answer(line)[0].position == begun + 1)
    }

    @Test func `that is longer than a mebibyte as well`() async throws {
        var store = try ServedStore.make()
        let start = #"{"as":"\#(anna)","ask":"settings","ref":""#
        let padding = String(repeating: "x", count: 1 << 20 - start.utf8.count - 2)
        let answers = try await store.answer(start + padding + #""}"#, start + padding + #"x"}"#)
        #expect(answers[0].ok != nil)
        #expect(answers[1].code == "invalidRequest")
    }
}

@Suite struct `After an outcome that is unknown` {  // D-81
    @Test func `later commands are told that the store has stopped, and queries are answered`()
        async throws
    {
        var store = try ServedStore.make(unknownFrom: 2)
        let answers = try await store.answer(
            begins(group),
            asks("settings"),
            sends("a", to: group),
            asks("settings"),
            sends("b", to: group),
            asks("settings")
        )
        #expect(answers[0].ok != nil)
        #expect(answers[2].code == "outcomeUnknown")
        #expect(answers[4].code == "stopped")
        #expect(answers[5].ok != nil)
    }
}

@Suite struct `Commands that wait together share a commit` {
    @Test(arguments: [(999, 1), (1_000, 1), (1_001, 2), (2_500, 3)])
    func `up to a thousand of them`(count: Int, commits: Int) async throws {
        var store = try ServedStore.make()
        _ = try await store.answer(unlimited, begins(group))
        let lines = (0..<count).map { sends("\($0)", to: group) }
        #expect(try await store.commits(for: lines) == commits)
    }

    @Test func `also around lines that are refused or no lines at all`() async throws {
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        let lines = [sends("1", to: group), "rubbish", sends("", to: group), sends("2", to: group)]
        #expect(try await store.commits(for: lines) == 1)
    }

    @Test func `up to a query, which sees all of them`() async throws {
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        let id = "00000000-0000-4000-8000-0000000000ff"
        let send = does("send", #""conversation":"\#(group)","id":"\#(id)","text":"a""#)
        let lines = [send, asks("outcome", #""id":"\#(id)""#), sends("b", to: group)]
        #expect(try await store.commits(for: lines) == 2)
        let answer = try await store.answer(asks("outcome", #""id":"\#(id)""#))[0]
        #expect(answer.ok?["known"] as? Bool == true)
    }

    @Test func `up to what would change a count that is still to be made`() async throws {
        var store = try ServedStore.make()
        let first = "00000000-0000-4000-8000-0000000000b1"
        _ = try await store.answer(
            begins(group),
            begins(otherGroup),
            does("send", #""conversation":"\#(group)","id":"\#(first)","text":"a""#),
            sends("a", to: otherGroup)
        )
        let upTo = #""conversation":"\#(group)","upTo":"\#(first)""#
        let reads = does("markRead", as: ben, upTo)
        let readsToo = does("markRead", as: cora, upTo)
        // Another one's marker and another conversation do not matter to what ben is told.
        let apart = [reads, readsToo, sends("b", to: otherGroup)]
        #expect(try await store.commits(for: apart) == 1)
        let unreads = does(
            "markUnread",
            as: ben,
            #""conversation":"\#(group)","from":"\#(first)""#
        )
        #expect(try await store.commits(for: [unreads, sends("d", to: group)]) == 2)
        #expect(try await store.commits(for: [reads, sends("e", to: group)]) == 2)
        #expect(try await store.commits(for: [unreads, reads]) == 2)
        #expect(try await store.answer(unreads, reads).map(\.unread) == [3, 2])
    }

    @Test func `a user who comes and goes, unless their count is still to be made`() async throws {
        var store = try ServedStore.make()
        let first = "00000000-0000-4000-8000-0000000000b1"
        let fourth = "00000000-0000-4000-8000-00000000000d"
        _ = try await store.answer(
            begins(group),
            does("send", #""conversation":"\#(group)","id":"\#(first)","text":"a""#)
        )
        let reacts = does("react", as: ben, #""message":"\#(first)","reaction":"love""#)
        let adds = does("add", #""conversation":"\#(group)","user":"\#(fourth)""#)
        let leaves = does("leave", as: cora, #""conversation":"\#(group)""#)
        #expect(try await store.commits(for: [reacts, adds, leaves]) == 1)
        let reactsToo = does("react", as: fourth, #""message":"\#(first)","reaction":"like""#)
        let removes = does("remove", #""conversation":"\#(group)","user":"\#(fourth)""#)
        #expect(try await store.commits(for: [reactsToo, removes]) == 2)
        let dislikes = does("react", as: ben, #""message":"\#(first)","reaction":"dislike""#)
        let clears = does("clearHistory", as: ben, #""conversation":"\#(group)""#)
        #expect(try await store.commits(for: [dislikes, clears]) == 2)
        let groups = try await store.answer(asks("reactions", #""message":"\#(first)""#))[0]
        #expect((groups.ok?["groups"] as? [Any])?.count == 2)
    }

    @Test func `reactions that happen together too, which are answered nothing`() async throws {
        // D-80
        var store = try ServedStore.make()
        let first = "00000000-0000-4000-8000-0000000000b1"
        _ = try await store.answer(
            begins(group),
            does("send", #""conversation":"\#(group)","id":"\#(first)","text":"a""#)
        )
        let one = #"{"do":"react","message":"\#(first)","reaction":"love"}"#
        let other = #"{"do":"unreact","message":"\#(first)","reaction":"love"}"#
        let all = does("all", as: ben, #""commands":[\#(one),\#(other),\#(one)]"#)
        let alone = does("react", as: cora, #""message":"\#(first)","reaction":"love""#)
        let answers = try await store.answer(all, alone, all)
        let results = answers.map { $0.ok?["results"] as? [[String: Any]] }
        #expect(results[0]?.map(\.count) == [0, 0, 0])
        #expect(results[2]?.map(\.count) == [0, 0, 0])
        let groups = try #require(answers[1].ok?["reactions"] as? [[String: Any]])
        #expect(groups.map { $0["count"] as? Int } == [2])
        #expect((groups.first?["users"] as? [Any])?.count == 2)
    }

    @Test func `also where all is read, for then nothing is left to count`() async throws {
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        let reads = does("markRead", as: ben, #""conversation":"\#(group)""#)
        let lines = [sends("a", to: group), reads, sends("b", to: group), reads]
        #expect(try await store.commits(for: lines) == 1)
        let answers = try await store.answer(lines + [sends("c", to: group)])
        #expect(answers.map(\.unread) == [nil, 0, nil, 0, nil])
        #expect(
            try await store.answer(asks("unread", as: ben, #""conversation":"\#(group)""#))[0]
                .unread == 1
        )
    }

    @Test func `but where it may have been read before, what is unread since then counts`()
        async throws
    {
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        let id = "00000000-0000-4000-8000-0000000000ee"
        let reads = does("markRead", as: ben, #""conversation":"\#(group)","id":"\#(id)""#)
        let together = try await store.answer(
            sends("a", to: group),
            reads,
            sends("b", to: group),
            reads,
            sends("c", to: group)
        )
        #expect(together.map(\.unread) == [nil, 0, nil, 1, nil])
        let later = try await store.answer(reads, sends("d", to: group), reads)
        #expect(later.map(\.unread) == [2, nil, 3])
    }

    @Test func `but for what is to happen together, which has one of its own`() async throws {
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        let one = #"{"do":"send","conversation":"\#(group)","text":"a"}"#
        let all = does("all", #""commands":[\#(one),\#(one)]"#)
        let lines = [sends("a", to: group), all, sends("b", to: group)]
        #expect(try await store.commits(for: lines) == 3)
        let answers = try await store.answer(all, does("all", as: "operator", #""commands":[]"#))
        #expect((answers[0].ok?["results"] as? [Any])?.count == 2)
        #expect(answers[1].code == "invalidRequest")
    }

    @Test func `together under an id are answered again as the first time`() async throws {
        // D-117 SYNC-05
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        let id = "00000000-0000-4000-8000-0000000000c1"
        let sends = #"{"do":"send","conversation":"\#(group)","text":"a"}"#
        let group2 = #"{"do":"createGroup","members":["\#(ben)","\#(cora)"]}"#
        let reports = #"{"do":"report","user":"\#(ben)","reason":"spam"}"#
        func all(_ lines: String...) -> String {
            does("all", #""id":"\#(id)","commands":[\#(lines.joined(separator: ","))]"#)
        }
        let line = all(sends, sends, group2, reports)
        let answers = try await store.answer(line, line, all(sends, sends, reports, group2))
        let first = try #require(answers[0].ok?["results"] as? [[String: Any]])
        let again = try #require(answers[1].ok?["results"] as? [[String: Any]])
        #expect(first.count == 4)
        let named = zip(["message", "message", "conversation", "report"], 0...)
        for (name, index) in named {
            let made = try #require(first[index][name] as? String)
            #expect(again[index][name] as? String == made)
        }
        #expect(first[0]["message"] as? String != first[1]["message"] as? String)
        #expect(answers[0].position == answers[1].position)
        #expect(answers[2].code == "idempotencyConflict")
        // Another one's batch of the same id creates its own.
        let others = try await store.answer(
            does("all", as: ben, #""id":"\#(id)","commands":[\#(sends)]"#)
        )
        let sent = try #require(others[0].ok?["results"] as? [[String: Any]])
        #expect(sent[0]["message"] as? String != first[0]["message"] as? String)
    }
}

@Suite struct `Lines that bring the time` {
    private func sentAt(_ answer: Answered) -> Int? { answer.ok?["sentAt"] as? Int }

    private func sends(at time: Int?) -> String {
        let at = time.map { #","at":\#($0)"# } ?? ""
        return does("send", #""conversation":"\#(group)","text":"a"\#(at)"#)
    }

    @Test func `make it, and it never goes back`() async throws {  // D-01 D-02
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        let answers = try await store.answer(
            sends(at: nil),
            sends(at: 5),
            sends(at: 3),
            sends(at: nil),
            sends(at: -7),
            sends(at: 6)
        )
        #expect(answers.map(sentAt) == [0, 5, 5, 5, 5, 6])
    }

    @Test func `count where they are refused, and not where they are malformed`() async throws {
        // D-03
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        let refused = does("send", as: ben, #""conversation":"\#(group)","text":"","at":50"#)
        let asked = asks("settings", as: ben, #""at":60"#)
        let denied = does("configure", as: ben, #""at":70"#)
        let malformed = does("send", as: ben, #""conversation":"\#(group)","texts":"","at":80"#)
        let unserved = asks("fly", as: ben, #""at":90"#)
        let unknown = asks("settings", as: ben, #""limit":1,"at":100"#)
        let answers = try await store.answer(
            refused,
            sends(at: nil),
            asked,
            sends(at: nil),
            denied,
            sends(at: nil),
            malformed,
            unserved,
            unknown,
            sends(at: nil)
        )
        #expect(answers.compactMap(sentAt) == [50, 60, 70, 70])
    }

    @Test func `decide how long somebody is typing`() async throws {  // C30 D-03
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        func types(_ on: Bool, at time: Int) -> String {
            does("typing", as: ben, #""conversation":"\#(group)","on":\#(on),"at":\#(time)"#)
        }
        func sees(at time: Int) -> String {
            asks("typing", #""conversation":"\#(group)","at":\#(time)"#)
        }
        func count(_ answer: Answered) -> Int? { (answer.ok?["users"] as? [Any])?.count }
        let answers = try await store.answer(
            types(true, at: 1_000),
            sees(at: 5_999),
            sees(at: 6_000),
            types(true, at: 7_000),
            sees(at: 7_001),
            types(false, at: 7_002),
            sees(at: 7_003),
            types(true, at: 8_000),
            does("send", as: ben, #""conversation":"\#(group)","text":"a""#),
            sees(at: 8_001),
            does("setSettings", as: ben, #""shareTyping":false"#),
            types(true, at: 9_000),
            does("setSettings", as: ben, #""shareTyping":true"#),
            sees(at: 9_001)
        )
        #expect(answers.compactMap(count) == [1, 0, 1, 0, 0, 0])
        #expect(answers[1].ok?["text"] as? String == "Unknown is typing...")
        #expect(answers[2].ok?["text"] == nil)
    }
}

@Suite struct `Presence through the pipe` {  // LIVE-10 LIVE-11 D-82
    private func shown(_ answer: Answered) -> [[String: Any]] {
        answer.ok?["items"] as? [[String: Any]] ?? []
    }

    @Test func `lasts 75 seconds of the given time, and is shown to members`() async throws {
        var store = try ServedStore.make()
        _ = try await store.answer(begins(group))
        func says(_ state: String, at time: Int, _ device: String = "") -> String {
            does("presence", as: ben, #""state":"\#(state)","at":\#(time)\#(device)"#)
        }
        func sees(at time: Int) -> String {
            asks("presence", #""users":["\#(ben)","\#(ben)"],"at":\#(time)"#)
        }
        let answers = try await store.answer(
            says("online", at: 1_000),
            sees(at: 75_999),
            sees(at: 76_000),
            says("online", at: 80_000, #","device":"phone""#),
            says("offline", at: 80_001, #","device":"tablet""#),
            sees(at: 80_002),
            says("offline", at: 80_003, #","device":"phone""#),
            sees(at: 80_004)
        )
        let items = answers.filter { $0.ok?["items"] != nil }.map(shown)
        #expect(items.map(\.count) == [1, 1, 1, 1])
        #expect(items.map { $0.first?["online"] as? Bool } == [true, false, true, false])
        #expect(
            items.map { $0.first?["lastSeenAt"] as? Int } == [1_000, 1_000, 80_001, 80_003]
        )
    }

    @Test func `is not hidden by a setting that is sent once more`() async throws {
        var store = try ServedStore.make()
        func sets(_ isOn: Bool, _ id: String) -> String {
            does(
                "setSettings",
                as: ben,
                #""sharePresence":\#(isOn),"id":"00000000-0000-4000-8000-0000000000\#(id)""#
            )
        }
        let answers = try await store.answer(
            sets(false, "e1"),
            sets(true, "e2"),
            does("presence", as: ben, #""state":"online""#),
            sets(false, "e1"),
            asks("presence", as: ben, #""users":["\#(ben)"]"#)
        )
        #expect(answers[3].position == answers[0].position)
        #expect(shown(answers[4]).first?["online"] as? Bool == true)
    }

    @Test func `takes nothing else`() async throws {
        var store = try ServedStore.make()
        let many = (0...500).map { number in
            let digits = String(1_000 + number)
            return #""00000000-0000-4000-8000-00000000\#(digits)""#
        }
        let answers = try await store.answer(
            does("presence", #""state":"away""#),
            does("presence"),
            does("presence", #""state":"online","device":7"#),
            does("presence", #""state":"online","device":"""#),
            does("presence", as: "operator", #""state":"online""#),
            asks("presence"),
            asks("presence", #""users":"\#(ben)""#),
            asks("presence", #""users":[\#(many.joined(separator: ","))]"#),
            asks("presence", as: "operator", #""users":[]"#),
            asks("presence", #""users":[]"#)
        )
        #expect(
            answers.map(\.code) == [
                "invalidRequest", "invalidRequest", "invalidRequest", "invalidText",
                "permissionDenied", "invalidRequest", "invalidRequest", "invalidRequest",
                "permissionDenied", nil,
            ]
        )
        #expect(shown(answers[9]).isEmpty)
    }
}

@Suite struct `What a user's own commands led to` {
    @Test func `is known by their ids and by those of what they created`() async throws {  // D-04
        var store = try ServedStore.make()
        let attempt = "00000000-0000-4000-8000-0000000000e1"
        let message = "00000000-0000-4000-8000-0000000000e2"
        let report = "00000000-0000-4000-8000-0000000000e3"
        let answers = try await store.answer(
            begins(group),
            does("rename", #""conversation":"\#(group)","title":"T","id":"\#(attempt)""#),
            does("send", #""conversation":"\#(group)","text":"a","id":"\#(message)""#),
            does("report", #""user":"\#(ben)","reason":"spam","id":"\#(report)""#),
            does("startDirect", #""with":"\#(ben)""#)
        )
        let direct = try #require(answers[4].ok?["conversation"] as? String)
        for (number, id) in [group, attempt, message, report].enumerated() {
            let outcomes = try await store.answer(
                asks("outcome", #""id":"\#(id)""#),
                asks("outcome", as: ben, #""id":"\#(id)""#)
            )
            #expect(outcomes[0].ok?["known"] as? Bool == true)
            #expect(outcomes[0].ok?["position"] as? Int == answers[number].position)
            #expect(outcomes[1].ok?["known"] as? Bool == false)
            #expect(outcomes[1].ok?["position"] == nil)
        }
        // The store has named it, so that nobody can have asked under this name.
        let outcome = try await store.answer(asks("outcome", #""id":"\#(direct)""#))[0]
        #expect(outcome.ok?["known"] as? Bool == false)
    }

    @Test func `is known of commands that happened together, by their common id or by one's own`()
        async throws
    {  // D-04 D-117
        var store = try ServedStore.make()
        let (together, apart) = (
            "00000000-0000-4000-8000-0000000000f1", "00000000-0000-4000-8000-0000000000f2"
        )
        let own = "00000000-0000-4000-8000-0000000000f3"
        let message = "00000000-0000-4000-8000-0000000000f4"
        let send = #"{"do":"send","conversation":"\#(group)","text":"a","id":"\#(message)"}"#
        let pin = #"{"do":"pin","conversation":"\#(group)","id":"\#(own)"}"#
        let answers = try await store.answer(
            begins(group),
            does("all", #""id":"\#(together)","commands":[\#(send)]"#),
            does("all", #""id":"\#(apart)","commands":[\#(pin)]"#)
        )
        for (id, number) in [(together, 1), (message, 1), (apart, 2), (own, 2)] {
            let outcome = try await store.answer(asks("outcome", #""id":"\#(id)""#))[0]
            #expect(outcome.ok?["position"] as? Int == answers[number].position)
        }
    }

    @Test func `and what they may do and have set, they can ask`() async throws {  // D-52 D-69
        var store = try ServedStore.make()
        let answers = try await store.answer(
            begins(group),
            asks("mayI", #""action":"rename","conversation":"\#(group)""#),
            asks(
                "mayI",
                as: ben,
                #""action":"setRole","conversation":"\#(group)","user":"\#(cora)""#
            ),
            asks("mayI", #""action":"erase""#),
            asks("mayI", #""action":"add","conversation":"\#(group)""#),
            does("block", #""user":"\#(cora)""#),
            does("block", #""user":"\#(ben)""#),
            asks("blocks"),
            asks("blocks", as: ben)
        )
        #expect(answers[1].ok?["allowed"] as? Bool == true)
        #expect(answers[2].ok?["code"] as? String == "permissionDenied")
        #expect(answers[3].ok?["code"] as? String == "permissionDenied")
        #expect(answers[4].code == "invalidRequest")
        #expect(answers[4].field == "user")
        let blocked = (7...8).map { answers[$0].ok?["users"] as? [[String: Any]] }
        let ids = blocked.map { users in users?.map { $0["user"] as? String } }
        #expect(ids == [[cora, ben], []], "in the order of blocking")
    }
}
