internal import Locking
internal import Messaging
internal import Wire

/// Wakes the followers whom a commit or a live notice may concern.
///
/// - Followers get positions and numbers of notices, and read the events themselves, at their own
///   pace. So a slow follower does not hold up the writer, and nothing is queued for it.
/// - A follower that knows less than the store does not begin to wait: everything behind its mark
///   comes while it waits.
/// - Whom something concerns is found in a task of its own (`ConcernFinder`): the writer's thread
///   notes a number. What cannot be placed wakes all.
/// - Each follower looks by itself within five seconds, whether or not it was woken.
final class NewEvents: Sendable {
    private struct State {
        /// The newest position and notice that this process knows.
        var reached = FeedMark(position: .zero, notice: 0)
        /// The mark up to which followers that wait were told.
        var told = FeedMark(position: .zero, notice: 0)
        var isTelling = false
        var isClosing = false
        var isClosed = false
        var isPolled = false
        var waiting = Waiting()
        var nextNumber: Waiting.Number = 0
    }

    /// The signals of users that are not logged.
    let signs: LiveSigns
    private let state = Lock(State())
    private let finder: ConcernFinder
    /// Whether those are woken whom something concerns; without it, each looks by itself alone.
    private let wakes: Bool
    /// Returns the store's position, if another process writes it and sends no notices.
    private let look: (@Sendable () -> Position?)?
    private let beginning = ContinuousClock.now

    /// So few are all woken: they read in less time than it takes to ask whom it concerns.
    private static let few = 8
    private static let pollingInterval = Duration.milliseconds(2)
    /// How often signs that have run out are looked for while a follower waits, and followers whose
    /// time has come to look by themselves: the unit of `time`.
    private static let sweepingInterval = Duration.milliseconds(250)
    /// After how many units a follower looks by itself; not all of them at once.
    private static let patience: Range<UInt64> = 12..<18

    /// - Parameters:
    ///   - finder: Finds whom events and notices concern.
    ///   - wakes: Whether commits wake followers.
    ///   - look: Asked again and again while a task waits; nil where the writer calls `reached`.
    init(
        _ finder: ConcernFinder,
        wakes: Bool = true,
        look: (@Sendable () -> Position?)? = nil
    ) {
        signs = finder.signs
        self.finder = finder
        self.wakes = wakes
        self.look = look
    }

    /// How many wait at this moment.
    var followers: Int { state.withLock { $0.waiting.count } }

    /// Whether the store is closing or closed, which explains why it cannot be read.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Notes that the store is closing; who waits is still told what comes until then.
    func beginToClose() { state.withLock { $0.isClosing = true } }

    /// Wakes the followers whom events up to a position may concern.
    func reached(_ position: Position) {
        come { $0.position = max($0.position, position) }
    }

    /// Stores a command's signal, and wakes the followers whom it may concern.
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
                // Who begins to wait later knows as much.
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
    /// Waits until the store has come further than a position, and answers how far.
    ///
    /// - Returns: nil once the store is closed, or the task that waits is cancelled.
    func position(after known: Position) async -> Position? {
        await news(after: FeedMark(position: known, notice: .max), for: nil)?.position
    }

    /// Waits until there may be something behind a mark that concerns a user, or anything at all.
    ///
    /// - Returns: nil once the store is closed, or the task that waits is cancelled.
    func news(after known: FeedMark, for interest: Interest?) async -> FeedMark? {
        let number = nextNumber()
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                wait(
                    Waiting.Waiter(known: known, interest: interest) {
                        continuation.resume(returning: $0)
                    },
                    as: number,
                    // A task that is cancelled from here on finds its waiter under the lock.
                    unless: { Task.isCancelled }
                )
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// A number for one who waits.
    func nextNumber() -> Waiting.Number {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    /// Waits no longer; who still waits is told nil.
    func cancel(_ number: Waiting.Number) {
        let waiter = state.withLock { $0.waiting.remove(number) }
        waiter?.tell(nil)
    }

    /// Tells one at once that there is something new, or as soon as there is.
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
            state.waiting.add(waiter, as: number, lookingAt: check)
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

    /// Looks how far the store is, or which signs have run out, while any task waits; and wakes the
    /// followers whose time has come to look by themselves.
    private func poll() {
        let interval = look == nil ? Self.sweepingInterval : Self.pollingInterval
        Task.detached { [self] in
            while goesOnPolling() {
                if let look {
                    if let position = look() { reached(position) }
                } else if signs.sweep() {
                    noticed()
                }
                check()
                // Never cancelled: no other code has the task.
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

    /// After how many units of time a follower looks by itself.
    private func after(_ number: Waiting.Number) -> UInt64 {
        Self.patience.lowerBound + number % UInt64(Self.patience.count)
    }
}

// MARK: - Telling those who are concerned

extension NewEvents {
    /// How many followers are woken under the lock at once: a commit waits no longer than that.
    private static let wokenTogether = 128

    /// Wakes those whom the news concern, until there are no more.
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

    /// Returns what is to be told next, and how many wait; nil when there is no more.
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
