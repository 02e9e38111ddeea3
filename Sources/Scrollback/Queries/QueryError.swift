package import Messaging

/// Why a query has no answer.
package enum QueryError: Error, Equatable, Sendable {
    /// The rules say no.
    case refused(Refusal)
    /// The store cannot be read.
    case failed(EngineError)
}
