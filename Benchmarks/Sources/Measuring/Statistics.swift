/// What several runs of the same thing gave.
package struct Summary: Equatable, Sendable, Codable {
    package let median: Double
    package let minimum: Double
    package let maximum: Double
    package let runs: Int

    /// Sums up the values of some runs; nil without any.
    package init?(of values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        median =
            sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        minimum = first
        maximum = last
        runs = sorted.count
    }
}

/// The value that a share of the sorted values does not exceed; zero of none.
///
/// The nearest rank: it is always one of the values, so that a slow call is never averaged away.
package func percentile(_ share: Double, ofSorted values: [Double]) -> Double {
    guard let last = values.last else { return 0 }
    let rank = Int((share * Double(values.count)).rounded(.up))
    return rank >= values.count ? last : values[max(rank, 1) - 1]
}
