/// Why something about reports and moderators is refused.
package enum ModerationRefusal: RefusalReason {
    case targetIsNotFound
    case aboutOneself
    case detailsAreInvalid
    case reportIsNotFound
    case reportIsResolved
    /// To suspend or warn, the report must be about somebody.
    case reportIsAboutNobody
    case noteIsInvalid

    var code: Refusal.Code {
        switch self {
        case .targetIsNotFound, .reportIsNotFound: .notFound
        case .aboutOneself, .reportIsResolved, .reportIsAboutNobody: .invalidRequest
        case .detailsAreInvalid, .noteIsInvalid: .invalidText
        }
    }

    var message: String {
        switch self {
        case .targetIsNotFound: "There is no such thing to report."
        case .aboutOneself: "One cannot report oneself."
        case .detailsAreInvalid: "Details have at most \(Limits.note) characters."
        case .reportIsNotFound: "There is no such report."
        case .reportIsResolved: "This report is resolved already."
        case .reportIsAboutNobody: "This report is not about a user."
        case .noteIsInvalid: "A note has at most \(Limits.note) characters."
        }
    }

    var field: String? {
        switch self {
        case .detailsAreInvalid: "details"
        case .noteIsInvalid: "note"
        case .reportIsAboutNobody: "action"
        case .targetIsNotFound, .aboutOneself, .reportIsNotFound, .reportIsResolved: nil
        }
    }
}
