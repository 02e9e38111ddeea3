import Glibc
import HTTPServing
import Scrollback
import ScrollbackPipe
import ScrollbackServe
import TestSupport
import Testing

let anna = "00000000-0000-4000-8000-00000000000a"
let ben = "00000000-0000-4000-8000-00000000000b"
let cora = "00000000-0000-4000-8000-00000000000c"
let group = "00000000-0000-4000-8000-0000000000c1"

/// Waits until a condition holds, and says whether it does.
func eventually(withinSeconds seconds: Int = 120, _ holds: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while try !holds() {
        guard ContinuousClock.now < end else { return false }
        usleep(20_000)
    }
    return true
}

/// A new store behind a server in this process, with keys of several rights.
final class ServedStore {
    let store: Store
    let server: StoreServer
    let revocations: Revocations
    let port: UInt16
    /// Where the sockets are, where there are some.
    let socket: String
    let operatorSocket: String
    private let folder = TemporaryFolder()
    /// The key of a right, by the right's words.
    private(set) var keys: [String: String] = [:]
    private(set) var credentials: Credentials
    let signer: TokenSigner
    /// The server's file of public keys for tokens.
    let publicFile: String

    init(
        _ rights: [String] = ["users"],
        limits: HTTPLimits = HTTPLimits(),
        hasKeys: Bool = true,
        _ exposure: Exposure = Exposure(),
        sockets: Bool = false,
        operatorTCP: Bool = false,
        certificate: TLSCertificate? = nil,
        requests: RequestLimits = RequestLimits(),
        exports: ExportLimits = ExportLimits(),
        times: StreamTimes = StreamTimes(),
        log: AccessLog? = nil,
        over given: Store? = nil,
        admission: Admission? = nil,
        webhooks: (Store) throws -> Webhooks? = { _ in nil }
    ) throws {
        socket = folder.path("socket")
        operatorSocket = folder.path("operator")
        var exposure = exposure
        exposure.admitsOperator = operatorTCP
        var serving = ServingLimits()
        serving.http = limits
        serving.requests = requests
        serving.exports = exports
        serving.streams = times
        store = try given ?? Store.temporary()
        var file: String?
        for (number, right) in rights.enumerated() {
            let made = try APIKeys.make(
                name: "key\(number)",
                rights: right.split(separator: " ").map(String.init),
                in: file
            )
            file = made.file
            keys[right] = made.key
        }
        let made = try TokenSigner.make(id: "test", issuer: "chat", isShared: false, in: nil)
        publicFile = made.serverFile
        signer = try TokenSigner(text: made.privateFile)
        credentials = Credentials()
        if hasKeys {
            credentials.keys = try file.map { try APIKeys(text: $0) }
            credentials.tokens = try TokenKeys(publicKeysText: made.serverFile)
            credentials.positions = try PositionKeys(beside: store.keysPath, of: store.logID)
        }
        revocations = try Revocations(inStore: store.path)
        let listener = try ListeningSocket(at: "127.0.0.1", port: 0)
        port = listener.port
        server = try StoreServer(
            store,
            at: listener,
            serving,
            credentials,
            revocations,
            exposure,
            certificate: certificate,
            sockets: sockets
                ? [
                    try ServingSocket(at: socket, isOwn: false),
                    try ServingSocket(at: operatorSocket, isOwn: true),
                ] : [],
            log: log,
            webhooks: try webhooks(store),
            admission: admission
        )
    }

    deinit {
        server.stop()
        store.close()
    }

    /// The public half of the key for tokens.
    var publicKey: String? {
        publicFile.split(whereSeparator: \.isWhitespace).last.map(String.init)
    }

    /// Uses other credentials from now on.
    func use(_ change: (inout Credentials) throws -> Void) rethrows {
        try change(&credentials)
        server.use(credentials)
    }

    /// A token for a user, issued so many seconds ago.
    func token(_ user: String, age: Int64 = 0, seconds: Int64 = 600) throws -> String {
        try signer.token(
            for: #require(UserID(user)),
            of: store.logID,
            issuedAt: Int64(time(nil)) - age,
            seconds: seconds
        )
    }

    /// Where a client asks.
    enum Place { case address, socket, operatorSocket }

    func client(at place: Place = .address) -> RawClient {
        switch place {
        case .address: RawClient(port: port)
        case .socket: RawClient(path: socket)
        case .operatorSocket: RawClient(path: operatorSocket)
        }
    }

    /// The text of a request with a body.
    func request(
        _ path: String,
        _ body: String,
        key: String? = "users",
        headers: [String] = []
    ) -> String {
        var lines = ["POST \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"]
        if let key { lines.append("Authorization: Bearer \(keys[key] ?? key)") }
        if !headers.contains(where: { $0.lowercased().hasPrefix("content-type:") }) {
            lines.append("Content-Type: application/json")
        }
        lines += headers + ["Content-Length: \(body.utf8.count)"]
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    /// Asks on a new connection.
    func post(
        _ path: String,
        _ body: String,
        key: String? = "users",
        headers: [String] = [],
        at place: Place = .address
    ) throws -> RawClient.Answer {
        let client = client(at: place)
        client.send(request(path, body, key: key, headers: headers))
        guard let answer = client.answer() else { throw NoAnswer() }
        return answer
    }

    func get(
        _ path: String,
        host: String = "localhost",
        key: String? = nil,
        headers: [String] = [],
        at place: Place = .address
    ) throws -> RawClient.Answer {
        let client = client(at: place)
        let shown = key.map { "Authorization: Bearer \(keys[$0] ?? $0)\r\n" } ?? ""
        let more = headers.map { "\($0)\r\n" }.joined()
        client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(shown)\(more)\r\n")
        guard let answer = client.answer() else { throw NoAnswer() }
        return answer
    }

    /// Waits until the number of open streams fits, by the key `metrics`; false if it does not.
    func streams(withinSeconds seconds: Int = 120, _ fits: (Int) -> Bool) -> Bool {
        eventually(withinSeconds: seconds) {
            let text = try? get("/metrics", key: "metrics").text
            let line = text?.split(separator: "\n").first {
                $0.hasPrefix("scrollback_streams_open ")
            }
            return line?.split(separator: " ").last.flatMap { Int($0) }.map(fits) ?? false
        }
    }

    struct NoAnswer: Error {}
}
