internal import Glibc
package import HTTPSending
package import Wire

/// How patient the server is with receivers of webhooks.
package struct WebhookTimes: Sendable {
    /// The pause after the first failure; each one after it is twice as long.
    package var firstPause = 1.0
    /// The longest pause, also where a receiver asks for a longer one.
    package var longestPause = 600.0
    /// After failing for so long a webhook is parked, in seconds.
    package var patience = 86_400.0
    /// How long one request may take.
    package var request = HTTPSender.Times()
    /// How seldom a mark is written while all goes well.
    package var marking = 0.2
    package var now: @Sendable () -> Timestamp = {
        Timestamp(microseconds: Int64(Doorkeeper.systemTime() * 1e6))
    }

    package init() {}

    /// The seconds before the next attempt, which differ, so that not all come at once.
    func pause(afterFailures count: Int, asked: Int?) -> Double {
        let doubled = Self.doubled(firstPause, afterFailures: count, upTo: longestPause)
        let pause = doubled * Double.random(in: 0.5...1)
        return max(pause, min(Double(asked ?? 0), longestPause))
    }

    /// A pause that is twice as long after each further failure.
    static func doubled(_ first: Double, afterFailures count: Int, upTo longest: Double) -> Double {
        min(first * exp2(Double(min(count - 1, 40))), longest)
    }
}
