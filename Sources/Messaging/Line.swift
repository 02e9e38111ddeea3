/// A single line of a user's text: a title, a name and the like.
enum Line {
    /// The line as it is kept, or nil if it cannot be: without white space around it, of 1 to so
    /// many characters and 64 bytes for each of these, and without control characters.
    ///
    /// The longest emoji have about 40 bytes; a character can have any number of them, and a name
    /// is repeated wherever its owner is mentioned.
    static func normalized(_ text: String, upTo characters: Int) -> String? {
        let line = trimmed(text)
        let bytes = characters * Limits.lineBytesOfCharacter
        guard Limits.allow(line, upTo: characters, bytes: bytes),
            !line.unicodeScalars.contains(where: \.isControl)
        else { return nil }
        return line
    }

    /// Returns the text without Unicode white space at its ends, uncopied if there is none.
    static func trimmed(_ text: String) -> String {
        if isTight(text) { return text }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        let end = scalars.index(after: last)
        if first == scalars.startIndex && end == scalars.endIndex { return text }
        return String(scalars[first..<end])
    }

    /// Whether a text begins and ends with ASCII that is not white space, as most texts do.
    private static func isTight(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last else { return true }
        let solid = UInt8(ascii: "!")...UInt8(ascii: "~")
        return solid.contains(first) && solid.contains(last)
    }
}

extension Unicode.Scalar {
    /// Whether the general category is Cc, which never gets another member.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension Limits {
    /// Whether a text has so many characters, at least one unless less will do.
    ///
    /// A character can have any number of bytes, so that bytes have their own end.
    static func allow(
        _ text: String,
        from least: Int = 1,
        upTo characters: Int,
        bytes: Int = textBytes
    ) -> Bool {
        text.utf8.count <= bytes && (least...characters).contains(text.count)
    }

    /// Whether a text can name a photo, an attachment or a page.
    static func allow(url: String) -> Bool { allow(url, upTo: Limits.url, bytes: urlBytes) }
}

// `==` treats two spellings of a letter as equal. A user who sends another spelling wants it kept, and
// a file has a name of bytes.

extension String {
    /// Whether two texts are the same byte for byte.
    func isSpelled(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    /// Whether two texts are the same byte for byte, or both missing.
    func isSpelled(as other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let one?, let other?): one.isSpelled(as: other)
        case (nil, _?), (_?, nil): false
        }
    }
}

/// A set of texts in which two spellings of a letter are two.
package struct Spellings: Sendable {
    private var known: Set<[UInt8]> = []

    package init() {}

    /// Adds a text.
    ///
    /// - Returns: whether it was not there.
    package mutating func insert(_ text: String) -> Bool { known.insert(Array(text.utf8)).inserted }
}
