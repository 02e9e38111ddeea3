/// A line of a person's words: titles, names, and whatever else is one.
enum Line {
    /// The line as it is kept, or nil if it cannot be: without white space around it, of 1 to so
    /// many characters, and without control characters.
    static func normalized(_ text: String, upTo characters: Int) -> String? {
        let line = trimmed(text)
        guard Limits.allow(line, upTo: characters),
            !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return line
    }

    /// The text without Unicode white space at its ends.
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension Limits {
    /// Whether a text has 1 to so many characters.
    ///
    /// A character can have any number of bytes, so that bytes have their own end.
    static func allow(_ text: String, upTo characters: Int) -> Bool {
        !text.isEmpty && text.utf8.count <= textBytes && text.count <= characters
    }
}

extension String? {
    /// Whether two texts are the same byte for byte.
    ///
    /// `==` takes two spellings of a letter for one; whoever sends another spelling wants it kept.
    func isSpelled(as other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
        case (nil, _?), (_?, nil): false
        }
    }
}
