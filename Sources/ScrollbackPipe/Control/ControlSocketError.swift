internal import CPlatform
internal import Glibc
internal import Wire

/// The reason why a control socket is not offered.
public enum ControlSocketError: Error, Equatable, Sendable {
    /// The store is open for reading only.
    case readOnly
    /// Another process listens at the path.
    case inUse(path: String)
    /// The path names something else than a socket, which is not replaced.
    case notASocket(path: String)
    /// The system refuses, as on a filesystem without sockets.
    case system(path: String, errno: Int32)
}

extension ControlSocketError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .readOnly:
            "The store is open for reading only; open it for writing to offer a control socket."
        case .inUse(let path): "Another process listens at \(path); choose another path."
        case .notASocket(let path):
            "\(path) is no socket and is not replaced; move it away, or choose another path."
        case .system(let path, let number):
            "No socket can be made at \(path) (\(systemMessage(number))); choose "
                + "another path."
        }
    }
}

extension ControlSocket {
    /// Refuses a path at which there is something that must stay.
    ///
    /// A socket to which nothing listens was left by a dead process. In the store's folder, where
    /// the writer's lock keeps others away, so was an empty file: some programs copy a socket so.
    package static func makeRoom(at path: String, isOwn: Bool) throws(ControlSocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: break
        case S_IFREG where isOwn && status.st_size == 0: return
        default: throw .notASocket(path: path)
        }
        let socket = scrollback_socket_connect(path, 0)
        if socket >= 0 { Glibc.close(socket) }
        // With EAGAIN too many wait for it.
        guard socket < 0, errno != EAGAIN else { throw .inUse(path: path) }
    }
}

/// Which file a path names.
package struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The file at a path, links not followed; nil if there is none.
    package init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
