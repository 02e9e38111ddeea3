internal import Wire

/// A place where a text names a user: `@[` and a lower-case UUID and `]`.
package struct Mention: Hashable, Sendable {
    package let user: UserID
    /// The brackets and the `@` included, in UTF-16 code units, as user interfaces count.
    package let range: Range<Int>

    /// Returns every mention in a text, in order; malformed mentions stay plain text.
    ///
    /// Whether the user exists is not checked: every UUID may be mentioned.
    package static func all(in text: String) -> [Mention] {
        guard text.holds(UInt8(ascii: "@")) else { return [] }
        let bytes = text.utf8
        var mentions: [Mention] = []
        var place = bytes.startIndex
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "@")) {
            place = bytes.index(after: start)
            guard let (user, end) = name(in: text, from: place) else { continue }
            place = end
            mentions.append(
                Mention(
                    user: user,
                    range: start.utf16Offset(in: text)..<end.utf16Offset(in: text)
                )
            )
        }
        return mentions
    }

    /// Reads `[uuid]`, and says where it ends.
    private static func name(
        in text: String,
        from start: String.Index
    ) -> (user: UserID, end: String.Index)? {
        let bytes = text.utf8
        guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "[") else { return nil }
        let first = bytes.index(after: start)
        guard let close = bytes.index(first, offsetBy: 36, limitedBy: bytes.endIndex),
            close < bytes.endIndex, bytes[close] == UInt8(ascii: "]"),
            let user = UserID(String(text[first..<close]))
        else { return nil }
        return (user, bytes.index(after: close))
    }
}

extension NormalisedText {
    /// The users that the text mentions, each once and in the order of the first mention.
    var mentionedUsers: [UniqueID] {
        let mentions = Mention.all(in: text)
        guard mentions.count > 1 else { return mentions.map(\.user.rawValue) }
        var seen: Set<UserID> = []
        return mentions.map(\.user).filter { seen.insert($0).inserted }.map(\.rawValue)
    }
}
