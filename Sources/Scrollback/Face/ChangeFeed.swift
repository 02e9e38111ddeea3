internal import EventLog
internal import LogSchema
public import Messaging
public import Wire

/// What changes for a user, page after page as it happens, for as long as somebody asks.
///
///     for try await page in sarah.follow(since: known) {
///         for change in page.items { show(change) }
///         known = page.next
///     }
///
/// It is `changes` asked again whenever there is more: catching up and following are one. A feed
/// is a position and nothing else, so that who reads slowly costs nobody anything, and whoever
/// begins another one where this one was left misses nothing and is told nothing twice.
///
/// It ends when the store is closed or the task is cancelled. After an error it can be asked
/// again, and goes on where it was.
public struct ChangeFeed: AsyncSequence, Sendable {
    /// A page with at least one change.
    public typealias Element = ChangePage

    let session: Session
    let since: Position
    let epoch: UInt64?
    let conversation: ConversationID?
    let limit: Int?

    /// Begins where the feed begins.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: self, known: since, epoch: epoch)
    }

    /// One reader's place in a feed.
    public struct Iterator: AsyncIteratorProtocol {
        let feed: ChangeFeed
        var known: Position
        var epoch: UInt64?
        /// Whether the position is known to be one of this store, so that more can be waited for.
        var hasBegun = false

        /// Waits for the next page that has something in it; nil once there will be none.
        ///
        /// - Throws: what `changes` throws.
        public mutating func next(
            isolation caller: isolated (any _Concurrency.Actor)? = #isolation
        ) async throws(StoreError) -> ChangePage? {
            let news = feed.session.store.engine.newEvents
            while true {
                if hasBegun, await news.position(after: known) == nil { return nil }
                let page: ChangePage
                do throws(StoreError) {
                    page = try feed.session.changes(
                        since: known,
                        epoch: epoch,
                        in: feed.conversation,
                        limit: feed.limit
                    )
                } catch {
                    if news.isClosing { return nil }
                    throw error
                }
                if !hasBegun { epoch = feed.session.store.epoch }
                hasBegun = true
                known = page.next
                if !page.items.isEmpty { return page }
            }
        }
    }
}

extension Session {
    /// What changes for the user behind a position, from what they missed on and then as it
    /// happens.
    ///
    /// Everything up to the position is known already; begin with `Store.position` for what comes.
    /// Whoever follows is woken by every commit, looks whether it is about them, and reads only what
    /// is. A page has at most `limit` changes.
    ///
    /// The epoch is that of the position; nil means the store's first one.
    public func follow(
        since position: Position,
        epoch: UInt64? = nil,
        in conversation: ConversationID? = nil,
        limit: Int? = nil
    ) -> ChangeFeed {
        ChangeFeed(
            session: self,
            since: position,
            epoch: epoch,
            conversation: conversation,
            limit: limit
        )
    }
}

extension Store {
    /// How far the store has come: with this position, `changes` and `follow` tell what comes.
    public var position: Position {
        get throws(StoreError) { try state().position }
    }

    /// Waits until the store has come further than a position: for who reads views or events of
    /// their own whenever there is more.
    ///
    /// A store that another process writes is looked at every few milliseconds meanwhile.
    ///
    /// The epoch is that of the position; nil means the store's first one.
    ///
    /// - Returns: How far it is now; nil once it is closed or the task is cancelled.
    /// - Throws: `otherEpoch` for a position that a restore of the store lost, which would be waited
    ///   for until other events have its place.
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

    /// The epoch of every position that the store answers with.
    ///
    /// Save it with a position: after a restore from an older copy, the same number may be another
    /// event's, and the epoch tells the two apart.
    public var epoch: UInt64 { engine.log.epoch }
}
