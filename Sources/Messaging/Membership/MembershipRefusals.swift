/// Why a change of who belongs to a conversation is refused.
package enum MembershipRefusal: RefusalReason {
    case actorMayNotAdd
    case actorMayNotRemove
    case onlyLeadersSetRoles
    /// Of a `sinceJoin` conversation.
    case onlyLeadersShowWhatWasBefore
    case onlyTheCreatorPassesOwnership
    /// A banned or forgotten member cannot become the creator.
    case userCannotOwn
    /// The creator's role and flags cannot be changed.
    case creatorIsUntouchable
    case creatorCannotBeRemoved
    case alreadyAMember
    case userIsNotAMember
    /// One of the people named has blocked the actor.
    case blockedByAUser
    /// One of the people named does not let the actor add them.
    case refusedByPrivacy
    case conversationIsFull(limit: Int)
    case roleIsInvalid

    var code: Refusal.Code {
        switch self {
        case .actorMayNotAdd, .actorMayNotRemove, .onlyLeadersSetRoles,
            .onlyLeadersShowWhatWasBefore, .onlyTheCreatorPassesOwnership, .userCannotOwn,
            .creatorIsUntouchable:
            .permissionDenied
        case .creatorCannotBeRemoved: .creatorCannotBeRemoved
        case .alreadyAMember: .alreadyAMember
        case .userIsNotAMember: .notAMember
        case .blockedByAUser: .blocked
        case .refusedByPrivacy: .privacy
        case .conversationIsFull: .invalidParticipants
        case .roleIsInvalid: .invalidRequest
        }
    }

    var message: String {
        switch self {
        case .actorMayNotAdd: "You may not add members."
        case .actorMayNotRemove: "You may not remove members."
        case .onlyLeadersSetRoles: "Only the creator and admins set roles and permissions."
        case .onlyLeadersShowWhatWasBefore:
            "Only the creator and admins can give a new member earlier history."
        case .onlyTheCreatorPassesOwnership:
            "Only the creator and the operator pass the ownership on."
        case .userCannotOwn: "This member cannot become the creator; name another member."
        case .creatorIsUntouchable: "The creator's role cannot be changed."
        case .creatorCannotBeRemoved: "The creator cannot be removed."
        case .alreadyAMember: "This user is a member already."
        case .userIsNotAMember: "This user is not a member."
        case .blockedByAUser: "This action is not possible with this user."
        case .refusedByPrivacy: "This user's settings do not allow you to add them."
        case .conversationIsFull(let limit): "A conversation has at most \(limit) members."
        case .roleIsInvalid: "The role is unknown; send admin or member."
        }
    }

    var field: String? {
        switch self {
        case .roleIsInvalid: "role"
        case .onlyLeadersShowWhatWasBefore: "history"
        case .alreadyAMember, .userIsNotAMember, .userCannotOwn, .creatorCannotBeRemoved,
            .creatorIsUntouchable:
            "user"
        case .actorMayNotAdd, .actorMayNotRemove, .onlyLeadersSetRoles,
            .onlyTheCreatorPassesOwnership, .blockedByAUser, .refusedByPrivacy,
            .conversationIsFull:
            nil
        }
    }
}
