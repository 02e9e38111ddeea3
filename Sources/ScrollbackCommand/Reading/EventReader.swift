import EventLog
import Messaging
import Scrollback
import Wire

/// Reads events by a query, page after page.
struct EventReader {
    let reading: Reading
    var query: EventsQuery

    /// The first stretch of the log in which the newest events are looked for.
    private static let firstStretch: UInt64 = 1_024

    /// Hands on the events in their order, page after page, until there are so many.
    ///
    /// - Returns: where to go on, if there may be more.
    func forward(
        _ limit: UInt64,
        _ take: ([EventItem]) throws(CommandFailure) -> Void
    ) async throws(CommandFailure) -> Position? {
        var query = query
        // The positions are those that commands show: of the present epoch.
        query.epoch = try await reading.store().engine.log.epoch
        var left = limit
        while left > 0, reading.printer.isHeard {
            query.limit = Int(min(left, UInt64(Limits.page.upperBound)))
            let page = try await reading.ask(query)
            if !page.items.isEmpty { try take(page.items) }
            left -= UInt64(page.items.count)
            guard let next = page.next else { return nil }
            query.from = next
        }
        return query.from
    }

    /// Whether there is an event at a position or behind it.
    func isMore(from position: Position) async throws(CommandFailure) -> Bool {
        var reader = self
        reader.query.from = position
        var isMore = false
        _ = try await reader.forward(1) { _ in isMore = true }
        return isMore
    }

    /// The newest events, oldest first: the log is searched backwards, in stretches that grow.
    func newest(_ limit: UInt64) async throws(CommandFailure) -> [EventItem] {
        let head = try await reading.position()
        let first = query.from ?? Position(1)
        var last = min(query.until ?? head, head)
        var found: [EventItem] = []
        var stretch = max(Self.firstStretch, limit)
        while last >= first, UInt64(found.count) < limit {
            let reach = last.rawValue > stretch ? Position(last.rawValue - stretch + 1) : first
            let start = max(first, reach)
            var part = self
            part.query.from = start
            part.query.until = last
            var items: [EventItem] = []
            let wanted = Int(limit) - found.count
            _ = try await part.forward(.max) { page in
                items += page
                if items.count > wanted { items.removeFirst(items.count - wanted) }
            }
            found = items + found
            guard start > first else { break }
            last = Position(start.rawValue - 1)
            stretch *= 2
        }
        return found
    }
}
