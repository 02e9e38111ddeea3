internal import Locking
internal import Wire

/// The requests for erasure that this process has found to be finished, and how many it found to
/// wait.
///
/// Deciding whether a request is finished takes a walk over the log, and a finished one stays
/// finished.
final class FinishedErasures: Sendable {
    private let requests = Lock<Set<Position>>([])
    private let pending = Lock<(count: Int, upTo: Position?)?>(nil)

    func has(_ request: Position) -> Bool { requests.withLock { $0.contains(request) } }

    func add(_ finished: [Position]) { requests.withLock { $0.formUnion(finished) } }

    /// How many waited when an event was the newest of the store's own stream; nil if unknown.
    func pending(upTo head: Position?) -> Int? {
        pending.withLock { $0.flatMap { $0.upTo == head ? $0.count : nil } }
    }

    func note(pending count: Int, upTo head: Position?) {
        pending.withLock { $0 = (count, head) }
    }
}
