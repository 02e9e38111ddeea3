package import Messaging

/// Why a query has no answer.
package enum QueryError: Error, Equatable, Sendable {
    /// The rules say no.
    case refused(Refusal)
    /// The store cannot be read.
    case failed(StoreFault)
}

extension QueryError {
    /// Whether the views are being made anew, so that asking again in a moment helps.
    package var isMendedByWaiting: Bool {
        if case .failed(let fault) = self { fault.isMendedByWaiting } else { false }
    }
}
