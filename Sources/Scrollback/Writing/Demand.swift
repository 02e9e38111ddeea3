internal import Locking
package import Messaging

/// What is asked of the writer: one command, or several that happen together.
package enum Demand: Sendable {
    case command(Ask)
    case batch(BatchAsk)
}

/// What the writer says to a demand.
package enum DemandOutcome: Sendable {
    case command(Result<CommandOutcome, WriteError<Refusal>>)
    case batch(Result<BatchOutcome, WriteError<BatchRefusal>>)
}

extension Engine {
    /// Has demands decided one after the other, and answers when all that they led to is durable.
    ///
    /// They wait side by side, so that as many share a commit as one takes.
    ///
    /// - Returns: an outcome for each, in their order.
    package func ask(_ demands: [Demand]) async -> [DemandOutcome] {
        guard !demands.isEmpty else { return [] }
        return await withUnsafeContinuation { continuation in
            let gathering = Gathering(of: demands.count, for: continuation)
            add(
                demands.indices.map { place -> Job in
                    switch demands[place] {
                    case .command(let ask):
                        DomainJob(ask, typing: typing) { gathering.put(.command($0), at: place) }
                    case .batch(let ask):
                        BatchJob(ask, typing: typing) { gathering.put(.batch($0), at: place) }
                    }
                }
            )
        }
    }
}

/// The outcomes of some demands, until the last one is there.
private final class Gathering: Sendable {
    private let outcomes: Lock<(found: [DemandOutcome?], missing: Int)>
    private let continuation: UnsafeContinuation<[DemandOutcome], Never>

    init(of count: Int, for continuation: UnsafeContinuation<[DemandOutcome], Never>) {
        outcomes = Lock((Array(repeating: nil, count: count), count))
        self.continuation = continuation
    }

    func put(_ outcome: DemandOutcome, at place: Int) {
        let all = outcomes.withLock { outcomes -> [DemandOutcome]? in
            outcomes.found[place] = outcome
            outcomes.missing -= 1
            return outcomes.missing == 0 ? outcomes.found.compactMap(\.self) : nil
        }
        if let all { continuation.resume(returning: all) }
    }
}
