internal import Glibc
public import Scrollback

extension Store {
    /// Offers the control socket: other processes of the store's owner, and of root, can send the
    /// lines of `scrollback pipe` to this process, as `scrollback control` does.
    ///
    ///     let store = try Store.open("chat.scrollback")
    ///     try store.offerControlSocket()
    ///
    /// The socket has mode 0600 and is removed when the store is closed. A socket that a dead
    /// process left is replaced.
    ///
    /// - Parameter path: The path of the socket; nil for `control.sock` in the store's folder.
    /// - Returns: The socket, to close it before the store.
    /// - Throws: `ControlSocketError`; the store can be used without the socket.
    @discardableResult
    public func offerControlSocket(
        at path: String? = nil
    ) throws(ControlSocketError) -> ControlSocket {
        try offerControlSocket(at: path, admitting: Admission(owner: owner))
    }

    /// The same for others than the store's owner.
    package func offerControlSocket(
        at path: String? = nil,
        admitting admission: Admission
    ) throws(ControlSocketError) -> ControlSocket {
        try ControlSocket(self, at: path ?? controlPath, admission)
    }

    /// The owner of the store's folder.
    package var owner: UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : geteuid()
    }
}
