import Foundation
import Merkle
import Messaging
import Scrollback
import ScrollbackServe
import ServeSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `The contract's commands and queries over HTTP` {
    @Test func `a chat is written and read, and one's own writes are there`() throws {
        let served = try ServedStore()
        let group = try served.post(
            "/v1/commands/createGroup",
            #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"],"title":"Tea"}"#
        )
        #expect(group.status == 200)
        #expect(group.headers["content-type"] == "application/json")
        #expect(group.headers["cache-control"] == "no-store")
        let sent = try served.post(
            "/v1/commands/send",
            #"{"conversation":"\#(ServeTests.group)","text":"Hello"}"#,
            headers: ["Scrollback-As: \(anna)"]
        )
        let position = try #require(sent.headers["scrollback-position"])
        #expect(sent.object["position"] as? Int == Int(position))
        let page = try served.post(
            "/v1/queries/messages",
            #"  { "as":"\#(ben)","conversation":"\#(ServeTests.group)" } "#,
            headers: ["Scrollback-At-Least: \(position)"]
        )
        let items = page.ok?["items"] as? [[String: Any]]
        #expect(items?.last?["text"] as? String == "Hello")
        let past = try served.post(
            "/v1/queries/asOf",
            #"{"as":"\#(ben)","position":2,"query":{"ask":"conversations"}}"#
        )
        #expect(past.headers["scrollback-position"] == "2")
    }

    @Test func `refusals are problems with the contract's code and its status`() throws {
        let served = try ServedStore()
        let unknown = try served.post(
            "/v1/queries/messages",
            #"{"as":"\#(anna)","conversation":"\#(group)"}"#
        )
        #expect(unknown.status == 404)
        #expect(unknown.code == "notFound")
        #expect(unknown.headers["content-type"] == "application/problem+json")
        #expect(unknown.object["status"] as? Int == 404)
        let cases: [(path: String, body: String, status: Int, field: String?)] = [
            ("/v1/queries/settings", "{}", 400, "as"),
            ("/v1/queries/settings", "", 400, "as"),
            ("/v1/queries/settings", "[]", 400, nil),
            ("/v1/queries/settings", "{", 400, nil),
            ("/v1/queries/settings", #"{"as":"\#(anna)"} {}"#, 400, nil),
            ("/v1/queries/settings", #"{"as":"\#(anna)","x":1}"#, 400, "x"),
            ("/v1/queries/settings", #"{"as":"\#(anna)","ref":1}"#, 400, "ref"),
            ("/v1/queries/settings", #"{"as":"\#(anna)","ask":"blocks"}"#, 400, nil),
            ("/v1/queries/settings", #"{"as":"\#(anna)","do":"leave"}"#, 400, "ask"),
            ("/v1/queries/settings", #"{"as":"\#(anna)","at":1}"#, 400, "at"),
            ("/v1/queries/settings", #"{"as":"\#(anna)","as":"\#(ben)"}"#, 400, nil),
            ("/v1/commands/setProfile", #"{"as":"\#(anna)","username":""}"#, 422, nil),
            (
                "/v1/commands/erase",
                #"{"as":"\#(anna)","message":"\#(group)","basis":"x","reason":"x"}"#, 403, nil
            ),
            ("/v1/commands/rebuildViews", #"{"as":"operator"}"#, 404, nil),
            ("/v1/commands/nothing", "{}", 404, nil),
            ("/v1/queries/%73ettings", "{}", 404, nil),
            ("/v1//queries/settings", "{}", 404, nil),
            ("/v1/queries/../queries/settings", "{}", 404, nil),
            ("/v1/queries/settings?as=operator", "{}", 404, nil),
        ]
        for (path, body, status, field) in cases {
            let answer = try served.post(path, body)
            #expect(answer.status == status, "\(path) \(body): \(answer.text)")
            #expect(answer.object["detail"] is String)
            if let field { #expect(answer.object["field"] as? String == field, "\(answer.text)") }
        }
        let broken = served.client()
        broken.send(served.request("/v1/queries/settings", #"{"as":"xx"}"#).dropLast(4).description)
        broken.send([0x22, 0xFF, 0x22, 0x7D])
        #expect(broken.answer()?.status == 400)
    }

    @Test func `headers and body must not say two things`() throws {
        let served = try ServedStore()
        let own = #"{"as":"\#(anna)"}"#
        let same = ["Scrollback-As: \(anna.uppercased())"]
        #expect(try served.post("/v1/queries/settings", own, headers: same).status == 200)
        let other = ["Scrollback-As: \(ben)"]
        #expect(try served.post("/v1/queries/settings", own, headers: other).status == 400)
        for header in ["Scrollback-At-Least: 999", "Scrollback-At-Least: x", "Idempotency-Key: a"] {
            let answer = try served.post("/v1/queries/settings", own, headers: [header])
            #expect(answer.status == 400, "\(header)")
        }
        let epoch = ["Scrollback-At-Least: 00000000000000ff:1"]
        let lost = try served.post("/v1/queries/settings", own, headers: epoch)
        #expect(lost.status == 410)
        #expect(lost.code == "otherEpoch")
    }

    @Test func `a key of idempotency makes a retry safe, for its actor alone`() throws {
        let served = try ServedStore()
        func start(as user: String, _ key: String, body id: String = "") throws -> RawClient.Answer
        {
            try served.post(
                "/v1/commands/createGroup",
                #"{"as":"\#(user)","members":["\#(anna)","\#(ben)","\#(cora)"]\#(id)}"#,
                headers: ["Idempotency-Key: \(key)"]
            )
        }
        let first = try start(as: anna, "order 7")
        let made = try #require(first.ok?["conversation"] as? String)
        #expect(try start(as: anna, "order 7").body == first.body)
        #expect(try start(as: ben, "order 7").ok?["conversation"] as? String != made)
        #expect(try start(as: anna, group).ok?["conversation"] as? String == group)
        let matching = try start(as: anna, group, body: #","id":"\#(group)""#)
        #expect(matching.status == 200)
        #expect(try start(as: anna, "order 7", body: #","id":"\#(group)""#).status == 400)
        #expect(try start(as: anna, String(repeating: "x", count: 129)).status == 400)
    }

    @Test(arguments: [
        "Idempotency-Key", "Scrollback-As", "Scrollback-Reason", "Scrollback-At-Least",
        "Last-Event-ID", "Content-Type", "Authorization",
    ])
    func `a header that is used is UTF-8, so that no two values are one`(_ name: String) throws {
        let served = try ServedStore()
        func status(_ name: String, _ value: [UInt8]) throws -> (Int?, String) {
            let client = served.client()
            let request = served.request(
                "/v1/commands/setProfile",
                #"{"as":"\#(anna)","username":"anna"}"#
            )
            let line = request.firstRange(of: "\r\n")?.upperBound ?? request.endIndex
            client.send(
                Array(request[..<line].utf8) + Array("\(name): ".utf8) + value
                    + Array("\r\n\(request[line...])".utf8)
            )
            let answer = client.answer()
            return (answer?.status, answer?.text ?? "")
        }
        let (refused, why) = try status(name, Array("caf".utf8) + [0xE9])
        #expect(refused == 400)
        #expect(why.contains("the header \(name.lowercased()) is not UTF-8"), "\(why)")
        // The character that stands for unreadable ones is a text like others.
        #expect(try status("Idempotency-Key", Array("caf\u{FFFD}".utf8)).0 == 200)
        #expect(try status("X-Name", [0xE9]).0 == 200, "what is not used may be anything")
    }

    @Test func `a retry is recognized with other keys, and in a restored store`() throws {
        let folder = TemporaryFolder()
        let (path, restored) = (folder.path("store"), folder.path("restored"))
        let (copy, keys) = (folder.path("copy"), folder.path("keys"))
        func start(_ rights: [String], at path: String, as user: String) throws -> String? {
            let served = try ServedStore(rights, over: try Store.open(path))
            let answer = try served.post(
                "/v1/commands/createGroup",
                #"{"as":"\#(user)","members":["\#(anna)","\#(ben)","\#(cora)"]}"#,
                key: rights.isEmpty ? try served.token(user) : rights[0],
                headers: ["Idempotency-Key: order 7"]
            )
            #expect(answer.status == 200, "\(answer.text)")
            return answer.ok?["conversation"] as? String
        }
        func command(_ words: String...) throws {
            let done = try run(StartedProgram.built("scrollback"), words)
            try #require(done.ending == .exited(0), "\(words) \(done.said)")
        }
        let made = try #require(try start(["users"], at: path, as: anna))
        // Each of these servers has a file of keys of its own.
        #expect(try start(["users"], at: path, as: anna) == made)
        #expect(try start([], at: path, as: anna) == made, "users' tokens alone")
        #expect(try start([], at: path, as: ben) != made)
        try command("backup", path, copy, "--keys", keys)
        try command("restore", copy, "--keys", keys, "--to", restored, "--without-journal")
        #expect(try start(["users"], at: restored, as: anna) == made)
        let other = try start(["users"], at: folder.path("other"), as: anna)
        #expect(other != nil && other != made, "of another store")
    }

    @Test func `the secret of a file of keys of before counts`() throws {
        let served = try ServedStore()
        func start() throws -> String? {
            try served.post(
                "/v1/commands/createGroup",
                #"{"as":"\#(anna)","members":["\#(ben)","\#(cora)"]}"#,
                headers: ["Idempotency-Key: order 7"]
            ).ok?["conversation"] as? String
        }
        let key = try #require(served.keys["users"])
        let hash = SHA256.hash(Array(key.utf8).span.bytes).description
        func use(secret: Character) throws {
            let digits = String(repeating: secret, count: 64)
            try served.use {
                $0.keys = try APIKeys(text: "secret \(digits)\nkey0 \(hash) users\n")
            }
        }
        try use(secret: "a")
        let made = try #require(try start())
        #expect(try start() == made)
        try served.use {
            let digits = String(repeating: "a", count: 64)
            let other = String(repeating: "0", count: 64)
            $0.keys = try APIKeys(
                text: "secret \(digits)\nkey0 \(hash) users\nkey0 \(other) users\n"
            )
        }
        #expect(try start() == made, "another key beside it changes nothing")
        try use(secret: "b")
        #expect(try start() != made)
    }

    @Test func `what may be asked again says when`() throws {
        var requests = RequestLimits()
        requests.requests = 0
        let full = try ServedStore(requests: requests)
        let overloaded = try full.post("/v1/queries/settings", #"{"as":"\#(anna)"}"#)
        #expect(overloaded.status == 503 && overloaded.code == "overloaded", "\(overloaded.text)")
        #expect(overloaded.headers["retry-after"] == "1")
        let served = try ServedStore(sockets: true)
        let configured = try served.post(
            "/v1/commands/configure",
            #"{"as":"operator","rateLimit":{"messages":1,"seconds":60}}"#,
            key: nil,
            at: .operatorSocket
        )
        #expect(configured.status == 200, "\(configured.text)")
        let made = #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        #expect(try served.post("/v1/commands/createGroup", made).status == 200)
        func send() throws -> RawClient.Answer {
            try served.post(
                "/v1/commands/send",
                #"{"as":"\#(anna)","conversation":"\#(group)","text":"hello"}"#
            )
        }
        #expect(try send().status == 200)
        let refused = try send()
        #expect(refused.status == 429 && refused.code == "rateLimited", "\(refused.text)")
        let milliseconds = try #require(refused.object["retryAfter"] as? Int)
        #expect(milliseconds > 0)
        // Whole seconds, and never too early.
        #expect(refused.headers["retry-after"] == "\((milliseconds + 999) / 1_000)")
        #expect(try send().status == 429)
    }

    @Test func `requests say what they are, to whom, and how`() throws {
        let served = try ServedStore(["users"], Exposure(hosts: ["Chat.Example"]))
        #expect(try served.get("/healthz", host: "chat.example:443").status == 200)
        for host in [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil", "localhost:x", "[::2]",
        ] {
            #expect(try served.get("/healthz", host: host).status == 421, "\(host)")
        }
        let get = served.client()
        get.send(
            "GET /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(served.keys["users"] ?? "")\r\n\r\n"
        )
        let refused = try #require(get.answer())
        #expect(refused.status == 405)
        #expect(refused.headers["allow"] == "POST")
        let form = ["Content-Type: application/x-www-form-urlencoded"]
        let body = #"{"as":"\#(anna)"}"#
        #expect(try served.post("/v1/queries/settings", body, headers: form).status == 415)
        let packed = ["Content-Encoding: gzip"]
        #expect(try served.post("/v1/queries/settings", body, headers: packed).status == 415)
        let awaited = try served.post("/v1/queries/settings", body, headers: ["Expect: gold"])
        #expect(awaited.status == 400)
        #expect(try served.get("/readyz").status == 200)
        #expect(try served.get("/").status == 404)
    }

    @Test func `many clients at once are all answered, each once`() async throws {
        let served = try ServedStore()
        _ = try served.post(
            "/v1/commands/createGroup",
            #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        )
        try await served.store.operator.configure(Configure(rateLimit: .unlimited))
        let (clients, each) = (16, 20)
        let requests = served.request(
            "/v1/commands/send",
            #"{"as":"\#(anna)","conversation":"\#(group)","text":"Hi"}"#
        )
        let port = served.port
        let ordinals = await withTaskGroup(of: [Int].self) { tasks in
            for _ in 0..<clients {
                tasks.addTask {
                    let client = RawClient(port: port)
                    return (0..<each).compactMap { _ in
                        client.send(requests)
                        return client.answer()?.ok?["ordinal"] as? Int
                    }
                }
            }
            return await tasks.reduce(into: []) { $0 += $1 }
        }
        #expect(ordinals.count == clients * each)
        #expect(Set(ordinals).count == clients * each)
    }

    @Test func `every code has the status that the page names`() throws {
        let statuses = try documentedStatuses()
        #expect(Set(statuses.keys) == Set(RefusalCode.allCases.map(\.rawValue)))
        for code in RefusalCode.allCases { #expect(statuses[code.rawValue] == code.httpStatus) }
    }

    @Test func `the page says of every code what a client does, once`() throws {
        let page = try String(
            contentsOf: packageFolder.appending(path: "docs/serve.md"),
            encoding: .utf8
        )
        let table = try #require(page.components(separatedBy: "| the client | codes |\n").last)
        let rows = table.split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst()
        let named = rows.flatMap { row -> [Substring] in
            let cells = row.split(separator: "|")
            let texts = cells[1].split(separator: "`", omittingEmptySubsequences: false)
            return texts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        }
        let codes = Set(RefusalCode.allCases.map(\.rawValue))
        #expect(named.map(String.init).filter(codes.contains).sorted() == codes.sorted())
    }
}
