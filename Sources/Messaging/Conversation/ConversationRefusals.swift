/// Why something about a conversation as a whole is refused.
package enum ConversationRefusal: RefusalReason {
    /// It does not exist, or the actor was never a member; the answer does not tell which.
    case notFound
    case actorIsNoLongerAMember
    case isClosed
    /// Direct conversations have no title, photo or membership to change.
    case notInADirectConversation
    case onlyRequestsHaveAContext
    case contextKindIsMalformed
    case contextIDIsMalformed
    case titleIsInvalid
    case photoIsInvalid
    case customIsTooLong
    case reactionsAreUnknown
    case historyIsUnknown
    case withOneself
    case tooFewMembers(least: Int)
    case tooManyMembers(limit: Int)
    case actorMayNotEditDetails
    case onlyCreatorAndAdmins

    var code: Refusal.Code {
        switch self {
        case .notFound: .notFound
        case .actorIsNoLongerAMember: .notAMember
        case .isClosed: .conversationClosed
        case .notInADirectConversation, .actorMayNotEditDetails, .onlyCreatorAndAdmins:
            .permissionDenied
        case .onlyRequestsHaveAContext, .contextKindIsMalformed, .contextIDIsMalformed:
            .invalidContext
        case .titleIsInvalid: .invalidTitle
        case .photoIsInvalid, .customIsTooLong, .reactionsAreUnknown, .historyIsUnknown:
            .invalidRequest
        case .withOneself, .tooFewMembers, .tooManyMembers: .invalidParticipants
        }
    }

    var message: String {
        switch self {
        case .notFound: "There is no such conversation."
        case .actorIsNoLongerAMember: "You are no longer in this conversation."
        case .isClosed: "This conversation is closed."
        case .notInADirectConversation: "A direct conversation does not allow this change."
        case .onlyRequestsHaveAContext: "Only a request has a context."
        case .contextKindIsMalformed:
            "The kind of a context has 1 to \(Limits.contextKind) characters."
        case .contextIDIsMalformed: "The id of a context has 1 to \(Limits.contextID) characters."
        case .titleIsInvalid:
            "A title has 1 to \(Limits.title) characters and no control characters."
        case .photoIsInvalid: "A photo is named by 1 to \(Limits.url) characters."
        case .customIsTooLong: "Custom data has at most \(Limits.customBytes) bytes."
        case .reactionsAreUnknown: "Reactions are tapback or open."
        case .historyIsUnknown: "The history is full or since joining."
        case .withOneself: "A direct conversation needs another user; name one."
        case .tooFewMembers(let least): "Too few members: besides yourself, name at least \(least)."
        case .tooManyMembers(let limit): "A conversation has at most \(limit) members."
        case .actorMayNotEditDetails: "You may not change title or photo."
        case .onlyCreatorAndAdmins: "Only the creator and admins may do this."
        }
    }

    var field: String? {
        switch self {
        case .contextKindIsMalformed, .contextIDIsMalformed: "context"
        case .titleIsInvalid: "title"
        case .photoIsInvalid: "photo"
        case .customIsTooLong: "custom"
        case .reactionsAreUnknown: "reactions"
        case .historyIsUnknown: "history"
        case .withOneself: "with"
        case .tooFewMembers, .tooManyMembers: "members"
        case .notFound, .actorIsNoLongerAMember, .isClosed, .notInADirectConversation,
            .onlyRequestsHaveAContext, .actorMayNotEditDetails, .onlyCreatorAndAdmins:
            nil
        }
    }
}
