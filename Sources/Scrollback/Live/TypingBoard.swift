internal import Locking
package import Messaging
package import Wire

/// The recent typing signals by conversation: in memory only, and lost with the process.
///
/// It stores signs; `TypingAudience` decides who sees them when a query reads them.
package final class TypingBoard: Sendable {
    /// How many signs are kept; where there are more, those that were heard longest ago go.
    package let limit: Int
    private let signs = Lock(Signs())

    fileprivate struct Signs {
        var byConversation: [ConversationID: [TypingSign]] = [:]
        var count = 0
        /// Before which time no sign ends by itself.
        var due: Timestamp?
    }

    package init(limit: Int = 16_384) { self.limit = limit }

    /// Records that a user types at a time; a user who was typing already keeps the time of the
    /// beginning.
    ///
    /// - Returns: whether that is new.
    @discardableResult
    package func hear(
        _ user: UserID,
        in conversation: ConversationID,
        at now: Timestamp
    ) -> Bool {
        signs.withLock { signs in
            let earlier = signs.remove(user, from: conversation)
            let since = earlier.flatMap { $0.holds(at: now) ? $0.since : nil }
            if signs.count >= limit { signs.forgetOldest(to: limit / 2, at: now) }
            let sign = TypingSign(by: user, since: since ?? now, heard: now)
            signs.add(sign, in: conversation)
            signs.due = signs.due.map { min($0, sign.end) } ?? sign.end
            return since == nil
        }
    }

    /// Records that a user no longer types.
    ///
    /// - Returns: whether followers had been told that the user types.
    @discardableResult
    package func forget(_ user: UserID, in conversation: ConversationID) -> Bool {
        signs.withLock { signs in signs.remove(user, from: conversation) != nil }
    }

    /// Drops the signs that hold no longer, and answers whose they were.
    ///
    /// - Complexity: O(signs), once when one may have ended and otherwise O(1).
    package func sweep(at now: Timestamp) -> [(user: UserID, conversation: ConversationID)] {
        signs.withLock { signs in
            guard let due = signs.due, due <= now else { return [] }
            return signs.dropEnded(at: now)
        }
    }

    /// Returns the signs of a conversation, also expired ones.
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

    mutating func dropEnded(
        at now: Timestamp
    ) -> [(user: UserID, conversation: ConversationID)] {
        var ended: [(user: UserID, conversation: ConversationID)] = []
        for (conversation, signs) in byConversation {
            for sign in signs where !sign.holds(at: now) { ended.append((sign.user, conversation)) }
        }
        for (user, conversation) in ended { _ = remove(user, from: conversation) }
        due = byConversation.values.lazy.joined().map(\.end).min()
        return ended
    }

    /// Removes expired signs, and of the rest the oldest, until few are left.
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
