internal import CMicroHTTPD
internal import Glibc
internal import Locking

/// What the server knows of a connection: how long what it does now may take.
///
/// The library only notices silence, and so would wait for ever for a client that sends a byte now
/// and then.
final class HTTPConnection: Sendable {
    /// How many bytes the system keeps for the other end beside those on the way: else it would take
    /// megabytes for each client that does not read, and the server would not notice.
    private static let keptBySystem: UInt32 = 128 << 10

    let peer: String
    let process: HTTPPeerProcess?
    /// What its handshake shows; nil without TLS.
    let certificate: TLSCertificate?
    /// What the newest request with a key that counts has shown.
    private let known = Lock<(any HTTPAdmitted)?>(nil)
    private let socket: Int32
    private let deadline: Lock<ContinuousClock.Instant?>
    private let refuse: @Sendable (Int) -> HTTPResponse

    init(
        _ socket: Int32,
        _ entrance: HTTPEntrance,
        _ certificate: TLSCertificate?,
        _ limits: HTTPLimits,
        _ refuse: @escaping @Sendable (Int) -> HTTPResponse
    ) {
        self.socket = socket
        self.refuse = refuse
        self.certificate = certificate
        process = entrance.isNetwork ? nil : HTTPPeerProcess(of: socket)
        peer = entrance.isNetwork ? Self.address(of: socket) : HTTPEntrance.peerOfSockets
        deadline = Lock(.now + .seconds(limits.headSeconds))
        guard entrance.isNetwork else { return }
        // A client that went away takes what is sent to it without a word.
        var milliseconds = UInt32(clamping: limits.acknowledgeSeconds * 1_000)
        let size = socklen_t(MemoryLayout<UInt32>.size)
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds, size)
        var kept = Self.keptBySystem
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &kept, size)
    }

    /// What it has shown; nil while that is no key, or none that counts still.
    var shown: (any HTTPAdmitted)? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }

    /// The response to what the library refuses by itself, with a status of its own.
    func response(toUnreadable status: Int) -> HTTPResponse { refuse(status) }

    /// Allows so many seconds from now for what the client does next; nil for any time.
    func allow(seconds: Int?) {
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        deadline.withLock { $0 = end }
    }

    func isLate(at now: ContinuousClock.Instant) -> Bool {
        deadline.withLock { deadline in deadline.map { $0 < now } ?? false }
    }

    /// Ends the connection; its thread notices, and closes the socket.
    func cut() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// The numeric address at the other end; empty if it has none, as at a socket in a folder.
    private static func address(of socket: Int32) -> String {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let found = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getpeername(socket, address, &size) == 0
                    && getnameinfo(
                        address,
                        size,
                        &text,
                        socklen_t(text.count),
                        nil,
                        0,
                        NI_NUMERICHOST
                    ) == 0
            }
        }
        guard found else { return "" }
        let name = String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return NumericAddress.canonical(name) ?? name
    }
}
