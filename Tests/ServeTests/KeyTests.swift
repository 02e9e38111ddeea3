import Glibc
import Messaging
import ScrollbackServe
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `Who may ask` {
    private let own = #"{"as":"\#(anna)"}"#

    @Test func `a key does what its rights name, and nothing else`() throws {
        let narrow = "users=settings,send operator=add,notificationPlan"
        let served = try ServedStore(["users", narrow, "operator=state"])
        #expect(try served.post("/v1/queries/settings", own, key: narrow).status == 200)
        for (path, body, key) in [
            ("/v1/queries/blocks", own, narrow),
            ("/v1/queries/state", #"{"as":"operator"}"#, narrow),
            ("/v1/queries/state", #"{"as":"operator"}"#, "users"),
            ("/v1/queries/settings", own, "operator=state"),
            (
                "/v1/commands/all",
                #"{"as":"\#(anna)","commands":[{"do":"leave","conversation":"\#(group)"}]}"#, narrow
            ),
            (
                "/v1/queries/asOf",
                #"{"as":"operator","position":1,"query":{"ask":"blocks","as":"\#(anna)"}}"#, narrow
            ),
        ] {
            let answer = try served.post(path, body, key: key)
            #expect(answer.status == 403, "\(path): \(answer.text)")
            #expect(answer.code == "permissionDenied")
        }
        let state = try served.post(
            "/v1/queries/state",
            #"{"as":"operator"}"#,
            key: "operator=state"
        )
        #expect(state.status == 200)
        let all = #"{"as":"\#(anna)","commands":[{"do":"setProfile","username":"anna"}]}"#
        #expect(try served.post("/v1/commands/all", all).status == 200)
    }

    @Test func `without a key nothing is answered, and with none in the server nothing is there`()
        throws
    {
        let served = try ServedStore()
        for key in [nil, "scrollback_00", "", "x y"] as [String?] {
            let answer = try served.post("/v1/queries/settings", own, key: key)
            #expect(answer.status == 401)
            #expect(answer.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
            #expect(answer.headers["connection"] == "close")
        }
        let basic = ["Authorization: Basic \(served.keys["users"] ?? "")"]
        let answer = try served.post("/v1/queries/settings", own, key: nil, headers: basic)
        #expect(answer.status == 401)
        let closed = try ServedStore(hasKeys: false)
        #expect(try closed.post("/v1/queries/settings", own).status == 404)
        #expect(try closed.get("/healthz").status == 200)
        #expect(try closed.get("/readyz").status == 200)
    }

    @Test func `what a key may not do is told as RFC 6750 says, and the store's no is not`() throws
    {
        let key = "users=settings"
        let served = try ServedStore(["users", key, "operator"], operatorTCP: true)
        func challenge(_ answer: RawClient.Answer) -> String? {
            #expect(answer.status == 403, "\(answer.text)")
            #expect(answer.code == "permissionDenied")
            return answer.headers["www-authenticate"]
        }
        let insufficient = "Bearer realm=\"scrollback\", error=\"insufficient_scope\""
        for (path, body) in [
            ("/v1/queries/blocks", own), ("/v1/queries/state", #"{"as":"operator"}"#),
            ("/v1/tokens/revoke", #"{"user":"\#(anna)"}"#), ("/v1/exports", "{}"),
        ] {
            #expect(challenge(try served.post(path, body, key: key)) == insufficient, "\(path)")
        }
        for path in ["/metrics", "/v1/changes", "/v1/consumers"] {
            #expect(challenge(try served.get(path, key: key)) == insufficient, "\(path)")
        }
        // The operator's key is no key for changes.
        for path in ["/v1/changes", "/v1/changes?consumer=search"] {
            #expect(challenge(try served.get(path, key: "operator")) == insufficient, "\(path)")
        }
        let token = try served.token(ben)
        #expect(challenge(try served.post("/v1/queries/settings", own, key: token)) == insufficient)
        // Where the operator's key does not count, or none was shown, a right is not what is missing.
        let elsewhere = try ServedStore(["operator"], sockets: true)
        for path in ["/v1/exports", "/v1/queries/state"] {
            let answer = try elsewhere.post(path, #"{"as":"operator"}"#, key: "operator")
            #expect(challenge(answer) == nil, "\(path)")
        }
        for path in ["/metrics", "/v1/consumers"] {
            #expect(challenge(try elsewhere.get(path, key: "operator")) == nil, "\(path)")
        }
        let path = "/v1/changes?consumer=search"
        #expect(challenge(try elsewhere.get(path, at: .operatorSocket)) == nil)
        // With any key, the store would say no.
        let made = #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        #expect(try served.post("/v1/commands/createGroup", made).status == 200)
        let role = #"{"as":"\#(ben)","conversation":"\#(group)","user":"\#(cora)","role":"admin"}"#
        #expect(challenge(try served.post("/v1/commands/setRole", role)) == nil)
    }

    @Test func `wrong keys are limited, and keep no right one out`() throws {
        let served = try ServedStore(["users"], Exposure(proxies: ["127.0.0.1"]))
        func attempt(from address: String) throws -> RawClient.Answer {
            try served.post(
                "/v1/queries/settings",
                own,
                key: "wrong",
                headers: ["X-Forwarded-For: 203.0.113.9, \(address)"]
            )
        }
        for _ in 0..<20 { #expect(try attempt(from: "2001:db8::1").status == 401) }
        let refused = try attempt(from: "2001:db8::2")
        #expect(refused.status == 429, "the same network")
        #expect(refused.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        #expect(try attempt(from: "2001:db8:1::1").status == 401)
        let right = try served.post(
            "/v1/queries/settings",
            own,
            headers: ["X-Forwarded-For: 2001:db8::1"]
        )
        #expect(right.status == 200)
    }

    @Test func `a client that a proxy names is one, however it is written`() throws {
        let served = try ServedStore(["users"], Exposure(proxies: ["127.0.0.1", "192.0.2.8"]))
        func attempt(from hops: String) throws -> Int {
            let forwarded = ["X-Forwarded-For: 198.51.100.1,\(hops)"]
            return try served.post(
                "/v1/queries/settings",
                own,
                key: "wrong",
                headers: forwarded
            ).status
        }
        for number in 0..<5 {
            for hops in [
                "203.0.113.7:\(50_000 + number)", "203.0.113.7", " ::ffff:203.0.113.7, 192.0.2.8",
                "[::ffff:cb00:7107]:\(50_000 + number),::ffff:192.0.2.8,192.0.2.8:9",
            ] {
                #expect(try attempt(from: hops) == 401, "\(number) \(hops)")
            }
        }
        for hops in ["203.0.113.7:1", "203.0.113.7", "::FFFF:203.0.113.7"] {
            #expect(try attempt(from: hops) == 429, "\(hops)")
        }
        // All of IPv4 is no neighbourhood.
        #expect(try attempt(from: "::ffff:203.0.113.8") == 401)
        for number in 0..<20 {
            #expect(try attempt(from: "[2001:db8::\(number)]:443") == 401, "\(number)")
        }
        #expect(try attempt(from: "2001:db8::ff") == 429)
        // What is no address is the proxy's.
        let rubbish = [
            "unknown", "_hidden", "203.0.113.7:x", "203.0.113", "[::1", "a.b:1", "::1:x",
        ]
        for number in 0..<20 {
            let hop = rubbish[number % rubbish.count]
            #expect(try attempt(from: hop) == 401, "\(number) \(hop)")
        }
        for hop in rubbish + ["\(Int.max)"] { #expect(try attempt(from: hop) == 429, "\(hop)") }
    }

    @Test func `keys change while the server runs`() throws {
        let served = try ServedStore()
        let client = served.client()
        client.send(served.request("/v1/queries/settings", own))
        #expect(client.answer()?.status == 200)
        let made = try APIKeys.make(name: "new", rights: ["users"], in: nil)
        try served.use { $0.keys = try APIKeys(text: made.file) }
        client.send(served.request("/v1/queries/settings", own))
        #expect(client.answer()?.status == 401, "on an open connection too")
        #expect(try served.post("/v1/queries/settings", own, key: made.key).status == 200)
    }

    @Test func `a key that is taken away while the body comes`() throws {
        let served = try ServedStore()
        let client = served.client()
        let request = served.request("/v1/queries/settings", own)
        client.send(String(request.dropLast()))
        // Its head is admitted by then.
        usleep(200_000)
        let made = try APIKeys.make(name: "new", rights: ["users"], in: nil)
        try served.use { $0.keys = try APIKeys(text: made.file) }
        client.send(String(request.suffix(1)))
        #expect(client.answer()?.status == 401)
    }

    @Test func `a file of keys with a fault is refused whole, with the line`() throws {
        let good = try APIKeys.make(name: "a", rights: ["users"], in: nil).file
        let digits = String(repeating: "ab", count: 32)
        for line in [
            "b", "b xyz users", "b \(digits)", "b \(digits) everything",
            "b \(digits) users=nothing",
            "b \(digits) users=", "b \(digits) operator metrics", "b \(digits) operator=erase",
            "b \(digits) operator=events", "b \(digits) operator=configure",
            "b \(digits) operator=send", "B \(digits) users", "secret \(digits)\nsecret \(digits)",
            "secret \(digits) users",
            "b \(digits) users\nc \(digits) users",
        ] {
            #expect(throws: APIKeys.Fault.self, "\(line)") { try APIKeys(text: "\(good)\(line)\n") }
        }
        for text in ["", "\n"] {
            #expect(throws: APIKeys.Fault.self) { try APIKeys(text: text) }
        }
        // The last key of a file can be taken away.
        let lines = good.split(separator: "\n").filter { !$0.hasPrefix("a ") }
        #expect(throws: Never.self) { try APIKeys(text: lines.joined(separator: "\n")) }
        #expect(!good.contains("secret"))
        let second = try APIKeys.make(name: "a", rights: ["users"], in: good)
        #expect(throws: APIKeys.Fault.self, "two live for rotation") {
            try APIKeys.make(name: "a", rights: ["users"], in: second.file)
        }
        let folder = TemporaryFolder()
        let path = folder.path("keys")
        writeFile(path, Array(good.utf8), mode: 0o640)
        #expect(throws: APIKeys.Fault.self, "others may read it") { try APIKeys(file: path) }
        #expect(throws: APIKeys.Fault.self) { try APIKeys(file: folder.path("none")) }
        #expect(throws: APIKeys.Fault.self) { try APIKeys(file: folder.path) }
    }
}
