internal import LogSchema
package import Wire

/// The scope of one erasure: the contents that it names, and the time as of which they are judged.
package struct ErasureScope: Hashable, Sendable {
    package var requests: ErasureRequests
    /// The times before which messages are too old.
    package var tooOld: AgeLimits
    /// The time as of which minimum retention is weighed.
    package var time: Timestamp
    /// Whether copies are looked for that are to be listed only.
    package var listsForwards: Bool
    /// A hold that ends with this.
    package var released: HoldID?
    /// The content that expires soon; nil if it is not listed.
    package var foresight: Foresight?
    /// Whether the exports are looked for that held what would go: in a dry run.
    package var listsExports = false

    init(
        _ requests: ErasureRequests,
        at time: Timestamp,
        tooOld: AgeLimits = AgeLimits(),
        listingForwards listsForwards: Bool = false,
        without released: HoldID? = nil
    ) {
        self.requests = requests
        self.tooOld = tooOld
        self.time = time
        self.listsForwards = listsForwards
        self.released = released
    }

    /// Makes the scope of one request.
    init(
        of request: ErasureFacts,
        at time: Timestamp,
        listingForwards listsForwards: Bool = false,
        listingExports listsExports: Bool = false
    ) {
        self.init(ErasureRequests([request]), at: time, listingForwards: listsForwards)
        self.listsExports = listsExports
    }
}

/// The look ahead of a dry run: what goes by itself until a time.
package struct Foresight: Hashable, Sendable {
    /// The time up to which it looks.
    var end: Timestamp
    /// The times before which messages are too old by then.
    var tooOld: AgeLimits
}

extension Facts where Self: ~Copyable {
    /// Returns the scope of a retention run or of a release of a hold: every request before it.
    func scope(
        before position: Position,
        at time: Timestamp,
        withOld isRun: Bool,
        without released: HoldID? = nil,
        known: ErasureRequests? = nil
    ) -> ErasureScope {
        let tooOld = isRun ? retentionRules.ages(at: time) : AgeLimits()
        let requests = known ?? erasureRequests().before(position)
        return ErasureScope(requests, at: time, tooOld: tooOld, without: released)
    }

    /// Returns the scope of a dry run of retention at a time, which looks ahead.
    func scopeOfDryRun(at time: Timestamp) -> ErasureScope {
        var scope = scope(before: size.next, at: time, withOld: true)
        let end = time.later(byDays: Int64(Limits.foresightDays))
        scope.foresight = Foresight(end: end, tooOld: retentionRules.ages(at: end))
        return scope
    }

    /// Returns the scope of an erasure from its event; nil for an event that erases nothing.
    ///
    /// The requests before the event never change, so a repeated call may pass the known ones.
    func scope(
        ofErasureAt position: Position,
        known: ErasureRequests? = nil
    ) -> ErasureScope? {
        guard let begun = event(at: position) else { return nil }
        switch begun.event {
        case .erasureRequested, .userForgotten:
            return ErasureFacts(begun).map { ErasureScope(of: $0, at: begun.recorded) }
        case .holdReleased:
            return scope(before: position, at: begun.recorded, withOld: false, known: known)
        case .retentionRun:
            return scope(before: position, at: begun.recorded, withOld: true, known: known)
        default:
            return nil
        }
    }
}

extension ErasureFacts {
    /// Whether a request covers a content: of its user or conversation, and not younger than the
    /// request.
    func names(_ content: ContentFacts) -> Bool {
        guard content.position < position else { return false }
        switch target {
        case .message(let message): return content.message == message
        case .conversation(let conversation): return content.stream == .conversation(conversation)
        case .user(let user):
            if content.role == .profile { return forgetsUser && content.stream == .user(user) }
            return content.actor == user
        }
    }

    /// Creates a request from its event; nil for an event that requests no erasure.
    package init?(_ recorded: RecordedEvent) {
        switch recorded.event {
        case .erasureRequested(let request, _):
            self.init(request, at: recorded.position)
        case .userForgotten:
            guard case .user(let user) = recorded.stream else { return nil }
            self.init(forgetting: user, at: recorded.position)
        default:
            return nil
        }
    }

    /// Creates a request from its event; nil if it names nothing.
    package init?(_ request: ErasureRequested, at position: Position) {
        let target: Erase.Target
        if let message = request.message {
            target = .message(MessageID(message))
        } else if let user = request.user {
            target = .user(UserID(user))
        } else if let conversation = request.conversation {
            target = .conversation(ConversationID(conversation))
        } else {
            return nil
        }
        self.init(position: position, target: target, includesForwards: request.forwards)
    }

    /// A request to forget a user.
    package init(forgetting user: UserID, at position: Position) {
        self.init(position: position, target: .user(user), forgetsUser: true)
    }
}

extension ContentFacts {
    /// Whether it was said before a time that is given for its conversation or the kind of that;
    /// where the kind is not known yet, for any kind.
    func isOld(by limits: AgeLimits) -> Bool {
        guard role.isSaid, case .conversation(let id) = stream else { return false }
        return limits.limit(of: id, kind).map { sentAt < $0 } ?? false
    }
}
