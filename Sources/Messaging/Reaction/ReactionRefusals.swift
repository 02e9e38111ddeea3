/// Why a reaction is refused.
package enum ReactionRefusal: RefusalReason {
    case notATapback
    case notOneEmoji
    case tooMany

    var code: Refusal.Code {
        switch self {
        case .notATapback, .notOneEmoji, .tooMany: .invalidReaction
        }
    }

    var message: String {
        switch self {
        case .notATapback: "Here a reaction is one of six: \(Limits.tapbackNames)."
        case .notOneEmoji: "Here a reaction is one emoji."
        case .tooMany:
            "One person can have \(Limits.reactionsOfOne) reactions on a message; take one off first."
        }
    }

    var field: String? { "reaction" }
}
