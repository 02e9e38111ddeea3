internal import HTTPServing
internal import Messaging
package import Scrollback
internal import ScrollbackJSON
internal import ScrollbackServe
internal import TestSupport

/// A store behind a server in this process, which is told the pipe's lines: each is a request on one
/// connection, and its answer is a line again.
///
/// Each answer is also held to what HTTP adds to a line: the status of its code, and the header with
/// its position; its status is one that the server's document has for the operation. A name that there
/// is not is no path: the answer is then the one of the pipe.
package final class HTTPLines {
    private let server: StoreServer
    private var client: RawClient
    private let port: UInt16
    /// The key of a backend, and the one of the operator in person.
    private let keys: (backend: String, operator: String)
    private let statuses: [String: Int]
    /// What the server says of itself.
    package let document: OpenAPIDocument
    private let documented: [String: Set<Int>]
    private let keepsExchanges: Bool
    /// What was asked and answered, if that is kept.
    package private(set) var exchanges: [OpenAPIDocument.Exchange] = []

    /// An answer that HTTP frames wrongly, or none.
    package struct Misframed: Error, CustomStringConvertible {
        package let description: String
    }

    package init(_ store: Store, keepingExchanges keepsExchanges: Bool = false) throws {
        // A look is what the operator in person asks; plans of notifications are a backend's.
        let backend = try APIKeys.make(
            name: "backend",
            rights: ["users", "operator=\(Self.backendsQuery)"],
            in: nil
        )
        let person = try APIKeys.make(name: Self.personsKey, rights: ["operator"], in: backend.file)
        keys = (backend.key, person.key)
        var credentials = Credentials()
        credentials.keys = try APIKeys(text: person.file)
        let listener = try ListeningSocket(at: "127.0.0.1", port: 0)
        port = listener.port
        var limits = ServingLimits()
        // Between two lines of HTTP others go to the pipe, which beside many tests takes a while.
        limits.http.idleSeconds = 600
        limits.http.headSeconds = 600
        server = try StoreServer(
            store,
            at: listener,
            limits,
            credentials,
            nil,
            Exposure(admitsOperator: true)
        )
        client = RawClient(port: port)
        statuses = try documentedStatuses()
        self.keepsExchanges = keepsExchanges
        client.send("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        guard let answer = client.answer() else { throw Misframed(description: "no document") }
        let document = OpenAPIDocument(answer)
        self.document = document
        documented = document.operations.reduce(into: [:]) { statuses, operation in
            if operation.method == "post" { statuses[operation.path] = operation.statuses }
        }
    }

    deinit { server.stop() }

    /// Ends the server, so that the store may be closed.
    package func stop() { server.stop() }

    private static let backendsQuery = "notificationPlan"
    /// The name of the operator's key.
    package static let personsKey = "person"

    /// The pipe's line of the answer to a line, without its line feed.
    package func answer(_ line: [UInt8]) throws -> [UInt8] {
        let fields = try JSONDocument(line).object()
        let (path, body) = target(of: fields)
        client.send(request(path, body, of: fields))
        guard let answer = client.answer() else {
            throw Misframed(description: "no answer to \(String(decoding: line, as: UTF8.self))")
        }
        guard Self.hasPath(fields) else {
            guard answer.status == 404, answer.code == "notFound" else {
                throw Misframed(description: "\(answer.status): \(answer.text)")
            }
            // The body of such a request is not read, so its connection ends.
            client = RawClient(port: port)
            return Array(#"{"error":{"code":"invalidRequest"}}"#.utf8)
        }
        guard documented[path]?.contains(answer.status) == true else {
            let known = documented[path, default: []].sorted()
            throw Misframed(description: "\(path) \(answer.text) has none of \(known)")
        }
        if keepsExchanges { exchanges.append(.init("post", path, body: body, answer)) }
        let text = answer.body.last == UInt8(ascii: "\n") ? answer.body.dropLast() : answer.body
        guard answer.status != 200 else {
            try Self.check(answer)
            return Array(text)
        }
        guard let code = answer.code, statuses[code] == answer.status,
            answer.object["status"] as? Int == answer.status,
            answer.headers["content-type"] == "application/problem+json"
        else {
            throw Misframed(description: "\(answer.status) \(answer.headers): \(answer.text)")
        }
        // A problem has the members of the line's error, beside its own.
        return Array("{\"error\":".utf8) + text + Array("}".utf8)
    }

    /// Checks that the header says the position of an answer.
    private static func check(_ answer: RawClient.Answer) throws {
        let epoch = (answer.object["epoch"] as? String).map { "\($0):" } ?? ""
        let position = answer.object["position"] as? Int
        guard let position, answer.headers["scrollback-position"] == "\(epoch)\(position)",
            answer.headers["content-type"] == "application/json"
        else { throw Misframed(description: "\(answer.headers): \(answer.text)") }
    }

    /// Whether a line's name is one of the contract's.
    private static func hasPath(_ fields: JSONObject) -> Bool {
        if let name = fields["do"]?.string {
            return CommandName(rawValue: name) != nil
                || StoreTaskName(rawValue: name)?.isOfShell == false
        }
        let name = fields["ask"]?.string
        return name == "asOf" || name.flatMap(QueryName.init) != nil
    }

    /// Sends a line's request on many connections at once, as often as said; how many answers have
    /// status 200.
    package func send(_ line: [UInt8], over connections: Int, times: Int) throws -> Int {
        let fields = try JSONDocument(line).object()
        let (path, body) = target(of: fields)
        let request = request(path, body, of: fields)
        let clients = (0..<connections).map { _ in RawClient(port: port) }
        return (0..<times).reduce(0) { answered, _ in
            for client in clients { client.send(request) }
            return answered + clients.count { $0.answer()?.status == 200 }
        }
    }

    /// The path and the body of a line's request: its first name is in the path, and its other fields
    /// are the body.
    private func target(of fields: JSONObject) -> (path: String, body: [UInt8]) {
        let kind = fields["do"] == nil ? "queries" : "commands"
        let name = (fields["do"] ?? fields["ask"])?.string ?? ""
        let task = fields["do"]?.string.flatMap(StoreTaskName.init)
        var body = JSONWriter()
        body.object { body in
            for member in fields.members where !["do", "ask"].contains(member.name) {
                body.name(member.name)
                body.write(json: member.value.bytes)
            }
        }
        return (task?.path ?? "/v1/\(kind)/\(name)", body.bytes)
    }

    private func request(_ path: String, _ body: [UInt8], of fields: JSONObject) -> [UInt8] {
        let name = fields["ask"]?.string
        let isOperators = fields["as"]?.string == "operator" && name != Self.backendsQuery
        let head = """
            POST \(path) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Authorization: Bearer \(isOperators ? keys.operator : keys.backend)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r

            """
        return Array(head.utf8) + body
    }
}
