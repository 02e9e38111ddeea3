import Audit
import Locking

/// What somebody was told, from whatever thread.
final class Told: Sendable {
    private let lines = Lock<[VerifyProgress]>([])

    func add(_ progress: VerifyProgress) { lines.withLock { $0.append(progress) } }
    var all: [VerifyProgress] { lines.withLock { $0 } }
}

extension Sequence where Self: Sendable {
    /// The results of asking one after the other.
    func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
