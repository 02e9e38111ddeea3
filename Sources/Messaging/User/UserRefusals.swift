/// Why something about a user is refused.
package enum UserRefusal: RefusalReason {
    /// There is no such profile, or the actor may not see it; the answer does not tell which.
    case notFound
    case usernameIsInvalid
    case fullNameIsInvalid
    case avatarIsInvalid
    case emailIsInvalid
    case customIsTooLong
    /// A setting has no such value.
    case settingIsUnknown(field: String)
    case aboutOneself
    case receiptsAreMandatory
    case deviceIsInvalid

    var code: Refusal.Code {
        switch self {
        case .notFound: .notFound
        case .usernameIsInvalid, .fullNameIsInvalid, .emailIsInvalid, .deviceIsInvalid:
            .invalidText
        case .avatarIsInvalid, .customIsTooLong, .settingIsUnknown, .aboutOneself:
            .invalidRequest
        case .receiptsAreMandatory: .receiptsMandatory
        }
    }

    var message: String {
        switch self {
        case .notFound: "There is no such profile."
        case .usernameIsInvalid:
            "A username has 1 to \(Limits.username) characters and no control characters."
        case .fullNameIsInvalid:
            "A full name has 1 to \(Limits.fullName) characters and no control characters."
        case .avatarIsInvalid: "An avatar is named by 1 to \(Limits.url) characters."
        case .emailIsInvalid:
            "An address has 1 to \(Limits.email) characters and no control characters."
        case .customIsTooLong: "Custom data has at most \(Limits.customBytes) bytes."
        case .settingIsUnknown: "The value of the setting is unknown; send a listed one."
        case .aboutOneself: "This command needs another user; name one."
        case .receiptsAreMandatory: "Read receipts cannot be switched off here."
        case .deviceIsInvalid:
            "A device's name has 1 to \(Limits.device) characters and no control characters."
        }
    }

    var field: String? {
        switch self {
        case .notFound: nil
        case .usernameIsInvalid: "username"
        case .fullNameIsInvalid: "fullName"
        case .avatarIsInvalid: "avatar"
        case .emailIsInvalid: "email"
        case .customIsTooLong: "custom"
        case .settingIsUnknown(let field): field
        case .aboutOneself: "user"
        case .receiptsAreMandatory: "sendReadReceipts"
        case .deviceIsInvalid: "device"
        }
    }
}
