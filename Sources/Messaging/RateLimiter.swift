package import Wire

/// Limits how many messages a user sends within one or several windows of time.
///
/// It lives in the memory of the writing process and is not a fact: after a restart it is empty,
/// and it is asked last. Admitted messages count at once, and are undone together with their batch.
/// Only new messages count; deleting one gives nothing back. Without a limit nothing is remembered.
package struct RateLimiter: Sendable {
    private struct Entry {
        let user: UserID
        let sentAt: Timestamp
    }

    /// Everything that was sent in the window, oldest first.
    private var entries = Queue<Entry>()
    private var times: [UserID: Queue<Timestamp>] = [:]
    /// How many of the newest entries are not kept yet.
    package private(set) var admitted = 0

    package init() {}

    /// Admits what follows from a command, or says when to try again.
    package mutating func admit(
        _ decision: Decision,
        by actor: Actor,
        under limits: [RateLimit],
        at now: Timestamp
    ) throws(Refusal) {
        guard let user = actor.user, !limits.isEmpty, let sent = decision.messagesSent else {
            return
        }
        var wait: Int64?
        for limit in limits where sent > room(for: user, under: limit, at: now) {
            wait = max(wait ?? 0, retryAfter(of: user, under: limit, at: now))
        }
        if let wait { throw .request(.rateLimited(retryAfterMilliseconds: wait)) }
        add(sent, by: user, at: now)
    }

    /// Keeps the admitted messages, which are now stored, and removes those older than the longest
    /// window.
    package mutating func keep(under limits: [RateLimit], at now: Timestamp) {
        admitted = 0
        guard let longest = limits.max(by: { $0.seconds < $1.seconds }) else {
            self = RateLimiter()
            return
        }
        let start = longest.start(at: now)
        while let oldest = entries.first, oldest.sentAt <= start {
            entries.removeFirst()
            times[oldest.user]?.removeFirst()
            if times[oldest.user]?.isEmpty == true { times[oldest.user] = nil }
        }
    }

    /// Removes the messages admitted since the last `keep`, because they could not be stored.
    package mutating func undo() { undo(beyond: 0) }

    /// Removes the newest messages admitted since the last `keep`, beyond a number of them.
    package mutating func undo(beyond count: Int) {
        while admitted > count {
            admitted -= 1
            guard let newest = entries.removeLast() else { continue }
            _ = times[newest.user]?.removeLast()
            if times[newest.user]?.isEmpty == true { times[newest.user] = nil }
        }
    }

    /// How many messages a user has sent in each window, and when the next one may be sent.
    package func windows(
        of user: UserID,
        under limits: [RateLimit],
        at now: Timestamp
    ) -> [RateWindow] {
        limits.map { limit in
            let used = count(of: user, under: limit, at: now)
            let isFull = used >= Int(limit.messages)
            return RateWindow(
                limit,
                used: used,
                resetsAt: oldest(of: user, under: limit, at: now).map { limit.end(of: $0) },
                retryAfter: isFull ? retryAfter(of: user, under: limit, at: now) : nil
            )
        }
    }

    /// How many users and messages are remembered.
    package var remembered: (users: Int, messages: Int) { (times.count, entries.count) }

    private mutating func add(_ count: Int, by user: UserID, at now: Timestamp) {
        // Time never goes back; if a caller's does, the order of the entries holds all the same.
        let sentAt = max(now, entries.last?.sentAt ?? now)
        for _ in 0..<count {
            entries.append(Entry(user: user, sentAt: sentAt))
            times[user, default: Queue()].append(sentAt)
        }
        admitted += count
    }

    private func count(of user: UserID, under limit: RateLimit, at now: Timestamp) -> Int {
        let start = limit.start(at: now)
        return times[user]?.count { $0 > start } ?? 0
    }

    private func room(for user: UserID, under limit: RateLimit, at now: Timestamp) -> Int {
        Int(limit.messages) - count(of: user, under: limit, at: now)
    }

    /// When the oldest message was sent that counts.
    private func oldest(of user: UserID, under limit: RateLimit, at now: Timestamp) -> Timestamp? {
        let start = limit.start(at: now)
        return times[user]?.first { $0 > start }
    }

    /// In how many milliseconds the oldest message leaves the window, rounded up.
    private func retryAfter(of user: UserID, under limit: RateLimit, at now: Timestamp) -> Int64 {
        guard let oldest = oldest(of: user, under: limit, at: now) else {
            // More at once than the limit ever allows.
            return limit.microseconds / 1_000
        }
        let start = limit.start(at: now)
        let (wait, overflow) = oldest.microseconds.subtractingReportingOverflow(start.microseconds)
        return overflow ? limit.microseconds / 1_000 : (wait - 1) / 1_000 + 1
    }
}

extension RateLimit {
    fileprivate var microseconds: Int64 { Int64(seconds) * 1_000_000 }

    /// Returns the start of the window: a message sent at this moment has just left it.
    fileprivate func start(at now: Timestamp) -> Timestamp {
        let (start, overflow) = now.microseconds.subtractingReportingOverflow(microseconds)
        return Timestamp(microseconds: overflow ? .min : start)
    }

    /// Returns the time at which a message leaves the window, rounded up to a millisecond.
    fileprivate func end(of sent: Timestamp) -> Timestamp {
        let (end, overflow) = sent.microseconds.addingReportingOverflow(microseconds)
        let rest = end % 1_000
        let (rounded, isLate) = end.addingReportingOverflow(rest > 0 ? 1_000 - rest : -rest)
        return Timestamp(microseconds: overflow || isLate ? .max : rounded)
    }
}

extension Decision {
    /// How many messages it sends; nil for none.
    var messagesSent: Int? {
        let sent = events.count { if case .messageSent = $0.event { true } else { false } }
        return sent > 0 ? sent : nil
    }
}

/// Elements that come in at the end and go out at either end.
private struct Queue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var start = 0

    var count: Int { elements.count - start }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[start] }
    var last: Element? { isEmpty ? nil : elements.last }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeLast() -> Element? { isEmpty ? nil : elements.removeLast() }

    /// Takes the first element out, of which there has to be one.
    mutating func removeFirst() {
        start += 1
        // Half of it is free: the rest moves to the front.
        if start * 2 >= elements.count {
            elements.removeFirst(start)
            start = 0
        }
    }

    /// The first element for which something holds that holds for all after it.
    func first(where holds: (Element) -> Bool) -> Element? {
        let index = firstIndex(where: holds)
        return index < elements.count ? elements[index] : nil
    }

    /// How many elements at the end something holds for.
    func count(where holds: (Element) -> Bool) -> Int {
        elements.count - firstIndex(where: holds)
    }

    private func firstIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (start, elements.count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
