public import Wire

/// Whether moderators let a user act.
public enum Standing: Hashable, Sendable {
    case good
    /// For ever if there is no end.
    case suspended(until: Timestamp?)
    case banned

    /// Whether commands are refused at a time.
    public func isSuspended(at now: Timestamp) -> Bool {
        switch self {
        case .good: false
        case .suspended(let until): until.map { now < $0 } ?? true
        case .banned: true
        }
    }

    /// The end of a suspension, if it has one.
    package var end: Timestamp? {
        if case .suspended(let until) = self { until } else { nil }
    }

    /// The standing at a time: a suspension that has ended is none.
    package func current(at now: Timestamp) -> Standing { isSuspended(at: now) ? self : .good }
}
