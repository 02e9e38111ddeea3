import Messaging

/// Asks for pages that go on with a cursor, until there are so many items.
enum Pages {
    /// Calls `next`, which asks for a page and hands on its items; returns whether there are more.
    static func read(
        _ limit: UInt64,
        of printer: Printer,
        _ next: (Int, Cursor?) async throws(CommandFailure) -> (count: Int, next: Cursor?)
    ) async throws(CommandFailure) -> Bool {
        var left = limit
        var cursor: Cursor?
        while left > 0, printer.isHeard {
            let page = try await next(Int(min(left, UInt64(Limits.page.upperBound))), cursor)
            left -= UInt64(page.count)
            cursor = page.next
            if cursor == nil { return false }
        }
        return true
    }
}
