internal import Locking

/// The connections of a server, and the requests that are not answered yet.
final class HTTPRegister: Sendable {
    struct State {
        var connections: [ObjectIdentifier: HTTPConnection] = [:]
        var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
        /// By their networks.
        var strangers = HTTPPlaces()
        /// Those whose users have shown a token, by them.
        var users = HTTPPlaces()
        /// The connection that is there to have no more accepted.
        var bell: Int32?
        /// Whether no more are accepted.
        var isQuiet = false
        /// Whether each connection ends with its response.
        var isClosing = false
        /// Whether what comes now is not handled any more.
        var isOver = false
        var hasEnded = false
    }

    let state = Monitor(State())

    /// Forgets an exchange that has ended.
    ///
    /// The thread that looks for late connections always waits for changes, and each request would
    /// wake it: only a server that stops waits for the last one.
    func remove(_ exchange: HTTPExchange) {
        let isAwaited = state.withLock { state in
            state.exchanges[ObjectIdentifier(exchange)] = nil
            return state.isClosing && state.exchanges.isEmpty
        }
        if isAwaited { state.change { _ in } }
    }

    /// Cuts the connections whose time is over, until the server has ended.
    func cutLate() {
        while !state.withLock({ $0.hasEnded }) {
            let now = ContinuousClock.now
            // Under the lock, so that the socket is not closed and opened as another one meanwhile.
            state.withLock { state in
                for connection in state.connections.values where connection.isLate(at: now) {
                    connection.cut()
                }
            }
            state.wait(atMost: 1) { $0.hasEnded }
        }
    }
}
