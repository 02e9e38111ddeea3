public import Messaging
public import Wire

/// An asynchronous sequence of the media that must be deleted elsewhere: first those that are owed,
/// then new ones as soon as they are.
///
///     for try await items in store.operator.followMediaOwed() {
///         for url in items.flatMap(\.urls) { try await delete(url) }
///         try await store.operator.acknowledgeMedia(through: items.last!.position)
///     }
///
/// The log keeps what is acknowledged, so a feed needs no other mark: one that is begun again
/// delivers what is not acknowledged. It ends when the store is closed or the task is cancelled.
/// After an error, call `next` again: the feed continues where it was.
public struct OwedMediaFeed: AsyncSequence, Sendable {
    /// At least one item; oldest first.
    public typealias Element = [OwedMediaItem]

    let session: OperatorSession
    let start: Position
    let limit: Int?

    /// Creates an iterator at the beginning of the feed.
    public func makeAsyncIterator() -> Iterator {
        Iterator(session: session, known: start, limit: limit)
    }

    /// An iterator over the owed media.
    public struct Iterator: AsyncIteratorProtocol {
        let session: OperatorSession
        /// The last item that was delivered.
        var known: Position
        let limit: Int?
        /// The position of the state in which nothing more was owed; nil where there may be more.
        var looked: Position?

        /// Waits for the next items; nil after the end.
        ///
        /// - Throws: what `ask` throws. After `viewsUnavailable`, wait for `retryAfter` and call it
        ///   again.
        /// - Complexity: O(log n) for each new commit, and the items.
        public mutating func next(
            isolation caller: isolated (any _Concurrency.Actor)? = #isolation
        ) async throws(StoreError) -> [OwedMediaItem]? {
            let news = session.store.engine.newEvents
            while true {
                if let looked, await news.position(after: looked) == nil { return nil }
                let (known, limit) = (known, limit)
                let found: (items: [OwedMediaItem], position: Position)
                do throws(StoreError) {
                    found = try session.store.asking { (state, now) throws(QueryError) in
                        let evaluator = OperatorQueryEvaluator(state, now: now)
                        let count = try evaluator.state.ask { (_) throws(Refusal) in
                            try PageLimit(limit).count
                        }
                        let page = try evaluator.mediaOwed(after: known, atMost: count)
                        return (page.items, evaluator.position)
                    }
                } catch {
                    if news.isClosing { return nil }
                    throw error
                }
                guard let last = found.items.last else {
                    looked = found.position
                    continue
                }
                looked = nil
                self.known = last.position
                return found.items
            }
        }
    }
}

extension OperatorSession {
    /// Follows the media that must be deleted elsewhere, until they are acknowledged.
    ///
    /// - Parameters:
    ///   - position: The last item that the caller knows; zero for all that is owed.
    ///   - limit: The largest number of items at once, of `Limits.page`.
    /// - Returns: A sequence of items.
    public func followMediaOwed(
        after position: Position = .zero,
        limit: Int? = nil
    ) -> OwedMediaFeed {
        OwedMediaFeed(session: self, start: position, limit: limit)
    }
}
