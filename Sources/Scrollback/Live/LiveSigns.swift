internal import Locking
package import Messaging
package import Wire

/// The signals of users that are not logged: typing and presence, in the memory of the writing
/// process.
///
/// Followers get numbered notices about users with new signals (`Notice`), and look up the present
/// state on the boards. So a slow follower misses intermediate signals, never the present state.
package final class LiveSigns: Sendable {
    package let typing = TypingBoard()
    package let presence = PresenceBoard()
    /// More notices than all kept people can cause at once, so that a follower within this limit
    /// loses none.
    private let notices = Lock(NoticeList<Notice>(limit: 4 * 131_072))
    /// Returns the present time.
    private let now: @Sendable () -> Timestamp

    /// The subject of a new signal.
    package enum Notice: Hashable, Sendable {
        case typing(UserID, ConversationID)
        case presence(UserID)
    }

    package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// The number of the newest notice.
    package var newest: UInt64 { notices.withLock { $0.newest } }

    /// The notices after a number, each once and in the order of the newest, and their last number.
    package func notices(after known: UInt64) -> (notices: [Notice], newest: UInt64) {
        // A copy of the part alone: the command that adds the next one must not copy them all.
        let (later, newest) = notices.withLock { notices -> ([Notice], UInt64) in
            (notices.subjects(after: known), notices.newest)
        }
        var seen: Set<Notice> = []
        return (later.reversed().filter { seen.insert($0).inserted }.reversed(), newest)
    }

    /// Stores a command's signal.
    ///
    /// - Returns: whether there is a new notice.
    func take(_ signal: Signal) -> Bool {
        switch signal {
        case .types(let user, let conversation, let now):
            guard typing.hear(user, in: conversation, at: now) else { return false }
            add([.typing(user, conversation)])
        case .typesNoLonger(let user, let conversation):
            guard typing.forget(user, in: conversation) else { return false }
            add([.typing(user, conversation)])
        case .online(let user, let device, let now):
            guard presence.hear(user, on: device, at: now) else { return false }
            add([.presence(user)])
        case .offline(let user, let device, let now):
            guard presence.leave(user, on: device, at: now) else { return false }
            add([.presence(user)])
        case .hidesPresence(let user, let now):
            guard presence.forget(user, at: now) else { return false }
            add([.presence(user)])
        }
        return true
    }

    /// Finds signs that have expired because they were not repeated.
    ///
    /// - Returns: whether there is a new notice.
    package func sweep() -> Bool {
        let time = now()
        var ended: [Notice] = []
        for (user, conversation) in typing.sweep(at: time) {
            ended.append(.typing(user, conversation))
        }
        for user in presence.sweep(at: time) { ended.append(.presence(user)) }
        add(ended)
        return !ended.isEmpty
    }

    private func add(_ new: [Notice]) {
        guard !new.isEmpty else { return }
        notices.withLock { notices in
            for notice in new { notices.add(notice) }
        }
    }
}
