extension Segment {
    /// The indices of the segments that hold some of the positions, ascending.
    ///
    /// - Complexity: O(ranges + segments that they touch).
    static func indices(of ranges: [Range<UInt64>], in segments: [Segment]) -> [Int] {
        var isHit = [Bool](repeating: false, count: segments.count)
        // Every segment but the last is full.
        for range in ranges where !range.isEmpty && range.lowerBound > 0 {
            let first = Int(clamping: (range.lowerBound - 1) / span)
            let last = Int(clamping: (range.upperBound - 2) / span)
            guard first < segments.count else { continue }
            for index in first...min(last, segments.count - 1)
            where segments[index].range.overlaps(range) { isHit[index] = true }
        }
        return isHit.indices.filter { isHit[$0] }
    }
}
