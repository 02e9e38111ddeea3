// The strings of a checked text.

extension JSONToken {
    /// The range of the bytes between the quotes.
    var inside: Range<Int> { Int(start) + 1..<Int(end) - 1 }

    /// The text that a string stands for.
    func text(in bytes: [UInt8]) -> String {
        kind == .escapedString
            ? String(decoding: bytes[inside].withoutEscapes(), as: UTF8.self)
            : String(decoding: bytes[inside], as: UTF8.self)
    }

    /// A copy of the UTF-8 that a string stands for.
    func spelled(in bytes: Span<UInt8>) -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(inside.count)
        for offset in inside { copy.append(bytes[offset]) }
        return kind == .escapedString ? copy[...].withoutEscapes() : copy
    }

    /// Whether two strings stand for the same.
    func spells(_ other: JSONToken, in bytes: Span<UInt8>) -> Bool {
        other.kind == .escapedString
            ? spells(other.spelled(in: bytes).span, in: bytes)
            : spells(bytes.extracting(other.inside), in: bytes)
    }

    /// Whether a string stands for some UTF-8.
    func spells(_ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
        guard kind == .string else { return spelled(in: bytes).span.isEqual(to: text) }
        return bytes.extracting(inside).isEqual(to: text)
    }
}

extension Span<UInt8> {
    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for offset in indices where self[offset] != other[offset] { return false }
        return true
    }
}

extension UInt16 {
    /// Reads four hexadecimal digits of either case.
    init?(hexadecimal digits: some Sequence<UInt8>) {
        var value: UInt16 = 0
        var count = 0
        for digit in digits {
            let nibble: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): nibble = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): nibble = digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): nibble = digit - UInt8(ascii: "A") + 10
            default: return nil
            }
            value = value << 4 | UInt16(nibble)
            count += 1
        }
        guard count == 4 else { return nil }
        self = value
    }
}

extension ArraySlice<UInt8> {
    /// Returns the bytes with escapes replaced; a parser has checked them.
    fileprivate func withoutEscapes() -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(count)
        var rest = self
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                text.append(byte)
                continue
            }
            switch letter {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"): text.append(contentsOf: UTF8.encoded(rest.popScalar()))
            default: text.append(letter)
            }
        }
        return text
    }

    /// Takes four digits, and the other half of a pair where they are one half.
    private mutating func popScalar() -> Unicode.Scalar {
        let first = UInt16(hexadecimal: prefix(4)) ?? 0
        self = dropFirst(4)
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        let second = UInt16(hexadecimal: dropFirst(2).prefix(4)) ?? 0
        self = dropFirst(6)
        let value = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}

extension UTF8 {
    fileprivate static func encoded(_ scalar: Unicode.Scalar) -> EncodedScalar {
        encode(scalar) ?? encodedReplacementCharacter
    }
}
