internal import HTTPServing
internal import Messaging
internal import ScrollbackJSON
internal import ScrollbackPipe

/// Who asks, and what they may do.
struct Caller {
    let peer: PipePeer
    let rights: Rights

    /// The holder of a key.
    init(_ holder: APIKeys.Holder) {
        peer = .key(holder.name, isOperator: holder.rights.isOperator)
        rights = holder.rights
    }

    /// The operator, who needs no key at a socket that others cannot open: a process of the store's
    /// owner or of root.
    ///
    /// A request that a proxy passes on, or a program for its users, is not the operator's own: such
    /// a program uses another socket, and a key.
    init?(operatorOf head: HTTPHead, _ admission: Admission) {
        guard head.entrance == .ownSocket, let process = head.process,
            admission.admits(process.user), head["authorization"] == nil,
            head["scrollback-as"] == nil, !head.isForwarded
        else { return nil }
        peer = .process(process.identifier, user: process.user)
        rights = .operatorInPerson
    }

    /// Refuses what the caller may not do.
    func require(
        _ line: PipeLine,
        _ head: HTTPHead,
        _ exposure: Exposure
    ) throws(ErrorForm) {
        guard case .key(let name, _) = peer else { return }
        guard !rights.isOperator || head.admitsOperator(exposure) else {
            throw ErrorForm(
                .permissionDenied,
                "The operator's key counts with --operator-tcp, on TLS or loopback, not through a "
                    + "proxy."
            )
        }
        guard rights.allow(line) else {
            throw ErrorForm(.permissionDenied, "The key \(name) may not do this.")
        }
    }

    /// Whether the numbers of the server are for the caller.
    func readsMetrics(_ head: HTTPHead, _ exposure: Exposure) -> Bool {
        guard case .key = peer else { return true }
        return rights.readsMetrics || rights.isOperator && head.admitsOperator(exposure)
    }
}

extension HTTPHead {
    private static let forwarding = [
        "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
    ]

    /// Whether a proxy has passed the request on.
    var isForwarded: Bool { Self.forwarding.contains { self[$0] != nil } }

    /// Whether a key of the operator in person counts here.
    func admitsOperator(_ exposure: Exposure) -> Bool {
        guard exposure.admitsOperator, case .network(let isSecure) = entrance else { return false }
        return !isForwarded && (isSecure || Exposure.isLoopback(peer))
    }
}
