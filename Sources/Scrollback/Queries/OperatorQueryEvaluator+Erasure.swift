internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension ErasureQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in try evaluator.erasure(query) }
    }
}

extension OperatorQueryEvaluator {
    /// A page of one of the lists of an erasure.
    ///
    /// A page may be empty while there is more, for the log is read in pieces of bounded size.
    ///
    /// - Throws: `notFound` where no erasure began.
    package borrowing func erasure(
        _ query: ErasureQuery
    ) throws(QueryError) -> ErasurePage {
        let log = state.eventLog
        let scope = CursorScope(
            .erasure,
            of: UserID(.zero),
            inLog: log.id,
            epochs: log.epochs,
            ["\(query.position)", "\(query.list)"]
        )
        let (count, start) = try page(query.limit, query.cursor, in: scope)
        let begun = try state.whole(state.event(at: query.position))
        guard query.position <= position, begun?.event.beginsErasure == true else {
            throw .refused(.request(.eventIsNotFound))
        }
        switch query.list {
        case .erased:
            return .erased(try erased(by: query.position, start.rawValue, count, scope))
        case .deferred:
            let found = state.deferred(ofErasureAt: query.position, after: start, upTo: count)
            return .deferred(try page(of: found, scope))
        case .forwards:
            let found = state.forwards(ofErasureAt: query.position, after: start, upTo: count)
            return .forwards(try page(of: found, scope))
        }
    }

    private borrowing func page<Item>(
        of found: ErasureFindings<Item>?,
        _ scope: CursorScope
    ) throws(QueryError) -> Page<Item> {
        guard let found = try state.whole(found) else { return Page([]) }
        return Page(found.items, next: found.next.map { scope.cursor(at: $0.rawValue) })
    }

    /// The contents behind the first ones of those that an erasure has erased.
    private borrowing func erased(
        by request: Position,
        _ start: UInt64,
        _ count: Int,
        _ scope: CursorScope
    ) throws(QueryError) -> Page<Position> {
        var positions: [Position] = []
        var left = start
        var hasMore = false
        for lead in try appends(ofErasureAt: request) where !hasMore {
            var place = lead.next
            // What is owed stands before what is erased.
            while place <= position, case .mediaOwed? = state.event(at: place)?.event {
                place = place.next
            }
            while place <= position, !hasMore,
                case .contentErased(let erased)? = state.event(at: place)?.event
            {
                for range in erased.ranges {
                    let skipped = min(left, range.count)
                    left -= skipped
                    let room = UInt64(count - positions.count)
                    let taken = min(range.count - skipped, room)
                    for offset in skipped..<skipped + taken {
                        positions.append(Position(range.first).advanced(by: offset))
                    }
                    if taken < range.count - skipped { hasMore = true }
                }
                place = place.next
            }
        }
        let end = start + UInt64(positions.count)
        return try state.whole(
            Page(positions, next: hasMore ? scope.cursor(at: end) : nil)
        )
    }

    /// The events that an erasure's own events of erased contents follow, in order.
    private borrowing func appends(
        ofErasureAt request: Position
    ) throws(QueryError) -> [Position] {
        let slices = try state.read { (state) throws(ViewsError) in
            var slices: [Position] = []
            try state.projectors.holds.forEachSlice(ofErasureAt: request, in: state.views) {
                slices.append($0)
                return .goOn
            }
            return slices
        }
        return slices.isEmpty ? [request] : slices
    }
}

extension Event {
    /// Whether contents may be erased because of it.
    fileprivate var beginsErasure: Bool {
        switch self {
        case .erasureRequested, .userForgotten, .holdReleased, .retentionRun: true
        default: false
        }
    }
}
