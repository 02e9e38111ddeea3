internal import CPlatform
internal import Glibc
package import HTTPServing
package import ScrollbackPipe

/// A socket in a folder at which the server listens, until it stops.
package struct ServingSocket: Sendable {
    package let listener: ListeningSocket
    private let path: String
    private let file: FileIdentity?

    /// Listens at a path: of the owner alone, or also of the group, as for a proxy.
    ///
    /// A socket that a dead process left is replaced; another file stays.
    package init(at path: String, isOwn: Bool) throws(ControlSocketError) {
        try ControlSocket.makeRoom(at: path, isOwn: false)
        let descriptor = scrollback_socket_offer(path, isOwn ? 0o600 : 0o660)
        guard descriptor >= 0 else { throw .system(path: path, errno: errno) }
        self.path = path
        file = FileIdentity(of: path)
        listener = ListeningSocket(inFolder: descriptor, isOwn: isOwn)
    }

    /// Takes the socket's name away, unless another file has it by now.
    package func remove() {
        if let file, FileIdentity(of: path) == file { unlink(path) }
    }
}
