internal import Locking
internal import Wire

/// The requests for erasure of which nothing is left, as far as this process has looked.
///
/// Whether a request is carried out takes a walk over the log to tell, and stays so for ever.
final class FinishedErasures: Sendable {
    private let requests = Lock<Set<Position>>([])

    func has(_ request: Position) -> Bool { requests.withLock { $0.contains(request) } }

    func add(_ finished: [Position]) { requests.withLock { $0.formUnion(finished) } }
}
