import Foundation

/// What the documents say about text: trimming, folding, mentions, links, emoji.
enum Words {
    /// C05, D-37: control characters but newline and tab go, then white space at both ends.
    static func normalised(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars).filter {
            $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
        }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        var result = ""
        result.unicodeScalars.append(contentsOf: scalars)
        return result
    }

    static func hasControl(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Without white space at both ends; D-44's titles keep what else is wrong with them.
    static func trimmed(_ text: String) -> String {
        var scalars = Substring(text).unicodeScalars
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        return String(Substring(scalars))
    }

    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    static func contains(_ text: String, _ search: String) -> Bool {
        search.isEmpty || folded(text).contains(folded(search))
    }

    static func isUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index)
                ? byte == UInt8(ascii: "-")
                : (48...57).contains(byte) || (97...102).contains(byte)
                    || (65...70).contains(byte)
        }
    }

    /// MENT-01, D-56: `@[uuid]`, in UTF-16 offsets.
    static func mentions(in text: String) -> [(user: String, offset: Int, length: Int)] {
        let units = Array(text.utf16)
        guard units.count >= 39 else { return [] }
        return (0...(units.count - 39)).compactMap { start in
            guard units[start] == UInt16(UInt8(ascii: "@")) else { return nil }
            let word = String(decoding: units[start..<(start + 39)], as: UTF16.self)
            guard word.hasPrefix("@["), word.hasSuffix("]") else { return nil }
            let user = String(word.dropFirst(2).dropLast())
            return isUUID(user) ? (user.lowercased(), start, 39) : nil
        }
    }

    /// D-55: each http(s) URL in the text; here what stands between white space.
    static func links(in text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init).filter {
            $0.hasPrefix("http://") || $0.hasPrefix("https://")
        }
    }

    /// D-42: one cluster with emoji presentation, VS16, a keycap or a flag; C01: 64 bytes.
    static func isEmoji(_ text: String) -> Bool {
        guard text.count == 1, text.utf8.count <= 64, let first = text.unicodeScalars.first
        else { return false }
        guard first.properties.isEmoji else { return false }
        return first.properties.isEmojiPresentation
            || text.unicodeScalars.contains { $0 == "\u{FE0F}" || $0 == "\u{20E3}" }
    }
}
