internal import Messaging
package import Views
package import Wire

extension BuiltInProjectors {
    /// Visits every conversation that a user is or was a member of, with the rows by which the
    /// user's list is filtered and counted; the newest ids come first, as ids are in the order of
    /// time.
    ///
    /// - Complexity: two rows for each, of two tables that are walked side by side.
    package func forEachListed(
        of user: UniqueID,
        in views: borrowing ViewsSnapshot,
        _ body: (
            _ conversation: UniqueID, _ chat: ChatRow, _ head: TimelineHead
        ) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(
            in: chats.table.table,
            Chats.range(of: user, descending: true),
            with: timeline.heads.table,
            namedFrom: UserKey.byteCount
        ) { (key, chat, head) throws(ViewsError) in
            guard let key = Chats.Key(reading: key) else {
                throw views.damage(in: chats.table.table)
            }
            guard let head else { throw views.damage(in: timeline.heads.table) }
            return try body(
                key.conversation,
                try chats.table.row(chat, in: views),
                try timeline.heads.row(head, in: views)
            )
        }
    }

    /// Returns the newest message that a user sent, if it may be after a given message; the head of
    /// the timeline knows that of most users.
    ///
    /// Nil for a user who sent none after it, and for some who sent one before it.
    package func newestSending(
        of user: UniqueID,
        in conversation: UniqueID,
        _ head: TimelineHead,
        behind messageNumber: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> RecentSenders.Sending? {
        if let known = head.senders.newest(of: user) { return known }
        guard head.senders.forgottenUpTo > messageNumber else { return nil }
        return try senders.newest(of: user, in: conversation, views: views).map { sending in
            RecentSenders.Sending(
                sender: user,
                messageNumber: sending.messageNumber,
                position: sending.position,
                at: sending.at
            )
        }
    }
}
