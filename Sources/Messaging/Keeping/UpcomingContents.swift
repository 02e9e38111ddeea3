internal import Wire

/// The contents that go by themselves until a time: their number, and the first hundred.
struct UpcomingContents: Sendable {
    /// The time up to which contents are noted.
    let end: Timestamp
    private var known = PositionSet()
    /// Those that go first.
    private(set) var first: [Erasure.Upcoming] = []

    init(until end: Timestamp) { self.end = end }

    var count: Int { known.count }

    mutating func insert(_ content: ContentFacts, goingAt time: Timestamp) {
        if known.contains(content.position) { return }
        known.insert(content.position)
        var conversation: ConversationID?
        if case .conversation(let id) = content.stream { conversation = id }
        let new = Erasure.Upcoming(
            position: content.position,
            conversation: conversation,
            message: content.message,
            at: time
        )
        let place = first.firstIndex { new.goesBefore($0) } ?? first.count
        guard place < Limits.listedErasures else { return }
        first.insert(new, at: place)
        if first.count > Limits.listedErasures { first.removeLast() }
    }

    /// Forgets content that goes at once.
    mutating func remove(_ position: Position) {
        guard known.contains(position) else { return }
        known.remove(position)
        first.removeAll { $0.position == position }
    }
}

extension Erasure.Upcoming {
    fileprivate func goesBefore(_ other: Self) -> Bool {
        (at, position) < (other.at, other.position)
    }
}
