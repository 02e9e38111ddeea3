internal import CMicroHTTPD
internal import Glibc
internal import Locking

/// A server of HTTP/1.1 on one thread, over Debian's libmicrohttpd.
///
/// It gives whole requests to a handler, and sends the responses when they are there. A connection
/// that waits for its response takes no thread.
package final class HTTPServer: @unchecked Sendable {
    // Sendable: the daemon and the watch are set before other threads get the server, and the bodies
    // are for the server's own thread.

    /// The server cannot be started, with the system's words.
    package struct NotStarted: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    let handler: any HTTPHandler
    let limits: HTTPLimits
    let entrance: HTTPEntrance
    let certificate: TLSCertificate?
    private let register = HTTPRegister()
    private var bodies = HTTPBodies()
    private var daemon: OpaquePointer?
    private var watch: SystemThread?
    private let waker = StreamWaker()
    private var wakerThread: SystemThread?

    /// Serves the connections to a socket, which is the server's from now on.
    package init(
        _ listener: ListeningSocket,
        _ limits: HTTPLimits = HTTPLimits(),
        _ certificate: TLSCertificate? = nil,
        _ handler: any HTTPHandler
    ) throws(NotStarted) {
        self.handler = handler
        self.limits = limits
        self.certificate = certificate
        entrance = listener.entrance(isSecure: certificate != nil)
        var options = scrollback_http_options()
        options.listener = listener.descriptor
        options.connections = UInt32(clamping: limits.connections)
        options.silence = UInt32(clamping: limits.silenceSeconds)
        // The library keeps the head here, and what it makes of it.
        options.memory = limits.headBytes * 3 + (8 << 10)
        options.request = takeRequest
        options.target = takeTarget
        options.completed = endRequest
        options.changed = changeConnection
        options.context = Unmanaged.passUnretained(self).toOpaque()
        if certificate != nil { options.certificate = giveCertificate }
        guard let daemon = scrollback_http_start(&options) else {
            close(listener.descriptor)
            throw NotStarted(
                description: "The server cannot be started: \(String(cString: strerror(errno)))"
            )
        }
        self.daemon = daemon
        watch = SystemThread(named: "scrollback-watch") { [register] in
            register.cutLate()
        }
        wakerThread = SystemThread(named: "scrollback-wake") { [waker] in waker.run() }
        guard watch != nil, wakerThread != nil else {
            // Nothing would have a deadline, or no stream would go on.
            stop(within: 0)
            throw NotStarted(description: "The system has no thread left.")
        }
    }

    /// Accepts no more connections, and ends each with its next response.
    ///
    /// The daemon's thread may take the listening socket out of those that it watches while another
    /// thread does, and the library ends the process where it finds that done. So it is done on the
    /// daemon's thread, which a connection for that alone leads there.
    package func quiesce() {
        guard let daemon else { return }
        register.state.change { $0.isClosing = true }
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let isNew = register.state.withLock { state in
            guard state.bell == nil, socketpair(AF_UNIX, type, 0, &ends) == 0 else { return false }
            state.bell = ends[0]
            return true
        }
        guard isNew else { return }
        var address = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: sockaddr().sa_data)
        // Its end is the library's from now on.
        let size = socklen_t(MemoryLayout<sa_family_t>.size)
        if MHD_add_connection(daemon, ends[0], &address, size) == .YES {
            register.state.wait(atMost: 2) { $0.isQuiet }
        }
        close(ends[1])
    }

    /// Accepts no more connections, lets what is asked be answered, and ends.
    ///
    /// It blocks its thread. What is not answered in time is given up.
    package func stop(within seconds: Double) {
        guard let daemon else { return }
        quiesce()
        register.state.wait(atMost: seconds) { $0.exchanges.isEmpty }
        let unanswered = register.state.withLock { state in
            // What begins behind this is given up as it does.
            state.isOver = true
            return Array(state.exchanges.values)
        }
        for exchange in unanswered { exchange.giveUp(handler) }
        // What was answered just now is still to be sent.
        register.state.wait(atMost: 1) { $0.exchanges.isEmpty }
        // Under the lock, so that no socket is closed and opened as another one meanwhile.
        register.state.withLock { state in
            for connection in state.connections.values { connection.cut() }
        }
        // The library must not be stopped while a connection sleeps.
        while register.state.withLock({ $0.exchanges.values.contains(where: \.isAsleep) }) {
            usleep(1_000)
        }
        waker.end()
        wakerThread?.join()
        MHD_stop_daemon(daemon)
        self.daemon = nil
        register.state.change { $0.hasEnded = true }
        watch?.join()
    }
}

