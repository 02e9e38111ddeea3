internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackConsole
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// The routes: who may ask, what is asked, and what a failure looks like.
final class StoreHandler: HTTPHandler {
    let asker: Asker
    private let retryIDs: RetryIDs
    let exposure: Exposure
    let door: Doorkeeper
    private let streams: LiveStreams
    let attempts: FailedAttempts
    let admission: Admission
    private let record: RequestRecord
    private let isStopping = Lock(false)
    private let downloads: ExportDownloads
    /// The seconds for which a response may wait for changes.
    private let longestWait: Int

    init(
        _ asker: Asker,
        _ retryIDs: RetryIDs,
        _ door: Doorkeeper,
        _ streams: LiveStreams,
        _ exposure: Exposure,
        _ limits: RequestLimits,
        _ record: RequestRecord,
        _ downloads: ExportDownloads,
        _ admission: Admission
    ) {
        self.downloads = downloads
        self.asker = asker
        self.retryIDs = retryIDs
        self.streams = streams
        self.record = record
        attempts = FailedAttempts(allowing: limits.wrongKeys)
        longestWait = limits.waitSeconds
        self.admission = admission
        self.exposure = exposure
        self.door = door
    }

    /// Is not ready from now on, so that no more is sent here.
    func beginToStop() { isStopping.withLock { $0 = true } }

    func refuse(_ fault: HTTPFault) -> HTTPResponse {
        let error =
            switch fault {
            case .malformed(let reason):
                ErrorForm(.invalidRequest, "The request is malformed: \(reason).")
            case .headTooLarge:
                ErrorForm(.invalidRequest, "The request's line and headers are too long.")
            case .bodyTooLarge: ErrorForm(.invalidRequest, "The body is too long.")
            case .bodiesTakeAll: ErrorForm(.overloaded, "Too many long bodies are not answered.")
            case .bodiesTakeShare:
                ErrorForm(
                    .rateLimited,
                    "Too many long bodies of this user are not answered.",
                    retryAfterMilliseconds: 1_000
                )
            case .tooManyConnections:
                ErrorForm(
                    .rateLimited,
                    "There are too many connections of this user, or of an address without a key.",
                    retryAfterMilliseconds: 1_000
                )
            case .unreadable: ErrorForm(.internal, "The server has no room for the request.")
            }
        return HTTPResponse(error, status: fault.status)
    }

    func giveUp(_ head: HTTPHead?) -> HTTPResponse {
        switch head.flatMap({ StoreRoute($0.path) }) {
        // A proxy must not repeat it by itself: it may have been done.
        case .line(let line)? where line.kind == .command: return .undecided
        case .revocation?: return .undecided
        case .exports? where head?.method != "GET": return .undecided
        default: return .stopping
        }
    }

    func headers(for head: HTTPHead) -> [(name: String, value: String)] {
        exposure.crossing.headers(for: head)
    }

    func admit(_ head: HTTPHead) -> HTTPAdmission {
        guard exposure.isNamed(head["host"] ?? "") else {
            let message = "The name in the header Host is unknown here; see --host."
            return .refused(HTTPResponse(ErrorForm(.invalidRequest, message), status: 421))
        }
        guard let route = StoreRoute(head.path), head.query == nil || route.takesQuery else {
            return .refused(.notFound)
        }
        if let preflight = exposure.crossing.preflight(head) { return .refused(preflight) }
        var caller: Caller?
        if route.isOpen {
            caller = try? self.caller(of: head)
        } else {
            do throws(Doorkeeper.Stranger) {
                caller = try self.caller(of: head)
            } catch {
                // Without keys, nothing is there but for the operator.
                let isThere = head.entrance == .ownSocket || !door.present.isEmpty
                return .refused(isThere ? refuse(error, head) : .notFound)
            }
        }
        if let refusal = refusal(of: head, for: route) { return .refused(refusal) }
        return .admitted(Admitted(route, of: caller))
    }

    /// Refuses a method, and a body that is none of its route's; nil for what is right.
    private func refusal(of head: HTTPHead, for route: StoreRoute) -> HTTPResponse? {
        switch route {
        case .line, .revocation: break
        case .exports(let route):
            guard route.methods.contains(head.method) else {
                return .methodNotAllowed(but: route.methods.joined(separator: ", "))
            }
            guard head.method == "POST" else {
                return head.announcesBody ? refuse(.bodyTooLarge) : nil
            }
        case .consumers, .alive, .ready, .metrics, .openAPI, .changes, .console, .consoleFolder:
            guard head.method == "GET" else { return .methodNotAllowed(but: "GET") }
            // Some need no key, so that a body would be kept for anyone.
            return head.announcesBody ? refuse(.bodyTooLarge) : nil
        }
        guard head.method == "POST" else { return .methodNotAllowed(but: "POST") }
        guard head["content-type"].map(Self.isJSON) == true else {
            let message = "The body's Content-Type is to be application/json."
            return HTTPResponse(ErrorForm(.invalidRequest, message), status: 415)
        }
        // A body that grows as it is unpacked could be of any size.
        guard head["content-encoding"] == nil else {
            let message = "The body is to come as it is, without Content-Encoding."
            return HTTPResponse(ErrorForm(.invalidRequest, message), status: 415)
        }
        return nil
    }

