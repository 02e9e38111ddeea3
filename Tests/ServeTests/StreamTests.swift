import Foundation
import Glibc
import HTTPServing
import Messaging
import Scrollback
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(15)))
struct `A stream of changes` {
    private func begun(
        _ rights: [String] = ["users", "events"],
        limits: HTTPLimits = HTTPLimits(),
        times: StreamTimes = StreamTimes()
    ) async throws -> ServedStore {
        let served = try ServedStore(rights, limits: limits, times: times)
        let made = try served.post(
            "/v1/commands/createGroup",
            #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        )
        #expect(made.status == 200, "\(made.text)")
        try await served.store.operator.configure(Configure(rateLimit: .unlimited))
        return served
    }

    private func say(_ served: ServedStore, _ text: String, as user: String = anna) throws {
        let body = try JSONSerialization.data(withJSONObject: [
            "as": user, "conversation": group, "text": text,
        ])
        let answer = try served.post(
            "/v1/commands/send",
            String(decoding: body, as: UTF8.self)
        )
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func stream(
        _ served: ServedStore,
        _ query: String = "",
        as user: String? = ben,
        key: String? = nil,
        headers: [String] = []
    ) throws -> StreamClient {
        let client = StreamClient(port: served.port)
        let named = user.map { ["Scrollback-As: \($0)"] } ?? []
        client.open(
            query,
            key: key ?? served.keys["users"] ?? "",
            headers: (key == nil ? named : []) + headers
        )
        return client
    }

    @Test func `begins with the present state, then has every change, framed right`() async throws {
        let served = try await begun()
        let client = try stream(served, key: try served.token(ben))
        #expect(client.status == 200)
        #expect(client.headers["content-type"] == "text/event-stream")
        #expect(client.headers["x-accel-buffering"] == "no")
        #expect(client.headers["cache-control"] == "no-store")
        #expect(client.headers["scrollback-resumed-from"] == nil)
        let snapshot = try #require(client.next())
        #expect(snapshot.name == "snapshot")
        #expect((1_000...5_000).contains(client.retry ?? 0))
        #expect((snapshot.data["conversations"] as? [String: Any])?["items"] is [Any])
        #expect(snapshot.data["unread"] is [String: Any])
        #expect(snapshot.data["settings"] is [String: Any])
        #expect(snapshot.data["position"] as? String == snapshot.id, "sealed")
        #expect(client.next()?.name == "caughtUp")
        let texts = [
            "plain", "a\nb", "a\r\nb", "a\rb", "\n\ndata: x\n\nevent: closed", "id: 7\nretry: 1",
            "x\u{2028}y\u{2029}z\u{85}w", "\u{202E}abc \"quoted\" \\ </script>", "日本 👩‍👩‍👧",
            String(repeating: "e\u{301}", count: 1_000),
        ]
        for text in texts { try say(served, text) }
        for text in texts {
            let event = try #require(client.next())
            #expect(event.name == "change" && event.type == "message", "\(event)")
            // The store trims ends of texts, and keeps line feeds.
            let kept = try #require(event.body)
            #expect(!kept.isEmpty && event.id != nil)
            #expect(!event.text.contains("\n") && !event.text.contains("\r"), "\(text)")
        }
        let lines = try stream(
            served,
            "?since=0&carrier=ndjson",
            key: try served.token(ben)
        )
        #expect(lines.headers["content-type"] == "application/x-ndjson")
        // The first line has it.
        let first = try #require(lines.next())
        #expect((1_000...5_000).contains(lines.retry ?? 0))
        var bodies = [first.body].compactMap(\.self)
        while let event = lines.next(), event.name != "caughtUp" {
            if let body = event.body { bodies.append(body) }
        }
        #expect(bodies.count >= texts.count)
    }

    @Test func `has for each user what the query has for them`() async throws {
        let served = try await begun()
        let people = [anna, ben, cora]
        let clients = try people.map { try stream(served, as: $0) }
        for client in clients { _ = client.next("caughtUp") }
        for number in 0..<6 {
            try say(served, "\(number)", as: people[number % people.count])
            var texts: Set<String> = []
            for (user, client) in zip(people, clients) {
                let event = try #require(client.next("change"))
                let position = try #require(event.data["position"] as? Int)
                texts.insert(event.text)
                let asked = try served.post(
                    "/v1/queries/changes",
                    #"{"as":"\#(user)","since":\#(position - 1)}"#
                )
                let items = try #require(asked.ok?["items"] as? [NSDictionary])
                #expect(items == [event.data as NSDictionary], "\(user)")
            }
            #expect(texts.count > 1, "the sender sees more of it than the others")
        }
    }

    @Test func `resumes behind what was known, and says so; rubbish is a reset with the state`()
        async throws
    {
        let served = try await begun()
        for number in 0..<3 { try say(served, "\(number)") }
        let token = try served.token(ben)
        let first = try stream(served, "?since=0", key: token)
        _ = first.next("caughtUp")
        let known = try #require(first.lastID)
        try say(served, "three")
        let second = try stream(served, key: token, headers: ["Last-Event-ID: \(known)"])
        #expect(second.headers["scrollback-resumed-from"] == known)
        #expect(second.next()?.body == "three")
        // What the client was told last counts more than the address.
        let third = try stream(served, "?since=0", key: token, headers: ["Last-Event-ID: \(known)"])
        #expect(third.next()?.body == "three")
        let other = try #require(
            try served.post("/v1/queries/settings", "{}", key: try served.token(anna))
                .object["position"] as? String
        )
        for since in ["3", "x", "AQ", other, "%41%51"] {
            let client = try stream(served, "?since=\(since)", key: token)
            let reset = try #require(client.next())
            #expect(reset.name == "reset" && reset.id == nil, "\(since): \(reset)")
            #expect(reset.data["reason"] as? String == "unknownPosition")
            let state = try #require(client.next())
            #expect(state.name == "snapshot" && state.id != nil)
            #expect(client.headers["scrollback-resumed-from"] == nil)
        }
        for (since, reason) in [
            ("999", "unknownPosition"), ("00000000000000ff:1", "otherEpoch"),
            ("-1", "unknownPosition"),
        ] {
            let client = try stream(served, "?since=\(since)")
            #expect(client.next()?.data["reason"] as? String == reason, "\(since)")
            #expect(client.next()?.name == "snapshot")
        }
        for query in [
            "?x=1", "?since", "?since=0&since=0", "?wait=x", "?wait=61", "?wait=-1", "?carrier=x",
            "?wait=1&carrier=sse", "?conversation=x", "?since=%", "?since=%zz", "?since=%ff", "?=1",
        ] {
            #expect(try stream(served, query).status == 400, "\(query)")
        }
        #expect(try stream(served, "?conversation=\(anna)").status == 404)
        #expect(try stream(served, as: nil).status == 403, "events of all need their right")
        #expect(try stream(served, as: "operator").status == 400)
        let foreign = try stream(served, key: token, headers: ["Scrollback-As: \(anna)"])
        #expect(foreign.status == 403)
        #expect(try stream(served, key: "x").status == 401)
    }

    @Test func `of one conversation ends with the member's own removal, and then there is nothing`()
        async throws
    {
        let served = try await begun()
        let all = try stream(served, "?since=0")
        _ = all.next("caughtUp")
        let client = try stream(served, "?conversation=\(group)")
        let snapshot = try #require(client.next())
        #expect(snapshot.data["conversation"] is [String: Any])
        #expect((snapshot.data["messages"] as? [String: Any])?["items"] is [Any])
        _ = client.next("caughtUp")
        try say(served, "before")
        let removal = try served.post(
            "/v1/commands/remove",
            #"{"as":"\#(anna)","conversation":"\#(group)","user":"\#(ben)"}"#
        )
        #expect(removal.status == 200, "\(removal.text)")
        try say(served, "behind")
        let events = client.rest()
        #expect(events.map(\.type) == ["message", "member", "ended", nil], "\(events)")
        #expect(events.last?.name == "closed")
        #expect(client.hasEnded)
        #expect(events[1].id == nil, "both changes of one event, or none")
        let again = try stream(
            served,
            "?conversation=\(group)",
            headers: ["Last-Event-ID: \(events[2].id ?? "")"]
        )
        #expect(again.status == 204)
        // The stream of everything goes on without it.
        #expect(all.next("change")?.body == "before")
        #expect(all.next("change")?.type == "member")
        #expect(all.next("change")?.type == "ended")
        #expect(all.next(withinSeconds: 1) == nil)
        #expect(!all.hasEnded)
        _ = try served.post(
            "/v1/commands/add",
            #"{"as":"\#(anna)","conversation":"\#(group)","user":"\#(ben)"}"#
        )
        let back = try stream(
            served,
            "?conversation=\(group)",
            headers: ["Last-Event-ID: \(events[2].id ?? "")"]
        )
        #expect(back.status == 200)
        var types: [String?] = []
        while let event = back.next(), event.name == "change" { types.append(event.type) }
        #expect(types.contains("member"), "\(types)")
    }

    @Test func `ends when its token does: expired, revoked, or without its key`() async throws {
        let served = try await begun(["users", "revoke"])
        let short = try stream(served, key: try served.token(ben, seconds: 5))
        _ = short.next("caughtUp")
        let revoked = try stream(served, key: try served.token(cora))
        _ = revoked.next("caughtUp")
        let expired = try #require(short.next("expired"))
        #expect(expired.data["reason"] as? String == "expired")
        #expect(short.next() == nil && short.hasEnded)
        let answer = try served.post(
            "/v1/tokens/revoke",
            #"{"user":"\#(cora)"}"#,
            key: "revoke"
        )
        #expect(answer.status == 200)
        try say(served, "not for who was revoked")
        let ended = revoked.rest().filter { $0.type != "presence" }
        #expect(ended.map(\.name) == ["expired"], "nothing comes before it: \(ended)")
        #expect(ended.first?.data["reason"] as? String == "revoked")
        let backend = try stream(served)
        _ = backend.next("caughtUp")
        let made = try APIKeys.make(name: "other", rights: ["users"], in: nil)
        try served.use { $0.keys = try APIKeys(text: made.file) }
        #expect(backend.next("expired")?.data["reason"] as? String == "keyGone")
    }

    @Test func `does not begin with a token that is over`() async throws {
        let served = try await begun()
        let over = try served.token(ben, age: 630)
        #expect(try served.post("/v1/queries/settings", "{}", key: over).status == 200)
        #expect(try stream(served, key: over).status == 401)
        #expect(try stream(served, "?wait=1", key: over).status == 401)
    }

    @Test func `an answer that waits comes with the first change, or without one in time`()
        async throws
    {
        let served = try await begun()
        func ask(_ query: String, _ headers: [String] = []) -> RawClient {
            let client = served.client()
            let lines =
                ["GET /v1/changes\(query) HTTP/1.1", "Host: localhost", "Scrollback-As: \(ben)"]
                + ["Authorization: Bearer \(served.keys["users"] ?? "")"] + headers
            client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            return client
        }
        func events(_ answer: RawClient.Answer?) -> [[String: Any]] {
            answer?.ok?["events"] as? [[String: Any]] ?? []
        }
        let first = try #require(ask("?wait=25").answer())
        #expect(events(first).map { $0["event"] as? String } == ["snapshot"], "\(first.text)")
        let next = try #require(first.ok?["next"] as? String)
        #expect(first.headers["scrollback-position"] == next)
        let waiting = ask("?wait=25&since=\(next)")
        usleep(50_000)
        try say(served, "here")
        let told = try #require(waiting.answer())
        #expect(events(told).count == 1)
        let later = try #require(told.ok?["next"] as? String)
        let empty = try #require(ask("?wait=1&since=\(later)").answer())
        #expect(empty.status == 200 && events(empty).isEmpty)
        #expect(empty.ok?["next"] as? String == later)
        #expect(events(ask("?wait=0&since=\(next)").answer()).count == 1)
        let unknown = events(ask("?wait=5&since=zzz").answer())
        #expect(unknown.map { $0["event"] as? String } == ["reset", "snapshot"])
    }

    /// Asks for changes of Ben with an answer that waits.
    private func poll(_ served: ServedStore, _ query: String) -> RawClient {
        let client = served.client()
        let lines = [
            "GET /v1/changes\(query) HTTP/1.1", "Host: localhost", "Scrollback-As: \(ben)",
            "Authorization: Bearer \(served.keys["users"] ?? "")",
        ]
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return client
    }

    @Test func `an answer that waits says from where it goes on, and nothing where it begins anew`()
        async throws
    {
        let served = try await begun()
        let header = "scrollback-resumed-from"
        let first = try #require(poll(served, "?wait=0").answer())
        #expect(first.headers[header] == nil)
        let next = try #require(first.ok?["next"] as? String)
        try say(served, "here")
        #expect(poll(served, "?wait=5&since=\(next)").answer()?.headers[header] == next)
        #expect(poll(served, "?wait=5&since=zzz").answer()?.headers[header] == nil)
        let sealed = try served.get("/v1/changes?wait=0", key: try served.token(ben))
        let known = try #require(sealed.ok?["next"] as? String)
        let path = "/v1/changes?wait=0&since=\(known)"
        #expect(try served.get(path, key: try served.token(ben)).headers[header] == known)
        #expect(try served.get(path, key: try served.token(cora)).headers[header] == nil)
    }

    @Test func `an answer that waits says why there are no more, and where to go on`() async throws
    {
        let served = try await begun(["users", "events", "revoke", "metrics"])
        func poll(_ next: String, _ token: String) -> RawClient {
            let client = served.client()
            client.send(
                "GET /v1/changes?wait=60&since=\(next) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token)\r\n\r\n"
            )
            return client
        }
        func end(_ answer: RawClient.Answer?) -> [String?] {
            let events = answer?.ok?["events"] as? [[String: Any]] ?? []
            return events.flatMap { event in
                let data = event["data"] as? [String: Any]
                return [event["event"] as? String, data?["reason"] as? String]
            }
        }
        let next = try #require(
            try served.get("/v1/changes?wait=0", key: served.token(ben)).ok?["next"] as? String
        )
        // The token is over in six seconds: a stream has no patience with clocks.
        let short = poll(next, try served.token(ben, age: 594))
        let expired = try #require(short.answer())
        #expect(expired.status == 200 && end(expired) == ["expired", "expired"], "\(expired.text)")
        #expect(expired.ok?["next"] as? String == next)
        let waiting = poll(next, try served.token(ben))
        #expect(served.streams { $0 == 1 })
        let revoked = try served.post(
            "/v1/tokens/revoke",
            #"{"user":"\#(ben)"}"#,
            key: "revoke"
        )
        #expect(revoked.status == 200)
        try say(served, "not for who was revoked")
        let told = try #require(waiting.answer())
        #expect(end(told) == ["expired", "revoked"], "nothing comes before it: \(told.text)")
        #expect(told.ok?["next"] as? String == next, "with another token, nothing is missed")
        // The server's end ends those that wait.
        let position = try #require(self.poll(served, "?wait=0").answer()?.ok?["next"] as? String)
        let last = self.poll(served, "?wait=60&since=\(position)")
        #expect(served.streams { $0 == 1 })
        served.server.stop()
        let closed = try #require(last.answer())
        #expect(closed.status == 200 && end(closed) == ["closed", "stopping"], "\(closed.text)")
        #expect(closed.ok?["next"] as? String == position)
    }

