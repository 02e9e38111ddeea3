internal import Locking
internal import Wire

/// Wakes followers when the store moves beyond their position, or when there are new signs.
///
/// Followers get positions and numbers of notices, and read the events themselves, at their own
/// pace. So a slow follower does not hold up the writer, and nothing is kept for each follower.
final class NewEvents: Sendable {
    /// How far events and notices have come.
    struct News {
        var position: Position
        var notice: UInt64
    }

    private struct Waiter {
        let known: News
        let continuation: UnsafeContinuation<News?, Never>
    }

    private struct State {
        /// The newest position and notice that this process knows.
        var reached = News(position: .zero, notice: 0)
        var isClosing = false
        var isClosed = false
        var isPolled = false
        var waiters: [UInt64: Waiter] = [:]
        var nextNumber: UInt64 = 0
    }

    /// The signals of users that are not logged.
    let signs: LiveSigns
    private let state = Lock(State())
    /// Returns the store's position, if another process writes it and sends no notices.
    private let look: (@Sendable () -> Position?)?

    private static let pollingInterval = Duration.milliseconds(2)
    /// How often signs that have run out are looked for while a follower waits.
    private static let sweepingInterval = Duration.seconds(1)

    /// - Parameters:
    ///   - signs: What people say that is not logged.
    ///   - look: Asked again and again while a task waits; nil where the writer calls `reached`.
    init(_ signs: LiveSigns, look: (@Sendable () -> Position?)? = nil) {
        self.signs = signs
        self.look = look
    }

    /// How many wait at this moment.
    var followers: Int { state.withLock { $0.waiters.count } }

    /// Whether the store is closing or closed, which explains why it cannot be read.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Notes that the store is closing; who waits is still told what comes until then.
    func beginToClose() { state.withLock { $0.isClosing = true } }

    /// Wakes the followers with an older position.
    func reached(_ position: Position) {
        come { $0.position = max($0.position, position) }
    }

    /// Stores a command's signal, and wakes the followers.
    func take(_ signal: Signal) {
        if signs.take(signal) { noticed() }
    }

    private func noticed() {
        let newest = signs.newest
        come { $0.notice = max($0.notice, newest) }
    }

    private func come(_ change: (inout News) -> Void) {
        let (woken, news) = state.withLock { state -> ([Waiter], News) in
            let before = state.reached
            change(&state.reached)
            let news = state.reached
            guard news.isBeyond(before), !state.waiters.isEmpty else { return ([], news) }
            let woken = state.waiters.filter { news.isBeyond($0.value.known) }
            for number in woken.keys { state.waiters[number] = nil }
            return (Array(woken.values), news)
        }
        for waiter in woken { waiter.continuation.resume(returning: news) }
    }

    /// Releases all followers.
    func close() {
        let woken = state.withLock { state in
            defer { state.waiters = [:] }
            state.isClosed = true
            return Array(state.waiters.values)
        }
        for waiter in woken { waiter.continuation.resume(returning: nil) }
    }

    /// Waits until the store has come further than a position, and answers how far.
    ///
    /// - Returns: nil once the store is closed, or the task that waits is cancelled.
    func position(after known: Position) async -> Position? {
        await news(after: News(position: known, notice: .max))?.position
    }

    /// Waits until the store has come further than a position, or there is a newer notice.
    ///
    /// - Returns: nil once the store is closed, or the task that waits is cancelled.
    func news(after known: News) async -> News? {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                wait(Waiter(known: known, continuation: continuation), as: number)
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.continuation.resume(returning: nil)
        }
    }

    private func wait(_ waiter: Waiter, as number: UInt64) {
        enum Step { case tell(News?), wait, poll }
        let step: Step = state.withLock { state in
            // A task that is cancelled from here on finds its waiter under the lock.
            if state.isClosed || Task.isCancelled { return .tell(nil) }
            if state.reached.isBeyond(waiter.known) { return .tell(state.reached) }
            state.waiters[number] = waiter
            if state.isPolled { return .wait }
            state.isPolled = true
            return .poll
        }
        switch step {
        case .tell(let news): waiter.continuation.resume(returning: news)
        case .wait: break
        case .poll: poll()
        }
    }

    /// Looks how far the store is, or which signs have run out, while any task waits.
    private func poll() {
        let interval = look == nil ? Self.sweepingInterval : Self.pollingInterval
        Task.detached { [self] in
            while goesOnPolling() {
                if let look {
                    if let position = look() { reached(position) }
                } else if signs.sweep() {
                    noticed()
                }
                // Never cancelled: no other code has the task.
                try? await Task.sleep(for: interval)
            }
        }
    }

    private func goesOnPolling() -> Bool {
        state.withLock { state in
            state.isPolled = !state.waiters.isEmpty
            return state.isPolled
        }
    }
}

extension NewEvents.News {
    /// Whether there is something that is not known yet.
    fileprivate func isBeyond(_ known: Self) -> Bool {
        position > known.position || notice > known.notice
    }
}
