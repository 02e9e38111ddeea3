package import Wire

/// The latest rebuilds because of damage; it limits their number in a short time.
///
/// - At most three in ten minutes: a fault that returns so often is not an accident of one file.
/// - Only rebuilds that a running store could do without count: views that cannot be opened are
///   always rebuilt.
package struct RebuildHistory: Hashable, Sendable {
    /// The times at which they began, oldest first.
    package private(set) var times: [Timestamp]
    /// The cause of the newest rebuild.
    package private(set) var cause: ViewsDoubt.Cause?

    package static let limit = 3
    package static let span: Duration = .seconds(600)

    package init(times: [Timestamp] = [], cause: ViewsDoubt.Cause? = nil) {
        self.times = Array(times.suffix(Self.limit))
        self.cause = cause
    }

    /// Returns the time at which the next rebuild may begin; nil if it may begin now.
    package func nextAllowed(at now: Timestamp) -> Timestamp? {
        // A time in the future comes from a clock that was set back, and limits nothing.
        guard times.count == Self.limit, let oldest = times.first, times.allSatisfy({ $0 <= now })
        else { return nil }
        let next = Timestamp(microseconds: oldest.microseconds + Self.spanMicroseconds)
        return next > now ? next : nil
    }

    /// Notes a rebuild that begins now.
    package mutating func add(_ cause: ViewsDoubt.Cause, at now: Timestamp) {
        times = Array((times.filter { $0 <= now } + [now]).suffix(Self.limit))
        self.cause = cause
    }

    private static let spanMicroseconds = span.components.seconds * 1_000_000
}

extension RebuildHistory {
    /// The history as a line of `views.state`.
    var text: String {
        guard let cause else { return "none" }
        return times.map { "\($0.microseconds) " }.joined() + "because \(cause.text)"
    }

    /// Reads the text; nil for anything that `text` does not write.
    init?(text: some StringProtocol) {
        if text == "none" {
            self.init()
            return
        }
        let words = text.split(separator: " ", maxSplits: Self.limit + 1)
        guard let border = words.firstIndex(of: "because"), border > 0,
            let cause = ViewsDoubt.Cause(
                text: words[(border + 1)...].joined(separator: " ")
            )
        else { return nil }
        var times: [Timestamp] = []
        for word in words[..<border] {
            guard let number = Int64(word) else { return nil }
            times.append(Timestamp(microseconds: number))
        }
        guard times.count <= Self.limit else { return nil }
        self.init(times: times, cause: cause)
    }
}