    /// Takes all of Ben's places with answers that wait behind a position, and returns the oldest.
    ///
    /// The clients of the others go away, which nothing tells the server.
    private func takePlaces(_ served: ServedStore, behind next: String) throws -> RawClient {
        let oldest = poll(served, "?wait=60&since=\(next)")
        for number in 1...64 {
            try #require(served.streams { $0 == number })
            if number < 64 { _ = poll(served, "?wait=60&since=\(next)") }
        }
        return oldest
    }

    @Test func `answers that wait make room for their user's next ones`() async throws {
        var times = StreamTimes()
        times.yield = .zero
        let served = try await begun(["users", "metrics"], times: times)
        let next = try #require(poll(served, "?wait=0").answer()?.ok?["next"] as? String)
        let begun = ContinuousClock.now
        let oldest = try takePlaces(served, behind: next)
        let newest = poll(served, "?wait=60&since=\(next)")
        let ended = try #require(oldest.answer(withinSeconds: 30))
        #expect(ended.status == 200 && ended.ok?["next"] as? String == next)
        #expect((ended.ok?["events"] as? [Any])?.isEmpty == true, "\(ended.text)")
        for _ in 0..<63 { _ = poll(served, "?wait=60&since=\(next)") }
        let last = poll(served, "?wait=1&since=\(next)")
        #expect(newest.answer(withinSeconds: 30)?.status == 200, "it was the oldest by then")
        #expect(last.answer(withinSeconds: 30)?.status == 200)
        #expect(ContinuousClock.now - begun < .seconds(60), "all of that before their time")
    }

