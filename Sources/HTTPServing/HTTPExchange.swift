internal import CMicroHTTPD
internal import CPlatform
internal import Locking

/// A request and the response to it.
package final class HTTPExchange: @unchecked Sendable {
    // Sendable: what the lock does not hold is for the server's thread alone.

    private enum State {
        /// The handler does not have it yet.
        case receiving
        /// The handler has it, and the connection goes on.
        case asked
        /// The connection sleeps until there is a response.
        case asleep
        case answered(HTTPResponse)
        /// There is what its response is formed of.
        case decided(@Sendable () -> HTTPResponse)
        /// The response is being sent, and has no end of its own.
        case streaming(HTTPStream)
        /// The library has the answer, of which the client may not have read all.
        case sending
        case ended
    }

    private let connection: OpaquePointer
    private let state = Lock(State.receiving)
    /// What is done at its end; the lock of the state is theirs too.
    private var endings: [@Sendable () -> Void] = []

    /// The target where the library found it.
    let targetPlace: UnsafePointer<CChar>
    private(set) var target: String
    var head: HTTPHead?
    /// What the handler knows of it since it has admitted its head.
    var admitted: (any HTTPAdmitted)?
    var body: [UInt8] = []
    /// The bytes of the body that came, of which one that is too long keeps none.
    var received = 0
    /// How many of them are counted among those of all bodies.
    var counted = 0
    /// Why its body is not taken; what still comes of it is not kept.
    var refusal: HTTPFault?
    /// When its head was there.
    var begun = ContinuousClock.now

    init(_ connection: OpaquePointer, target: UnsafePointer<CChar>) {
        self.connection = connection
        targetPlace = target
        self.target = String(cString: target)
    }

    /// Answers the request; a second response has no effect.
    package func respond(_ response: HTTPResponse) {
        if !goOn(with: .answered(response)) { response.stream?.connectionHasEnded() }
    }

    /// Answers the request with what is formed on the server's thread as it is sent, so that the
    /// thread that knows the response loses no time; it is no stream.
    package func respond(forming form: @escaping @Sendable () -> HTTPResponse) {
        _ = goOn(with: .decided(form))
    }

    /// Does something once its response is sent, or is not to be sent any more.
    package func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if case .ended = state { return true }
            endings.append(body)
            return false
        }
        if hasEnded { body() }
    }

    /// Takes a response, unless there is one; a connection that sleeps goes on.
    private func goOn(with response: State) -> Bool {
        state.withLock { state in
            switch state {
            case .receiving, .asked: state = response
            case .asleep:
                state = response
                MHD_resume_connection(connection)
            case .answered, .decided, .streaming, .sending, .ended: return false
            }
            return true
        }
    }

    /// Whether neither the handler has it nor a response is there.
    var isReceiving: Bool {
        state.withLock { state in
            if case .receiving = state { true } else { false }
        }
    }

    /// Forgets its head: a response without an end lives for hours, and no question is left about it.
    func forgetHead() {
        head = nil
        admitted = nil
        target = ""
    }

    /// Takes the body, which is kept here no longer.
    func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }

    /// Gives the request to the handler, unless it was answered meanwhile.
    func ask(_ handler: any HTTPHandler, _ request: HTTPRequest) {
        let isNew = state.withLock { state in
            guard case .receiving = state else { return false }
            state = .asked
            return true
        }
        if isNew { handler.handle(self, request) }
    }

    /// Answers what is not answered, because the server stops; a connection that sleeps goes on.
    func giveUp(_ handler: any HTTPHandler) {
        state.withLock { state in
            switch state {
            case .receiving: state = .answered(handler.giveUp(nil))
            // Its head was there before the handler had it, and does not change.
            case .asked: state = .answered(handler.giveUp(head))
            case .asleep:
                state = .answered(handler.giveUp(head))
                MHD_resume_connection(connection)
            case .answered(let response): response.stream?.finish()
            case .streaming(let stream): stream.cut()
            case .decided, .sending, .ended: break
            }
        }
    }

    /// Whether the client has closed its connection while its request is being answered.
    ///
    /// One that only ended its sending looks the same, and counts as gone, as with other servers.
    package var isPeerGone: Bool {
        state.withLock { state in
            // While it sleeps, the library does not close the connection's socket.
            guard case .asleep = state else { return false }
            return scrollback_peer_has_ended(scrollback_http_socket(connection)) != 0
        }
    }

    /// Whether the connection sleeps.
    var isAsleep: Bool {
        state.withLock { state in
            switch state {
            case .asleep: true
            case .streaming(let stream): stream.isAsleep
            case .receiving, .asked, .answered, .decided, .sending, .ended: false
            }
        }
    }

    /// Takes the response; without one, the connection sleeps until it is there.
    func takeResponse() -> HTTPResponse? {
        let taken = state.withLock { state -> State? in
            switch state {
            case .answered(let response):
                defer { state = response.stream.map(State.streaming) ?? .sending }
                return state
            case .decided:
                defer { state = .sending }
                return state
            case .asked:
                state = .asleep
                MHD_suspend_connection(connection)
                return nil
            case .receiving, .asleep, .streaming, .sending, .ended: return nil
            }
        }
        return switch taken {
        case .answered(let response): response
        case .decided(let form): form()
        default: nil
        }
    }

    /// The connection is done with it.
    func end() {
        let (unsent, endings) = state.withLock { state in
            defer {
                state = .ended
                self.endings = []
            }
            if case .answered(let response) = state { return (response.stream, self.endings) }
            return (nil, self.endings)
        }
        unsent?.connectionHasEnded()
        for ending in endings { ending() }
    }
}
