internal import Locking
internal import Wire

/// The requests for erasure that this process has found to be finished.
///
/// Deciding whether a request is finished takes a walk over the log, and a finished one stays
/// finished.
final class FinishedErasures: Sendable {
    private let requests = Lock<Set<Position>>([])

    func has(_ request: Position) -> Bool { requests.withLock { $0.contains(request) } }

    func add(_ finished: [Position]) { requests.withLock { $0.formUnion(finished) } }
}
