import Glibc

/// Ranks as conversations are busy: the n-th gets 1/n of what the first gets.
package struct ZipfRanks {
    /// The share of all ranks up to and including each.
    private let cumulative: [Double]

    package init(count: Int) {
        let weights = (1...max(count, 1)).map { 1 / Double($0) }
        let total = weights.reduce(0, +)
        var sum = 0.0
        cumulative = weights.map { weight in
            sum += weight / total
            return sum
        }
    }

    /// A rank from 0.
    package func next(_ generator: inout SplitMix64) -> Int {
        let wanted = generator.nextUnit()
        var (low, high) = (0, cumulative.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] > wanted { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Lengths as people write: many short texts and a few long ones.
package struct LogNormalLengths {
    private let median: Double
    private let spread: Double
    private let maximum: Double

    package init(median: Double, percentile95: Double, maximum: Double) {
        self.median = median
        // 95 of 100 normal values lie below 1.645 standard deviations.
        spread = log(percentile95 / median) / 1.645
        self.maximum = maximum
    }

    package func next(_ generator: inout SplitMix64) -> Int {
        // Box and Muller's way from two even numbers to a normal one.
        let radius = sqrt(-2 * log(1 - generator.nextUnit()))
        let normal = radius * cos(2 * .pi * generator.nextUnit())
        return Int(max(1, min(maximum, median * exp(spread * normal))))
    }
}
