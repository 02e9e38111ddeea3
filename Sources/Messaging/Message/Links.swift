/// A place where a text holds an address that begins with `http://` or `https://`.
package struct Link: Hashable, Sendable {
    package let url: String
    /// In UTF-16 code units, as user interfaces count.
    package let range: Range<Int>

    /// Every link in a text, in order.
    ///
    /// A link ends before white space, `<`, `>`, `"` and a grave accent. What ends the sentence
    /// around it is not its own: punctuation at its end, and a bracket that it does not open.
    package static func all(in text: String) -> [Link] {
        var links: [Link] = []
        forEach(in: text) { range in
            links.append(
                Link(
                    url: String(text[range]),
                    range: range.lowerBound.utf16Offset(
                        in: text
                    )..<range.upperBound.utf16Offset(in: text)
                )
            )
        }
        return links
    }

    /// How many links a text holds.
    package static func count(in text: String) -> Int {
        var count = 0
        forEach(in: text) { _ in count += 1 }
        return count
    }

    private static func forEach(in text: String, _ body: (Range<String.Index>) -> Void) {
        guard text.holds(UInt8(ascii: ":")) else { return }
        let bytes = text.utf8
        var place = bytes.startIndex
        var free = place
        while let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) {
            place = bytes.index(after: colon)
            guard bytes[place...].starts(with: "//".utf8),
                let start = schemeStart(in: bytes[free..<colon]),
                let end = end(in: text, from: bytes.index(place, offsetBy: 2))
            else { continue }
            body(start..<end)
            place = end
            free = end
        }
    }

    /// Returns the index of `http` or `https`, if that is the whole word before the colon.
    private static func schemeStart(in bytes: Substring.UTF8View) -> String.Index? {
        let word = bytes.suffix(6).reversed().prefix { $0.isLetterOrDigit }
        let scheme = word.map { $0 | 0x20 }
        guard scheme == Array("ptth".utf8) || scheme == Array("sptth".utf8) else { return nil }
        return word.endIndex.base
    }

    /// How far behind its opening bracket a numeric host ends at the latest.
    private static let longestAddress = 64

    /// Returns the end of the link whose host begins here; nil if there is no host.
    private static func end(in text: String, from start: String.Index) -> String.Index? {
        let rest = text.unicodeScalars[start...]
        // Checked before anything is searched: a text can contain thousands of schemes without a
        // host.
        guard let first = rest.first, !first.endsLink else { return nil }
        switch first {
        case "[":
            guard rest.prefix(longestAddress).contains("]") else { return nil }
        case _ where first.isASCII:
            guard UInt8(ascii: first).isLetterOrDigit else { return nil }
        default:
            guard !first.isClosingPunctuation else { return nil }
        }
        let open = rest.prefix { !$0.endsLink }
        return open.withoutSentenceEnd.endIndex
    }
}

extension NormalisedText {
    var linkCount: UInt32 { UInt32(clamping: Link.count(in: text)) }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var endsLink: Bool {
        switch self {
        case "<", ">", "\"", "`": true
        default: properties.isWhitespace || isControl
        }
    }

    /// Whether this ends a sentence or a quotation rather than an address, brackets apart.
    fileprivate var isClosingPunctuation: Bool {
        switch self {
        case ".", ",", ":", ";", "!", "?", "'": return true
        case _ where isASCII: return false
        default: break
        }
        switch properties.generalCategory {
        case .otherPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation:
            return true
        default: return false
        }
    }
}

extension Substring.UnicodeScalarView {
    /// Without punctuation at the end, and without brackets there that nothing here opens.
    fileprivate var withoutSentenceEnd: Self {
        // How many brackets of a kind are closed and were not opened.
        var surplus: [Unicode.Scalar: Int] = [:]
        for scalar in self {
            switch scalar {
            case "(": surplus[")", default: 0] -= 1
            case "[": surplus["]", default: 0] -= 1
            case "{": surplus["}", default: 0] -= 1
            case ")", "]", "}": surplus[scalar, default: 0] += 1
            default: break
            }
        }
        var rest = self
        while let last = rest.last {
            if let closed = surplus[last], closed > 0 {
                surplus[last] = closed - 1
            } else if !last.isClosingPunctuation {
                break
            }
            rest.removeLast()
        }
        return rest
    }
}
