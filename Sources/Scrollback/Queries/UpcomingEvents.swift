internal import EventLog
internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// The positions that a viewer's changes are looked for at, ascending: every one of the log, or
/// those of the streams in which something can lie.
struct UpcomingEvents {
    private var whole: ClosedRange<UInt64>?
    private var streams: [StreamRun] = []
    /// Events of other streams, the next one last.
    private var others: [Position] = []

    /// Takes every event after the known position.
    init(of missed: MissedChanges) {
        guard missed.since < missed.size else { return }
        whole = (missed.since.rawValue + 1)...missed.size.rawValue
    }

    /// Takes the events of some streams after the known position.
    ///
    /// `others` are ascending positions of events of other streams after it.
    ///
    /// - Complexity: the logarithm of their lengths.
    init(
        of missed: MissedChanges,
        in streams: [StreamID],
        and others: [Position] = [],
        on state: borrowing EngineSnapshot
    ) throws(ViewsError) {
        for stream in streams {
            self.streams.append(try StreamRun(stream, behind: missed.since, on: state))
        }
        self.others = others.reversed()
    }

    /// Takes the events of the streams of a user and of their conversations after the known
    /// position, and those in which profiles changed; nil where reading the whole log behind it is
    /// less work.
    ///
    /// - Complexity: a look-up for each of the user's conversations, at most one for eight events.
    init?(
        of missed: MissedChanges,
        concerning viewer: UserID,
        on state: borrowing EngineSnapshot
    ) throws(ViewsError) {
        let count = missed.size.rawValue - missed.since.rawValue
        guard count > Self.fewEvents,
            let profiles = try state.profileChanges(after: missed.since)
        else { return nil }
        var left = Int(min(count / Self.eventsByConversation, UInt64(Int.max)))
        var streams: [StreamID] = []
        func add(_ stream: StreamID) throws(ViewsError) {
            guard let head = try state.head(of: stream), head.position > missed.since else {
                return
            }
            streams.append(stream)
        }
        try add(.user(viewer.rawValue))
        try add(.store)
        try state.projectors.chats.forEach(of: viewer.rawValue, in: state.views) {
            (conversation, _) throws(ViewsError) in
            left -= 1
            if left < 0 { return .stop }
            try add(.conversation(conversation))
            return .goOn
        }
        guard left >= 0 else { return nil }
        let others = profiles.compactMap { $0.user == viewer ? nil : $0.position }
        try self.init(of: missed, in: streams, and: others, on: state)
    }

    private static let fewEvents: UInt64 = 64
    private static let eventsByConversation: UInt64 = 8

    /// Moves to the next position; nil after the last.
    mutating func next(on state: borrowing EngineSnapshot) throws(ViewsError) -> Position? {
        if let rest = whole {
            whole = rest.count > 1 ? (rest.lowerBound + 1)...rest.upperBound : nil
            return Position(rest.lowerBound)
        }
        var first: (index: Int, position: Position)?
        for (index, stream) in streams.enumerated() {
            guard let position = stream.upcoming else { continue }
            if first.map({ position < $0.position }) ?? true { first = (index, position) }
        }
        if let other = others.last, first.map({ other < $0.position }) ?? true {
            return others.removeLast()
        }
        guard let first else { return nil }
        try streams[first.index].advance(on: state)
        return first.position
    }
}

/// The rest of a stream.
private struct StreamRun {
    private let stream: StreamID
    private var version: Version
    private let last: Version
    /// The position of its next event; nil after the last.
    private(set) var upcoming: Position?

    init(
        _ stream: StreamID,
        behind position: Position,
        on state: borrowing EngineSnapshot
    ) throws(ViewsError) {
        self.stream = stream
        last = try state.head(of: stream)?.version ?? .zero
        // The first version behind the position: all before it are not, all after it are.
        var (low, high) = (UInt64(1), last.rawValue + 1)
        while low < high {
            let middle = low + (high - low) / 2
            if try Self.position(of: Version(middle), in: stream, on: state) > position {
                high = middle
            } else {
                low = middle + 1
            }
        }
        version = Version(low)
        try find(on: state)
    }

    mutating func advance(on state: borrowing EngineSnapshot) throws(ViewsError) {
        version = version.next
        try find(on: state)
    }

    private mutating func find(on state: borrowing EngineSnapshot) throws(ViewsError) {
        upcoming =
            version <= last ? try Self.position(of: version, in: stream, on: state) : nil
    }

    private static func position(
        of version: Version,
        in stream: StreamID,
        on state: borrowing EngineSnapshot
    ) throws(ViewsError) -> Position {
        guard let position = try state.position(of: version, in: stream) else {
            throw .damagedRow(table: "streams")
        }
        return position
    }
}
