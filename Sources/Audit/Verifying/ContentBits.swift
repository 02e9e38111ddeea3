/// The condition of the content of some neighbouring events: a bit for each.
///
/// Only the first kind takes memory if nothing was ever erased.
struct ContentBits {
    /// The index of the first event.
    let first: UInt64
    let count: Int
    /// The content exists.
    private(set) var present: [UInt64]
    /// The content is gone.
    private(set) var gone: [UInt64] = []
    /// Half of it is gone: from the record or from the slot.
    private(set) var left: [UInt64] = []
    /// An erasure names it.
    private(set) var named: [UInt64] = []

    init(first: UInt64, count: Int) {
        self.first = first
        self.count = count
        present = [UInt64](repeating: 0, count: (count + 63) / 64)
    }

    mutating func notePresent(_ index: UInt64) { Self.set(index - first, in: &present) }

    mutating func noteGone(_ index: UInt64) {
        if gone.isEmpty { gone = [UInt64](repeating: 0, count: present.count) }
        Self.set(index - first, in: &gone)
    }

    mutating func noteLeft(_ index: UInt64) {
        if left.isEmpty { left = [UInt64](repeating: 0, count: present.count) }
        Self.set(index - first, in: &left)
    }

    /// Notes that an erasure names some events; those outside of this part are ignored.
    mutating func noteNamed(_ indexes: Range<UInt64>) {
        let here = indexes.clamped(to: first..<first + UInt64(count))
        guard !here.isEmpty else { return }
        if named.isEmpty { named = [UInt64](repeating: 0, count: present.count) }
        var bit = here.lowerBound - first
        let end = here.upperBound - first
        while bit < end {
            let next = min(end, (bit / 64 + 1) * 64)
            let width = next - bit
            let ones = width == 64 ? UInt64.max : (1 << width - 1) << (bit % 64)
            named[Int(bit / 64)] |= ones
            bit = next
        }
    }

    func isNamed(_ index: UInt64) -> Bool {
        guard !named.isEmpty, index >= first, index - first < UInt64(count) else { return false }
        return named[Int((index - first) / 64)] >> ((index - first) % 64) & 1 == 1
    }

    /// Returns the indexes, ascending, of events whose content contradicts the erasures: it exists
    /// and is named, or, if missing content counts, it is gone or half gone and not named.
    func doubtful(missingCounts: Bool) -> [UInt64] {
        if gone.isEmpty && left.isEmpty && named.isEmpty { return [] }
        var found: [UInt64] = []
        for word in present.indices {
            let named = self.named.isEmpty ? 0 : self.named[word]
            let gone = self.gone.isEmpty ? 0 : self.gone[word]
            let left = self.left.isEmpty ? 0 : self.left[word]
            let missing = missingCounts ? (gone | left) & ~named : 0
            var bits = (present[word] | left) & named | missing
            while bits != 0 {
                found.append(first + UInt64(word * 64 + bits.trailingZeroBitCount))
                bits &= bits - 1
            }
        }
        return found
    }

    private static func set(_ bit: UInt64, in words: inout [UInt64]) {
        words[Int(bit / 64)] |= 1 << (bit % 64)
    }
}
