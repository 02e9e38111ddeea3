internal import LogSchema
internal import Wire

/// Erases content older than its maximum retention, and content whose erasure had to wait.
public struct RunRetention: Hashable, Sendable {
    /// Only says what would happen, and what will be erased in the next thirty days.
    public var isDryRun: Bool

    /// Runs retention, or only says what that would do.
    public init(isDryRun: Bool = false) { self.isDryRun = isDryRun }
}

extension RunRetention: OperatorRule {
    static var answer: AnswerShape { .erasureWithUpcoming }
    static var restsOnKeeping: Bool { true }
    var name: CommandName { .runRetention }
    var number: CommandKind? { .runRetention }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        var scope =
            isDryRun
            ? facts.scopeOfDryRun(at: asked.now)
            : facts.scope(before: facts.size.next, at: asked.now, withOld: true)
        scope.listsExports = isDryRun
        guard let plan = facts.plan(of: scope) else { return Decision() }
        if isDryRun || plan.sliceCount == 0 {
            return Decision(answer: .erasure(plan.carriedOut().erasure))
        }
        return plan.decision(asking: NewEvent(.retentionRun(RetentionRun()), in: .store), on: facts)
    }
}

extension RunRetention {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard !isDryRun, let first = events.first else { return nil }
        let scope = facts.scope(before: first.position, at: first.recorded, withOld: true)
        return facts.erasure(by: events, scope).map { .erasure($0) }
    }
}
