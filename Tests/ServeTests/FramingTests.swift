import Glibc
import HTTPServing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `A request that could be read in two ways is refused` {
    @Test(arguments: [
        "POST /v1/queries/settings HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /v1/queries/settings HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2, 2\r\n\r\n{}",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\n{}",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0x2\r\n\r\n{}",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n{}",
        "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length:\r\n\r\n{}",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n",
        "GET /healthz HTTP/1.0\r\nX: 1\r\n\r\n",
        "GET /healthz HTTP/1.1\nHost: localhost\n\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\nX: 1\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nX: 1\nHost: localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\n",
        "GET /healthz HTTP/1.1\r\nX: 1\r\n folded\r\nHost: localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n folded: 1\r\n\r\n",
        "GET /healthz HTTP/1.1\r\n folded: 1\r\nHost: localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX Y: 1\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n: 1\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX\u{1}: 1\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\u{0}b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
        "get /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "G@T /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "G\u{E9}T /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: local host\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\u{E9}\r\n\r\n",
        "GET  /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /healthz  HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /health z HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /healthz\u{1} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /h\u{E9} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /healthz\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
    ])
    func `it gets 400, and the connection ends`(_ request: String) throws {
        let served = try ServedStore()
        let client = served.client()
        client.send(request)
        // Its answer must not depend on what has arrived behind it.
        usleep(20_000)
        // What follows must never be taken for a request.
        client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try #require(client.rest(), "the connection ends: \(request.debugDescription)")
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(request.debugDescription): \(answer)")
        #expect(answer.contains("Content-Type: application/problem+json"), "\(answer)")
        #expect(answer.ranges(of: "HTTP/1.1 400 ").count == 1, "one head: \(answer)")
        #expect(!answer.contains("HTTP/1.1 200"))
        #expect(try served.get("/healthz").status == 200, "the server lives")
    }

    @Test func `a head may come byte by byte, and blanks around a value do not belong to it`()
        throws
    {
        let served = try ServedStore()
        let client = served.client()
        let request =
            "GET /healthz HTTP/1.1\r\nX-Long: \(String(repeating: "x", count: 3_000))\r\n"
            + "Host:   localhost \t\r\nX-Empty:\r\nX-Other: a b\t\r\n\r\n"
        for byte in request.utf8 { client.send([byte]) }
        #expect(client.answer()?.status == 200)
        // Two at once are answered in their order.
        client.send(
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /no HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"
        )
        #expect(client.answer()?.status == 200)
        #expect(client.answer()?.status == 404)
    }

    @Test func `a body in chunks is read, and the connection ends with its answer`() throws {
        let served = try ServedStore()
        let client = served.client()
        let key = served.keys["users"] ?? ""
        client.send(
            "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nAuthorization: bearer \(key)\r\n"
                + "Content-Type: application/json; charset=utf-8\r\nScrollback-As: \(anna)\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
        )
        client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.answer()?.status == 200)
        #expect(client.ends())
    }

    @Test func `what is too long is refused before it is kept`() throws {
        let served = try ServedStore()
        let long = String(repeating: "x", count: 8_200)
        for head in ["GET /\(long) HTTP/1.1\r\n", "GET / HTTP/1.1\r\nX: \(long)\r\n"] {
            let client = served.client()
            client.send("\(head)Host: localhost\r\n\r\n")
            #expect(client.answer()?.status == 431)
            #expect(client.ends())
        }
        let many = served.client()
        many.send("GET / HTTP/1.1\r\nHost: localhost\r\n")
        many.send(String(repeating: "a:b\r\n", count: 20_000) + "\r\n")
        let refusal = many.answer()
        // What is still on the way when the connection ends makes the system reset it, and may cost
        // the client this answer: the only one that may be missing.
        #expect(refusal.map { $0.status == 431 } ?? true)
        #expect(many.ends())
        let announced = served.client()
        announced.send(
            "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048577\r\n\r\n"
        )
        #expect(announced.answer()?.status == 413)
        #expect(announced.ends())
        let huge = served.client()
        huge.send(
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n"
        )
        #expect(huge.rest()?.hasPrefix("HTTP/1.1 413 ") == true)
        let chunked = served.client()
        chunked.send(
            "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Authorization: Bearer \(served.keys["users"] ?? "")\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
        )
        chunked.send("120000\r\n\(String(repeating: " ", count: 0x120000))\r\n0\r\n\r\n")
        #expect(chunked.answer()?.status == 413)
        #expect(chunked.ends())
        #expect(try served.get("/healthz").status == 200)
    }

    @Test func `what takes no body has none kept`() throws {
        let served = try ServedStore()
        for path in ["/healthz", "/readyz", "/openapi.json"] {
            for line in ["Content-Length: 5", "Transfer-Encoding: chunked"] {
                let client = served.client()
                client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(line)\r\n\r\n")
                // It comes before the body does.
                #expect(client.answer()?.status == 413, "\(path) \(line)")
            }
            let client = served.client()
            client.send(
                "GET \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
            )
            #expect(client.answer()?.status == 200)
        }
    }

    @Test func `who sends slowly is cut off, and who waits for an answer is not`() throws {
        var limits = HTTPLimits()
        limits.headSeconds = 3
        limits.bodySeconds = 1
        limits.idleSeconds = 1
        let served = try ServedStore(limits: limits)
        let head = served.client()
        head.send("GET /healthz HTTP/1.1\r\nHost: lo")
        let body = served.client()
        body.send(
            served.request("/v1/queries/settings", #"{"as":"\#(anna)"}"#).dropLast(1).description
        )
        let idle = served.client()
        idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(idle.answer()?.status == 200)
        for client in [head, body, idle] { #expect(client.ends()) }
        #expect(try served.get("/healthz").status == 200)
    }

    @Test func `one address has some places, and more once it has shown a key`() throws {
        var limits = HTTPLimits()
        limits.strangers = 3
        limits.exempt = []
        let served = try ServedStore(limits: limits)
        let known = (0..<6).map { _ in
            let client = served.client()
            client.send(served.request("/v1/queries/settings", #"{"as":"\#(anna)"}"#))
            #expect(client.answer()?.status == 200)
            return client
        }
        let strangers = (0..<3).map { _ in served.client() }
        for client in strangers {
            client.send(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n"
            )
            #expect(client.answer()?.status == 200)
        }
        let wrong = served.client()
        #expect(wrong.ends())
        known[0].send(served.request("/v1/queries/settings", #"{"as":"\#(anna)"}"#))
        #expect(known[0].answer()?.status == 200)
    }

    private func ask(_ served: ServedStore, _ client: RawClient, _ token: String) -> Int? {
        client.send(served.request("/v1/queries/settings", "{}", key: token))
        return client.answer()?.status
    }

    @Test func `a connection whose token is over is one without a key again`() throws {
        var limits = HTTPLimits()
        limits.strangers = 2
        limits.exempt = []
        let served = try ServedStore(["users", "revoke"], limits: limits)
        let token = try served.token(anna, age: 10)
        let known = (0..<4).map { _ in
            let client = served.client()
            #expect(ask(served, client, token) == 200)
            return client
        }
        func statuses(_ clients: [RawClient]) -> [Int?] {
            clients.map { client in
                client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client.answer()?.status
            }
        }
        #expect(statuses(known) == [200, 200, 200, 200], "its token is good")
        let body = #"{"user":"\#(anna)"}"#
        #expect(try served.post("/v1/tokens/revoke", body, key: "revoke").status == 200)
        #expect(statuses(known) == [200, 200, 429, 429])
        #expect(known[2].ends() && known[3].ends())
        #expect(served.client().ends(), "they take the places of their address")
    }

    @Test func `one user with a token has some connections`() throws {
        var limits = HTTPLimits()
        limits.userConnections = 2
        limits.exempt = []
        let served = try ServedStore(limits: limits)
        let token = try served.token(anna)
        var open = (0..<3).map { _ in served.client() }
        #expect(open.map { ask(served, $0, token) } == [200, 200, 429])
        #expect(open[2].ends())
        #expect(ask(served, open[0], token) == 200, "the others go on")
        #expect(ask(served, served.client(), try served.token(ben)) == 200)
        let backends = (0..<3).map { _ in served.client() }
        for client in backends {
            client.send(served.request("/v1/queries/settings", #"{"as":"\#(anna)"}"#))
            #expect(client.answer()?.status == 200, "a backend asks for many users")
        }
        open.removeFirst()
        #expect(eventually { ask(served, served.client(), token) == 200 })
    }
}
