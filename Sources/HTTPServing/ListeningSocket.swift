// The types of sockets belong to the one or the other module, by the order in which they are compiled.
internal import CMicroHTTPD
internal import Glibc

/// A socket that listens: at a numeric address of this machine, or in a folder.
package struct ListeningSocket: Sendable {
    let descriptor: Int32
    /// The port; the system's choice where 0 was asked for.
    package let port: UInt16
    private let isOwn: Bool?

    /// A socket in a folder that listens already; `isOwn` where its owner alone may open it.
    package init(inFolder descriptor: Int32, isOwn: Bool) {
        self.descriptor = descriptor
        port = 0
        self.isOwn = isOwn
        // The queue of new connections, which it got with less room.
        listen(descriptor, Self.waiting)
    }

    /// The way of the requests that come through it.
    func entrance(isSecure: Bool) -> HTTPEntrance {
        switch isOwn {
        case nil: .network(isSecure: isSecure)
        case true?: .ownSocket
        case false?: .socket
        }
    }

    private static let waiting: Int32 = 1_024

    /// Listens; `address` is numeric, as "127.0.0.1" or "::1".
    package init(at address: String, port: UInt16) throws(HTTPServer.NotStarted) {
        isOwn = nil
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let found else {
            throw HTTPServer.NotStarted(description: "\(address) is no numeric address.")
        }
        defer { freeaddrinfo(found) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(found.pointee.ai_family, type, 0)
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        let listens =
            descriptor >= 0
            && setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size) == 0
            && bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0
            && listen(descriptor, Self.waiting) == 0
        guard listens, let port = Self.port(of: descriptor) else {
            let words = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw HTTPServer.NotStarted(
                description: "Nothing can listen at \(address), port \(port): \(words)."
            )
        }
        self.port = port
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size) == 0
            }
        }
        guard found else { return nil }
        // The port stands at the same place in the addresses of both families.
        return withUnsafeBytes(of: address) {
            UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