// What the library calls, on its thread.
extension HTTPServer {
    /// Takes the listening socket away from the daemon, if that is what a connection is for.
    func quiesce(for socket: Int32) {
        guard let daemon, register.state.withLock({ $0.bell == socket && !$0.isQuiet }) else {
            return
        }
        let listener = MHD_quiesce_daemon(daemon)
        if listener >= 0 { close(listener) }
        register.state.change { $0.isQuiet = true }
    }

    /// Answers what the library refuses by itself.
    func response(toUnreadable status: Int) -> HTTPResponse {
        let response = handler.refuse(HTTPFault(ofLibrary: status))
        handler.note(HTTPRecord(ofUnreadable: response, by: entrance))
        return response
    }

    func begin(_ connection: HTTPConnection) {
        register.state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = connection
            guard !beginStranger(connection, &state) else { return }
            connection.cut()
        }
    }

    /// Counts a connection without a key; false if its address has too many.
    private func beginStranger(
        _ connection: HTTPConnection,
        _ state: inout HTTPRegister.State
    ) -> Bool {
        state.strangers.begin(
            ObjectIdentifier(connection),
            of: NumericAddress.network(of: connection.peer),
            atMost: isLimited(connection) ? limits.strangers : .max
        )
    }

    private func isLimited(_ connection: HTTPConnection) -> Bool {
        !limits.exempt.contains(connection.peer)
    }

    /// Notes who is at the other end of a connection, by what a request shows; false if they have no
    /// place for it.
    private func meet(_ connection: HTTPConnection, _ admitted: (any HTTPAdmitted)?) -> Bool {
        let id = ObjectIdentifier(connection)
        if let admitted, admitted.isKnown {
            let isNew = connection.shown == nil
            connection.shown = admitted
            guard isNew else { return true }
            return register.state.withLock { state in
                state.strangers.end(id)
                guard isLimited(connection), let owner = admitted.owner else { return true }
                return state.users.begin(id, of: owner, atMost: limits.userConnections)
            }
        }
        // A token that is over would else keep its connection as long as anything is asked on it.
        guard let shown = connection.shown, !handler.knows(shown) else { return true }
        connection.shown = nil
        return register.state.withLock { state in
            state.users.end(id)
            return beginStranger(connection, &state)
        }
    }

    func end(_ connection: HTTPConnection) {
        register.state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = nil
            state.strangers.end(ObjectIdentifier(connection))
            state.users.end(ObjectIdentifier(connection))
        }
    }

    func begin(_ exchange: HTTPExchange) {
        let isOver = register.state.withLock { state in
            state.exchanges[ObjectIdentifier(exchange)] = exchange
            return state.isOver
        }
        if isOver { exchange.giveUp(handler) }
    }

    func end(_ exchange: HTTPExchange) {
        bodies.end(exchange)
        exchange.end()
        register.remove(exchange)
    }

    /// Takes the head, then the body in pieces, then goes on with the response.
    func take(_ call: LibraryCall, for exchange: HTTPExchange) -> MHD_Result {
        guard let head = exchange.head else { return begin(call, exchange) }
        if call.bodySize.pointee > 0 {
            let count = call.bodySize.pointee
            call.bodySize.pointee = 0
            exchange.received += count
            if exchange.received > limits.bodyBytes {
                exchange.refusal = .bodyTooLarge
            } else if exchange.refusal == nil {
                exchange.refusal = bodies.count(exchange, atMost: limits.unansweredBytes)
            }
            guard exchange.refusal != nil else {
                let bytes = UnsafeRawBufferPointer(start: call.body, count: count)
                exchange.body.append(contentsOf: bytes)
                return .YES
            }
            // The library sends no response before a body has ended, so that a little more is read.
            exchange.body = []
            bodies.end(exchange)
            return exchange.received <= 2 * limits.bodyBytes ? .YES : .NO
        }
        if exchange.isReceiving {
            call.connectionContext?.allow(seconds: nil)
            if let refusal = exchange.refusal {
                return send(handler.refuse(refusal), to: exchange, closing: true, call)
            }
            let body = exchange.takeBody()
            exchange.ask(
                handler,
                HTTPRequest(head: head, body: body, admitted: exchange.admitted)
            )
        }
        guard let response = exchange.takeResponse() else { return .YES }
        // The library is not strict about chunks: what follows them might be a part of the body.
        let isChunked = head["transfer-encoding"] != nil
        return send(response, to: exchange, closing: isChunked || response.closes, call)
    }

    private func begin(_ call: LibraryCall, _ exchange: HTTPExchange) -> MHD_Result {
        let head = call.head(of: exchange, by: entrance)
        exchange.head = head
        exchange.begun = .now
        call.connectionContext?.allow(seconds: limits.bodySeconds)
        if let fault = fault(of: head, call, exchange) {
            return send(handler.refuse(fault), to: exchange, closing: true, call)
        }
        switch handler.admit(head) {
        case .refused(let response): return send(response, to: exchange, closing: true, call)
        case .admitted(let admitted): exchange.admitted = admitted
        }
        if let connection = call.connectionContext, !meet(connection, exchange.admitted) {
            return send(handler.refuse(.tooManyConnections), to: exchange, closing: true, call)
        }
        return .YES
    }

    private func fault(
        of head: HTTPHead,
        _ call: LibraryCall,
        _ exchange: HTTPExchange
    ) -> HTTPFault? {
        guard scrollback_http_head_size(call.connection) <= limits.headBytes else {
            return .headTooLarge
        }
        let isPlain = scrollback_http_is_plain(
            call.connection,
            call.method,
            exchange.targetPlace,
            call.version,
            exchange.target.utf8.count
        )
        guard isPlain else { return .malformed("its lines are not those of HTTP") }
        if let fault = RequestGuard.fault(of: head, version: String(cString: call.version)) {
            return fault
        }
        if let length = head["content-length"].flatMap({ UInt64($0) }), length > limits.bodyBytes {
            return .bodyTooLarge
        }
        return nil
    }

    private func send(
        _ response: HTTPResponse,
        to exchange: HTTPExchange,
        closing: Bool,
        _ call: LibraryCall
    ) -> MHD_Result {
        // The connection ends with it, so that what the client sends behind its request is never read.
        let isEndless = response.stream.map { $0.length == nil } ?? false
        let queued =
            response.stream?.response(
                on: call.connection,
                call.connectionContext,
                waker,
                chunksBehind: isEndless && call.takesChunks ? call.endOfHead : nil
            )
            ?? response.constant.flatMap { constant in
                MHD_create_response_from_buffer(
                    constant.bytes.count,
                    constant.bytes.baseAddress,
                    .RESPMEM_PERSISTENT
                )
            }
            ?? response.body.withUnsafeBytes { bytes in
                MHD_create_response_from_buffer(
                    bytes.count,
                    UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                    .RESPMEM_MUST_COPY
                )
            }
        guard let queued else { return .NO }
        defer { MHD_destroy_response(queued) }
        let others = exchange.head.map(handler.headers) ?? []
        for (name, value) in response.headers + others {
            MHD_add_response_header(queued, name, value)
        }
        if closing || isEndless || register.state.withLock({ $0.isClosing }) {
            MHD_add_response_header(queued, "Connection", "close")
        }
        if let stream = response.stream {
            // It sees to it itself that its client reads.
            stream.allowTime()
        } else {
            call.connectionContext?.allow(seconds: limits.answerSeconds)
        }
        handler.note(HTTPRecord(of: exchange, response, by: entrance))
        // Before its head is forgotten, with whose body it was.
        bodies.end(exchange)
        if response.stream != nil { exchange.forgetHead() }
        return queue(queued, response.status, on: call.connection)
    }
}
