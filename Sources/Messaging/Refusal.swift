package import Wire

/// The reason why a rule refuses a command; nothing was stored.
///
/// Every case names the rule; callers outside get its code, and a sentence without any person's
/// words.
package enum Refusal: Error, Hashable, Sendable {
    case request(RequestRefusal)
    case conversation(ConversationRefusal)
    case membership(MembershipRefusal)
    case message(MessageRefusal)
    case reaction(ReactionRefusal)
    case user(UserRefusal)
    case moderation(ModerationRefusal)
    case keeping(KeepingRefusal)
    case consumer(ConsumerRefusal)

    /// The code of the outside form.
    package typealias Code = RefusalCode

    private var reason: any RefusalReason {
        switch self {
        case .request(let reason): reason
        case .conversation(let reason): reason
        case .membership(let reason): reason
        case .message(let reason): reason
        case .reaction(let reason): reason
        case .user(let reason): reason
        case .moderation(let reason): reason
        case .keeping(let reason): reason
        case .consumer(let reason): reason
        }
    }

    package var code: Code { reason.code }

    /// A sentence for a person, without any user's words in it.
    package var message: String { reason.message }

    /// The field of the command that is at fault, where one is.
    package var field: String? { reason.field }

    /// The last position of an ended epoch that belongs to the log, if the refusal is about one.
    package var fork: Position? {
        switch self {
        case .request(.positionIsOfAnotherEpoch(_, let fork)): fork
        case .request(.cursorIsOfAnotherEpoch(let fork)): fork
        default: nil
        }
    }

    /// The end of the actor's suspension, if that is the reason and it has one.
    package var suspendedUntil: Timestamp? {
        if case .request(.actorIsSuspended(let until)) = self { until } else { nil }
    }
}

/// The code of a refusal in the outside form: a word that never changes.
public enum RefusalCode: String, Hashable, Sendable, CaseIterable {
    case invalidRequest, notFound, notAMember, permissionDenied
    case emptyMessage, messageTooLong, invalidText, invalidTitle, invalidAttachment
    case invalidReaction, invalidParticipants, invalidReply, invalidContext, invalidCursor
    case conversationClosed, notTheSender, messageDeleted, systemEntry
    case creatorCannotBeRemoved, alreadyAMember, blocked, privacy, suspended, rateLimited
    case idempotencyConflict, onHold, receiptsMandatory
    case outcomeUnknown, overloaded, storageFull, readOnly, clockNotAccepted, `internal`
    case viewsUnavailable, stopped, otherEpoch, reasonNeeded, journalUnavailable
}

/// The properties of the refusals of every subject.
protocol RefusalReason: Error, Hashable, Sendable {
    var code: Refusal.Code { get }
    var message: String { get }
    var field: String? { get }
}

extension RefusalReason {
    var field: String? { nil }
}

