package import HTTPServing
internal import Locking
package import Scrollback

/// Serves an open store over HTTP: the commands and queries of the pipe, for many clients.
package final class StoreServer: Sendable {
    private let handler: StoreHandler
    private let servers: [HTTPServer]
    private let sockets: [ServingSocket]
    private let patience: Double

    /// Begins to serve, at an address with or without TLS and at sockets; without keys, only whether
    /// the server lives, and the operator at a socket of the owner alone.
    package init(
        _ store: Store,
        at listener: ListeningSocket?,
        _ limits: HTTPLimits = HTTPLimits(),
        keys: APIKeys?,
        _ exposure: Exposure = Exposure(),
        certificate: TLSCertificate? = nil,
        sockets: [ServingSocket] = [],
        requests: RequestLimits = RequestLimits(),
        log: AccessLog? = nil,
        numbers: @escaping @Sendable () -> [NamedNumber] = { [] }
    ) throws(HTTPServer.NotStarted) {
        guard let asker = Asker(store, atOnce: requests.requests) else {
            throw HTTPServer.NotStarted(description: "The system has no thread left.")
        }
        handler = StoreHandler(asker, keys, exposure, requests, RequestRecord(log, numbers))
        self.sockets = sockets
        patience = Double(requests.stopSeconds)
        var servers: [HTTPServer] = []
        if let listener { servers.append(try HTTPServer(listener, limits, certificate, handler)) }
        for socket in sockets {
            servers.append(try HTTPServer(socket.listener, limits, nil, handler))
        }
        self.servers = servers
    }

    /// Uses other keys from the next request on.
    package func use(_ keys: APIKeys) { handler.use(keys) }

    /// Takes no more requests, answers those that it has, and ends; the store stays open.
    ///
    /// It blocks its thread.
    package func stop() {
        handler.beginToStop()
        for socket in sockets { socket.remove() }
        // All of them accept no more before the first waits for its requests.
        for server in servers { server.quiesce() }
        let end = ContinuousClock.now + .seconds(patience)
        for server in servers {
            let rest = ContinuousClock.now.duration(to: end)
            server.stop(within: max(0, Double(rest.components.seconds)))
        }
    }
}
