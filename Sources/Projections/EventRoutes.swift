internal import EventLog
internal import Views

/// The projectors of a set that fold an event: a table by the kind of its stream and its number.
///
/// Made once from the projectors' declarations, because it is looked up for every event.
struct EventRoutes: Sendable {
    /// The number of table entries; event numbers are smaller.
    private static let count = 128
    private static let kinds: [StreamID.Kind] = [.store, .conversation, .user]

    private let routes: [EventRoute]
    /// The route of an event which these schemas do not know.
    private let unknown: EventRoute

    init(_ projectors: [(events: FoldedEvents, streams: Set<StreamID.Kind>)]) {
        precondition(projectors.count <= EventRoute.maximumCount, "There is a bit for each.")
        routes = Self.kinds.flatMap { kind in
            (0..<UInt32(Self.count)).map { number in
                EventRoute(
                    projectors.map { $0.streams.contains(kind) && $0.events.contains(number) }
                )
            }
        }
        unknown = EventRoute(projectors.map(\.events.isEvery))
    }

    subscript(number: UInt32, in kind: StreamID.Kind) -> EventRoute {
        guard number < Self.count else { return unknown }
        let row =
            switch kind {
            case .store: 0
            case .conversation: 1
            case .user: 2
            }
        return routes[row * Self.count + Int(number)]
    }
}

/// The projectors that fold one event, by their places in the set; each is taken out once.
struct EventRoute: Sendable, BitwiseCopyable {
    static let maximumCount = UInt64.bitWidth

    private var bits: UInt64 = 0

    init(_ folds: [Bool]) {
        for (place, folds) in folds.enumerated() where folds { bits |= 1 << UInt64(place) }
    }

    mutating func next() -> Int? {
        guard bits != 0 else { return nil }
        defer { bits &= bits - 1 }
        return bits.trailingZeroBitCount
    }
}
