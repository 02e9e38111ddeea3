package import Wire

/// How far a feed, or a store, has come: in events, and in live notices.
package struct FeedMark: Hashable, Sendable {
    /// The newest event.
    package var position: Position
    /// The number of the newest live notice.
    package var notice: UInt64

    package init(position: Position, notice: UInt64) {
        self.position = position
        self.notice = notice
    }

    /// Whether there is something that a feed at another mark does not know.
    func isBeyond(_ known: Self) -> Bool {
        position > known.position || notice > known.notice
    }
}
