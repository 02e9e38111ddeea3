/// Untrusted text, escaped for a terminal: control characters are printed as escapes.
///
/// Only printed text is changed, never stored or proved bytes.
enum TerminalText {
    /// Returns a text as one line.
    static func line(_ text: some StringProtocol) -> String {
        var visible = ""
        for scalar in text.unicodeScalars {
            visible += acts(scalar) || scalar == "\n" ? escape(scalar) : String(scalar)
        }
        return visible
    }

    /// Returns a text with its line breaks.
    static func text(_ text: String) -> String {
        var visible = ""
        for scalar in text.unicodeScalars {
            visible += acts(scalar) ? escape(scalar) : String(scalar)
        }
        return visible
    }

    /// Returns bytes as lines, without their newlines.
    ///
    /// Bytes that are not UTF-8, and the backslash, are escaped, so different bytes give different
    /// texts.
    static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = [""]
        func add(_ text: String) { lines[lines.count - 1] += text }
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let (scalar, length) = firstScalar(of: rest) else {
                add("\\x{\(String(rest.removeFirst(), radix: 16))}")
                continue
            }
            rest = rest.dropFirst(length)
            switch scalar {
            case "\n": lines.append("")
            case "\\": add("\\\\")
            case _ where acts(scalar): add(escape(scalar))
            default: add(String(scalar))
            }
        }
        return lines
    }

    /// Whether a character controls the terminal or the direction of text; not newline and tab.
    static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16))}"
    }

    private static func firstScalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}
