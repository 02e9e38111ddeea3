package import EventLog
internal import Locking

/// A content reader that is handed from one look-up to the next: making one costs more than
/// opening a message.
package final class SharedContents: @unchecked Sendable {
    // Sendable: handed on between threads by the pool, and used by one at a time.

    // Not checked at run time: a look-up asks for no other, and each event would pay for the check.
    @exclusivity(unchecked) private var reader: ContentReader

    init(of log: EventLog) { reader = log.contents() }

    /// Lends the reader to one look-up, which asks for no other.
    package func read<Found>(
        _ body: (inout ContentReader) throws(LogError) -> Found
    ) throws(LogError) -> Found {
        try body(&reader)
    }

    /// Clears the content opened last and its key.
    func forget() { reader.forget() }
}

/// The content readers that no snapshot uses at the moment.
final class ContentPool: Sendable {
    private let log: EventLog
    private let idle = Lock<[SharedContents]>([])

    init(of log: EventLog) { self.log = log }

    /// Returns a reader that no other thread uses.
    func take() -> SharedContents {
        idle.withLock { $0.popLast() } ?? SharedContents(of: log)
    }

    /// Takes a reader back, after clearing its content.
    func give(_ contents: SharedContents) {
        contents.forget()
        idle.withLock { if $0.count < Self.limit { $0.append(contents) } }
    }

    /// As many as threads that read at the same time on a large machine.
    private static let limit = 64
}
