internal import Messaging
internal import Wire

/// The followers that wait, by what they wait for.
struct Waiting {
    struct Waiter {
        let known: FeedMark
        /// Nil for one who is told of every event.
        let interest: Interest?
        /// Told once: how far the store is, or nil when nothing comes any more.
        let tell: @Sendable (FeedMark?) -> Void
    }

    typealias Number = UInt64

    private var waiters: [Number: Waiter] = [:]
    private var numbers: [UserID: [Number]] = [:]
    /// Those who are told of every event.
    private var others: Set<Number> = []
    /// Those with an interest, by when each looks by itself; some of them wait no longer.
    private var checks: [UInt64: [Number]] = [:]
    private var checked: UInt64 = 0

    var isEmpty: Bool { waiters.isEmpty }
    var count: Int { waiters.count }
    /// How many wait for what concerns a user.
    var interestedCount: Int { waiters.count - others.count }
    /// The users of whom a feed waits.
    var users: [UserID] { Array(numbers.keys) }

    /// Adds a follower, who looks by itself at a time unless woken before.
    mutating func add(_ waiter: Waiter, as number: Number, lookingAt time: UInt64) {
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

    /// Removes all.
    mutating func takeAll() -> [Waiter] {
        defer {
            waiters = [:]
            numbers = [:]
            others = []
            checks = [:]
        }
        return Array(waiters.values)
    }

    /// Removes those who do not know everything up to a mark: all of them, or only those who are
    /// told of every event.
    mutating func take(below mark: FeedMark, isForAll: Bool) -> [Waiter] {
        let found =
            isForAll
            ? waiters.compactMap { mark.isBeyond($0.value.known) ? $0.key : nil }
            : others.filter { waiters[$0].map { mark.isBeyond($0.known) } ?? false }
        return found.compactMap { remove($0) }
    }

    /// Removes the followers of a user whom something concerns.
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

    /// Removes those whose time has come to look by themselves, if there is anything they do not
    /// know; the others look again after some more time.
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
