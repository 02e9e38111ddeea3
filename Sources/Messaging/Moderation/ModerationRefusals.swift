/// Why something about reports and moderators is refused.
package enum ModerationRefusal: RefusalReason {
    /// The actor reports themselves, or their own message.
    case aboutOneself
    case reasonIsUnknown
    case detailsAreInvalid
    case reportIsNotFound
    case reportIsResolved
    case actionIsUnknown
    case onlySuspensionsEnd
    /// To warn, suspend or ban, the report must be about a user.
    case reportIsAboutNobody
    case noteIsInvalid

    var code: Refusal.Code {
        switch self {
        case .reportIsNotFound: .notFound
        case .aboutOneself, .reasonIsUnknown, .reportIsResolved, .actionIsUnknown,
            .onlySuspensionsEnd, .reportIsAboutNobody:
            .invalidRequest
        case .detailsAreInvalid, .noteIsInvalid: .invalidText
        }
    }

    var message: String {
        switch self {
        case .aboutOneself: "You cannot report yourself; name another user or message."
        case .reasonIsUnknown: "The reason is unknown; send one of the listed reasons."
        case .detailsAreInvalid: "Details have at most \(Limits.note) characters."
        case .reportIsNotFound: "There is no such report."
        case .reportIsResolved: "This report is resolved already."
        case .actionIsUnknown: "The action is unknown; send one of the listed actions."
        case .onlySuspensionsEnd: "Only a suspension has an end; leave out `until`."
        case .reportIsAboutNobody: "This report is not about a user."
        case .noteIsInvalid: "A note has at most \(Limits.note) characters."
        }
    }

    var field: String? {
        switch self {
        case .reasonIsUnknown: "reason"
        case .detailsAreInvalid: "details"
        case .actionIsUnknown, .reportIsAboutNobody: "action"
        case .onlySuspensionsEnd: "until"
        case .noteIsInvalid: "note"
        case .aboutOneself, .reportIsNotFound, .reportIsResolved: nil
        }
    }
}
