import Foundation
import HTTPServing
import TestSupport
import Testing

/// Says what it has understood of each request.
private struct EchoHandler: HTTPHandler {
    func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(fault.status, [], []) }

    func admit(_ head: HTTPHead) -> HTTPAdmission { .admitted(nil) }

    func handle(_ exchange: HTTPExchange, _ request: HTTPRequest) {
        let digits = request.body.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        let echo = [
            "method": request.head.method, "target": request.head.target,
            "host": request.head["host"] ?? "", "body": digits.joined(),
            "coding": request.head["transfer-encoding"] ?? "",
        ]
        let body = (try? JSONSerialization.data(withJSONObject: echo)).map(Array.init) ?? []
        exchange.respond(HTTPResponse(200, [], body))
    }

    func knows(_ admitted: any HTTPAdmitted) -> Bool { false }

    func giveUp(_ head: HTTPHead?) -> HTTPResponse { HTTPResponse(503, [], []) }

    func note(_ record: HTTPRecord) {}
}

@Suite(.timeLimit(.minutes(60)))
struct `Requests are framed as others frame them` {
    static let others = NeededTool(python: "h11, httptools")

    /// `FRAMING_CONNECTIONS` for how many connections, `FRAMING_SEED` for others.
    @Test(.enabled(if: try others.isToBeUsed(), "Python has no h11 and httptools"))
    func `by h11 and by httptools`() throws {
        let settings = ProcessInfo.processInfo.environment
        let count = settings["FRAMING_CONNECTIONS"].flatMap { Int($0) } ?? 3_000
        let listener = try ListeningSocket(at: "127.0.0.1", port: 0)
        let port = listener.port
        let server = try HTTPServer(listener, HTTPLimits(), nil, EchoHandler())
        defer { server.stop(within: 1) }
        let (ending, said) = try run(
            NeededTool.python,
            [
                packageFolder.appending(path: "Scripts/checker/http_framing.py").path, "\(port)",
                settings["FRAMING_SEED"] ?? "1", "\(count)", "\(max(30, count / 100))",
            ]
        )
        #expect(ending == .exited(0), "\(said)")
    }
}
