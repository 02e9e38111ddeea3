internal import Synchronization

/// Bits that any thread may set and read, and that stay set.
@safe
package final class SharedBits: @unchecked Sendable {
    // Sendable: the words are atomic, and there are always as many of them.

    private let words: UnsafeMutablePointer<Atomic<UInt64>>
    private let wordCount: Int

    /// The number of bits that can be set.
    var count: Int { wordCount * 64 }

    /// Makes a number of bits, of which those are set that others have set now.
    package init(count: Int, set others: SharedBits? = nil) {
        wordCount = (count + 63) / 64
        unsafe words = .allocate(capacity: wordCount)
        for index in 0..<wordCount {
            let isThere = index < others?.wordCount ?? 0
            let word = isThere ? unsafe others?.words[index].load(ordering: .relaxed) ?? 0 : 0
            unsafe (words + index).initialize(to: Atomic(word))
        }
    }

    deinit {
        unsafe words.deinitialize(count: wordCount)
        unsafe words.deallocate()
    }

    /// Whether a bit is set; true for one beyond the count.
    @inline(__always)
    package func contains(_ bit: UInt64) -> Bool {
        let word = Int(bit / 64)
        guard word < wordCount else { return true }
        return unsafe words[word].load(ordering: .relaxed) >> (bit % 64) & 1 == 1
    }

    /// Whether a bit is set; false for one beyond the count.
    @inline(__always)
    func holds(_ bit: UInt64) -> Bool { bit < UInt64(count) && contains(bit) }

    /// Sets a bit; one beyond the count is left alone.
    package func insert(_ bit: UInt64) {
        let word = Int(bit / 64)
        guard word < wordCount else { return }
        unsafe words[word].bitwiseOr(1 << (bit % 64), ordering: .relaxed)
    }
}
