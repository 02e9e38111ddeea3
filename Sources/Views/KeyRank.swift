internal import Glibc

/// A key's number, and its beginning as numbers: that decides almost every comparison without
/// leaving the array that is put in order.
@safe
struct KeyRank: Comparable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let key: UnsafeRawBufferPointer
    let number: Int

    /// - Precondition: the key stays where it is as long as ranks are compared.
    init(of key: RawSpan, number: Int) {
        first = Self.word(0, of: key)
        second = Self.word(8, of: key)
        third = Self.word(16, of: key)
        self.key = key.withUnsafeBytes { $0 }
        self.number = number
    }

    @inline(__always)
    static func < (left: KeyRank, right: KeyRank) -> Bool {
        if left.first != right.first { return left.first < right.first }
        if left.second != right.second { return left.second < right.second }
        if left.third != right.third { return left.third < right.third }
        return left.isBefore(right)
    }

    static func == (left: KeyRank, right: KeyRank) -> Bool { !(left < right) && !(right < left) }

    /// Decides between keys that begin alike.
    private func isBefore(_ other: KeyRank) -> Bool {
        guard let left = key.baseAddress, let right = other.key.baseAddress else {
            return key.count < other.key.count
        }
        let order = memcmp(left, right, min(key.count, other.key.count))
        return order == 0 ? key.count < other.key.count : order < 0
    }

    /// Eight bytes of a key as a number, zeros where it ends.
    private static func word(_ offset: Int, of key: RawSpan) -> UInt64 {
        if key.byteCount >= offset + 8 {
            let word = key.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return UInt64(bigEndian: word)
        }
        var word: UInt64 = 0
        for place in offset..<max(key.byteCount, offset) {
            let byte = key.unsafeLoadUnaligned(fromByteOffset: place, as: UInt8.self)
            word |= UInt64(byte) << UInt64(56 - 8 * (place - offset))
        }
        return word
    }
}
