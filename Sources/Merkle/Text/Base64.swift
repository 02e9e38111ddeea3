/// Base 64 as in RFC 4648 §4: the standard alphabet, always padded.
///
/// Each sequence of bytes has one text and each text at most one sequence of bytes, so a signed
/// text cannot be written in a second way.
public enum Base64 {
    private static let padding = UInt8(ascii: "=")

    /// The text of some bytes.
    ///
    /// - Complexity: O(count).
    public static func encode(_ bytes: RawSpan) -> String {
        String(decoding: characters(of: bytes), as: UTF8.self)
    }

    /// The text of some bytes, as UTF-8.
    static func characters(of bytes: RawSpan) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.byteCount + 2) / 3 * 4)
        var start = 0
        while start < bytes.byteCount {
            let count = min(3, bytes.byteCount - start)
            var group: UInt32 = 0
            for offset in 0..<count {
                let byte = bytes.unsafeLoadUnaligned(
                    fromByteOffset: start + offset,
                    as: UInt8.self
                )
                group |= UInt32(byte) << (16 - 8 * UInt32(offset))
            }
            for place in 0..<4 {
                let sextet = UInt8(group >> (18 - 6 * UInt32(place)) & 63)
                text.append(place <= count ? character(of: sextet) : padding)
            }
            start += 3
        }
        return text
    }

    /// Decodes a canonical text: no white space, padding only at its place, and no unused bits set.
    ///
    /// - Throws: ``Base64Error`` with the place of the fault.
    /// - Complexity: O(count).
    public static func decode(_ text: RawSpan) throws(Base64Error) -> [UInt8] {
        guard text.byteCount % 4 == 0 else { throw .length(text.byteCount) }
        var bytes: [UInt8] = []
        // Enough from the start, so that a key is never copied and left behind by growth.
        bytes.reserveCapacity(text.byteCount / 4 * 3)
        var start = 0
        while start < text.byteCount {
            var group: UInt32 = 0
            var padded = 0
            for offset in start..<start + 4 {
                let character = text.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
                if character == padding, offset + 2 >= text.byteCount {
                    padded += 1
                    group <<= 6
                } else if padded == 0, let sextet = sextet(of: character) {
                    group = group << 6 | UInt32(sextet)
                } else {
                    throw .character(offset: offset)
                }
            }
            let unused: UInt32 = padded == 0 ? 0 : padded == 1 ? 0xFF : 0xFFFF
            guard group & unused == 0 else { throw .trailingBits }
            for place in 0..<(3 - padded) {
                bytes.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(place))))
            }
            start += 4
        }
        return bytes
    }

    private static func character(of sextet: UInt8) -> UInt8 {
        switch sextet {
        case 0..<26: UInt8(ascii: "A") + sextet
        case 26..<52: UInt8(ascii: "a") + sextet - 26
        case 52..<62: UInt8(ascii: "0") + sextet - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }

    private static func sextet(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

/// Why a text is not canonical base 64.
public enum Base64Error: Error, Hashable, Sendable {
    /// The count of characters is not a multiple of four.
    case length(Int)
    /// A character is outside the alphabet, or padding stands where none belongs.
    case character(offset: Int)
    /// The last character has bits that stand for nothing and are not zero.
    case trailingBits
}

extension Base64Error: CustomStringConvertible {
    /// A description of the fault, without the text itself.
    public var description: String {
        switch self {
        case .length(let count): "base 64 comes in fours, and these are \(count) characters"
        case .character(let offset): "the character at \(offset) is not base 64"
        case .trailingBits: "the last character has bits that stand for nothing"
        }
    }
}

extension Digest {
    /// Reads a hash from the base 64 of exactly 32 bytes.
    ///
    /// - Throws: ``HashTextError``, which says whether it is the base 64 or the length.
    public init(base64 text: RawSpan) throws(HashTextError) {
        let bytes: [UInt8]
        do { bytes = try Base64.decode(text) } catch { throw .base64(error) }
        guard bytes.count == Self.byteCount else { throw .byteCount(bytes.count) }
        self.init(bytes.span.bytes)
    }

    /// The hash in base 64: 44 characters.
    public var base64: String {
        withBytes { Base64.encode($0) }
    }
}

/// Why a text is not a hash in base 64.
public enum HashTextError: Error, Hashable, Sendable {
    /// It is not canonical base 64.
    case base64(Base64Error)
    /// It is base 64 of another count of bytes than 32.
    case byteCount(Int)
}

extension HashTextError: CustomStringConvertible {
    /// A description of the fault, without the text itself.
    public var description: String {
        switch self {
        case .base64(let error): error.description
        case .byteCount(let count): "a hash has \(Digest.byteCount) bytes, and these are \(count)"
        }
    }
}
