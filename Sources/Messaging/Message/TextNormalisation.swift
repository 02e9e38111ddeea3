/// A message's text as it is stored: every text of a message is normalized here.
///
/// Control characters other than line feeds and tabs are removed, and then white space at both
/// ends. Everything else stays as it was typed. Normalizing again changes nothing.
package struct NormalisedText: Sendable {
    package let text: String
    private let isASCII: Bool

    /// Creates a normalised text, without a copy if nothing changes.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package init(_ typed: String) {
        let traits = Traits(of: typed.utf8.span)
        text = Line.trimmed(traits.holdsControls ? typed.withoutControls : typed)
        isASCII = traits.isASCII
    }

    /// How many characters a reader counts.
    package var characters: Int {
        // Without carriage returns, each ASCII character is a cluster of its own.
        isASCII ? text.utf8.count : text.count
    }

    package var isEmpty: Bool { text.isEmpty }

    /// - Throws: `isTooLong` for more characters than are configured, or more bytes than any
    ///   text has.
    func requireLength(atMost limit: Int) throws(Refusal) {
        guard text.utf8.count <= Limits.textBytes, characters <= limit else {
            throw .message(.isTooLong(limit: limit))
        }
    }
}

extension NormalisedText {
    /// The result of one pass over the bytes, after which most texts need no other.
    private struct Traits {
        var isASCII = true
        var holdsControls = false

        init(of bytes: Span<UInt8>) {
            // Most texts are plain to their end, or nearly so.
            var plain = 0
            while bytes.count - plain >= ByteWord.width, ByteWord(bytes, at: plain).isPlain {
                plain += ByteWord.width
            }
            var previous: UInt8 = 0
            for place in plain..<bytes.count {
                let byte = bytes[place]
                switch byte {
                case 0x09, 0x0A: break
                case ..<0x20, 0x7F: holdsControls = true
                case 0x80...:
                    isASCII = false
                    // The controls above ASCII are C2 80 to C2 9F; C2 is never inside a scalar.
                    if previous == 0xC2 && byte < 0xA0 { holdsControls = true }
                default: break
                }
                previous = byte
            }
        }
    }
}

extension String {
    /// Whether a byte is there at all, asked before a slower look for its place.
    func holds(_ byte: UInt8) -> Bool {
        let bytes = utf8.span
        var place = 0
        while bytes.count - place >= ByteWord.width {
            if ByteWord(bytes, at: place).holds(byte) { return true }
            place += ByteWord.width
        }
        while place < bytes.count {
            if bytes[place] == byte { return true }
            place += 1
        }
        return false
    }

    /// Without control characters, line feeds and tabs apart.
    fileprivate var withoutControls: String {
        String(
            UnicodeScalarView(
                unicodeScalars.lazy.filter { !$0.isControl || $0 == "\n" || $0 == "\t" }
            )
        )
    }
}
