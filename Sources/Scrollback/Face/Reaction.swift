/// A reaction to a message.
///
/// A conversation with `ReactionPolicy.tapback` allows six named reactions, one with `open` allows
/// any single emoji.
///
///     try await mike.react(.love, to: hello)
///     try await mike.react("🎉", to: hello)
public struct Reaction: Hashable, Sendable, ExpressibleByStringLiteral {
    /// One of the six names, or the emoji.
    public let text: String

    /// Creates a reaction from a client's text.
    ///
    /// A command with a reaction that the conversation does not allow throws `invalidReaction`.
    public init(_ text: String) { self.text = text }

    /// Creates a reaction from a literal.
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
