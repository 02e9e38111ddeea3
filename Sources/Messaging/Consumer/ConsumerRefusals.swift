/// A consumer's mark cannot be as asked.
package enum ConsumerRefusal: RefusalReason {
    case nameIsMalformed
    /// There are as many as there may be.
    case tooMany(count: Int, most: Int)
    case isNotFound
    /// Only the server of a webhook moves its mark.
    case isAWebhook
    /// No event is at the position yet.
    case positionIsAhead
    /// This process serves no webhook of that name.
    case webhookIsNotFound

    var code: Refusal.Code {
        switch self {
        case .nameIsMalformed, .tooMany, .isAWebhook, .positionIsAhead: .invalidRequest
        case .isNotFound, .webhookIsNotFound: .notFound
        }
    }

    var message: String {
        switch self {
        case .nameIsMalformed:
            "A consumer's name has 1 to 64 of a-z, 0-9, '.', '_' and '-'."
        case .tooMany(let count, let most):
            "There are \(count) consumers, and there may be \(most); remove one first, or allow more."
        case .isNotFound: "There is no consumer with this name; begin it first."
        case .isAWebhook:
            "The server moves the mark of a webhook; take its line out of the file first."
        case .positionIsAhead: "There is no event at this position yet."
        case .webhookIsNotFound:
            "This process serves no webhook with this name; see the server's file of webhooks."
        }
    }

    var field: String? {
        switch self {
        case .nameIsMalformed, .tooMany, .isNotFound, .isAWebhook: "consumer"
        case .positionIsAhead: "position"
        case .webhookIsNotFound: "webhook"
        }
    }
}
