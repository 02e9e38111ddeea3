internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// The caller of a request, once the key or token that it shows was recognized.
enum Caller: Sendable {
    case backend(APIKeys.Holder)
    case user(UserToken)
    /// A process of the store's owner or of root, at a socket that others cannot open: the operator,
    /// who needs no key there.
    case process(HTTPPeerProcess)

    /// The operator at their own socket; nil for every other request.
    ///
    /// A request that a proxy passes on, or a program for its users, is not the operator's own: such
    /// a program uses another socket, and a key.
    init?(operatorOf head: HTTPHead, _ admission: Admission) {
        guard head.entrance == .ownSocket, let process = head.process,
            admission.admits(process.user), head["authorization"] == nil,
            head["scrollback-as"] == nil, !head.isForwarded
        else { return nil }
        self = .process(process)
    }

    /// The user whose token was shown.
    var user: UserID? {
        if case .user(let token) = self { token.user } else { nil }
    }

    /// Who it is to the pipe, which logs looks.
    var peer: PipePeer {
        switch self {
        case .backend(let holder): .key(holder.name, isOperator: holder.rights.isOperator)
        case .user: .user
        case .process(let process): .process(process.identifier, user: process.user)
        }
    }

    /// Whom the log names where the caller opens other people's words.
    var looker: Looker { peer.looker }

    /// Refuses what the caller may not do.
    func require(
        _ line: PipeLine,
        _ head: HTTPHead,
        _ exposure: Exposure,
        pastForUsers: Bool
    ) throws(ErrorForm) {
        switch self {
        case .process: break
        case .backend(let holder): try Self.require(line, holder, head, exposure)
        case .user(let token): try Self.require(line, token, pastForUsers: pastForUsers)
        }
    }

    private static func require(
        _ line: PipeLine,
        _ holder: APIKeys.Holder,
        _ head: HTTPHead,
        _ exposure: Exposure
    ) throws(ErrorForm) {
        guard !holder.rights.isOperator || head.admitsOperator(exposure) else {
            throw ErrorForm(
                .permissionDenied,
                "The operator's key counts with --operator-tcp, on TLS or loopback, not through a "
                    + "proxy."
            )
        }
        guard holder.rights.allow(line) else {
            throw ErrorForm(.permissionDenied, "The key \(holder.name) may not do this.")
        }
    }

    private static func require(
        _ line: PipeLine,
        _ token: UserToken,
        pastForUsers: Bool
    ) throws(ErrorForm) {
        guard line.actor == .user(token.user), !line.isOperators else {
            throw ErrorForm(.permissionDenied, "A user's token is for that user alone.")
        }
        guard line.at == nil else {
            throw ErrorForm(
                .permissionDenied,
                "A user's token may not set `at`; leave it out.",
                field: "at"
            )
        }
        // The log would name the server's own user for the look.
        guard line.reason == nil else {
            throw ErrorForm(
                .permissionDenied,
                "A reason is for looks at other people's words.",
                field: "reason"
            )
        }
        switch line.content {
        case .command, .batch: break
        case .query(let query):
            guard query.moment == nil || pastForUsers else {
                throw ErrorForm(
                    .permissionDenied,
                    "Users may not ask about the past here; see --past-for-users."
                )
            }
        case .task:
            throw ErrorForm(
                .permissionDenied,
                "A user's token is for commands and queries of users."
            )
        }
    }

    /// Whether what the caller shows counts here, so that a refusal is for want of a right.
    ///
    /// A process shows nothing, and the operator's key does not count at every place.
    func counts(_ head: HTTPHead, _ exposure: Exposure) -> Bool {
        switch self {
        case .process: false
        case .user: true
        case .backend(let holder): !holder.rights.isOperator || head.admitsOperator(exposure)
        }
    }

    /// Whether the caller has a right that users have not.
    func has(
        _ right: KeyPath<Rights, Bool>,
        _ head: HTTPHead,
        _ exposure: Exposure
    ) -> Bool {
        if case .backend(let holder) = self, holder.rights[keyPath: right] { return true }
        return isOperator(head, exposure)
    }

    /// Whether the caller is the operator in person, at a place where that counts.
    func isOperator(_ head: HTTPHead, _ exposure: Exposure) -> Bool {
        switch self {
        case .process: true
        case .user: false
        case .backend(let holder): holder.rights.isOperator && head.admitsOperator(exposure)
        }
    }
}

extension HTTPHead {
    private static let forwarding: Set = [
        "forwarded", "via", "x-real-ip", "x-client-ip", "cf-connecting-ip", "true-client-ip",
    ]

    /// Whether a proxy has passed the request on.
    var isForwarded: Bool {
        headers.contains { Self.forwarding.contains($0.name) || $0.name.hasPrefix("x-forwarded-") }
    }

    /// Whether a key of the operator in person counts here.
    func admitsOperator(_ exposure: Exposure) -> Bool {
        guard exposure.admitsOperator, case .network(let isSecure) = entrance else { return false }
        // A proxy that adds no header tells of no client either.
        guard !isForwarded, !exposure.proxies.contains(peer) else { return false }
        return isSecure || Exposure.isLoopback(peer)
    }
}
