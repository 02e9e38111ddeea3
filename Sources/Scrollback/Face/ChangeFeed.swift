internal import EventLog
internal import LogSchema
public import Messaging
public import Wire

/// An asynchronous sequence of pages of changes for a user.
///
///     for try await page in sarah.follow(since: known) {
///         for change in page.items { show(change) }
///         known = page.next
///     }
///
/// Save `known`. A feed resumed from it delivers every later change exactly once.
///
/// A feed delivers the missed changes first, then each new one. It keeps a position and no queue,
/// so a slow reader needs no memory and loses nothing. It ends when the store is closed or the task
/// is cancelled, and the feed of one conversation after the user's own leaving or removal: `ended`
/// is its last change. After an error, call `next` again: the feed continues where it was.
///
/// In the process that writes, `live` of a page shows who types and who is online as soon as that
/// changes; the feed of one conversation shows only who types there.
public struct ChangeFeed: AsyncSequence, Sendable {
    /// A page with at least one change, or with something live.
    public typealias Element = ChangePage

    let session: Session
    let since: Position
    /// The number of the newest live notice when the feed was made.
    let heard: UInt64
    let epoch: UInt64?
    let conversation: ConversationID?
    let limit: Int?

    /// Creates an iterator at the beginning of the feed.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: self, mark: beginning)
    }

    /// An iterator over the pages of a feed.
    public struct Iterator: AsyncIteratorProtocol {
        let feed: ChangeFeed
        var mark: FeedMark
        /// Whether the position is known to be one of this store, so that more can be waited for.
        var hasBegun = false
        /// Whether the user is no member any more of the one conversation, and was told so.
        var hasEnded = false

        /// Waits for the next page with at least one change or something live; nil after the end.
        ///
        /// - Throws: what `Session.changes` throws. After `viewsUnavailable`, wait for `retryAfter`
        ///   and call it again; after `otherEpoch`, begin another feed at `fork`.
        /// - Complexity: that of `Session.changes` for each new commit.
        public mutating func next(
            isolation caller: isolated (any _Concurrency.Actor)? = #isolation
        ) async throws(StoreError) -> ChangePage? {
            let news = feed.session.store.engine.newEvents
            while !hasEnded {
                if hasBegun, await news.news(after: mark, for: feed.interest) == nil { return nil }
                let next: FeedPage
                do throws(StoreError) {
                    next = try feed.page(after: mark)
                } catch {
                    if news.isClosing { return nil }
                    throw error
                }
                hasBegun = true
                mark = next.mark
                hasEnded = next.isLast
                if !next.page.items.isEmpty || !next.page.live.isEmpty { return next.page }
            }
            return nil
        }
    }
}

/// A page of a feed, and the place where the feed continues.
package struct FeedPage {
    /// It may have nothing.
    package var page: ChangePage
    /// The number of the newest notice that was read.
    var heard: UInt64
    /// Whether nothing comes behind it.
    package var isLast: Bool

    /// How far the feed has come with it.
    package var mark: FeedMark { FeedMark(position: page.next, notice: heard) }
}

// A feed for a reader that keeps no task: it reads pages, and is told when to read the next one.
extension ChangeFeed {
    /// Where the feed begins.
    package var beginning: FeedMark { FeedMark(position: since, notice: heard) }

    var interest: Interest { Interest(user: session.user, conversation: conversation) }

    /// Reads what there is behind a mark, from one state.
    ///
    /// Read until a page's `mark` no longer moves before waiting for more.
    package func page(after mark: FeedMark) throws(StoreError) -> FeedPage {
        let query = ChangesQuery(
            since: mark.position,
            // Later positions are of this store.
            epoch: mark.position == since ? epoch : session.store.epoch,
            in: conversation,
            limit: limit
        )
        return try session.store.asking { (state, now) throws(QueryError) in
            var evaluator = UserQueryEvaluator(state, by: session.user, now: now)
            return try evaluator.feedPage(query, heard: mark.notice)
        }
    }

    /// Calls a closure once, as soon as there may be something behind a mark, which may be at once.
    ///
    /// A call may be in vain, and comes within five seconds if there is anything new at all. The
    /// closure runs on a thread of the store, in whatever context: it notes what is to be done and
    /// returns.
    ///
    /// - Parameters:
    ///   - mark: What the reader knows: the mark of the last page.
    ///   - tell: Told false when nothing comes any more: the store is closed, or the wait cancelled.
    /// - Returns: The wait, to be cancelled.
    package func whenNews(
        after mark: FeedMark,
        _ tell: @escaping @Sendable (_ goesOn: Bool) -> Void
    ) -> FeedWait {
        let news = session.store.engine.newEvents
        let wait = FeedWait(news: news, number: news.nextNumber())
        news.wait(
            Waiting.Waiter(known: mark, interest: interest) { tell($0 != nil) },
            as: wait.number
        )
        return wait
    }
}

/// One wait of a feed for something new.
package struct FeedWait: Sendable {
    let news: NewEvents
    let number: Waiting.Number

    /// Waits no longer: the closure is called with false, unless it was called before.
    package func cancel() { news.cancel(number) }
}

extension Session {
    /// Follows the changes for the user after a position: first the missed ones, then new ones.
    ///
    /// To get new changes only, begin with `Store.position` and `Store.epoch`. A commit wakes the
    /// followers that it may concern; a follower then reads the new events and skips those of other
    /// users. Waiting followers do not slow commits.
    ///
    /// With a conversation, the feed ends when the user is a member no longer; begun again from its
    /// last `next`, it delivers what there is and ends, until the user is a member again.
    ///
    /// - Parameters:
    ///   - position: The position up to which the caller knows everything.
    ///   - epoch: The epoch of the position; nil for the store's first one.
    ///   - conversation: The conversation to report on; nil for all.
    ///   - limit: The largest number of changes of a page.
    /// - Returns: A sequence of pages.
    public func follow(
        since position: Position,
        epoch: UInt64? = nil,
        in conversation: ConversationID? = nil,
        limit: Int? = nil
    ) -> ChangeFeed {
        ChangeFeed(
            session: self,
            since: position,
            heard: store.engine.signs.newest,
            epoch: epoch,
            conversation: conversation,
            limit: limit
        )
    }
}

extension Store {
    /// The position of the newest event that queries reflect.
    ///
    /// With it, `changes` and `follow` deliver only later changes.
    ///
    /// - Throws: `viewsUnavailable` while the views are rebuilt (retry after `retryAfter`);
    ///   `closed` after the store was closed.
    public var position: Position {
        get throws(StoreError) { try state().position }
    }

    /// Waits until the store has events after a position, for readers of custom views or events.
    ///
    /// A process that only reads checks the store every two milliseconds while it waits. `epoch` is
    /// the epoch of the position; nil means the store's first one.
    ///
    /// - Returns: The newest position; nil after the store was closed or the task cancelled.
    /// - Throws: `otherEpoch` for a position that a restore of the store lost; continue from
    ///   `fork`.
    public func position(
        after known: Position,
        epoch: UInt64? = nil
    ) async throws(StoreError) -> Position? {
        do throws(Refusal) {
            try engine.log.epochs.require(known, in: epoch, field: "position")
        } catch {
            throw StoreError(error)
        }
        return await engine.newEvents.position(after: known)
    }

    /// The epoch of every position in the store's answers.
    ///
    /// Save it with a position. After a restore from an older copy the same number may belong to
    /// another event; the epoch tells the two apart.
    public var epoch: UInt64 { engine.log.epoch }
}
