internal import CMicroHTTPD
internal import Locking

/// A request and the answer to it.
package final class HTTPExchange: @unchecked Sendable {
    // Sendable: what the lock does not hold is for the server's thread alone.

    private enum State {
        /// The handler does not have it yet.
        case receiving
        /// The handler has it, and the connection goes on.
        case asked
        /// The connection sleeps until there is an answer.
        case asleep
        case answered(HTTPAnswer)
        /// The answer is being sent, and has no end of its own.
        case streaming(HTTPStream)
        case ended
    }

    private let connection: OpaquePointer
    private let state = Lock(State.receiving)

    /// The target where the library found it.
    let targetPlace: UnsafePointer<CChar>
    let target: String
    var head: HTTPHead?
    var body: [UInt8] = []
    /// The bytes of the body that came, of which one that is too long keeps none.
    var received = 0
    /// When its head was there.
    var begun = ContinuousClock.now

    init(_ connection: OpaquePointer, target: UnsafePointer<CChar>) {
        self.connection = connection
        targetPlace = target
        self.target = String(cString: target)
    }

    /// Answers the request; a second answer has no effect.
    package func answer(_ answer: HTTPAnswer) {
        let isTaken = state.withLock { state in
            switch state {
            case .receiving, .asked:
                state = .answered(answer)
                return true
            case .asleep:
                state = .answered(answer)
                MHD_resume_connection(connection)
                return true
            case .answered, .streaming, .ended: return false
            }
        }
        if !isTaken { answer.stream?.connectionHasEnded() }
    }

    /// Whether neither the handler has it nor an answer is there.
    var isReceiving: Bool {
        state.withLock { state in
            if case .receiving = state { true } else { false }
        }
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
            case .answered(let answer): answer.stream?.finish()
            case .streaming(let stream): stream.cut()
            case .ended: break
            }
        }
    }

    /// Whether the connection sleeps.
    var isAsleep: Bool {
        state.withLock { state in
            switch state {
            case .asleep: true
            case .streaming(let stream): stream.isAsleep
            case .receiving, .asked, .answered, .ended: false
            }
        }
    }

    /// Takes the answer; without one, the connection sleeps until it is there.
    func takeAnswer() -> HTTPAnswer? {
        state.withLock { state in
            switch state {
            case .answered(let answer):
                state = answer.stream.map(State.streaming) ?? .ended
                return answer
            case .asked:
                state = .asleep
                MHD_suspend_connection(connection)
                return nil
            case .receiving, .asleep, .streaming, .ended: return nil
            }
        }
    }

    /// The connection is done with it.
    func end() {
        let unsent = state.withLock { state -> HTTPStream? in
            defer { state = .ended }
            if case .answered(let answer) = state { return answer.stream }
            return nil
        }
        unsent?.connectionHasEnded()
    }
}
