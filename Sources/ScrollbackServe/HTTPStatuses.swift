internal import Messaging

extension RefusalCode {
    /// The status of an answer with this code: the one place that says so.
    ///
    /// What proxies try again by themselves (502 to 504) is only what was certainly not done.
    package var httpStatus: Int {
        switch self {
        case .invalidRequest, .invalidCursor, .reasonNeeded: 400
        case .permissionDenied, .notAMember, .notTheSender, .suspended, .blocked, .privacy: 403
        case .notFound: 404
        case .idempotencyConflict, .conversationClosed, .messageDeleted, .systemEntry,
            .alreadyAMember, .creatorCannotBeRemoved, .receiptsMandatory, .onHold, .readOnly:
            409
        case .otherEpoch: 410
        case .emptyMessage, .messageTooLong, .invalidText, .invalidTitle, .invalidAttachment,
            .invalidReaction, .invalidParticipants, .invalidReply, .invalidContext:
            422
        case .rateLimited: 429
        case .internal, .outcomeUnknown, .stopped: 500
        case .overloaded, .viewsUnavailable, .clockNotAccepted, .journalUnavailable: 503
        case .storageFull: 507
        }
    }
}

/// The words of the statuses that the server uses.
func words(ofStatus status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    case 507: "Insufficient Storage"
    default: "Internal Server Error"
    }
}
