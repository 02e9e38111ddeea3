internal import EventLog
internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// The positions that a viewer's changes are looked for at, ascending: every one of the log or,
/// for one conversation, those of the few streams in which something about it can lie.
struct UpcomingEvents {
    private var whole: ClosedRange<UInt64>?
    private var streams: [StreamRun] = []

    /// Takes every event after the known position.
    init(of missed: MissedChanges) {
        guard missed.since < missed.size else { return }
        whole = (missed.since.rawValue + 1)...missed.size.rawValue
    }

    /// Takes the events of some streams after the known position.
    ///
    /// - Complexity: the logarithm of their lengths.
    init(
        of missed: MissedChanges,
        in streams: [StreamID],
        on state: borrowing EngineSnapshot
    ) throws(ViewsError) {
        for stream in streams {
            self.streams.append(try StreamRun(stream, behind: missed.since, on: state))
        }
    }

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
