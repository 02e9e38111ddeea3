internal import Wire

/// Requests for erasure in the order of the log, indexed by what they cover.
///
/// A store keeps every request ever made, so they must not be searched one by one for each content.
package struct ErasureRequests: Hashable, Sendable {
    /// All of them, oldest first.
    package private(set) var inOrder: [ErasureFacts] = []
    private var byTarget: [Erase.Target: [ErasureFacts]] = [:]
    /// The newest one about a user.
    private(set) var newestOfUsers: ErasureFacts?

    /// Creates the collection from requests, oldest first.
    package init(_ requests: [ErasureFacts] = []) {
        for request in requests { add(request) }
    }

    /// Adds one that is newer than all others.
    package mutating func add(_ request: ErasureFacts) {
        inOrder.append(request)
        byTarget[request.target, default: []].append(request)
        if case .user = request.target { newestOfUsers = request }
    }

    /// Those before a position.
    func before(_ position: Position) -> ErasureRequests {
        guard let last = inOrder.last, last.position >= position else { return self }
        return ErasureRequests(inOrder.filter { $0.position < position })
    }

    /// Those that name content, those about its user first.
    func naming(_ content: ContentFacts) -> [ErasureFacts] {
        var found = namingUser(of: content)
        if let message = content.message { found += about(.message(message), content) }
        if case .conversation(let id) = content.stream {
            found += about(.conversation(id), content)
        }
        return found
    }

    /// Those that name content because of its user.
    func namingUser(of content: ContentFacts) -> [ErasureFacts] {
        if newestOfUsers == nil { return [] }
        if content.role == .profile {
            guard case .user(let user) = content.stream else { return [] }
            return about(.user(user), content)
        }
        return content.actor.map { about(.user($0), content) } ?? []
    }

    private func about(_ target: Erase.Target, _ content: ContentFacts) -> [ErasureFacts] {
        byTarget[target]?.filter { $0.names(content) } ?? []
    }
}
