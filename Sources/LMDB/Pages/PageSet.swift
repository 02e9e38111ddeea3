/// The pages known to be in use: a bit for each.
struct PageSet {
    private var words: [UInt64]

    init(count: UInt64) {
        words = [UInt64](repeating: 0, count: Int((count + 63) / 64))
    }

    /// Adds a page; false if it was there already.
    mutating func insert(_ page: UInt64) -> Bool {
        let word = Int(page / 64)
        let bit: UInt64 = 1 << (page % 64)
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        return true
    }
}
