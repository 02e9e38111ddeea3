/// Who is at the other end of a connection.
package enum PipePeer: Hashable, Sendable {
    /// The program that has the store served for itself: the other end of the standard input.
    case embedder
    /// Another process of this machine, through the control socket.
    case process(Int32, user: UInt32)
    /// A backend, by the name of its key.
    case key(String)

    /// Whether it acts for the users of the store, so that what it asks as them is no look.
    var actsForUsers: Bool {
        if case .process = self { false } else { true }
    }
}
