/// A screen of a user, told what changes.
///
/// In Swift and with the client for Python it follows; over the pipe it asks again. All take the same
/// changes in the same order.
protocol Watcher: AnyObject {
    /// Waits for the next changes; fewer where no more come.
    func next(_ count: Int) async throws -> [Change]
    /// Whether the next thing shown live is this one.
    func shows(_ sign: Sign) async throws -> Bool
    /// Whether the feed has ended without being stopped.
    func isOver() async throws -> Bool
    /// Closes the screen.
    ///
    /// - Returns: the changes that came and were not taken, and where the next screen goes on.
    func stop() async throws -> ChangeList
}

/// What is shown live and is not logged.
enum Sign: Hashable {
    case typing([String], in: String)
    /// Whether a user is online; nil where that is not shown.
    case presence(of: String, isOnline: Bool?)
}

extension PipeBackend {
    func watch(since position: Int, in id: String?, for user: String) throws -> any Watcher {
        try pipe.watcher(since: position, in: id, for: user) { _ = try self.privacy(of: user) }
            ?? PullingWatcher(self, since: position, in: id, for: user)
    }
}

/// A screen over the pipe, which has no feed: it asks for what changed behind a position.
final class PullingWatcher: Watcher {
    private let backend: PipeBackend
    private let user: String
    private let conversation: String?
    private var waiting: [Change] = []
    private var known: Int
    private var isEnded = false

    init(_ backend: PipeBackend, since position: Int, in conversation: String?, for user: String) {
        self.backend = backend
        self.conversation = conversation
        self.user = user
        known = position
    }

    func next(_ count: Int) throws -> [Change] {
        if waiting.count < count { try pull() }
        let taken = waiting.prefix(count)
        waiting.removeFirst(taken.count)
        isEnded = taken.last?.type == "ended" && conversation != nil
        return Array(taken)
    }

    private func pull() throws {
        let person = Person(id: user, name: "", backend: backend)
        let news = try person.news(since: known, in: conversation)
        waiting += news.items
        known = news.next
    }

    func shows(_ sign: Sign) throws -> Bool {
        switch sign {
        case .typing(let users, let id):
            try backend.typing(in: id, for: user).users == users
        case .presence(let other, let isOnline):
            try backend.presence(of: [other], for: user).map { $0?.isOnline } == [isOnline]
        }
    }

    func isOver() throws -> Bool {
        try pull()
        return isEnded && waiting.isEmpty
    }

    func stop() throws -> ChangeList {
        try pull()
        return ChangeList(items: waiting, next: known)
    }
}
