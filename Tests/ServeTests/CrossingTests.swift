import HTTPServing
import ScrollbackServe
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `Pages elsewhere` {
    private let origin = "https://chat.example"

    private func ask(
        _ served: ServedStore,
        _ method: String,
        _ headers: [String],
        path: String = "/v1/queries/settings"
    ) throws -> RawClient.Answer {
        let client = served.client()
        let lines = ["\(method) \(path) HTTP/1.1", "Host: localhost"] + headers
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return try #require(client.answer())
    }

    @Test func `may not ask unless their origin was named`() throws {
        let preflight = ["Access-Control-Request-Method: POST"]
        let closed = try ServedStore()
        let own = ["Origin: \(origin)"]
        let refused = try ask(closed, "OPTIONS", own + preflight)
        #expect(refused.status == 401)
        #expect(!refused.headers.keys.contains { $0.hasPrefix("access-control") })
        var exposure = Exposure()
        exposure.crossing = Crossing([origin])
        let served = try ServedStore(["users"], exposure)
        let allowed = try ask(served, "OPTIONS", own + preflight)
        #expect(allowed.status == 204)
        #expect(allowed.headers["access-control-allow-origin"] == origin)
        #expect(allowed.headers["access-control-allow-headers"]?.contains("Authorization") == true)
        #expect(allowed.headers["access-control-allow-credentials"] == nil)
        #expect(allowed.headers["vary"] == "Origin")
        for other in ["https://chat.example.evil", "http://chat.example", "null", "*"] {
            let answer = try ask(served, "OPTIONS", ["Origin: \(other)"] + preflight)
            #expect(answer.status == 401, "\(other)")
            #expect(answer.headers["access-control-allow-origin"] == nil)
        }
        // Answers and errors say so too, and a page without a token stays a stranger.
        let body = #"{"as":"\#(anna)"}"#
        let settings = try served.post("/v1/queries/settings", body, headers: own)
        #expect(settings.status == 200)
        #expect(settings.headers["access-control-allow-origin"] == origin)
        #expect(
            settings.headers["access-control-expose-headers"]?.contains("Scrollback-Position")
                == true
        )
        let stranger = try served.post("/v1/queries/settings", body, key: nil, headers: own)
        #expect(stranger.status == 401)
        #expect(stranger.headers["access-control-allow-origin"] == origin)
        let elsewhere = try ask(served, "OPTIONS", own + preflight, path: "/v1/nothing")
        #expect(elsewhere.status == 404)
    }

    @Test func `are named by an origin, and nothing else`() {
        for text in ["https://chat.example", "http://localhost:8080", "https://[::1]:8443"] {
            #expect(Crossing.isOrigin(text), "\(text)")
        }
        for text in [
            "*", "null", "chat.example", "https://", "https://chat.example/",
            "https://Chat.example",
            "ftp://chat.example", "https://a b", "https://a,https://b", "https://é",
        ] {
            #expect(!Crossing.isOrigin(text), "\(text)")
        }
    }
}
