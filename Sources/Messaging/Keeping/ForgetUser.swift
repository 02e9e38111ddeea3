internal import LogSchema
internal import Wire

/// Erases a user's profile and everything that they wrote, and passes their conversations to other
/// members.
public struct ForgetUser: Hashable, Sendable {
    /// The user to forget.
    public var user: UserID
    /// The legal basis, a law or a contract; kept sealed.
    public var basis: String
    /// Only says what would happen.
    public var isDryRun: Bool

    /// Names the user to forget and the legal basis.
    public init(user: UserID, basis: String, isDryRun: Bool = false) {
        self.user = user
        self.basis = basis
        self.isDryRun = isDryRun
    }
}

extension ForgetUser: OperatorRule {
    static var answer: AnswerShape { .erasure }
    static var restsOnKeeping: Bool { true }
    var name: CommandName { .forgetUser }
    var number: CommandKind? { .forgetUser }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard let basis = Note.required(basis) else { throw .keeping(.basisIsInvalid) }
        let request = ErasureFacts(
            position: facts.size.next,
            target: .user(user),
            forgetsUser: true
        )
        let scope = ErasureScope(of: request, at: asked.now, listingExports: isDryRun)
        guard let plan = facts.plan(of: scope) else { return Decision() }
        if isDryRun { return Decision(answer: .erasure(plan.carriedOut().erasure)) }
        let owned = facts.passingOwnership(of: user, by: .operator)
        // A forgotten member cannot become the owner later, even without ever having written.
        let isMember = !facts.conversations(of: user).isEmpty
        if plan.isEmpty, owned.isEmpty, facts.isForgotten(user) || !isMember {
            return Decision(answer: .erasure(plan.carriedOut().erasure))
        }
        let forgotten = Event.userForgotten(UserForgotten(), ForgettingContent(basis: basis))
        var decision = plan.decision(asking: NewEvent(forgotten, in: .user(user)), on: facts)
        decision.events += owned
        return decision
    }
}

extension ForgetUser {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard !isDryRun, let first = events.first, first.stream == .user(user),
            case .userForgotten(_, let content) = first.event,
            first.holds(Note.required(basis).map { ForgettingContent(basis: $0) }, as: content)
        else { return nil }
        let request = ErasureFacts(
            position: first.position,
            target: .user(user),
            forgetsUser: true
        )
        let scope = ErasureScope(of: request, at: first.recorded)
        return facts.erasure(by: events, scope).map { .erasure($0) }
    }
}
