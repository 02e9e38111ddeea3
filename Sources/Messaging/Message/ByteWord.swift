/// Eight bytes of a text, examined together.
struct ByteWord {
    private let bits: UInt64

    static let width = 8
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// - Precondition: the text has eight bytes from there on.
    init(_ text: Span<UInt8>, at place: Int) {
        bits = text.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
    }

    /// Whether all are ASCII and none is a control character.
    var isPlain: Bool {
        // A byte below space borrows; it may take its neighbour along, but none is marked alone.
        let belowSpace = (bits &- Self.ones &* 0x20) & ~bits
        return (bits | belowSpace) & Self.highs == 0 && !holds(0x7F)
    }

    /// Whether one of them is a certain byte.
    func holds(_ byte: UInt8) -> Bool {
        let difference = bits ^ (Self.ones &* UInt64(byte))
        return (difference &- Self.ones) & ~difference & Self.highs != 0
    }
}
