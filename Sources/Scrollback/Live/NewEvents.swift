internal import Locking
internal import Messaging
internal import Wire

/// Wakes the followers that a commit or a live notice may concern.
///
/// - A follower is told a position and a notice number, and reads the events itself. So a slow
///   follower never delays the writer, and no events are queued for it.
/// - A follower waits only if it knows everything that the store has. So all later events come
///   while it waits, and none is missed.
/// - The writer's thread only stores a number. A separate task finds the concerned users
///   (`ConcernFinder`). An event without known users wakes all followers.
/// - Each follower checks the store within five seconds, even if it was not woken.
final class NewEvents: Sendable {
    private struct State {
        /// The newest position and notice known to this process.
        var reached = FeedMark(position: .zero, notice: 0)
        /// The mark up to which the waiting followers were told.
        var told = FeedMark(position: .zero, notice: 0)
        var isTelling = false
        var isClosing = false
        var isClosed = false
        var isPolled = false
        var waiting = Waiting()
        var nextNumber: Waiting.Number = 0
    }

    /// Typing and presence, which are not logged.
    let signs: LiveSigns
    private let state = Lock(State())
    private let finder: ConcernFinder
    /// Whether commits wake followers; if not, followers only check the store from time to time.
    private let wakes: Bool
    /// Returns the store's position, if another process writes it and sends no notices.
    private let newest: (@Sendable () -> Position?)?
    private let beginning = ContinuousClock.now

    /// Up to this number, all followers are woken: that is cheaper than finding the concerned ones.
    private static let few = 8
    private static let pollingInterval = Duration.milliseconds(2)
    /// The unit of `time`: how often expired signs and due followers are handled while any follower
    /// waits.
    private static let sweepingInterval = Duration.milliseconds(250)
    /// After how many units a follower checks the store; spread out, so that not all do it at once.
    private static let patience: Range<UInt64> = 12..<18

    /// - Parameters:
    ///   - finder: Finds the users that events and notices concern.
    ///   - wakes: Whether commits wake followers.
    ///   - newest: The store's newest position, polled while a task waits; nil in the writing
    ///     process, which calls `reached`.
    init(
        _ finder: ConcernFinder,
        wakes: Bool = true,
        newest: (@Sendable () -> Position?)? = nil
    ) {
        signs = finder.signs
        self.finder = finder
        self.wakes = wakes
        self.newest = newest
    }

    /// The number of followers that wait now.
    var followers: Int { state.withLock { $0.waiting.count } }

    /// Whether the store is closing or closed; reads fail then.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Notes that the store is closing; followers are still told of events until `close`.
    func beginToClose() { state.withLock { $0.isClosing = true } }

    /// Wakes the followers that events up to a position may concern.
    func reached(_ position: Position) {
        come { $0.position = max($0.position, position) }
    }

    /// Stores a command's signal, and wakes the followers that it may concern.
    func take(_ signal: Signal) {
        if signs.take(signal) { noticed() }
    }

    private func noticed() {
        let newest = signs.newest
        come { $0.notice = max($0.notice, newest) }
    }

    private func come(_ change: (inout FeedMark) -> Void) {
        let (woken, mark, begins) = state.withLock { state -> ([Waiting.Waiter], FeedMark, Bool) in
            let before = state.reached
            change(&state.reached)
            let mark = state.reached
            guard mark.isBeyond(before), !state.waiting.isEmpty else {
                // A follower that begins to wait later starts from this mark.
                if state.waiting.isEmpty { state.told = mark }
                return ([], mark, false)
            }
            let isForAll = state.waiting.interestedCount <= Self.few && wakes
            let woken = state.waiting.take(below: mark, isForAll: isForAll)
            if isForAll { state.told = mark }
            let begins = !isForAll && wakes && !state.isTelling
            if begins { state.isTelling = true }
            return (woken, mark, begins)
        }
        for waiter in woken { waiter.tell(mark) }
        if begins { Task.detached { [self] in tell() } }
    }

    /// Releases all followers.
    func close() {
        let woken = state.withLock { state in
            state.isClosed = true
            return state.waiting.takeAll()
        }
        for waiter in woken { waiter.tell(nil) }
    }
}

// MARK: - Waiting

extension NewEvents {
    /// Waits for an event behind a position, and returns the newest position.
    ///
    /// - Returns: nil if the store is closed or the task is cancelled.
    func position(after known: Position) async -> Position? {
        await news(after: FeedMark(position: known, notice: .max), for: nil)?.position
    }

