internal import LogSchema
public import Wire

/// A command with who asks for it, when, and under which names.
///
/// Time, names and the actor arrive with the command, so that deciding is pure.
package struct Request: Sendable {
    package var actor: Actor
    package var command: Command
    /// The id of this command; a command that creates an object is named by the object's id.
    package var id: CommandID?
    /// Never before the time of the newest event.
    package var now: Timestamp
    package var fresh: FreshIDs

    package init(
        as actor: Actor,
        _ command: Command,
        id: CommandID? = nil,
        now: Timestamp,
        fresh: FreshIDs
    ) {
        self.actor = actor
        self.command = command
        self.id = id
        self.now = now
        self.fresh = fresh
    }
}

extension Request {
    /// The trace of the command for its events: nil without an id, if the created object's id
    /// identifies it, or if there are no events.
    package var trace: CommandTrace? {
        guard let id else { return nil }
        return command.open(Tracing(id: id), on: ())
    }
}

private struct Tracing: CommandUse {
    let id: CommandID

    func use(_ command: some CommandRule, on context: borrowing Void) -> CommandTrace? {
        command.trace(of: id)
    }
}

/// An event that a decision leads to, and the stream that it goes to.
package struct NewEvent: Hashable, Sendable {
    package var stream: Stream
    package var event: Event

    package init(_ event: Event, in stream: Stream) {
        self.stream = stream
        self.event = event
    }
}

/// The decision about a command that the rules allow.
package struct Decision: Hashable, Sendable {
    /// One atomic append; empty where there was nothing to do.
    package var events: [NewEvent]
    package var answer: Answer
    /// The position of the same command's last event, if this is a repetition.
    package var repeats: Position?
    /// Whether the first event requests an erasure that continues after the last one.
    package var goesOn: Bool

    package init(
        _ events: [NewEvent] = [],
        answer: Answer = .done,
        repeats: Position? = nil,
        goesOn: Bool = false
    ) {
        self.events = events
        self.answer = answer
        self.repeats = repeats
        self.goesOn = goesOn
    }
}

/// The answer to a command's caller, as far as it is decided here.
///
/// Counts (unread, reactions) are looked up after the events are in the views.
public enum Answer: Hashable, Sendable {
    /// There is nothing to say beyond that it is done.
    case done
    /// The direct conversation with a user, and whether this command created it.
    case direct(ConversationID, created: Bool)
    /// The conversation that was created.
    case conversation(ConversationID)
    /// The message that was sent, and its place.
    case message(MessageID, ordinal: UInt64, sentAt: Timestamp)
    /// The reactions on a message, to be counted.
    case reactions(of: MessageID)
    /// The unread messages of a conversation, to be counted.
    case unread(in: ConversationID)
    /// The report that was filed.
    case report(ReportID)
    /// The hold that was placed.
    case hold(HoldID)
    /// What was erased, or would be.
    case erasure(Erasure)
}

/// The result of an erasure, or of its preview.
public struct Erasure: Hashable, Sendable {
    /// Why something stays for now.
    public enum Reason: Hashable, Sendable {
        case hold(HoldID)
        case minimumRetention
        /// Nothing keeps it: a later slice or the next run of retention erases it.
        case nextRun

        /// The hold that is waited for.
        package var hold: HoldID? {
            if case .hold(let hold) = self { hold } else { nil }
        }
    }

    /// An event that keeps its content for now, and why.
    public struct Deferred: Hashable, Sendable {
        /// Which event.
        public var position: Position
        /// The reason why it is kept.
        public var why: Reason

        /// Creates deferred content.
        public init(position: Position, why: Reason) {
            self.position = position
            self.why = why
        }
    }

    /// An event whose content will be erased within the next thirty days.
    public struct Upcoming: Hashable, Sendable {
        /// Which event.
        public var position: Position
        /// The conversation that it is of, if of any.
        public var conversation: ConversationID?
        /// The message that it is a part of, if of any.
        public var message: MessageID?
        /// The time after which a run of retention erases it.
        public var at: Timestamp

        /// Creates content that will be erased soon.
        public init(
            position: Position,
            conversation: ConversationID? = nil,
            message: MessageID? = nil,
            at time: Timestamp
        ) {
            self.position = position
            self.conversation = conversation
            self.message = message
            at = time
        }
    }

    /// How many contents are erased, including those that are still pending.
    public var erased: Int
    /// The positions of the first hundred of them.
    public var erasedList: [Position]
    /// The forwarded copies of the erased messages, erased as well or not: the first hundred.
    public var forwards: [MessageID]
    /// How many such copies there are.
    public var forwardsCount: Int
    /// The requested contents that could not be erased yet: the first hundred.
    ///
    /// They are erased when nothing protects them any more.
    public var deferred: [Deferred]
    /// How many contents have to wait so.
    public var deferredCount: Int
    /// How many contents are erased after the answer, slice by slice.
    public var pending: Int
    /// The position of the request in the log, if it is recorded.
    public var request: Position?
    /// What will be erased in the next thirty days and not now: the first hundred; nil except for
    /// a dry run of retention.
    public var upcoming: [Upcoming]?
    /// How many such contents there are.
    public var upcomingCount: Int?
    /// Where the log notes exports that held what would be erased: the first hundred, in a dry run
    /// only.
    public var exports: [Position]

    /// Creates an erasure.
    public init(
        erased: Int = 0,
        erasedList: [Position] = [],
        forwards: [MessageID] = [],
        forwardsCount: Int? = nil,
        deferred: [Deferred] = [],
        deferredCount: Int? = nil,
        pending: Int = 0,
        request: Position? = nil,
        upcoming: [Upcoming]? = nil,
        upcomingCount: Int? = nil,
        exports: [Position] = []
    ) {
        self.erased = erased
        self.erasedList = erasedList
        self.forwards = forwards
        self.forwardsCount = forwardsCount ?? forwards.count
        self.deferred = deferred
        self.deferredCount = deferredCount ?? deferred.count
        self.pending = pending
        self.request = request
        self.upcoming = upcoming
        self.upcomingCount = upcomingCount ?? upcoming?.count
        self.exports = exports
    }
}