    @Test func `answers that have just begun to wait make no room`() async throws {
        var times = StreamTimes()
        times.yield = .seconds(600)
        let served = try await begun(["users", "metrics"], times: times)
        let next = try #require(poll(served, "?wait=0").answer()?.ok?["next"] as? String)
        let oldest = try takePlaces(served, behind: next)
        let refused = poll(served, "?wait=0&since=\(next)").answer()
        #expect(refused?.status == 429 && refused?.code == "rateLimited")
        #expect(refused?.headers["retry-after"] != nil)
        _ = oldest
    }

    @Test func `a snapshot has at most 4 MiB: a page that is longer has fewer items and a cursor`()
        async throws
    {
        let served = try await begun()
        try await served.store.operator.configure(Configure(textLimit: 65_536))
        let user = served.store.session(for: try #require(UserID(anna)))
        let conversation = ConversationID(try #require(UniqueID(group)))
        // Each quotation mark is two bytes of JSON, so that fifty messages have more than 6 MB.
        for number in 0..<50 {
            let quotes = String(repeating: "\"", count: 65_000)
            try await user.send("\(number)\(quotes)", to: conversation)
        }
        let client = served.client()
        let lines = [
            "GET /v1/changes?wait=0&conversation=\(group) HTTP/1.1", "Host: localhost",
            "Scrollback-As: \(ben)", "Authorization: Bearer \(served.keys["users"] ?? "")",
        ]
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        let answer = try #require(client.answer())
        #expect(answer.status == 200)
        #expect(answer.body.count <= Limits.answerBytes)
        #expect(answer.body.count > 130_000)
        let events = answer.ok?["events"] as? [[String: Any]]
        let data = try #require(events?.first?["data"] as? [String: Any])
        let page = try #require(data["messages"] as? [String: Any])
        let items = try #require(page["items"] as? [[String: Any]])
        #expect((1..<50).contains(items.count))
        let newest = items.compactMap { $0["text"] as? String }.last
        #expect(newest?.hasPrefix("49\"") == true, "the newest ones are there")
        #expect(page["before"] as? String != nil, "\(page.keys)")
    }

    @Test func `who types and who is online comes without a position, and a stream is presence`()
        async throws
    {
        let served = try await begun()
        let client = try stream(served, key: try served.token(ben))
        _ = client.next("caughtUp")
        let other = try stream(served, key: try served.token(cora))
        _ = other.next("caughtUp")
        let online = try #require(client.next("change"))
        #expect(online.type == "presence" && online.id == nil, "\(online)")
        #expect(online.data["user"] as? String == cora)
        #expect(online.data["online"] as? Bool == true)
        _ = try served.post(
            "/v1/commands/typing",
            #"{"as":"\#(anna)","conversation":"\#(group)","on":true}"#
        )
        let typing = try #require(client.next("change"))
        #expect(typing.type == "typing" && typing.id == nil, "\(typing)")
        #expect(typing.data["conversation"] as? String == group)
        // The end of a stream is found when something is written to it; its last word is offline.
        other.leave()
        var offline: StreamClient.Event?
        for number in 0..<50 where offline == nil {
            try say(served, "Is somebody there? \(number)")
            try await Task.sleep(for: .milliseconds(300))
            offline = client.available().first { $0.type == "presence" }
        }
        #expect(offline?.data["user"] as? String == cora)
        #expect(offline?.data["online"] as? Bool == false, "\(String(describing: offline))")
    }

    @Test func `ends its connection, and nothing behind its request is read`() async throws {
        let served = try await begun()
        let client = StreamClient(port: served.port)
        // The connection's memory is given back behind the head of the request.
        let more = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: "
        let long = String(repeating: "x", count: 12_000)
        client.open(key: try served.token(ben), behind: more + long + "\r\n\r\n")
        #expect(client.status == 200 && client.headers["connection"] == "close")
        #expect(client.next("caughtUp") != nil)
        for number in 0..<3 {
            try say(served, "\(number)")
            #expect(client.next("change")?.body == "\(number)")
        }
        served.server.stop()
        #expect(client.rest().allSatisfy { $0.name == "closed" } && client.hasEnded)
    }

    @Test func `who has ended without a word is told by the time that is given`() async throws {
        let folder = TemporaryFolder()
        var options = Store.Options()
        options.givenTime = GivenTime()
        let store = try Store.open(folder.path("store"), options: options)
        let served = try ServedStore(["users"], over: store)
        func post(_ path: String, _ user: String, _ fields: String, at time: Int) throws {
            let answer = try served.post(
                "/v1/\(path)",
                #"{"as":"\#(user)","at":\#(time),\#(fields)}"#
            )
            #expect(answer.status == 200, "\(answer.text)")
        }
        let members = #""id":"\#(group)","members":["\#(ben)","\#(cora)"]"#
        try post("commands/createGroup", anna, members, at: 1_000)
        let client = try stream(served, "?since=0&conversation=\(group)")
        _ = client.next("caughtUp")
        try post("commands/typing", anna, #""conversation":"\#(group)","on":true"#, at: 2_000)
        let typing = try #require(client.next("change"))
        #expect((typing.data["users"] as? [Any])?.count == 1, "\(typing)")
        try post("queries/typing", ben, #""conversation":"\#(group)""#, at: 60_000)
        var found: StreamClient.Event?
        // Less than the time that a planted fault has to be noticed in; the store's task that sees
        // the end may need the thread that this would else hold.
        _ = await TestSupport.eventually(within: .seconds(60)) {
            found = found ?? client.available().first { $0.name == "change" }
            return found != nil
        }
        let over = try #require(found)
        #expect((over.data["users"] as? [Any])?.isEmpty == true, "\(over)")
    }

    @Test func `a backend may follow the envelopes of all events, without words`() async throws {
        let served = try await begun()
        let key = try #require(served.keys["events"])
        let client = try stream(served, "?since=0", as: nil, key: key)
        #expect(client.status == 200)
        var types: [String] = []
        while let event = client.next(), event.name == "change" {
            types.append(event.type ?? "")
            #expect(event.id == "\(types.count)")
        }
        #expect(types.contains("groupCreated") || types.count > 2, "\(types)")
        try say(served, "secret words")
        let event = try #require(client.next())
        #expect(event.type == "messageSent", "\(event)")
        #expect(!event.text.contains("secret"))
        let narrow = try stream(served, "?conversation=\(group)", as: nil, key: key)
        #expect(narrow.status == 400)
    }
}
