package import HTTPServing
internal import Locking
package import Scrollback

/// Serves an open store over HTTP: the commands and queries of the pipe, for many clients.
package final class StoreServer: Sendable {
    /// The seconds that running requests have when the server stops.
    package static let patience = 10.0

    private let handler: StoreHandler
    private let door: Doorkeeper
    private let streams: LiveStreams
    private let server: HTTPServer

    /// Begins to serve; without credentials, only whether the server lives.
    package init(
        _ store: Store,
        at listener: ListeningSocket,
        _ limits: HTTPLimits = HTTPLimits(),
        _ credentials: Credentials,
        _ revocations: Revocations? = nil,
        _ exposure: Exposure = Exposure(),
        _ times: StreamTimes = StreamTimes()
    ) throws(HTTPServer.NotStarted) {
        door = Doorkeeper(store, credentials, revocations)
        guard let asker = Asker(store),
            let streams = LiveStreams(store, door, connections: limits.connections, times)
        else {
            throw HTTPServer.NotStarted(description: "The system has no thread left.")
        }
        self.streams = streams
        handler = StoreHandler(asker, door, streams, exposure)
        server = try HTTPServer(listener, limits, handler)
    }

    /// Uses other keys from the next request on.
    package func use(_ credentials: Credentials) { door.use(credentials) }

    /// Takes no more requests, answers those that it has, and ends; the store stays open.
    ///
    /// It blocks its thread.
    package func stop() {
        handler.beginToStop()
        streams.stop()
        server.stop(within: Self.patience)
    }
}