    /// Whether a body is JSON, whatever else its type says.
    private static func isJSON(_ type: String) -> Bool {
        let name = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        return Substring(name).lowercased() == "application/json"
    }

    func knows(_ admitted: any HTTPAdmitted) -> Bool {
        (admitted as? Admitted)?.caller.map(door.admits) ?? false
    }

    func handle(_ exchange: HTTPExchange, _ request: HTTPRequest) {
        guard let admitted = request.admitted as? Admitted else {
            return exchange.respond(.notFound)
        }
        switch admitted.route {
        case .alive:
            exchange.respond(.ok)
        case .ready: exchange.respond(readiness())
        case .metrics:
            // The store's numbers wait for its writer.
            asker.run { exchange.respond(self.numbers(for: request)) }
        case .openAPI: exchange.respond(.openAPI)
        case .console(let file):
            exchange.respond(HTTPResponse(console: file, known: request.head["if-none-match"]))
        case .consoleFolder: exchange.respond(.toConsole)
        case .line(let line) where request.body.count > Self.shortBody:
            // It takes a while to read, and other requests wait on this thread.
            do throws(ErrorForm) {
                try asker.read { self.answer(exchange, line, request) }
            } catch {
                exchange.respond(HTTPResponse(error))
            }
        case .line(let line): answer(exchange, line, request)
        case .changes:
            exchange.answerLater(to: request, self) { (caller) throws(ErrorForm) in
                // A stream has no patience with clocks: it would end as it begins.
                if let ending = self.door.ending(of: caller) {
                    return exchange.respond(self.refuse(.over(ending), request.head))
                }
                var asked = try ChangesRequest(
                    request.head,
                    for: caller,
                    longestWait: self.longestWait
                )
                if let name = asked.consumer { asked.mark = try self.mark(of: name) }
                try self.streams.answer(exchange, asked, caller)
            }
        case .revocation:
            exchange.answerLater(to: request, self) { (caller) throws(ErrorForm) in
                try self.revoke(exchange, request, caller)
            }
        case .consumers: answer(exchange, .consumers, request)
        case .exports(.download(let id)): download(id, exchange, request.head)
        case .exports(let route):
            exchange.answerLater(to: request, self) { (caller) throws(ErrorForm) in
                guard caller.isOperator(request.head, self.exposure) else {
                    throw ErrorForm(
                        .permissionDenied,
                        "Exports are for the operator in person, at the operator's socket or with "
                            + "--operator-tcp."
                    )
                }
                if let line = route.line(request.head.method) {
                    return try self.answer(exchange, line, request, caller)
                }
                guard case .ticket(let id) = route else { return exchange.respond(.notFound) }
                let downloads = self.downloads
                self.asker.run {
                    exchange.respond(downloads.response(to: request.body, for: id, caller))
                }
            }
        }
    }

    /// So many bytes of JSON are read in the time of a switch between threads.
    private static let shortBody = 16 << 10

    /// Sends an export to a client with a ticket, where the operator in person counts.
    private func download(_ id: UniqueID, _ exchange: HTTPExchange, _ head: HTTPHead) {
        guard head.entrance == .ownSocket ? !head.isForwarded : head.admitsOperator(exposure) else {
            return exchange.respond(
                HTTPResponse(
                    ErrorForm(
                        .permissionDenied,
                        "Exports are fetched at the operator's socket, or with --operator-tcp."
                    )
                )
            )
        }
        let ticket = ExportRoute.ticket(in: head.query)
        guard let ticket, downloads.admits(ticket, to: id) else {
            if let tooMany = tooManyAttempts(head) { return exchange.respond(tooMany) }
            return exchange.respond(
                HTTPResponse(
                    ErrorForm(
                        .permissionDenied,
                        "The ticket is unknown, used or over; ask for another one."
                    )
                )
            )
        }
        downloads.send(id, to: exchange)
    }

    private func answer(_ exchange: HTTPExchange, _ line: RequestLine, _ request: HTTPRequest) {
        exchange.answerLater(to: request, self) { (caller) throws(ErrorForm) in
            try self.answer(exchange, line, request, caller)
        }
    }

