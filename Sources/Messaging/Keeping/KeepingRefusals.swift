/// The reason for refusing a command about retention, erasure or the store itself.
package enum KeepingRefusal: RefusalReason {
    case conversationIsNotFound
    case holdIsNotFound
    case keyCopyIsNotFound
    case labelIsInvalid
    case basisIsInvalid
    case reasonIsInvalid
    case matterIsInvalid
    case holdEndsBeforeItBegins
    case kindIsUnknown
    case minimumIsOutOfRange
    case maximumIsOutOfRange
    case minimumIsAboveMaximum
    /// A conversation has a bound of its own that the new one of its kind contradicts.
    case boundOfAConversationContradicts
    case retentionIsOfTwo
    case markIsOutOfRange
    case textLimitIsOutOfRange
    case receiptsAreUnknown
    case rateLimitIsOutOfRange
    case emailsAreUnknown
    case limitsAreOutOfRange
    case looksAreUnknown
    case lookerIsMalformed
    case lookIsMalformed
    case customTypeIsMalformed
    case customDataIsTooLong

    var code: Refusal.Code {
        switch self {
        case .conversationIsNotFound, .holdIsNotFound, .keyCopyIsNotFound: .notFound
        case .basisIsInvalid, .reasonIsInvalid, .matterIsInvalid, .labelIsInvalid: .invalidText
        case .holdEndsBeforeItBegins, .kindIsUnknown, .minimumIsOutOfRange, .maximumIsOutOfRange,
            .minimumIsAboveMaximum, .boundOfAConversationContradicts, .retentionIsOfTwo,
            .markIsOutOfRange,
            .textLimitIsOutOfRange, .receiptsAreUnknown,
            .rateLimitIsOutOfRange, .emailsAreUnknown, .limitsAreOutOfRange,
            .looksAreUnknown, .lookerIsMalformed, .lookIsMalformed, .customTypeIsMalformed,
            .customDataIsTooLong:
            .invalidRequest
        }
    }

    var message: String {
        switch self {
        case .conversationIsNotFound: "There is no such conversation."
        case .holdIsNotFound: "There is no such hold."
        case .keyCopyIsNotFound: "There is no such copy of the keys; the query state lists them."
        case .labelIsInvalid:
            "The label of a copy of the keys has 1 to \(Limits.label) bytes, without control "
                + "characters."
        case .basisIsInvalid: "A basis has 1 to \(Limits.note) characters."
        case .reasonIsInvalid: "A reason has 1 to \(Limits.note) characters."
        case .matterIsInvalid: "A matter has 1 to \(Limits.note) characters."
        case .holdEndsBeforeItBegins: "The end of a hold must be later than its beginning."
        case .kindIsUnknown: "The kind of conversation is unknown; send direct, group or request."
        case .minimumIsOutOfRange, .maximumIsOutOfRange: "Days are 1 to \(Limits.retentionDays)."
        case .minimumIsAboveMaximum: "The minimum is at most the maximum."
        case .boundOfAConversationContradicts:
            "A conversation of this kind has a contradicting bound; change that bound first."
        case .retentionIsOfTwo: "Name a kind or a conversation, not both."
        case .markIsOutOfRange: "A mark is the position of an item of mediaOwed."
        case .textLimitIsOutOfRange: "The text limit is 1 to \(Limits.textLimit) characters."
        case .receiptsAreUnknown: "Receipts are optional or mandatory."
        case .rateLimitIsOutOfRange:
            "There are \(Limits.rateWindows.lowerBound) to \(Limits.rateWindows.upperBound) rates, each "
                + "of 1 to \(Limits.rateMessages) messages in 1 to \(Limits.rateSeconds) seconds."
        case .emailsAreUnknown: "E-mail addresses are shown to everyone, related or nobody."
        case .limitsAreOutOfRange:
            "Limits are 0 to \(Limits.attachments) attachments, 1 to "
                + "\(Limits.configurableAudioSeconds.upperBound) seconds of audio, 1 to "
                + "\(Limits.configurableImageBytes) bytes of an image, and \(Limits.leastMembers) "
                + "to \(Limits.members) members."
        case .looksAreUnknown: "Reasons for looks are required, given or off."
        case .lookerIsMalformed:
            "The name of a key has 1 to \(Limits.looker) bytes, without control characters, and "
                + "does not begin with \(Looker.processPrefix)"
        case .lookIsMalformed:
            "The name of the opened query has 1 to \(Limits.lookQuery) of the characters a-z A-Z -"
        case .customTypeIsMalformed:
            "A type has 1 to \(Limits.customType) of the characters a-z 0-9 . _ -"
        case .customDataIsTooLong: "Custom data has at most \(Limits.customBytes) bytes."
        }
    }

    var field: String? {
        switch self {
        case .basisIsInvalid: "basis"
        case .reasonIsInvalid: "reason"
        case .matterIsInvalid: "matter"
        case .holdEndsBeforeItBegins: "until"
        case .kindIsUnknown: "kind"
        case .retentionIsOfTwo: "conversation"
        case .markIsOutOfRange: "mark"
        case .minimumIsOutOfRange, .minimumIsAboveMaximum: "minimum"
        case .maximumIsOutOfRange: "maximum"
        case .textLimitIsOutOfRange: "textLimit"
        case .receiptsAreUnknown: "receipts"
        case .rateLimitIsOutOfRange: "rateLimit"
        case .emailsAreUnknown: "emails"
        case .limitsAreOutOfRange: "limits"
        case .looksAreUnknown: "looks"
        case .lookerIsMalformed: "looker"
        case .lookIsMalformed: "query"
        case .customTypeIsMalformed: "type"
        case .customDataIsTooLong: "data"
        case .labelIsInvalid: "label"
        case .conversationIsNotFound, .holdIsNotFound, .keyCopyIsNotFound,
            .boundOfAConversationContradicts:
            nil
        }
    }
}
