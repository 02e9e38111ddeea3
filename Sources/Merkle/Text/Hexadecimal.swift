/// Bytes as pairs of lower-case hexadecimal digits.
public enum Hexadecimal {
    /// The digits of some bytes.
    ///
    /// - Complexity: O(count).
    public static func encode(_ bytes: RawSpan) -> String {
        String(unsafeUninitializedCapacity: bytes.byteCount * 2) { text in
            for offset in bytes.byteOffsets {
                let byte = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
                text[2 * offset] = digit(of: byte >> 4)
                text[2 * offset + 1] = digit(of: byte & 15)
            }
            return bytes.byteCount * 2
        }
    }

    /// The bytes of some digits, nil where there is an odd count or anything else than
    /// `0` to `9` and `a` to `f`.
    ///
    /// - Complexity: O(count).
    public static func decode(_ text: RawSpan) -> [UInt8]? {
        guard text.byteCount % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.byteCount / 2)
        for start in stride(from: 0, to: text.byteCount, by: 2) {
            let pair = text.unsafeLoadUnaligned(fromByteOffset: start, as: (UInt8, UInt8).self)
            guard let high = value(of: pair.0), let low = value(of: pair.1) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(of value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
