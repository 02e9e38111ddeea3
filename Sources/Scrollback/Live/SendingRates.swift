internal import Locking
package import Messaging
package import Wire

/// How many messages everybody sent lately: the writer counts them, and `mayI` looks at them.
///
/// It is in memory alone. A process that does not write counts nothing and so knows of no limit.
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

    /// Keeps what was counted, for it is stored.
    func keep(under limits: [RateLimit], at now: Timestamp) {
        limiter.withLock { $0.keep(under: limits, at: now) }
    }

    /// Takes back what was counted, for it is not stored.
    func undo() { limiter.withLock { $0.undo() } }

    /// How many messages a user has sent in each window that ends now; counts nothing.
    package func windows(
        of user: UserID,
        under limits: [RateLimit],
        at now: Timestamp
    ) -> [RateWindow] {
        limiter.withLock { $0.windows(of: user, under: limits, at: now) }
    }
}
