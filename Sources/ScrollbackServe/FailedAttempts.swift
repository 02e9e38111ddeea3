internal import Locking

/// How often each address has shown a wrong key lately.
///
/// Only wrong keys are counted and refused: a right one is never kept out by what others try.
final class FailedAttempts: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var since: ContinuousClock.Instant
    }

    static let period = Duration.seconds(60)
    /// The addresses that are counted; beyond them, all others together.
    private static let addresses = 4_096

    private let allowed: Int
    private let state = Lock(State(since: .now))

    /// Allows so many from one address within the period.
    init(allowing allowed: Int) { self.allowed = allowed }

    /// Counts a wrong key.
    ///
    /// - Returns: How long the address has to wait, if it has tried too often; nil if not.
    func note(_ address: String, at now: ContinuousClock.Instant = .now) -> Duration? {
        state.withLock { state in
            if now - state.since >= Self.period { state = State(since: now) }
            let isKnown = state.counts[address] != nil || state.counts.count < Self.addresses
            let address = isKnown ? address : "other"
            state.counts[address, default: 0] += 1
            guard state.counts[address, default: 0] > allowed else { return nil }
            return Self.period - (now - state.since)
        }
    }
}
