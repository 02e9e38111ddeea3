internal import LogSchema
public import Wire

/// Protects the content that it covers from erasure.
public struct PlaceHold: Hashable, Sendable {
    /// The hold's id, which the caller makes and needs to release it.
    public var hold: HoldID
    /// The legal matter; kept sealed.
    public var matter: String
    /// Covers this conversation alone, if named.
    public var conversation: ConversationID?
    /// The user whose content it covers; nil for all users.
    public var user: UserID?
    /// The earliest sending time that it covers; nil for no limit.
    public var from: Timestamp?
    /// The time before which covered content was sent; nil for no limit.
    public var until: Timestamp?

    /// Describes a hold; each thing that is named narrows it.
    public init(
        hold: HoldID,
        matter: String,
        conversation: ConversationID? = nil,
        user: UserID? = nil,
        from: Timestamp? = nil,
        until: Timestamp? = nil
    ) {
        self.hold = hold
        self.matter = matter
        self.conversation = conversation
        self.user = user
        self.from = from
        self.until = until
    }
}

extension PlaceHold: OperatorRule {
    static var answer: AnswerShape { .hold }
    var name: CommandName { .placeHold }
    var number: CommandKind? { .placeHold }
    var creation: Creation? { .hold(hold) }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if let conversation, facts.conversation(conversation) == nil {
            throw .keeping(.conversationIsNotFound)
        }
        if let from, let until, until <= from { throw .keeping(.holdEndsBeforeItBegins) }
        guard let matter = Note.required(matter) else { throw .keeping(.matterIsInvalid) }
        let placed = HoldPlaced(
            hold: hold.rawValue,
            conversation: conversation?.rawValue,
            user: user?.rawValue,
            from: from?.microseconds,
            until: until?.microseconds
        )
        let event = Event.holdPlaced(placed, HoldContent(matter: matter))
        return Decision([NewEvent(event, in: .store)], answer: .hold(hold))
    }
}

extension PlaceHold: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .holdPlaced(let placed, let content) = first.event else { return false }
        return placed.conversation == conversation?.rawValue && placed.user == user?.rawValue
            && placed.from == from?.microseconds
            && placed.until == until?.microseconds
            && first.holds(Note.required(matter).map { HoldContent(matter: $0) }, as: content)
    }

    var repeatedAnswer: Answer { .hold(hold) }
}

/// Ends a hold; erasures that waited for it are carried out.
public struct ReleaseHold: Hashable, Sendable {
    /// The id that the hold was placed under.
    public var hold: HoldID
    /// Only says what would happen.
    public var isDryRun: Bool

    /// Names the hold that ends.
    public init(hold: HoldID, isDryRun: Bool = false) {
        self.hold = hold
        self.isDryRun = isDryRun
    }
}

extension ReleaseHold: OperatorRule {
    static var answer: AnswerShape { .release }
    static var restsOnKeeping: Bool { true }
    var name: CommandName { .releaseHold }
    var number: CommandKind? { .releaseHold }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard let known = facts.hold(hold) else { throw .keeping(.holdIsNotFound) }
        if known.isReleased { return Decision(answer: isDryRun ? .erasure(Erasure()) : .done) }
        var scope = facts.scope(
            before: facts.size.next,
            at: asked.now,
            withOld: false,
            without: hold
        )
        scope.listsExports = isDryRun
        guard let plan = facts.plan(of: scope) else { return Decision() }
        if isDryRun { return Decision(answer: .erasure(plan.carriedOut().erasure)) }
        // The release comes first: before it, the hold forbids erasing.
        let released = HoldReleased(hold: hold.rawValue)
        var decision = plan.decision(
            asking: NewEvent(.holdReleased(released), in: .store),
            on: facts
        )
        decision.answer = .done
        return decision
    }
}

extension ReleaseHold {
    /// The content that had waited for the end of the hold is erased in the same append.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard !isDryRun, case .holdReleased(let released) = events.first?.event,
            released.hold == hold.rawValue
        else { return nil }
        return .done
    }
}
