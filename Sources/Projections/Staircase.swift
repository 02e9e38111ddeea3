internal import Views

/// Numbered steps that never go down, with a search for the first one that is high enough.
enum Staircase {
    /// Returns the first step from one number through another that reaches a condition.
    ///
    /// `seek` gives the first step at or after a number. The very first step is the usual result,
    /// so it is tried before the bisection.
    ///
    /// - Complexity: one seek in the best case, else as many as the bits of the distance.
    static func first<Step>(
        from first: UInt64,
        through last: UInt64,
        seek: (UInt64) throws(ViewsError) -> (number: UInt64, step: Step)?,
        where reaches: (Step) -> Bool
    ) throws(ViewsError) -> Step? {
        var (low, high) = (first, last)
        var middle = low
        var found: Step?
        while low <= high {
            let next = try seek(middle).flatMap { $0.number <= high ? $0 : nil }
            if let next, !reaches(next.step) {
                guard next.number < high else { break }
                low = next.number + 1
            } else {
                // If this one reaches, or there is none, the first one may lie before the middle.
                if let next { found = next.step }
                guard middle > low else { break }
                high = middle - 1
            }
            middle = low + (high - low) / 2
        }
        return found
    }
}
