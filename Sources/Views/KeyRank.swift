/// A key's number, and its first bytes as integers: these decide almost every comparison without
/// leaving the array that is sorted.
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
        return left.span.sorts(before: right.span)
    }

    static func == (left: KeyRank, right: KeyRank) -> Bool { !(left < right) && !(right < left) }

    private var span: RawSpan {
        @_lifetime(borrow self)
        get { _overrideLifetime(RawSpan(_unsafeBytes: key), borrowing: self) }
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