    /// A consumer that was begun, at whose mark a stream goes on.
    private func mark(of name: String) throws(ErrorForm) -> Consumer {
        do throws(StoreError) {
            guard let consumer = try asker.store.known(name) else { throw Store.noConsumer }
            return consumer
        } catch {
            throw ErrorForm(reading: error)
        }
    }

    private func readiness() -> HTTPResponse {
        guard !isStopping.withLock({ $0 }) else {
            return HTTPResponse(ErrorForm(.stopped, "The server is stopping."), status: 503)
        }
        do throws(StoreError) {
            _ = try asker.store.position
            return .ok
        } catch {
            return HTTPResponse(ErrorForm(reading: error), status: 503)
        }
    }

    private func answer(
        _ exchange: HTTPExchange,
        _ route: RequestLine,
        _ request: HTTPRequest,
        _ caller: Caller
    ) throws(ErrorForm) {
        let known = door.present
        let seal = seal(for: caller)
        let bytes = try route.bytes(
            of: request,
            known.keys?.retryIDs ?? retryIDs,
            for: caller.user,
            seal.map { SealedFields(seal: $0) }
        )
        let line = try asker.decode(bytes)
        try caller.require(line, request.head, exposure, pastForUsers: known.pastForUsers)
        var atLeast: HeaderPosition?
        if let text = request.head["scrollback-at-least"], case .query = line.content {
            atLeast = try position(in: text, seal)
        }
        try asker.answer(exchange, line, of: caller.peer, atLeast: atLeast, under: seal)
    }

    /// The position of a header, which is sealed for users but for 0, where every log begins.
    private func position(
        in text: String,
        _ seal: ViewerSeal?
    ) throws(ErrorForm) -> HeaderPosition {
        let header = "Scrollback-At-Least"
        if let seal, text != "0" {
            guard let place = seal.position(of: text) else { throw SealedFields.unknown(header) }
            return HeaderPosition(place)
        }
        guard let position = HeaderPosition(text) else {
            throw ErrorForm(.invalidRequest, "\(header) is no position.", field: header)
        }
        return position
    }

    /// Revokes a user's tokens, and answers from when on new ones count.
    private func revoke(
        _ exchange: HTTPExchange,
        _ request: HTTPRequest,
        _ caller: Caller
    ) throws(ErrorForm) {
        guard caller.has(\.mayRevoke, request.head, exposure) else {
            throw ErrorForm(.permissionDenied, "Only a key with the right revoke may do this.")
        }
        guard let revocations = door.revocations else {
            throw ErrorForm(.notFound, "The server takes no users' tokens; see --token-keys.")
        }
        let object = (try? JSONDocument(request.body))?.root.object
        guard let id = object?["user"]?.uniqueID, object?.members.map(\.name) == ["user"] else {
            throw ErrorForm(.invalidRequest, "The body is to be {\"user\": ID}.", field: "user")
        }
        let now = door.now()
        asker.revoke {
            do throws(Revocations.Fault) {
                let second = try revocations.revoke(UserID(id), now: now)
                exchange.respond(HTTPResponse { $0.field("from", second * 1_000) })
            } catch {
                self.asker.store.notice(Notice(.revocationNotKept, "\(error)"))
                let message = "The revocation could not be kept, and does not hold."
                exchange.respond(HTTPResponse(ErrorForm(.internal, message)))
            }
        }
    }

    func note(_ record: HTTPRecord) {
        let route = record.head.flatMap { head in
            let admitted = record.admitted as? Admitted
            return (admitted?.route ?? StoreRoute(head.path))?.template(of: head.path)
        }
        self.record.note(record, route: route)
    }

    private func numbers(for request: HTTPRequest) -> HTTPResponse {
        let caller: Caller
        do throws(Doorkeeper.Stranger) {
            caller = try self.caller(of: request)
        } catch {
            return refuse(error, request.head)
        }
        guard caller.has(\.readsMetrics, request.head, exposure) else {
            let message = "The numbers are for a key with the right metrics."
            return refuse(ErrorForm(.permissionDenied, message), caller, request.head)
        }
        var text = MetricsText()
        text.add(
            "scrollback_requests_running",
            "The requests that are being answered.",
            .gauge,
            UInt64(clamping: asker.running)
        )
        text.add(
            "scrollback_streams_open",
            "The streams of changes and the answers that wait for one.",
            .gauge,
            UInt64(clamping: streams.count)
        )
        text.add(asker.store.gauges())
        text.addConsumers(of: asker.store)
        record.add(to: &text)
        return HTTPResponse(metrics: text.text)
    }
}

extension HTTPHead {
    /// Whether a body follows.
    fileprivate var announcesBody: Bool {
        self["transfer-encoding"] != nil || self["content-length"].map { UInt64($0) != 0 } == true
    }
}
