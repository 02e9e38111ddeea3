internal import LogSchema
internal import Wire

/// Erases the content of a message, of everything a user wrote, or of a conversation.
public struct Erase: Hashable, Sendable {
    /// Whose content to erase: a message's, all that a user wrote, or a conversation's.
    public enum Target: Hashable, Sendable {
        /// One message, with its former texts.
        case message(MessageID)
        /// Everything that a user wrote, in all conversations.
        case user(UserID)
        /// All content of a conversation.
        case conversation(ConversationID)
    }

    /// The content to erase.
    public var target: Target
    /// The legal basis, a law or a contract; kept sealed.
    public var basis: String
    /// The reason; kept sealed.
    public var reason: String
    /// Whether forwarded copies are erased as well.
    public var includesForwards: Bool
    /// Only says what would happen.
    public var isDryRun: Bool

    /// Creates the command with its target and reason.
    public init(
        target: Target,
        basis: String,
        reason: String,
        includesForwards: Bool = false,
        isDryRun: Bool = false
    ) {
        self.target = target
        self.basis = basis
        self.reason = reason
        self.includesForwards = includesForwards
        self.isDryRun = isDryRun
    }
}

extension Erase: OperatorRule {
    static var answer: AnswerShape { .erasureWithForwards }
    static var restsOnKeeping: Bool { true }
    var name: CommandName { .erase }
    var number: CommandKind? { .erase }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try requireTarget(on: facts)
        let content = try content()
        let request = ErasureFacts(
            position: facts.size.next,
            target: target,
            includesForwards: includesForwards
        )
        let scope = ErasureScope(
            of: request,
            at: asked.now,
            listingForwards: true,
            listingExports: isDryRun
        )
        guard let plan = facts.plan(of: scope) else { return Decision() }
        if isDryRun || plan.isEmpty { return Decision(answer: .erasure(plan.carriedOut().erasure)) }
        let event = NewEvent(.erasureRequested(requested, content), in: .store)
        return plan.decision(asking: event, on: facts)
    }

    private func requireTarget(on facts: borrowing some Facts & ~Copyable) throws(Refusal) {
        switch target {
        case .message(let id):
            guard let message = facts.message(id) else { throw .message(.notFound) }
            guard !message.isSystem else { throw .message(.isASystemEntry) }
        case .user: break
        case .conversation(let id):
            guard facts.conversation(id) != nil else { throw .keeping(.conversationIsNotFound) }
        }
    }

    func content() throws(Refusal) -> ErasureContent {
        guard let basis = Note.required(basis) else { throw .keeping(.basisIsInvalid) }
        guard let reason = Note.required(reason) else { throw .keeping(.reasonIsInvalid) }
        return ErasureContent(basis: basis, reason: reason)
    }

    var requested: ErasureRequested {
        var requested = ErasureRequested(forwards: includesForwards)
        switch target {
        case .message(let id): requested.message = id.rawValue
        case .user(let id): requested.user = id.rawValue
        case .conversation(let id): requested.conversation = id.rawValue
        }
        return requested
    }
}

extension Erase {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard !isDryRun, let first = events.first,
            case .erasureRequested(let requested, let content) = first.event,
            requested == self.requested, first.holds(as: content, self.content)
        else { return nil }
        let request = ErasureFacts(
            position: first.position,
            target: target,
            includesForwards: includesForwards
        )
        let scope = ErasureScope(of: request, at: first.recorded, listingForwards: true)
        return facts.erasure(by: events, scope).map { .erasure($0) }
    }
}

extension Facts where Self: ~Copyable {
    /// Returns the erased and the deferred contents of an erasure.
    func erasure(by events: [RecordedEvent], _ scope: ErasureScope) -> Erasure? {
        guard let first = events.first else { return nil }
        var count = 0
        var positions: [Position] = []
        for case .contentErased(let event) in events.lazy.map(\.event) {
            for range in event.ranges {
                let sum = count.addingReportingOverflow(Int(clamping: range.count))
                count = sum.overflow ? .max : sum.partialValue
                let room = UInt64(Limits.listedErasures - positions.count)
                for offset in 0..<min(range.count, room) {
                    positions.append(Position(range.first).advanced(by: offset))
                }
            }
        }
        // Decided later, as its caller is told nothing then.
        guard let plan = plan(of: scope) else { return Erasure() }
        let progress = progress(ofErasureAt: first.position)
        var erasure = plan.left(isGoingOn: (progress?.pending ?? 0) > 0)
        erasure.erased = erasure.pending + (progress.map { Int(clamping: $0.erased) } ?? count)
        erasure.erasedList = positions
        if case .contentErased = first.event {} else { erasure.request = first.position }
        return erasure
    }
}
