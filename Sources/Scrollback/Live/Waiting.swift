internal import Messaging
internal import Wire

/// The waiting followers, by user.
struct Waiting {
    struct Waiter {
        let known: FeedMark
        /// Nil for a follower of all events.
        let interest: Interest?
        /// Called once: with the store's mark, or with nil when the wait ends without news.
        let tell: @Sendable (FeedMark?) -> Void
    }

    typealias Number = UInt64

    private var waiters: [Number: Waiter] = [:]
    private var numbers: [UserID: [Number]] = [:]
    /// The followers of all events.
    private var others: Set<Number> = []
    /// The followers with an interest, by the time of their next check; some no longer wait.
    private var checks: [UInt64: [Number]] = [:]
    private var checked: UInt64 = 0

    var isEmpty: Bool { waiters.isEmpty }
    var count: Int { waiters.count }
    /// The number of waiting followers with an interest.
    var interestedCount: Int { waiters.count - others.count }
    /// The users with a waiting follower.
    var users: [UserID] { Array(numbers.keys) }

    /// Adds a follower that checks the store at a time, unless it is woken before.
    mutating func add(_ waiter: Waiter, as number: Number, checkingAt time: UInt64) {
        waiters[number] = waiter
        guard let user = waiter.interest?.user else {
            others.insert(number)
            return
        }
        numbers[user, default: []].append(number)
        checks[max(time, checked + 1), default: []].append(number)
    }

    @discardableResult
    mutating func remove(_ number: Number) -> Waiter? {
        guard let waiter = waiters.removeValue(forKey: number) else { return nil }
        guard let user = waiter.interest?.user else {
            others.remove(number)
            return waiter
        }
        numbers[user]?.removeAll { $0 == number }
        if numbers[user]?.isEmpty == true { numbers[user] = nil }
        return waiter
    }

    /// Removes and returns all followers.
    mutating func takeAll() -> [Waiter] {
        defer {
            waiters = [:]
            numbers = [:]
            others = []
            checks = [:]
        }
        return Array(waiters.values)
    }

    /// Removes and returns the followers whose marks are older: all, or only followers of all events.
    mutating func take(below mark: FeedMark, isForAll: Bool) -> [Waiter] {
        let found =
            isForAll
            ? waiters.compactMap { mark.isBeyond($0.value.known) ? $0.key : nil }
            : others.filter { waiters[$0].map { mark.isBeyond($0.known) } ?? false }
        return found.compactMap { remove($0) }
    }

    /// Removes and returns the followers of a concerned user.
    mutating func take(_ concerned: ConcernedUser) -> [Waiter] {
        guard let own = numbers[concerned.user] else { return [] }
        let found = own.filter { number in
            guard let waiter = waiters[number], concerned.mark.isBeyond(waiter.known) else {
                return false
            }
            guard let only = waiter.interest?.conversation, let place = concerned.conversation
            else { return true }
            return only == place
        }
        return found.compactMap { remove($0) }
    }

    /// Removes and returns the followers that are due to check the store and have an older mark; the
    /// other due ones check again later.
    mutating func takeDue(
        at time: UInt64,
        below mark: FeedMark,
        again: (Number) -> UInt64
    ) -> [Waiter] {
        var found: [Waiter] = []
        while checked < time {
            checked += 1
            for number in checks.removeValue(forKey: checked) ?? [] {
                guard let waiter = waiters[number] else { continue }
                if mark.isBeyond(waiter.known) {
                    if let due = remove(number) { found.append(due) }
                } else {
                    checks[time + again(number), default: []].append(number)
                }
            }
        }
        return found
    }
}
