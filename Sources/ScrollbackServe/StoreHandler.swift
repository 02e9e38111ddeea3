internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// The routes: who may ask, what is asked, and what a failure looks like.
final class StoreHandler: HTTPHandler {
    private enum Route {
        case alive
        case ready
        case metrics
        case openAPI
        case line(RequestLine)

        /// The route of a path, which is neither decoded nor tidied; nil for none.
        init?(_ path: Substring) {
            switch path {
            case "/healthz": self = .alive
            case "/readyz": self = .ready
            case "/metrics": self = .metrics
            case "/openapi.json": self = .openAPI
            default:
                let parts = path.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count == 4, parts[0].isEmpty, parts[1] == "v1" else { return nil }
                let name = String(parts[3])
                if parts[2] == "commands",
                    CommandName(rawValue: name) != nil
                        || name == StoreTaskName.depositCheckpoint.rawValue
                {
                    self = .line(RequestLine(kind: .command, name: name))
                } else if parts[2] == "queries",
                    QueryName(rawValue: name) != nil || name == Self.past
                {
                    self = .line(RequestLine(kind: .query, name: name))
                } else {
                    return nil
                }
            }
        }

        private static let past = "asOf"

        /// Whether anyone may ask.
        var isOpen: Bool {
            switch self {
            case .alive, .ready, .openAPI: true
            case .metrics, .line: false
            }
        }
    }

    private let asker: Asker
    private let exposure: Exposure
    private let keys: Lock<APIKeys?>
    private let attempts: FailedAttempts
    private let admission: Admission
    private let record: RequestRecord
    private let isStopping = Lock(false)

    init(
        _ asker: Asker,
        _ keys: APIKeys?,
        _ exposure: Exposure,
        _ limits: RequestLimits,
        _ record: RequestRecord
    ) {
        self.asker = asker
        self.record = record
        attempts = FailedAttempts(allowing: limits.wrongKeys)
        admission = Admission(owner: asker.store.owner)
        self.exposure = exposure
        self.keys = Lock(keys)
    }

    /// Uses other keys from the next request on.
    func use(_ keys: APIKeys) { self.keys.withLock { $0 = keys } }

    /// Is not ready from now on, so that no more is sent here.
    func beginToStop() { isStopping.withLock { $0 = true } }

    func refuse(_ fault: HTTPFault) -> HTTPAnswer {
        let message =
            switch fault {
            case .malformed(let reason): "The request is malformed: \(reason)."
            case .headTooLarge: "The request's line and headers are too long."
            case .bodyTooLarge: "The body is too long."
            }
        return HTTPAnswer(ErrorForm(.invalidRequest, message), status: fault.status)
    }

