import Scrollback
import TestSupport

extension SwiftBackend {
    func watch(since position: Int, in id: String?, for user: String) throws -> any Watcher {
        FollowingWatcher(
            try session(user).follow(
                since: Position(UInt64(position)),
                in: id.map { ConversationID(given: $0) }
            ),
            since: position
        )
    }
}

/// A screen in Swift: a task that follows.
final class FollowingWatcher: Watcher {
    private let told: Told
    private let task: Task<Void, any Error>

    init(_ feed: ChangeFeed, since position: Int) {
        let told = Told(next: position)
        self.told = told
        task = Task {
            for try await page in feed { await told.take(page) }
            await told.end()
        }
    }

    deinit { task.cancel() }

    /// How many pages came.
    var pageCount: Int { get async { await told.pageCount } }

    func next(_ count: Int) async throws -> [Change] {
        _ = await eventually { await told.count >= count }
        return await told.takeChanges(count)
    }

    func shows(_ sign: Sign) async throws -> Bool {
        guard await eventually({ await told.hasSign }) else { return false }
        return await told.takeSign() == sign
    }

    func isOver() async throws -> Bool { await eventually { await told.hasEnded } }

    func stop() async throws -> ChangeList {
        task.cancel()
        try await task.value
        return await ChangeList(items: told.takeChanges(.max), next: told.next)
    }
}

/// What a feed has delivered, so that a test can look at it.
private actor Told {
    private var changes: [Change] = []
    private var signs: [Sign] = []
    private(set) var next: Int
    private(set) var hasEnded = false
    private(set) var pageCount = 0

    init(next: Int) { self.next = next }

    var count: Int { changes.count }
    var hasSign: Bool { !signs.isEmpty }

    func take(_ page: ChangePage) {
        pageCount += 1
        changes += page.items.map(Change.init)
        signs += page.live.map(Sign.init)
        next = Int(page.next.rawValue)
    }

    func end() { hasEnded = true }

    func takeChanges(_ count: Int) -> [Change] {
        defer { changes.removeFirst(min(count, changes.count)) }
        return Array(changes.prefix(count))
    }

    func takeSign() -> Sign? { signs.isEmpty ? nil : signs.removeFirst() }
}

extension Sign {
    fileprivate init(_ change: LiveChange) {
        switch change {
        case .typing(let id, let item):
            self = .typing(item.users.map { "\($0.user)" }, in: "\(id)")
        case .presence(let item):
            self = .presence(of: "\(item.user)", isOnline: item.presence?.isOnline)
        }
    }
}
