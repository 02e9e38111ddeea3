internal import Merkle

/// The users' tokens whose signatures were checked lately, so that each is checked once and not with
/// each request, at each step of it.
///
/// What time, revocations and changes of keys say of them is asked each time.
struct KnownTokens {
    private static let most = 8_192

    private var tokens: [Digest: UserToken] = [:]

    /// What stands for the text of a token.
    static func digest(of text: String) -> Digest { SHA256.hash(Array(text.utf8).span.bytes) }

    subscript(digest: Digest) -> UserToken? { tokens[digest] }

    mutating func keep(_ token: UserToken, as digest: Digest) {
        // Those that are used come back with their next requests.
        if tokens.count >= Self.most { tokens = [:] }
        tokens[digest] = token
    }
}
