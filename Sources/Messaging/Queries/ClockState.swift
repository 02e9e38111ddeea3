/// Whether the store trusts the machine's clock; otherwise commands throw `clockNotAccepted`.
public enum ClockState: Hashable, Sendable {
    /// The store trusts the clock.
    case believed
    /// The clock is this far behind the newest event, since the store was opened.
    case behind(Duration)
    /// The clock jumped by this much, forward or backward.
    case jumped(Duration)
}

extension ClockState: CustomStringConvertible {
    /// The state as text that completes a sentence after "the clock".
    public var description: String {
        switch self {
        case .believed: "is believed"
        case .behind(let delay):
            "stands \(delay.components.seconds) seconds behind the newest event"
        case .jumped(let jump):
            "moved \(jump.components.seconds) seconds against the time that went by"
        }
    }
}
