internal import Locking
internal import Wire

/// Wakes who waits for the store to come further than they know it.
///
/// Who waits is told of positions and of nothing else: what is there, they read by themselves, at
/// their own pace. So nobody is too slow for the writer, and nothing is kept for anybody.
final class NewEvents: Sendable {
    private struct Waiter {
        let known: Position
        let continuation: UnsafeContinuation<Position?, Never>
    }

    private struct State {
        /// What the views have come to, as far as this process was told.
        var reached = Position.zero
        var isClosing = false
        var isClosed = false
        var isPolled = false
        var waiters: [UInt64: Waiter] = [:]
        var nextNumber: UInt64 = 0
    }

    private let state = Lock(State())
    /// How far the store is, where another process writes it and tells nobody.
    private let look: (@Sendable () -> Position?)?

    private static let pollingInterval = Duration.milliseconds(2)

    /// - Parameter look: Asked again and again while somebody waits; nil where the writer calls
    ///   `reached`.
    init(look: (@Sendable () -> Position?)? = nil) { self.look = look }

    /// Whether the store is closing or closed, so that whoever cannot read it need not wonder.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Notes that the store is closing; who waits is still told what comes until then.
    func beginToClose() { state.withLock { $0.isClosing = true } }

    /// Wakes those who know less.
    func reached(_ position: Position) {
        let woken: [Waiter] = state.withLock { state in
            guard position > state.reached else { return [] }
            state.reached = position
            guard !state.waiters.isEmpty else { return [] }
            let woken = state.waiters.filter { $0.value.known < position }
            for number in woken.keys { state.waiters[number] = nil }
            return Array(woken.values)
        }
        for waiter in woken { waiter.continuation.resume(returning: position) }
    }

    /// Lets everybody go.
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
        enum Step { case tell(Position?), wait, poll }
        let step: Step = state.withLock { state in
            // A task that is cancelled from here on finds its waiter under the lock.
            if state.isClosed || Task.isCancelled { return .tell(nil) }
            if state.reached > waiter.known { return .tell(state.reached) }
            state.waiters[number] = waiter
            if look == nil || state.isPolled { return .wait }
            state.isPolled = true
            return .poll
        }
        switch step {
        case .tell(let position): waiter.continuation.resume(returning: position)
        case .wait: break
        case .poll: poll()
        }
    }

    /// Looks how far the store is, for all who wait, as long as somebody does.
    private func poll() {
        guard let look else { return }
        Task.detached { [self] in
            while goesOnPolling() {
                if let position = look() { reached(position) }
                // Never cancelled: nobody else has the task.
                try? await Task.sleep(for: Self.pollingInterval)
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
