/// Whether the machine's clock is believed; while it is not, nothing is written.
public enum ClockState: Hashable, Sendable {
    /// What it says may be recorded.
    case believed
    /// When the store was opened it stood so far behind the newest event, and it still does.
    case behind(Duration)
    /// It moved so much further than the time that went by, or so much back.
    case jumped(Duration)
}

extension ClockState: CustomStringConvertible {
    /// The state as the end of a sentence about the clock.
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
