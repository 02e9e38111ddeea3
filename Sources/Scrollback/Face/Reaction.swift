/// A reaction to a message: one of six that every conversation knows, or an emoji where any is
/// allowed.
///
///     try await mike.react(.love, to: hello)
///     try await mike.react("🎉", to: hello)
public struct Reaction: Hashable, Sendable, ExpressibleByStringLiteral {
    /// One of the six names, or the emoji.
    public let text: String

    /// Takes a client's word for a reaction; one that the conversation does not know is refused
    /// when it is used.
    public init(_ text: String) { self.text = text }

    /// Takes an emoji as it stands in the source.
    public init(stringLiteral text: String) { self.init(text) }

    /// A heart.
    public static let love = Reaction("love")
    /// A thumb up.
    public static let like = Reaction("like")
    /// A thumb down.
    public static let dislike = Reaction("dislike")
    /// Laughter.
    public static let laugh = Reaction("laugh")
    /// Two exclamation marks.
    public static let emphasize = Reaction("emphasize")
    /// A question mark.
    public static let question = Reaction("question")
}
