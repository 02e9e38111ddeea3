/// What one client may take of the server.
package struct HTTPLimits: Sendable {
    /// The bytes of a request's line and headers together.
    package var headBytes = 8 << 10
    package var bodyBytes = 1 << 20
    package var connections = 12_000
    /// The bytes of long bodies, received whole or in part, whose requests are not answered.
    package var unansweredBytes = 256 << 20
    /// The connections of one address that have shown no key, or none that counts still.
    package var strangers = 256
    /// The connections on which one user has shown a token.
    package var userConnections = 256
    /// The addresses to which these two do not apply: of this machine, and of proxies.
    package var exempt: Set<String> = ["127.0.0.1", "::1", HTTPEntrance.peerOfSockets]
    /// The seconds from accepting a connection to the end of its first head.
    package var headSeconds = 10
    /// The seconds from the end of a head to the end of its body.
    package var bodySeconds = 30
    /// The seconds from a response to the end of the next head on the same connection.
    package var idleSeconds = 60
    /// The seconds that a client takes at most to read a response.
    package var answerSeconds = 300
    /// The seconds within which the other end acknowledges what it was sent.
    package var acknowledgeSeconds = 60

    /// The seconds without any byte after which the library ends a connection: its own watch must
    /// not be the shorter one.
    var silenceSeconds: Int { max(headSeconds, bodySeconds, idleSeconds, min(answerSeconds, 75)) }

    package init() {}
}
