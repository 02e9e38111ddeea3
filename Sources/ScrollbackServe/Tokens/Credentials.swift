/// What the server recognizes callers by: the keys of backends, and those of users' tokens.
package struct Credentials: Sendable {
    package var keys: APIKeys?
    package var tokens: TokenKeys?
    /// Under which positions are sealed for users; needed with `tokens`.
    package var positions: PositionKeys?
    package var pastForUsers = false

    package init(
        keys: APIKeys? = nil,
        tokens: TokenKeys? = nil,
        positions: PositionKeys? = nil,
        pastForUsers: Bool = false
    ) {
        self.keys = keys
        self.tokens = tokens
        self.positions = positions
        self.pastForUsers = pastForUsers
    }

    /// Whether no caller can be recognized.
    package var isEmpty: Bool { keys == nil && tokens == nil }
}
