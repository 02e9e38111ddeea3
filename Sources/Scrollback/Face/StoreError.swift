internal import EventLog
public import Messaging
internal import Views
public import Wire

/// An error of a store: a rule's refusal, or a failure of the store.
///
/// Nothing was stored, unless the code is `outcomeUnknown` or `internal`.
public struct StoreError: Error, Equatable, Sendable {
    /// A stable code of an error: those of the JSON form, and a few for opening and reading.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as text.
        public let rawValue: String

        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates the code of a refusal.
        public init(_ code: RefusalCode) { rawValue = code.rawValue }

        /// The store does not exist or cannot be opened; the message says what to do.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The store is closed.
        public static let closed = Code(rawValue: "closed")
        /// The snapshot is older than `Session.snapshotLifetime`; take another one.
        public static let snapshotExpired = Code(rawValue: "snapshotExpired")
        /// The task was cancelled before the state of the past was ready.
        public static let cancelled = Code(rawValue: "cancelled")
        /// A look could not be logged, because this process does not write; nothing was shown.
        public static let lookNotLogged = Code(rawValue: "lookNotLogged")
        /// The log or the custom view cannot be read; the message and `cause` say why.
        public static let unavailable = Code(rawValue: "unavailable")

        /// A field of the request is missing, malformed or outside its limits; see `field`.
        public static let invalidRequest = Code(.invalidRequest)
        /// The object does not exist, or the user may not see it.
        public static let notFound = Code(.notFound)
        /// The user, or the user named in the command, is not a present member of the conversation.
        public static let notAMember = Code(.notAMember)
        /// The user does not have the permission; `Session.may` checks it beforehand.
        public static let permissionDenied = Code(.permissionDenied)
        /// The message has no text, attachment or location; add one of them.
        public static let emptyMessage = Code(.emptyMessage)
        /// The text is longer than the configured limit; shorten it.
        public static let messageTooLong = Code(.messageTooLong)
        /// A text field is empty, too long, or has control characters; see `field`.
        public static let invalidText = Code(.invalidText)
        /// The title is empty, too long, or has control characters.
        public static let invalidTitle = Code(.invalidTitle)
        /// An attachment or the location is outside the limits.
        public static let invalidAttachment = Code(.invalidAttachment)
        /// The conversation does not allow this reaction, or the user has too many on the message.
        public static let invalidReaction = Code(.invalidReaction)
        /// The list of members is too short or too long, or has only the user.
        public static let invalidParticipants = Code(.invalidParticipants)
        /// The message to reply to does not exist in this conversation, or the user cannot see it.
        public static let invalidReply = Code(.invalidReply)
        /// The context is malformed, or the conversation is no request.
        public static let invalidContext = Code(.invalidContext)
        /// The cursor belongs to another query, user or store; ask for the first page.
        public static let invalidCursor = Code(.invalidCursor)
        /// The position or cursor belongs to an epoch that a restore of the store ended.
        ///
        /// `fork` is the last valid position of that epoch, if known: continue from there, or ask
        /// for the first page.
        public static let otherEpoch = Code(.otherEpoch)
        /// The conversation is closed.
        public static let conversationClosed = Code(.conversationClosed)
        /// The user did not send the message, and may not change or delete it.
        public static let notTheSender = Code(.notTheSender)
        /// The message was deleted.
        public static let messageDeleted = Code(.messageDeleted)
        /// The entry is a system entry, which no user can change.
        public static let systemEntry = Code(.systemEntry)
        /// The creator of a conversation cannot be removed; the creator can leave.
        public static let creatorCannotBeRemoved = Code(.creatorCannotBeRemoved)
        /// The user is already a member.
        public static let alreadyAMember = Code(.alreadyAMember)
        /// One of the two users has blocked the other.
        public static let blocked = Code(.blocked)
        /// The other user's settings do not allow this.
        public static let privacy = Code(.privacy)
        /// The user is suspended (see `suspendedUntil`) or banned, and cannot send commands.
        public static let suspended = Code(.suspended)
        /// The user has sent too many messages in a short time; retry after `retryAfter`.
        public static let rateLimited = Code(.rateLimited)
        /// The id already belongs to another command or object; use another id.
        public static let idempotencyConflict = Code(.idempotencyConflict)
        /// Reserved: an erasure defers content under a legal hold, and no command throws this.
        public static let onHold = Code(.onHold)
        /// The store requires read receipts; users cannot switch them off.
        public static let receiptsMandatory = Code(.receiptsMandatory)
        /// Too many commands wait, or the views are behind; nothing was stored, retry later.
        public static let overloaded = Code(.overloaded)
        /// The views cannot be read now, for example because they are being rebuilt.
        ///
        /// Nothing was stored. Retry after `retryAfter`.
        public static let viewsUnavailable = Code(.viewsUnavailable)
        /// The store has stopped writing after an error, and nothing was stored; open it again.
        public static let stopped = Code(.stopped)
        /// The disk or a limit on file size has no room; nothing was stored, free some and retry.
        public static let storageFull = Code(.storageFull)
        /// It is unknown whether the command was stored.
        ///
        /// Open the store again, and retry with the same id.
        public static let outcomeUnknown = Code(.outcomeUnknown)
        /// The store is open for reading only.
        public static let readOnly = Code(.readOnly)
        /// The store does not trust the machine's clock; correct it, or see `Store.acceptClock`.
        public static let clockNotAccepted = Code(.clockNotAccepted)
        /// A reason is needed to open other people's words; see `OperatorSession.looking`.
        public static let reasonNeeded = Code(.reasonNeeded)
        /// The journal cannot be written: nothing was stored; make it writable and retry.
        ///
        /// Only commands about erasing, keeping and the store itself need it; others go on.
        public static let journalUnavailable = Code(.journalUnavailable)
        /// The store has failed in an unexpected way; see `cause`.
        public static let `internal` = Code(.internal)
    }

    /// The stable code of the error.
    public var code: Code
    /// An English sentence to show, without user content.
    public var message: String
    /// The field of the command or query that is wrong; nil if no single field is.
    public var field: String?
    /// The index of the refused command in the list of `perform`, from zero.
    public var index: Int?
    /// The time to wait before a retry; nil if waiting does not help.
    public var retryAfter: Duration?
    /// The last valid position of the ended epoch; nil if unknown, or for another code.
    public var fork: Position?
    /// The end of the user's suspension; nil without an end, or for another code.
    public var suspendedUntil: Timestamp?
    /// The newest line of the journal, if it says that the command was not stored.
    public var keeping: UInt64?
    /// The failure of the store's files that caused the error; nil for a rule's refusal.
    ///
    /// Print it to the operator's log: it names files, positions and the system's error, without
    /// the content of messages. Show `message` to users instead.
    public var cause: (any Error)? { fault }
    /// The cause, for this package.
    package var fault: StoreFault?
    /// The refusal of a rule; nil for a failure.
    package var refusal: Refusal?

    package init(_ code: Code, _ message: String, field: String? = nil) {
        self.code = code
        self.message = message
        self.field = field
    }

    package init(_ refusal: Refusal, index: Int? = nil) {
        code = Code(refusal.code)
        message = refusal.message
        field = refusal.field
        fork = refusal.fork
        suspendedUntil = refusal.suspendedUntil
        self.index = index
        self.refusal = refusal
        if case .request(.rateLimited(let milliseconds)) = refusal {
            retryAfter = .milliseconds(milliseconds)
        }
    }

    /// Creates the error for a command that was stored but has an answer of the wrong kind.
    init(unexpected outcome: CommandOutcome) {
        self.init(
            .internal,
            "The command was stored, but its result has the wrong type; report this as a fault of the "
                + "program."
        )
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
        case .log, .views, .proof:
            self.init(.unavailable, "The store cannot be read: \(fault)")
        case .marks: self.init(.unavailable, "\(fault)")
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

    init(_ error: WriteError<Refusal>) {
        switch error {
        case .refused(let refusal): self.init(refusal)
        case .unwritten(let failure): self.init(failure)
        }
    }

    init(_ error: WriteError<CheckpointRefusal>) {
        switch error {
        case .refused(let refusal): self.init(.invalidRequest, "\(refusal)")
        case .unwritten(let failure): self.init(failure)
        }
    }

    init(_ error: WriteError<ExportRefusal>) {
        switch error {
        case .refused(.refused(let refusal)): self.init(refusal)
        case .refused(.otherLog):
            self.init(.invalidRequest, "The log never had this root at this size.")
        case .refused(.erasedSince(let position)):
            self.init(
                .overloaded,
                "Content was erased at position \(position), after the keys of the export were "
                    + "checked; check them again."
            )
        case .unwritten(let failure): self.init(failure)
        }
    }

    /// Creates the error for a failure of the writer.
    private init(_ failure: WriteFailure) {
        switch failure {
        case .overloaded:
            self.init(
                .overloaded,
                "The queue is full; nothing was stored. Retry later."
            )
        case .viewsUnavailable, .failed(.views(.unavailable)):
            self.init(
                .viewsUnavailable,
                "The views cannot be read now; nothing was stored. Retry later."
            )
            retryAfter = ViewsRemedy.wait.retryAfter
        case .failed(.views(let error)) where error.refutesViews || error.isPassing:
            self.init(.viewsUnavailable, "\(error) Nothing was stored; retry later.")
            retryAfter = ViewsRemedy.wait.retryAfter
        case .storageFull, .voided:
            self.init(.storageFull, "The disk is full; nothing was stored. Make room and retry.")
            if case .voided(_, let number) = failure { keeping = number }
        case .journalUnavailable:
            self.init(
                .journalUnavailable,
                "The journal cannot be written, so nothing was stored; make it writable and "
                    + "retry."
            )
            retryAfter = .seconds(1)
        case .tooLarge:
            self.init(.request(.tooManyEventsTogether))
        case .outcomeUnknown:
            self.init(
                .outcomeUnknown,
                "It is unknown whether this was stored; open the store again and retry with the "
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
                "Nothing was stored: the machine's clock is wrong. Set it, or accept "
                    + "it as it is."
            )
        case .closed:
            self.init(.closed, "The store is closed; nothing was stored.")
        case .failed:
            self.init(.internal, "The command failed; nothing was stored. See `cause`.")
        }
        fault = failure.fault
    }
}

extension ViewsRemedy {
    /// The time to wait before a retry.
    fileprivate var retryAfter: Duration {
        guard case .waitUntil(let next) = self else { return .seconds(1) }
        return max(.seconds(1), .microseconds(next.microseconds - systemTime().microseconds))
    }
}

extension StoreError: CustomStringConvertible {
    /// The code, the message, and the cause if the message does not contain it.
    public var description: String {
        let told = "\(code.rawValue): \(message)"
        guard let cause = fault?.description, !message.contains(cause) else { return told }
        return "\(told) Cause: \(cause)"
    }
}
