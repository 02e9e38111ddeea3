internal import EventLog
internal import Locking

/// How far an export is, for others than the one who writes it; they can end it too.
package final class ExportMeter: Sendable {
    /// What it shows.
    package struct Reading: Hashable, Sendable {
        /// The number of events written, and of all: an upper bound until the last one is written.
        package var done: UInt64 = 0, total: UInt64 = 0
        /// The number of bytes written.
        package var bytes: UInt64 = 0

        package init() {}
    }

    private struct State {
        var reading = Reading()
        var hasEnded = false
        var isTooLarge = false
    }

    /// The number of bytes that the files may have.
    private let limit: UInt64
    private let state = Lock(State())

    package init(limit: UInt64) { self.limit = limit }

    package var reading: Reading { state.withLock { $0.reading } }

    /// Whether the files would have been longer than they may be.
    package var isTooLarge: Bool { state.withLock { $0.isTooLarge } }

    /// Makes the writing end soon, with an error.
    package func end() { state.withLock { $0.hasEnded = true } }

    func beginAgain() { state.withLock { $0.reading = Reading() } }

    func tell(_ done: UInt64, of total: UInt64) {
        state.withLock { state in
            state.reading.done = done
            state.reading.total = total
        }
    }

    /// Throws once it was ended.
    func goOn() throws(LogError) {
        if state.withLock({ $0.hasEnded }) { throw .closed }
    }

    /// Counts bytes before they are written.
    func add(bytes: UInt64) throws(LogError) {
        let (hasEnded, isTooLarge) = state.withLock { state in
            state.reading.bytes += bytes
            state.isTooLarge = state.reading.bytes > limit
            return (state.hasEnded, state.isTooLarge)
        }
        if isTooLarge { throw .storageFull }
        if hasEnded { throw .closed }
    }
}
