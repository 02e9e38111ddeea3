internal import CPlatform

/// The way by which a request has come.
package enum HTTPEntrance: Hashable, Sendable {
    /// An address of this machine.
    case network(isSecure: Bool)
    /// A socket in a folder, for a proxy or for programs of this machine.
    case socket
    /// A socket in a folder that its owner alone may open.
    case ownSocket

    /// What stands for the address of a peer that has none.
    package static let peerOfSockets = "unix"

    var isNetwork: Bool {
        if case .network = self { true } else { false }
    }
}

/// The process at the other end of a socket in a folder, when it connected.
package struct HTTPPeerProcess: Hashable, Sendable {
    package let identifier: Int32
    /// The number of its user.
    package let user: UInt32

    init?(of socket: Int32) {
        var found = scrollback_peer()
        guard scrollback_socket_peer(socket, &found) == 0 else { return nil }
        identifier = found.process
        user = found.user
    }
}

/// What is kept of a request that was answered, for numbers and for a log.
package struct HTTPRecord: Sendable {
    package let head: HTTPHead?
    /// What the handler found out about the head, if it admitted it.
    package let admitted: (any HTTPAdmitted)?
    package let entrance: HTTPEntrance
    package let status: Int
    /// The bytes of the response's body.
    package let bytes: Int
    /// From the end of the head to the beginning of the response.
    package let duration: Duration

    init(of exchange: HTTPExchange, _ response: HTTPResponse, by entrance: HTTPEntrance) {
        head = exchange.head
        admitted = exchange.admitted
        self.entrance = entrance
        status = response.status
        bytes = response.bodyBytes
        duration = exchange.begun.duration(to: .now)
    }

    /// Of a request that the library could not read.
    init(ofUnreadable response: HTTPResponse, by entrance: HTTPEntrance) {
        head = nil
        admitted = nil
        self.entrance = entrance
        status = response.status
        bytes = response.body.count
        duration = .zero
    }
}
