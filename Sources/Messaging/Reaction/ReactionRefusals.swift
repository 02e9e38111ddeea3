/// Why a reaction is refused.
package enum ReactionRefusal: RefusalReason {
    case notATapback
    case notOneEmoji

    var code: Refusal.Code {
        switch self {
        case .notATapback, .notOneEmoji: .invalidReaction
        }
    }

    var message: String {
        switch self {
        case .notATapback: "Here a reaction is one of six: \(Limits.tapbackNames)."
        case .notOneEmoji: "Here a reaction is one emoji."
        }
    }

    var field: String? { "reaction" }
}
