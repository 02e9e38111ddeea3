package import Wire

/// The latest rebuilds that a doubt led to; it bounds how many there are in a short time.
///
/// - At most three in ten minutes: what comes back so often is no accident of one file.
/// - Only rebuilds that a running store could do without count: views that cannot be opened are
///   always made anew.
package struct RebuildHistory: Hashable, Sendable {
    /// When they began, oldest first.
    package private(set) var times: [Timestamp]
    /// The cause of the newest.
    package private(set) var cause: ViewsDoubt.Cause?

    package static let limit = 3
    package static let span: Duration = .seconds(600)

    package init(times: [Timestamp] = [], cause: ViewsDoubt.Cause? = nil) {
        self.times = Array(times.suffix(Self.limit))
        self.cause = cause
    }

    /// When the next rebuild may begin; nil if one may begin now.
    package func nextAllowed(at now: Timestamp) -> Timestamp? {
        // A time in the future is that of a clock which was set back, and bounds nothing.
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
    /// The history as a line of a file has it.
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
