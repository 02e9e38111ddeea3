extension RangeSet where Bound == UInt64 {
    /// The numbers of ranges in any order, which may overlap.
    ///
    /// Inserted one by one, a million scattered ranges would be moved a million times.
    ///
    /// - Complexity: O(n log n) for n ranges.
    package init(merging ranges: [Range<UInt64>]) {
        self.init()
        // At the end, inserting moves nothing.
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            insert(contentsOf: range)
        }
    }
}
