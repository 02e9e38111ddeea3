internal import Locking
internal import Messaging
internal import Wire

/// The lists of users with very many conversations, kept from one question to the next.
///
/// - A kept list holds figures, no words: what decides whether and where a conversation is shown,
///   and its number of unread messages.
/// - It is of one position of one generation of the views. `Viewing` brings it up from the events
///   behind that, and drops it where they say more than which conversations have changed.
/// - The memory is bounded; the list that was asked for least recently goes first.
final class KnownLists: Sendable {
    /// A conversation of a list.
    struct Entry {
        /// Without unread messages.
        var listed: ListedConversation
        /// The number of unread messages; nil where it was not counted.
        var unread: UInt64?
    }

    /// All conversations of a user.
    struct List {
        /// The newest ids first, as they are walked.
        var entries: [Entry] = []
        /// Whether unread messages were counted; of entries that were renewed since, they are not.
        var isCounted: Bool
        /// The state that it is of.
        var position: Position
        let generation: UInt64
        /// The time at which it was asked for last.
        var time: Timestamp
        /// When the first muting ends; nil if none does.
        var mutingEnds: Timestamp?
    }

    private struct Kept {
        var list: List
        var lastUse: UInt64
    }

    private struct State {
        var lists: [UserID: Kept] = [:]
        var uses: UInt64 = 0
    }

    /// Users with more conversations than these have their lists kept.
    let fewest: Int
    private let limit: Int
    private let state = Lock(State())

    /// Enough for 300,000 conversations.
    static let usualBytes = 16 << 20
    static let usualFewest = 4_096

    init(from fewest: Int, atMost limit: Int) {
        self.fewest = fewest
        self.limit = limit / MemoryLayout<Entry>.stride
    }

    /// Takes a user's list out; nil if there is none, or another question has it.
    func take(_ user: UserID) -> List? {
        state.withLock { $0.lists.removeValue(forKey: user)?.list }
    }

    /// Keeps a list, unless it is too long, or another question has brought a later one.
    func keep(_ list: List, of user: UserID) {
        guard list.entries.count <= limit else { return }
        state.withLock { state in
            if let other = state.lists[user], other.list.position > list.position { return }
            state.uses += 1
            state.lists[user] = Kept(list: list, lastUse: state.uses)
            var count = state.lists.values.reduce(0) { $0 + $1.list.entries.count }
            while count > limit,
                let oldest = state.lists.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.lists[oldest.key] = nil
                count -= oldest.value.list.entries.count
            }
        }
    }
}
