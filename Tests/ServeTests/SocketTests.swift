import Glibc
import HTTPServing
import Messaging
import Scrollback
import ScrollbackPipe
import ScrollbackServe
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `The server at sockets in a folder` {
    private let state = #"{"as":"operator"}"#
    private let own = #"{"as":"\#(anna)"}"#

    @Test func `at the operator's socket a process of the owner needs no key`() throws {
        let served = try ServedStore(sockets: true)
        func ask(_ path: String, _ body: String, _ headers: [String] = []) throws
            -> RawClient.Answer
        {
            try served.post(path, body, key: nil, headers: headers, at: .operatorSocket)
        }
        #expect(mode(of: served.operatorSocket) == 0o600)
        #expect(try ask("/v1/queries/state", state).status == 200)
        let erased = try ask(
            "/v1/commands/erase",
            #"{"as":"operator","user":"\#(anna)","basis":"law","reason":"asked","dryRun":true}"#
        )
        #expect(erased.code != "permissionDenied", "\(erased.text)")
        #expect(try ask("/v1/queries/settings", own).status == 200)
        // What a proxy or a program for users passes on is not the operator's own.
        for header in [
            "X-Forwarded-For: 192.0.2.1", "Forwarded: for=192.0.2.1", "Via: 1.1 proxy",
            "X-Real-IP: 192.0.2.1", "X-Forwarded-Port: 443", "X-Forwarded-New: x",
            "X-Client-IP: 192.0.2.1", "CF-Connecting-IP: 192.0.2.1", "True-Client-IP: 192.0.2.1",
            "Scrollback-As: operator", "Authorization: Bearer wrong",
        ] {
            let answer = try ask("/v1/queries/state", state, [header])
            #expect(answer.status == 401, "\(header): \(answer.text)")
        }
        let host = served.client(at: .operatorSocket)
        host.send("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        #expect(host.answer()?.status == 421)
        #expect(try ask("/v1/commands/rebuildViews", state).status == 404)
    }

    @Test func `at the operator's socket another user's process is a stranger`() throws {
        let (own, other) = (geteuid(), geteuid() + 1)
        func served(_ owner: uid_t, _ superuser: uid_t) throws -> ServedStore {
            try ServedStore(
                sockets: true,
                admission: Admission(owner: owner, superuser: superuser, maximumConnections: 1)
            )
        }
        let path = "/v1/queries/state"
        let strange = try served(other, other + 1)
        #expect(try strange.post(path, state, key: nil, at: .operatorSocket).status == 401)
        #expect(try strange.get("/metrics", at: .operatorSocket).status == 401)
        #expect(try strange.get("/v1/changes", at: .operatorSocket).status == 401)
        for known in [try served(own, other), try served(other, own)] {
            #expect(try known.post(path, state, key: nil, at: .operatorSocket).status == 200)
        }
    }

    @Test func `without a file of keys the operator's socket still answers`() throws {
        let served = try ServedStore(hasKeys: false, sockets: true)
        let path = "/v1/queries/state"
        let answer = try served.post(path, state, key: nil, at: .operatorSocket)
        #expect(answer.status == 200)
        #expect(try served.post(path, state, key: nil, at: .socket).status == 404)
        let named = try served.post(
            "/v1/commands/appointModerator",
            #"{"as":"operator","user":"\#(anna)"}"#,
            key: nil,
            headers: ["Idempotency-Key: order 7"],
            at: .operatorSocket
        )
        #expect(named.status == 200, "\(named.text)")
    }

    @Test func `over an address the operator's key never counts through a proxy that is believed`()
        throws
    {
        let proxy = Exposure(proxies: ["127.0.0.1"])
        let served = try ServedStore(["users", "operator"], proxy, operatorTCP: true)
        // It adds no header.
        let path = "/v1/queries/state"
        #expect(try served.post(path, state, key: "operator").status == 403)
        #expect(try served.post("/v1/queries/settings", own).status == 200)
    }

    @Test func `another socket has the same routes and keys, and no operator`() throws {
        let served = try ServedStore(["users", "operator"], sockets: true, operatorTCP: true)
        #expect(mode(of: served.socket) == 0o660)
        #expect(try served.post("/v1/queries/settings", own, at: .socket).status == 200)
        let stranger = try served.post("/v1/queries/state", state, key: nil, at: .socket)
        #expect(stranger.status == 401)
        let person = try served.post("/v1/queries/state", state, key: "operator", at: .socket)
        #expect(person.status == 403)
    }

    @Test func `over an address the operator's key counts where it was allowed`() throws {
        let path = "/v1/queries/state"
        let closed = try ServedStore(["users", "operator"])
        #expect(try closed.post(path, state, key: "operator").status == 403)
        #expect(try closed.post(path, state, key: nil).status == 401)
        #expect(try closed.post(path, state).status == 403)
        let open = try ServedStore(["users", "operator"], operatorTCP: true)
        #expect(try open.post(path, state, key: "operator").status == 200)
        let forwarded = ["X-Forwarded-For: 192.0.2.1"]
        let passed = try open.post(path, state, key: "operator", headers: forwarded)
        #expect(passed.status == 403)
        #expect(try open.post(path, state).status == 403)
    }

    @Test func `a file that is no stale socket stays`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("socket")
        writeFile(path, [1])
        #expect(throws: ControlSocketError.self) { try ServingSocket(at: path, isOwn: true) }
        unlink(path)
        let served = try ServedStore(sockets: true)
        #expect(throws: ControlSocketError.self, "another process listens") {
            try ServingSocket(at: served.socket, isOwn: false)
        }
        let left = served.socket
        served.server.stop()
        #expect(access(left, F_OK) != 0, "the server takes its socket away")
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }
}

