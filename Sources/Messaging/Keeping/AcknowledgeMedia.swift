internal import LogSchema
public import Wire

/// Acknowledges that media were deleted elsewhere, and erases their URLs from the store.
public struct AcknowledgeMedia: Hashable, Sendable {
    /// The position of the last item of `mediaOwed` whose media are deleted, with all before it.
    public var mark: Position

    /// Names the last item whose media are deleted.
    public init(through mark: Position) { self.mark = mark }
}

extension AcknowledgeMedia: OperatorRule {
    var name: CommandName { .acknowledgeMedia }
    var number: CommandKind? { .acknowledgeMedia }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard mark > .zero, mark <= facts.size else { throw .keeping(.markIsOutOfRange) }
        return Decision(ErasurePlan.events(erasing: facts.mediaDebts(through: mark)))
    }
}

extension AcknowledgeMedia {
    /// Another mark would have erased others: one below what the first erased, or one that reaches
    /// over some that are still owed.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first else { return nil }
        for event in events {
            guard case .contentErased(let erased) = event.event,
                erased.ranges.allSatisfy({ $0.first + $0.count - 1 <= mark.rawValue })
            else { return nil }
        }
        return facts.mediaDebts(through: min(mark, first.position)).isEmpty ? .done : nil
    }
}
