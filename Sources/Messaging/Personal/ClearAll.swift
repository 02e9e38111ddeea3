internal import LogSchema
internal import Wire

/// Clears and hides every conversation one has.
public struct ClearAll: Hashable, Sendable {
    /// Creates the command.
    public init() {}
}

extension ClearAll: UserRule {
    var name: CommandName { .clearAll }
    var number: CommandKind? { .clearAll }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .clearAll(ClearAll())
    }

    /// Clears and hides the conversations that are not cleared and hidden yet, in the order of
    /// joining; if one append has no room for all, the rest is left for the next command.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        var events: [NewEvent] = []
        for conversation in facts.conversations(of: actor) {
            for action in [Arrange.Action.clearHistory, .hide] {
                let arrange = Arrange(action, conversation: conversation)
                events += try arrange.decide(by: actor, asked, on: facts).events
            }
            if events.count > Limits.eventsOfClearing - 2 { break }
        }
        return Decision(events)
    }
}

extension ClearAll {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        .done
    }
}