/// A command or query that its actor may not send, or not now.
package enum RequestRefusal: RefusalReason {
    case isForTheOperator
    case isForUsers
    case isForModerators
    /// A command of the operator's own is not done together with others.
    case standsAlone
    /// The operator opens people's words without the required reason.
    case reasonIsNeeded
    /// With the end of the suspension, if it has one.
    case actorIsSuspended(until: Timestamp?)
    /// Another command has that id, of this or another actor.
    case idIsTaken
    case idIsNeeded
    case targetIsNeeded(field: String)
    case nothingTogether
    case tooManyCommandsTogether
    case tooManyEventsTogether
    case rateLimited(retryAfterMilliseconds: Int64)
    case limitIsOutOfRange
    /// More users than one query can name.
    case tooManyUsers
    /// The query names no type of events.
    case noTypes
    /// A query about one thing has no pages.
    case isNoPage(field: String)
    case previewLengthIsOutOfRange
    /// Only the process that writes has it in its memory.
    case isKnownToTheWriter
    /// The caller's position is after the newest event.
    case positionIsAhead
    /// No event is at that position.
    case eventIsNotFound
    /// There is no event at the position to prove.
    case provenEventIsNotFound(field: String)
    /// No erasure names the content of the event.
    case erasedEventIsNotFound
    /// The log keeps no signed checkpoint of that size, or no recent enough one.
    case checkpointIsNotKept(field: String)
    /// The query names no proof, or two.
    case proofIsUnnamed
    /// No export of that id is written or kept here.
    case exportIsNotFound
    /// The process writes no exports for others.
    case exportsAreNotWritten
    /// There was no store yet at that moment.
    case stateIsNotFound
    /// The moment is not in the past.
    case stateIsAhead
    /// A range that ends before it begins.
    case rangeIsReversed
    /// A cursor of another query, another viewer or another store.
    case cursorIsForeign
    /// A position was lost by a restore, or is of an epoch that this log never had; with the last
    /// position of its epoch that belongs to the log, where that is known.
    case positionIsOfAnotherEpoch(field: String, fork: Position?)
    /// A cursor was given before a restore.
    case cursorIsOfAnotherEpoch(fork: Position)

    var code: Refusal.Code {
        switch self {
        case .isForTheOperator, .isForUsers, .isForModerators, .standsAlone: .permissionDenied
        case .reasonIsNeeded: .reasonNeeded
        case .actorIsSuspended: .suspended
        case .idIsTaken: .idempotencyConflict
        case .idIsNeeded, .targetIsNeeded, .nothingTogether, .tooManyCommandsTogether,
            .tooManyEventsTogether, .limitIsOutOfRange, .tooManyUsers, .noTypes, .isNoPage,
            .previewLengthIsOutOfRange, .rangeIsReversed, .positionIsAhead, .stateIsAhead,
            .proofIsUnnamed:
            .invalidRequest
        case .isKnownToTheWriter: .readOnly
        case .eventIsNotFound, .provenEventIsNotFound, .erasedEventIsNotFound,
            .checkpointIsNotKept, .stateIsNotFound, .exportIsNotFound, .exportsAreNotWritten:
            .notFound
        case .cursorIsForeign: .invalidCursor
        case .positionIsOfAnotherEpoch, .cursorIsOfAnotherEpoch: .otherEpoch
        case .rateLimited: .rateLimited
        }
    }

    var message: String {
        switch self {
        case .isForTheOperator: "Only the operator may do this."
        case .isForUsers: "The operator is no member and cannot do this."
        case .isForModerators: "Only moderators may do this."
        case .standsAlone:
            "The operator's command cannot stand in `all`; send it as a line of its own."
        case .reasonIsNeeded: "This query shows other people's messages; send a reason."
        case .actorIsSuspended: "Your account is suspended."
        case .idIsTaken: "This id belongs to an earlier, different command; use a new id."
        case .idIsNeeded: "This command needs an id, so that a retry is safe; send one."
        case .targetIsNeeded: "The target of this action is missing; name it."
        case .nothingTogether: "The list of commands is empty; send at least one."
        case .tooManyCommandsTogether:
            "At most \(Limits.commandsTogether) commands can be done together."
        case .tooManyEventsTogether: "These commands lead to too many events; send fewer at a time."
        case .rateLimited: "You sent too many messages in a short time; wait and retry."
        case .limitIsOutOfRange:
            "A page has \(Limits.page.lowerBound) to \(Limits.page.upperBound) items."
        case .tooManyUsers: "One query names at most \(Limits.people) users; ask in parts."
        case .noTypes: "No type is named; name one, or leave out this field for all types."
        case .isNoPage: "The unread count of one conversation has no pages; leave out this field."
        case .previewLengthIsOutOfRange:
            "A preview has \(Limits.preview.lowerBound) to \(Limits.preview.upperBound) characters."
        case .isKnownToTheWriter:
            "Only the process that writes to the store knows this; ask it there."
        case .positionIsAhead: "The log has not reached this position; use a smaller one."
        case .eventIsNotFound, .provenEventIsNotFound: "There is no event at this position."
        case .erasedEventIsNotFound: "No erasure names the content of this event."
        case .checkpointIsNotKept:
            "The log keeps no such signed checkpoint; sign one, and deposit it."
        case .proofIsUnnamed:
            "Name exactly one of `event`, `erasure`, or `from` with `to`."
        case .exportIsNotFound: "There is no such export."
        case .exportsAreNotWritten:
            "This process writes no exports for others; use the command export."
        case .stateIsNotFound: "The store did not exist at this moment; ask for a later one."
        case .stateIsAhead: "This moment is not in the past yet; ask for an earlier one."
        case .rangeIsReversed: "The end is before the start; swap them."
        case .cursorIsForeign: "This cursor belongs to another query; ask for the first page."
        // Without the number, which is in `fork`: users with tokens know positions sealed.
        case .positionIsOfAnotherEpoch(_, _?):
            "The store was restored. Positions of the earlier epoch are valid up to `fork`: "
                + "continue from there, or send the epoch of the position."
        case .positionIsOfAnotherEpoch(_, nil):
            "This store never had this epoch; start again with a position and epoch of this store."
        case .cursorIsOfAnotherEpoch:
            "The store was restored after this cursor was made; ask for the first page."
        }
    }

    var field: String? {
        switch self {
        case .idIsTaken, .idIsNeeded: "id"
        case .reasonIsNeeded: "reason"
        case .targetIsNeeded(let field), .isNoPage(let field): field
        case .nothingTogether, .tooManyCommandsTogether, .tooManyEventsTogether: "commands"
        case .limitIsOutOfRange: "limit"
        case .tooManyUsers: "users"
        case .noTypes: "types"
        case .previewLengthIsOutOfRange: "previewLength"
        case .positionIsAhead: "since"
        case .eventIsNotFound: "position"
        case .proofIsUnnamed: "event"
        case .exportIsNotFound: "export"
        case .erasedEventIsNotFound: "erasure"
        case .checkpointIsNotKept(let field), .provenEventIsNotFound(let field): field
        case .stateIsNotFound, .stateIsAhead: "asOf"
        case .rangeIsReversed: "until"
        case .cursorIsForeign, .cursorIsOfAnotherEpoch: "cursor"
        case .positionIsOfAnotherEpoch(let field, _): field
        case .isForTheOperator, .isForUsers, .isForModerators, .standsAlone, .actorIsSuspended,
            .rateLimited, .isKnownToTheWriter, .exportsAreNotWritten:
            nil
        }
    }
}
