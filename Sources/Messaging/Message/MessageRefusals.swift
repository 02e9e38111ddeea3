/// Why something about a message is refused.
package enum MessageRefusal: RefusalReason {
    /// It does not exist, or the actor cannot see it; the answer does not tell which.
    case notFound
    case isASystemEntry
    case actorIsNotTheSender
    case actorMayNotDelete
    /// Or its content was erased: either way there is nothing left to act on.
    case isDeleted
    /// One of the two in a direct conversation has blocked the other.
    case blocked
    case isEmpty
    case isTooLong(limit: Int)
    case tooManyAttachments(limit: Int)
    case attachmentIsInvalid(AttachmentFault)
    case locationIsInvalid
    case replyIsInvalid
    case forwardedIsNotFound
    case customIsTooLong
    case linkPreviewIsInvalid
    /// The preview's address is not in the text.
    case linkPreviewIsNotOfTheText
    case priorityReasonIsInvalid
    case nothingToAnnotate

    /// A fault of an attachment.
    package enum AttachmentFault: Hashable, Sendable {
        case kind
        case url
        case thumbnail
        case dimensions
        case size(limit: UInt64)
        case duration
        case tooLong(limit: Int)
        case durationIsMissing
        case name
        case waveform
    }

    var code: Refusal.Code {
        switch self {
        case .notFound, .forwardedIsNotFound: .notFound
        case .isASystemEntry: .systemEntry
        case .actorIsNotTheSender, .actorMayNotDelete: .notTheSender
        case .isDeleted: .messageDeleted
        case .blocked: .blocked
        case .isEmpty: .emptyMessage
        case .isTooLong: .messageTooLong
        case .tooManyAttachments, .attachmentIsInvalid, .locationIsInvalid: .invalidAttachment
        case .replyIsInvalid: .invalidReply
        case .customIsTooLong, .linkPreviewIsInvalid, .linkPreviewIsNotOfTheText,
            .nothingToAnnotate:
            .invalidRequest
        case .priorityReasonIsInvalid: .invalidText
        }
    }

    var message: String {
        switch self {
        case .notFound: "There is no such message."
        case .isASystemEntry: "This entry was made by the store and cannot be changed."
        case .actorIsNotTheSender: "Only the sender may do this."
        case .actorMayNotDelete: "Only the sender, an admin or a moderator may do this."
        case .isDeleted: "This message was deleted."
        case .blocked: "You cannot write in this conversation."
        case .isEmpty: "A message cannot be empty."
        case .isTooLong(let limit):
            "A message has at most \(limit) characters and \(Limits.textBytes) bytes."
        case .tooManyAttachments(let limit): "A message has at most \(limit) attachments."
        case .attachmentIsInvalid(let fault): fault.message
        case .locationIsInvalid: "The location is not on Earth, or its name is too long."
        case .replyIsInvalid: "This conversation has no such message to reply to; name another one."
        case .forwardedIsNotFound: "There is no such message to forward."
        case .customIsTooLong: "Custom data has at most \(Limits.customBytes) bytes."
        case .linkPreviewIsNotOfTheText:
            "The text does not hold the URL of this preview; send one that it holds."
        case .linkPreviewIsInvalid: "A link preview has a URL, and texts of limited length."
        case .priorityReasonIsInvalid:
            "A reason has 1 to \(Limits.priorityReason) characters."
        case .nothingToAnnotate: "The command changes nothing; send a link preview or a priority."
        }
    }

    var field: String? {
        switch self {
        case .isEmpty, .isTooLong: "text"
        case .tooManyAttachments, .attachmentIsInvalid: "attachments"
        case .locationIsInvalid: "location"
        case .replyIsInvalid: "replyTo"
        case .forwardedIsNotFound: "forwardedFrom"
        case .customIsTooLong: "custom"
        case .linkPreviewIsInvalid, .linkPreviewIsNotOfTheText: "linkPreview"
        case .priorityReasonIsInvalid: "priority"
        case .notFound, .isASystemEntry, .actorIsNotTheSender, .actorMayNotDelete, .isDeleted,
            .blocked, .nothingToAnnotate:
            nil
        }
    }
}

extension MessageRefusal.AttachmentFault {
    var message: String {
        switch self {
        case .kind: "The kind of the attachment is unknown; send image, audio or file."
        case .url: "An attachment is named by 1 to \(Limits.url) characters."
        case .thumbnail: "A thumbnail is named by 1 to \(Limits.url) characters."
        case .dimensions:
            "An attachment's width and height are 1 to \(Limits.attachmentDimension)."
        case .size(let limit): "An image has at most \(limit) bytes."
        case .duration: "The duration of an attachment is 0 seconds or more."
        case .tooLong(let limit): "Audio lasts at most \(limit) seconds."
        case .durationIsMissing: "The duration of the audio is missing; send it in seconds."
        case .waveform:
            "Only audio has a waveform, of at most \(Limits.waveformLevels) levels."
        case .name: "The name of an attachment has at most \(Limits.attachmentName) characters."
        }
    }
}