    /// Waits for an event or notice behind a mark.
    ///
    /// It may return without one that concerns the user; the follower then waits again. Without an
    /// interest it returns for every event.
    ///
    /// - Returns: nil if the store is closed or the task is cancelled.
    func news(after known: FeedMark, for interest: Interest?) async -> FeedMark? {
        let number = nextNumber()
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                wait(
                    Waiting.Waiter(known: known, interest: interest) {
                        continuation.resume(returning: $0)
                    },
                    as: number,
                    // A later cancellation finds the waiter under the lock.
                    unless: { Task.isCancelled }
                )
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Returns a number for a new waiter.
    func nextNumber() -> Waiting.Number {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    /// Ends a wait: tells the waiter nil, if it still waits.
    func cancel(_ number: Waiting.Number) {
        let waiter = state.withLock { $0.waiting.remove(number) }
        waiter?.tell(nil)
    }

    /// Adds a waiter; tells it at once if the store is already beyond its mark.
    func wait(
        _ waiter: Waiting.Waiter,
        as number: Waiting.Number,
        unless isCancelled: () -> Bool = { false }
    ) {
        enum Step { case tell(FeedMark?), wait, poll }
        let check = time + after(number)
        let step: Step = state.withLock { state in
            if state.isClosed || isCancelled() { return .tell(nil) }
            if state.reached.isBeyond(waiter.known) { return .tell(state.reached) }
            state.waiting.add(waiter, as: number, checkingAt: check)
            if state.isPolled { return .wait }
            state.isPolled = true
            return .poll
        }
        switch step {
        case .tell(let mark): waiter.tell(mark)
        case .wait: break
        case .poll: poll()
        }
    }

    /// While any task waits: polls the store's position or removes expired signs, and wakes the
    /// followers that are due to check the store.
    private func poll() {
        let interval = newest == nil ? Self.sweepingInterval : Self.pollingInterval
        Task.detached { [self] in
            while goesOnPolling() {
                if let newest {
                    if let position = newest() { reached(position) }
                } else if signs.sweep() {
                    noticed()
                }
                check()
                // Never cancelled: no other code holds the task.
                try? await Task.sleep(for: interval)
            }
        }
    }

    private func goesOnPolling() -> Bool {
        state.withLock { state in
            state.isPolled = !state.waiting.isEmpty
            return state.isPolled
        }
    }

    private func check() {
        let now = time
        let (woken, mark) = state.withLock { state in
            let mark = state.reached
            return (state.waiting.takeDue(at: now, below: mark, again: after), mark)
        }
        for waiter in woken { waiter.tell(mark) }
    }

    private var time: UInt64 { UInt64((ContinuousClock.now - beginning) / Self.sweepingInterval) }

    /// After how many units of time a follower checks the store.
    private func after(_ number: Waiting.Number) -> UInt64 {
        Self.patience.lowerBound + number % UInt64(Self.patience.count)
    }
}

// MARK: - Telling the concerned followers

extension NewEvents {
    /// The most users whose followers are woken in one hold of the lock, which a commit waits for.
    private static let wokenTogether = 128

    /// Wakes the concerned followers, until there is no more news.
    private func tell() {
        while let (told, reached, count) = nextNews() {
            let found = finder.find(after: told, through: reached, among: count) {
                state.withLock { $0.waiting.users }
            }
            switch found {
            case .everyone:
                let woken = state.withLock { $0.waiting.take(below: reached, isForAll: true) }
                for waiter in woken { waiter.tell(reached) }
            case .users(let users):
                var rest = users[...]
                while !rest.isEmpty {
                    let woken = state.withLock { state in
                        rest.prefix(Self.wokenTogether).flatMap { state.waiting.take($0) }
                    }
                    rest = rest.dropFirst(Self.wokenTogether)
                    for waiter in woken { waiter.tell(reached) }
                }
            }
        }
    }

    /// Returns the next range of news, and the number of interested waiters; nil if there is none.
    private func nextNews() -> (told: FeedMark, reached: FeedMark, count: Int)? {
        state.withLock { state in
            let (told, reached) = (state.told, state.reached)
            let count = state.waiting.interestedCount
            state.told = reached
            guard reached.isBeyond(told), count > 0 else {
                state.isTelling = false
                return nil
            }
            return (told, reached, count)
        }
    }
}
