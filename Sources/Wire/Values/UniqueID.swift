/// A 16-byte identifier, written as a lower-case UUID and ordered by its bytes.
///
/// Time-ordered identifiers (UUID version 7) cost the least to store; any are accepted.
public struct UniqueID: Sendable, Hashable, BitwiseCopyable {
    /// The length of every identifier.
    public static let byteCount = 16

    /// The identifier of sixteen zero bytes, which names nothing.
    @inlinable
    public static var zero: UniqueID { UniqueID(high: 0, low: 0) }

    /// The first eight bytes, as a big-endian number.
    public let high: UInt64

    /// The last eight bytes, as a big-endian number.
    public let low: UInt64

    /// Makes an identifier of its two halves.
    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the sixteen bytes at an offset, which must lie within the span.
    @inlinable
    public init(_ bytes: RawSpan, at offset: Int = 0) {
        // Any bit pattern is an integer, and the loads are bounds-checked.
        high = UInt64(
            bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        )
        low = UInt64(
            bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        )
    }

    /// Makes a random identifier (UUID version 4).
    public static func random(using generator: inout some RandomNumberGenerator) -> UniqueID {
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
        return UniqueID(high: high, low: low)
    }

    /// Writes the sixteen bytes to the start of a buffer.
    package func store(into buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count >= Self.byteCount, "an identifier needs 16 bytes")
        unsafe buffer.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
        unsafe buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
}

extension UniqueID: Comparable {
    /// Whether the bytes of one identifier sort before those of another.
    public static func < (left: UniqueID, right: UniqueID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension UniqueID: LosslessStringConvertible {
    /// The length of every identifier's text.
    package static let textCount = 36

    /// Whether a place of a UUID's text holds a hyphen.
    private static func isHyphen(_ place: Int) -> Bool {
        place == 8 || place == 13 || place == 18 || place == 23
    }

    /// Reads a UUID of 32 hexadecimal digits with hyphens, in lower or upper case.
    ///
    /// Apple's clients write upper case. Scrollback always writes lower case.
    public init?(_ text: String) {
        self.init(utf8: text.utf8Span.span)
    }

    /// Reads the same from the text's bytes.
    public init?(utf8 text: Span<UInt8>) {
        guard text.count == Self.textCount else { return nil }
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        for place in text.indices {
            if Self.isHyphen(place) {
                guard text[place] == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.digit(text[place]) else { return nil }
            if place < 18 {
                halves.high = halves.high << 4 | digit
            } else {
                halves.low = halves.low << 4 | digit
            }
        }
        self.init(high: halves.high, low: halves.low)
    }

    /// The text of a UUID, in lower case.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.textCount) { buffer in
            storeText(into: buffer)
            return Self.textCount
        }
    }

    /// Writes the text to the start of a buffer.
    package func storeText(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= Self.textCount, "an identifier's text needs 36 bytes")
        var place = 0
        for nibble in 0..<32 {
            if Self.isHyphen(place) {
                unsafe buffer[place] = UInt8(ascii: "-")
                place += 1
            }
            let half = nibble < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - nibble % 16 * 4)) & 0xF
            let first = digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10
            unsafe buffer[place] = first + digit
            place += 1
        }
    }

    private static func digit(_ character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(character - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
