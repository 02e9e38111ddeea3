internal import Views

/// Numbered steps that only ever go up, of which the first that is high enough can be sought.
enum Staircase {
    /// The first step from a number through another that reaches what is asked for.
    ///
    /// `seek` gives the first step at or behind a number. Most often the very first one is
    /// looked for, so that it is tried before halving begins.
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
                // This one reaches, or there is none: what is sought may lie before the middle.
                if let next { found = next.step }
                guard middle > low else { break }
                high = middle - 1
            }
            middle = low + (high - low) / 2
        }
        return found
    }
}
