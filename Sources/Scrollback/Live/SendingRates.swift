internal import Locking
package import Messaging
package import Wire

/// The number of recent messages of each user: the writer counts them, and `mayI` reads them.
///
/// It is in memory only. A process that does not write counts nothing and so knows no limit.
package final class SendingRates: Sendable {
    private let limiter = Lock(RateLimiter())

    package init() {}

    /// Counts what follows from a command, or says when to try again.
    func admit(
        _ decision: Decision,
        by actor: Actor,
        under limits: [RateLimit],
        at now: Timestamp
    ) throws(Refusal) {
        try limiter.withLock { (limiter) throws(Refusal) in
            try limiter.admit(decision, by: actor, under: limits, at: now)
        }
    }

    /// Keeps the counted messages, because they are stored.
    func keep(under limits: [RateLimit], at now: Timestamp) {
        limiter.withLock { $0.keep(under: limits, at: now) }
    }

    /// Removes the counted messages, because they are not stored.
    func undo() { limiter.withLock { $0.undo() } }

    /// How many messages were counted that are not kept yet.
    var admitted: Int { limiter.withLock { $0.admitted } }

    /// Removes the newest counted messages that are not kept yet, beyond a number of them.
    func undo(beyond count: Int) { limiter.withLock { $0.undo(beyond: count) } }

    /// How many messages a user has sent in each window that ends now; counts nothing.
    package func windows(
        of user: UserID,
        under limits: [RateLimit],
        at now: Timestamp
    ) -> [RateWindow] {
        limiter.withLock { $0.windows(of: user, under: limits, at: now) }
    }
}
