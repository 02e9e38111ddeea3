/// What all clients together, and one that shows wrong keys, may take of the server.
package struct RequestLimits: Sendable {
    /// The requests that are being answered at once.
    package var requests = 4_000
    /// The wrong keys of one address in a minute.
    package var wrongKeys = 20
    /// The seconds that running requests have when the server stops.
    package var stopSeconds = 10
    /// The bytes of a user's token.
    package var tokenBytes = 4 << 10
    /// The connections that are kept for other requests than streams and waiting answers.
    package var keptConnections = 200
    /// The streams and waiting answers of one user: of all devices and all tabs of a person.
    package var userStreams = 64
    /// The queries of one user whose answers are not sent whole.
    package var userQueries = 64
    /// The bytes of long answers that are not sent whole.
    package var unsentBytes = 256 << 20
    /// The seconds for which an answer may wait.
    package var waitSeconds = ChangesRequest.longestWait

    package init() {}
}
