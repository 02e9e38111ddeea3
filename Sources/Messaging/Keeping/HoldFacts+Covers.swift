internal import Wire

extension HoldFacts {
    /// Whether the hold keeps this content from being erased, unless it is released.
    ///
    /// Every field that is there narrows it; a hold without any covers every conversation and user,
    /// and none covers the store's own stream. The log's
    /// auditor reads holds the same way.
    package func covers(_ content: ContentFacts) -> Bool {
        if content.stream == .store { return false }
        if let conversation, content.stream != .conversation(conversation) { return false }
        if let user, content.actor != user { return false }
        if let from, content.sentAt < from { return false }
        if let until, content.sentAt >= until { return false }
        return true
    }
}
