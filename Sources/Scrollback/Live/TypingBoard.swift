internal import Locking
package import Messaging
package import Wire

/// Who was heard typing where: in memory alone, and gone with the process.
///
/// What it knows are signs; whom they are shown to, `TypingAudience` decides when somebody asks.
package final class TypingBoard: Sendable {
    /// How many signs are kept; where there are more, those that were heard longest ago go.
    package let limit: Int
    private let signs = Lock(Signs())

    fileprivate struct Signs {
        var byConversation: [ConversationID: [TypingSign]] = [:]
        var count = 0
    }

    package init(limit: Int = 16_384) { self.limit = limit }

    /// Notes that somebody types at a time; who typed already has gone on since they began.
    package func hear(_ user: UserID, in conversation: ConversationID, at now: Timestamp) {
        signs.withLock { signs in
            let earlier = signs.remove(user, from: conversation)
            let since = earlier.flatMap { $0.holds(at: now) ? $0.since : nil } ?? now
            if signs.count >= limit { signs.forgetOldest(to: limit / 2, at: now) }
            signs.add(TypingSign(by: user, since: since, heard: now), in: conversation)
        }
    }

    /// Notes that somebody types no longer.
    package func forget(_ user: UserID, in conversation: ConversationID) {
        signs.withLock { signs in _ = signs.remove(user, from: conversation) }
    }

    /// What was heard in a conversation, whether it still holds or not.
    package func signs(in conversation: ConversationID) -> [TypingSign] {
        signs.withLock { $0.byConversation[conversation] ?? [] }
    }

    /// How many signs are kept now.
    package var count: Int { signs.withLock { $0.count } }
}

extension TypingBoard.Signs {
    mutating func add(_ sign: TypingSign, in conversation: ConversationID) {
        byConversation[conversation, default: []].append(sign)
        count += 1
    }

    mutating func remove(_ user: UserID, from conversation: ConversationID) -> TypingSign? {
        guard let place = byConversation[conversation]?.firstIndex(where: { $0.user == user })
        else { return nil }
        count -= 1
        let sign = byConversation[conversation]?.remove(at: place)
        if byConversation[conversation]?.isEmpty == true { byConversation[conversation] = nil }
        return sign
    }

    /// Drops what holds no longer, and of the rest what was heard first, until few are left.
    ///
    /// - Complexity: O(n log n), once in as many signs as it makes room for.
    mutating func forgetOldest(to kept: Int, at now: Timestamp) {
        let all = byConversation.flatMap { conversation, signs in
            signs.filter { $0.holds(at: now) }.map { (conversation: conversation, sign: $0) }
        }
        let newest = all.sorted {
            ($0.sign.heard, $0.sign.user) > ($1.sign.heard, $1.sign.user)
        }
        byConversation.removeAll(keepingCapacity: true)
        count = 0
        for (conversation, sign) in newest.prefix(kept) { add(sign, in: conversation) }
    }
}
