internal import EventLog
public import Messaging
internal import Views
public import Wire

/// Why a store did not do what it was asked.
///
/// Nothing was stored, unless the code is `outcomeUnknown`.
public struct StoreError: Error, Equatable, Sendable {
    /// What went wrong, as a word that stays the same: those of the outside form, and a few of a
    /// store that is opened or read.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Takes a word for a code, to compare with.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The code of a refusal.
        public init(_ code: RefusalCode) { rawValue = code.rawValue }

        /// There is no store, it is another's, or it cannot be opened; the message says what helps.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The store is closed.
        public static let closed = Code(rawValue: "closed")
        /// A snapshot was kept for longer than `Session.snapshotLifetime`; take another one.
        public static let snapshotExpired = Code(rawValue: "snapshotExpired")
        /// The log, or the custom view that was asked for, cannot be read.
        public static let unavailable = Code(rawValue: "unavailable")

        /// What was asked has not the form that it needs; `field` says where.
        public static let invalidRequest = Code(.invalidRequest)
        /// It is not there, or not for the asker to know.
        public static let notFound = Code(.notFound)
        /// Only a present member of the conversation may do this.
        public static let notAMember = Code(.notAMember)
        /// The asker may not do this; `may` tells beforehand.
        public static let permissionDenied = Code(.permissionDenied)
        /// A message holds a text, an attachment or a location.
        public static let emptyMessage = Code(.emptyMessage)
        /// The text is longer than the store allows.
        public static let messageTooLong = Code(.messageTooLong)
        /// The text holds what no text may, or one that is needed is missing.
        public static let invalidText = Code(.invalidText)
        /// The title is too long, empty, or holds what no line may.
        public static let invalidTitle = Code(.invalidTitle)
        /// An attachment or the location is not one that the store takes.
        public static let invalidAttachment = Code(.invalidAttachment)
        /// The conversation does not know this reaction.
        public static let invalidReaction = Code(.invalidReaction)
        /// These cannot be the members: too few, too many, or not possible.
        public static let invalidParticipants = Code(.invalidParticipants)
        /// The parent is not there to be answered.
        public static let invalidReply = Code(.invalidReply)
        /// What a request is about is not named as it has to be.
        public static let invalidContext = Code(.invalidContext)
        /// The cursor was given for something else; begin anew.
        public static let invalidCursor = Code(.invalidCursor)
        /// The position or cursor is from before a restore, and what it names was lost.
        ///
        /// `fork` is the last position of its epoch that is still valid: go on from there, or with
        /// the first page.
        public static let otherEpoch = Code(.otherEpoch)
        /// The conversation is closed.
        public static let conversationClosed = Code(.conversationClosed)
        /// Only its sender may do this with a message.
        public static let notTheSender = Code(.notTheSender)
        /// The message was deleted.
        public static let messageDeleted = Code(.messageDeleted)
        /// Nobody wrote this entry, so that nobody can do this with it.
        public static let systemEntry = Code(.systemEntry)
        /// The creator leaves, and is not removed.
        public static let creatorCannotBeRemoved = Code(.creatorCannotBeRemoved)
        /// The user is a member already.
        public static let alreadyAMember = Code(.alreadyAMember)
        /// One of the two has blocked the other.
        public static let blocked = Code(.blocked)
        /// The other user does not want this.
        public static let privacy = Code(.privacy)
        /// The asker can do nothing, for a while or for good.
        public static let suspended = Code(.suspended)
        /// Too many messages in a short time; `retryAfter` says when to try again.
        public static let rateLimited = Code(.rateLimited)
        /// The id was used for something else.
        public static let idempotencyConflict = Code(.idempotencyConflict)
        /// A legal hold keeps it.
        public static let onHold = Code(.onHold)
        /// In this store nobody keeps their readings to themselves.
        public static let receiptsMandatory = Code(.receiptsMandatory)
        /// Too much waits to be written, or the views are behind; nothing was stored, try again.
        public static let overloaded = Code(.overloaded)
        /// The views cannot be read now, as while they are rebuilt.
        ///
        /// Nothing was stored. Try again after `retryAfter`.
        public static let viewsUnavailable = Code(.viewsUnavailable)
        /// The store has stopped writing after an error, and nothing was stored; open it again.
        public static let stopped = Code(.stopped)
        /// There is no room; nothing was stored.
        public static let storageFull = Code(.storageFull)
        /// It is not known whether this was stored; ask again with the same id.
        public static let outcomeUnknown = Code(.outcomeUnknown)
        /// The store is open for reading only.
        public static let readOnly = Code(.readOnly)
        /// The machine's clock cannot be right; see `Store.acceptClock`.
        public static let clockNotAccepted = Code(.clockNotAccepted)
        /// Something is wrong with the store itself.
        public static let `internal` = Code(.internal)
    }

    /// What went wrong.
    public var code: Code
    /// A sentence for a person, without anybody's words in it.
    public var message: String
    /// The field of the command that is at fault, where one is.
    public var field: String?
    /// Which of the commands of `perform` it is, from zero.
    public var index: Int?
    /// When to try again, where waiting helps.
    public var retryAfter: Duration?
    /// With `otherEpoch`, the last position of the ended epoch that belongs to the log, if known.
    public var fork: Position?
    /// What went wrong in the store's files, where that is the cause; nil where a rule said no.
    ///
    /// It is for the operator's log: printed, it names files, positions and the system's error, and
    /// holds no message's content. Show `message` to users instead.
    public var cause: (any Error)? { fault }
    /// The cause, for this package.
    package var fault: StoreFault?
    /// The rule that said no, where one did.
    package var refusal: Refusal?

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package init(_ refusal: Refusal, index: Int? = nil) {
        code = Code(refusal.code)
        message = refusal.message
        field = refusal.field
        fork = refusal.fork
        self.index = index
        self.refusal = refusal
        if case .request(.rateLimited(let milliseconds)) = refusal {
            retryAfter = .milliseconds(milliseconds)
        }
    }

    /// A command was carried out, and answered as if it were another one.
    init(unexpected outcome: CommandOutcome) {
        self.init(.internal, "This was done, but answered as another command.")
    }

    init(opening fault: StoreFault) {
        self.init(.cannotOpen, "\(fault)")
        self.fault = fault
    }

    package init(reading fault: StoreFault) {
        switch fault {
        case .log(.closed), .views(.log(.closed)):
            self.init(.closed, "The store is closed.")
        case .views(.unavailable(_, let remedy)):
            self.init(.viewsUnavailable, "\(fault)")
            retryAfter = remedy.retryAfter
        case .views(let failure) where failure.refutesViews || failure.isPassing:
            self.init(.viewsUnavailable, "\(fault)")
            retryAfter = ViewsRemedy.wait.retryAfter
        case .log, .views:
            self.init(.unavailable, "The store cannot be read: \(fault)")
        }
        self.fault = fault
    }

    init(_ error: RebuildError) {
        switch error {
        case .alreadyRunning, .overtaken, .overloaded: self.init(.overloaded, "\(error)")
        case .closed: self.init(.closed, "The store is closed.")
        case .stopped: self.init(.stopped, "\(error)")
        case .storageFull: self.init(.storageFull, "\(error)")
        case .views(let failure): self.init(reading: .views(failure))
        }
    }

    package init(_ error: QueryError) {
        switch error {
        case .refused(let refusal): self.init(refusal)
        case .failed(let failure): self.init(reading: failure)
        }
    }

    package init(_ error: WriteError<BatchRefusal>) {
        switch error {
        case .refused(let refused): self.init(refused.refusal, index: refused.index)
        case .unwritten(let failure): self.init(failure)
        }
    }

    /// What is told where not the rules have said no.
    private init(_ failure: WriteFailure) {
        switch failure {
        case .overloaded:
            self.init(
                .overloaded,
                "Too much waits to be written; nothing was stored, try again."
            )
        case .viewsUnavailable, .failed(.views(.unavailable)):
            self.init(
                .viewsUnavailable,
                "The views cannot be read now; nothing was stored, try again."
            )
            retryAfter = ViewsRemedy.wait.retryAfter
        case .failed(.views(let error)) where error.refutesViews || error.isPassing:
            self.init(.viewsUnavailable, "\(error) Nothing was stored; try again.")
            retryAfter = ViewsRemedy.wait.retryAfter
        case .storageFull:
            self.init(.storageFull, "There is no room; nothing was stored.")
        case .tooLarge:
            self.init(.request(.tooManyEventsTogether))
        case .outcomeUnknown:
            self.init(
                .outcomeUnknown,
                "It is not known whether this was stored; open the store again and ask with the "
                    + "same id."
            )
        case .stopped:
            self.init(
                .stopped,
                "Nothing was stored: the store has stopped writing after an error. Open it again."
            )
        case .clockNotAccepted:
            self.init(
                .clockNotAccepted,
                "Nothing was stored: the machine's clock cannot be right. Set it right, or accept "
                    + "it as it is."
            )
        case .closed:
            self.init(.closed, "The store is closed; nothing was stored.")
        case .failed:
            self.init(.internal, "This could not be carried out; nothing was stored.")
        }
        fault = failure.fault
    }
}

extension ViewsRemedy {
    /// When to ask again.
    fileprivate var retryAfter: Duration {
        guard case .waitUntil(let next) = self else { return .seconds(1) }
        return max(.seconds(1), .microseconds(next.microseconds - systemTime().microseconds))
    }
}

extension StoreError: CustomStringConvertible {
    /// The code, the message, and the cause where the message does not say it.
    public var description: String {
        let told = "\(code.rawValue): \(message)"
        guard let cause = fault?.description, !message.contains(cause) else { return told }
        return "\(told) Cause: \(cause)"
    }
}