    func admit(_ head: HTTPHead) -> HTTPAnswer? {
        guard exposure.isNamed(head["host"] ?? "") else {
            let message = "This server has another name; see --host."
            return HTTPAnswer(ErrorForm(.invalidRequest, message), status: 421)
        }
        guard let route = Route(head.path), head.query == nil else { return .notFound }
        if !route.isOpen, caller(of: head) == nil {
            // Without keys, nothing is there but for the operator.
            let isThere = head.entrance == .ownSocket || keys.withLock({ $0 }) != nil
            return isThere ? refuseStranger(head) : .notFound
        }
        guard case .line = route else {
            return head.method == "GET" ? nil : .methodNotAllowed(but: "GET")
        }
        guard head.method == "POST" else { return .methodNotAllowed(but: "POST") }
        let type = head["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/json" else {
            let message = "The body's Content-Type is to be application/json."
            return HTTPAnswer(ErrorForm(.invalidRequest, message), status: 415)
        }
        return nil
    }

    func knows(_ head: HTTPHead) -> Bool { caller(of: head) != nil }

    func handle(_ exchange: HTTPExchange, _ request: HTTPRequest) {
        switch Route(request.head.path) {
        case nil: exchange.answer(.notFound)
        case .alive: exchange.answer(HTTPAnswer(json: Array("{\"ok\":{}}\n".utf8), position: nil))
        case .ready: exchange.answer(readiness())
        case .metrics: exchange.answer(numbers(for: request.head))
        case .openAPI: exchange.answer(.openAPI)
        case .line(let line): exchange.answerLater(line, request, self)
        }
    }

    private func readiness() -> HTTPAnswer {
        guard !isStopping.withLock({ $0 }) else {
            return HTTPAnswer(ErrorForm(.stopped, "The server is stopping."), status: 503)
        }
        do throws(StoreError) {
            _ = try asker.store.position
            return HTTPAnswer(json: Array("{\"ok\":{}}\n".utf8), position: nil)
        } catch {
            return HTTPAnswer(ErrorForm(reading: error), status: 503)
        }
    }

    fileprivate func answer(
        _ exchange: HTTPExchange,
        _ route: RequestLine,
        _ request: HTTPRequest
    ) throws(ErrorForm) {
        guard let caller = caller(of: request.head) else {
            // The key was taken away since its head was admitted.
            return exchange.answer(refuseStranger(request.head))
        }
        let line = try asker.decode(try route.bytes(of: request, keys.withLock { $0 }))
        try caller.require(line, request.head, exposure)
        var atLeast: HeaderPosition?
        if let text = request.head["scrollback-at-least"], case .query = line.content {
            guard let position = HeaderPosition(text) else {
                let header = "Scrollback-At-Least"
                throw ErrorForm(.invalidRequest, "\(header) is no position.", field: header)
            }
            atLeast = position
        }
        asker.answer(line, of: caller.peer, atLeast: atLeast) { line in
            if line.starts(with: Array("{\"error\":".utf8)) {
                exchange.answer(HTTPAnswer(errorLine: line))
            } else {
                let position = HeaderPosition.text(ofAnswer: line)
                exchange.answer(HTTPAnswer(json: line, position: position))
            }
        }
    }

    /// Who asks; nil for a stranger.
    private func caller(of head: HTTPHead) -> Caller? {
        if let person = Caller(operatorOf: head, admission) { return person }
        guard let key = bearer(head), let keys = keys.withLock({ $0 }) else { return nil }
        return keys.holder(of: key).map { Caller($0) }
    }

    func note(_ record: HTTPRecord) {
        let path = record.head.map { $0.path }
        self.record.note(record, route: path.flatMap { Route($0) == nil ? nil : String($0) })
    }

    private func numbers(for head: HTTPHead) -> HTTPAnswer {
        guard let caller = caller(of: head) else { return refuseStranger(head) }
        guard caller.readsMetrics(head, exposure) else {
            let message = "The numbers are for a key with the right metrics."
            return HTTPAnswer(ErrorForm(.permissionDenied, message))
        }
        var own = [
            NamedNumber(
                "scrollback_requests_running",
                "The requests that are being answered.",
                Double(asker.running)
            )
        ]
        if let position = try? asker.store.position {
            own.append(
                NamedNumber(
                    "scrollback_position",
                    "The position that queries show.",
                    Double(position.rawValue)
                )
            )
        }
        return HTTPAnswer(metrics: record.text(beside: own))
    }

    /// The key that a request shows, under a scheme whose name is written in any case.
    private func bearer(_ head: HTTPHead) -> String? {
        guard let words = head["authorization"]?.split(separator: " "), words.count == 2,
            words[0].lowercased() == "bearer"
        else { return nil }
        return String(words[1])
    }

    private func refuseStranger(_ head: HTTPHead) -> HTTPAnswer {
        guard head["authorization"] != nil else {
            return .unauthorized("A key is needed: Authorization: Bearer KEY.", hadKey: false)
        }
        let address = exposure.client(of: head)
        guard let wait = attempts.note(address) else {
            return .unauthorized("This is no key of the server's.", hadKey: true)
        }
        return HTTPAnswer(
            ErrorForm(
                .rateLimited,
                "Too many wrong keys from this address; wait a little.",
                retryAfterMilliseconds: wait.components.seconds * 1_000
            )
        )
    }
}

extension HTTPExchange {
    /// Has the request answered as its line says, or refuses it at once.
    fileprivate func answerLater(
        _ line: RequestLine,
        _ request: HTTPRequest,
        _ handler: StoreHandler
    ) {
        do throws(ErrorForm) {
            try handler.answer(self, line, request)
        } catch {
            answer(HTTPAnswer(error))
        }
    }
}
