internal import EventLog
package import Messaging
package import Wire

/// A page of a stream that a carrier sends to a client, which also tells whether there is more.
package struct StreamPage: Sendable {
    package var page: ChangePage
    /// The number of the newest live notice that was read.
    package var heard: UInt64
    /// Whether nothing comes behind it: the user is a member no longer.
    package var isLast: Bool
    /// Whether it reaches the end of the log.
    package var isCaughtUp: Bool
}

// What a server of many streams needs of a feed. It waits without a thread, and reads a page only
// when its client has taken the one before.

extension Session {
    /// Reads what there is behind a position and a live notice, from one state.
    package func streamPage(
        _ query: ChangesQuery,
        heard: UInt64
    ) throws(StoreError) -> StreamPage {
        try store.asking { (state, now) throws(QueryError) in
            var evaluator = UserQueryEvaluator(state, by: user, now: now)
            let found = try evaluator.feedPage(query, heard: heard)
            return StreamPage(
                page: found.page,
                heard: found.heard,
                isLast: found.isLast,
                isCaughtUp: found.page.next >= evaluator.position
            )
        }
    }
}

extension Store {
    /// The number of the newest live notice.
    package var newestNotice: UInt64 { engine.signs.newest }

    /// Suspends until there may be something for a user behind a position and a live notice, in one
    /// conversation if one is named; of every event for no user.
    ///
    /// Streams wait here alone. It may wake once too often, and never too seldom.
    ///
    /// - Returns: false once the store is closed, or the task that waits is cancelled.
    package func waitForNews(
        for user: UserID?,
        in conversation: ConversationID?,
        after position: Position,
        heard: UInt64
    ) async -> Bool {
        // A reader of all events has no use for live notices.
        let known = FeedMark(position: position, notice: user == nil ? .max : heard)
        let interest = user.map { Interest(user: $0, conversation: conversation) }
        return await engine.newEvents.news(after: known, for: interest) != nil
    }
}