@Suite(.timeLimit(.minutes(15)))
struct `Looks over the server` {
    /// The looks that the log has, as who looked.
    private func lookers(_ store: Store) throws -> [String] {
        let page = try store.operator.ask(EventsQuery(showsContent: false))
        return page.items.filter { $0.type == "contentOpened" }.map { "\($0.fields)" }
    }

    @Test func `a look names the key or the process, and needs its reason`() async throws {
        let right = "users operator=profiles"
        let served = try ServedStore([right, "operator"], sockets: true, operatorTCP: true)
        let plain = #"{"as":"operator","users":["\#(anna)"]}"#
        let path = "/v1/queries/profiles"
        try await served.store.operator.configure(Configure(looks: .required))
        let refused = try served.post(path, plain, key: right)
        #expect(refused.status == 400)
        #expect(refused.code == "reasonNeeded")
        let header = ["Scrollback-Reason: case 7"]
        #expect(try served.post(path, plain, key: right, headers: header).status == 200)
        let body = #"{"as":"operator","users":["\#(anna)"],"reason":"case 8"}"#
        let contrary = try served.post(path, body, key: right, headers: header)
        #expect(contrary.status == 400, "header and body say two things")
        #expect(try served.post(path, body, key: right).status == 200)
        // As a user through a key is the backend's own; through the operator's socket it is a look.
        let own = #"{"as":"\#(anna)"}"#
        #expect(try served.post("/v1/queries/conversations", own, key: right).status == 200)
        let asUser = try served.post(
            "/v1/queries/conversations",
            own,
            key: nil,
            at: .operatorSocket
        )
        #expect(asUser.code == "reasonNeeded")
        let reasoned = try served.post(
            "/v1/queries/conversations",
            #"{"as":"\#(anna)","reason":"case 9"}"#,
            key: nil,
            at: .operatorSocket
        )
        #expect(reasoned.status == 200)
        let inPerson = try served.post("/v1/queries/conversations", own, key: "operator")
        #expect(inPerson.code == "reasonNeeded", "the operator is no backend of that user's")
        let command = try served.post(
            "/v1/commands/setProfile",
            #"{"as":"\#(anna)","username":"anna"}"#,
            key: right,
            headers: header
        )
        #expect(command.status == 400, "a command has no such header")
        let lookers = try lookers(served.store)
        #expect(lookers.count == 3)
        #expect(lookers.filter { $0.contains("key0") }.count == 2, "\(lookers)")
        #expect(lookers.filter { $0.contains("uid:\(geteuid())") }.count == 1)
    }
}
