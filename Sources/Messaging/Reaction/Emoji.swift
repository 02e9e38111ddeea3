/// Reads the scalars of one emoji, after the grammar of Unicode's UTS #51.
///
/// The grammar accepts everything that may be an emoji. Characters with text presentation, such as
/// "©", letters and digits, count as emoji only with a scalar that asks for emoji presentation.
private struct EmojiReader {
    private static let textJoiner: Unicode.Scalar = "\u{200D}"
    private static let emojiPresentation: Unicode.Scalar = "\u{FE0F}"
    private static let keycap: Unicode.Scalar = "\u{20E3}"
    private static let tags: ClosedRange<Unicode.Scalar> = "\u{E0020}"..."\u{E007E}"
    private static let endOfTags: Unicode.Scalar = "\u{E007F}"

    private var rest: ArraySlice<Unicode.Scalar>
    private var isShownAsEmoji = false

    init(_ scalars: String.UnicodeScalarView) { rest = Array(scalars)[...] }

    /// Whether everything was one emoji.
    mutating func readsOneEmoji() -> Bool {
        guard readElement() else { return false }
        while let joiner = rest.popFirst() {
            guard joiner == Self.textJoiner, readElement() else { return false }
        }
        return isShownAsEmoji
    }

    /// One of those that a joiner joins: a flag, or a scalar with what modifies it.
    private mutating func readElement() -> Bool {
        guard let base = rest.popFirst() else { return false }
        if base.isRegionalIndicator {
            guard let second = rest.popFirst(), second.isRegionalIndicator else { return false }
            isShownAsEmoji = true
            return true
        }
        guard base.properties.isEmoji else { return false }
        let isPresented = take(Self.emojiPresentation)
        // The ASCII ones are digits, "#" and "*", which are emoji on a key alone.
        if base.isASCII || rest.first == Self.keycap {
            isShownAsEmoji = true
            return base.isASCII && take(Self.keycap)
        }
        if isPresented {
            isShownAsEmoji = true
        } else if let modifier = rest.first, modifier.properties.isEmojiModifier {
            rest.removeFirst()
            guard base.properties.isEmojiModifierBase else { return false }
            isShownAsEmoji = true
        } else {
            if base.properties.isEmojiPresentation { isShownAsEmoji = true }
            return readTags()
        }
        return true
    }

    /// The tags of a region's flag, if any, and their end.
    private mutating func readTags() -> Bool {
        let tags = rest.prefix { Self.tags.contains($0) }
        rest.removeFirst(tags.count)
        return tags.isEmpty || take(Self.endOfTags)
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }
}

extension String {
    /// Whether this is one character, and an emoji that is shown as one.
    ///
    /// An emoji that this process's Unicode does not know yet is not accepted.
    package var isOneEmoji: Bool {
        guard utf8.count <= Limits.reactionBytes, count == 1 else { return false }
        var reader = EmojiReader(unicodeScalars)
        return reader.readsOneEmoji()
    }
}

extension Unicode.Scalar {
    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
