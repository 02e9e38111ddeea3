package import Messaging
internal import Scrollback

/// The peer of a connection.
package enum PipePeer: Hashable, Sendable {
    /// The program that has the store served for itself: the other end of the standard input.
    case embedder
    /// Another process of this machine, through the control socket.
    case process(Int32, user: UInt32)
    /// A user of the store, with their own token.
    case user
    /// The holder of a key, by its name: a backend, or the operator in person.
    case key(String, isOperator: Bool)

    /// Whom the log names where it opens other people's words.
    package var looker: Looker {
        switch self {
        case .embedder, .user: .thisProcess
        case .process(_, let user): .process(owner: user)
        case .key(let name, _): .key(name)
        }
    }

    /// Whether it acts for the users of the store, so that what it asks as them is no look.
    var actsForUsers: Bool {
        switch self {
        case .embedder, .user, .key(_, isOperator: false): true
        case .process, .key(_, isOperator: true): false
        }
    }
}
