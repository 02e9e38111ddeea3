/// One question, and who answers it.
package struct Row: Sendable {
    /// The question, as a phrase.
    package let name: String
    package let contestants: [any Contestant]
    /// The contestant that others are compared with.
    package let reference: String?
    /// The figure that is compared.
    package let compared: Figure
    package let targets: [Target]
    /// What bounds the figures, as far as it is known; for the report.
    package let bounds: String

    package init(
        _ name: String,
        compared: Figure,
        with reference: String? = nil,
        targets: [Target] = [],
        bounds: String = "",
        contestants: [any Contestant]
    ) {
        self.name = name
        self.compared = compared
        self.reference = reference
        self.targets = targets
        self.bounds = bounds
        self.contestants = contestants
    }
}

/// What a contestant is meant to reach.
package struct Target: Sendable {
    package enum Bound: Sendable {
        case atLeast(Figure, Double)
        case atMost(Figure, Double)
        /// At most so many times another contestant's figure.
        case times(of: String, Double)
        /// Another contestant's figure is at least so many times as large.
        case timesBetter(than: String, Double)
    }

    package let contestant: String
    package let bound: Bound

    package init(_ contestant: String, _ bound: Bound) {
        self.contestant = contestant
        self.bound = bound
    }
}

/// With which names begin those that are held to each other; what follows says what they did.
package enum Contender {
    package static let own = "Scrollback"
    /// What people would pick instead, and as durable.
    package static let peer = "SQLite, WAL, FULL"
}
