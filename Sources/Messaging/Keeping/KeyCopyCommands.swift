internal import LogSchema

/// Ends a copy of the keys that exists no more: it does not count as older than an erasure.
///
/// A copy that is begun again at the place is a new one.
public struct EndKeyCopy: Hashable, Sendable {
    /// The id of the place.
    public var place: KeyCopyID

    /// Names the copy that exists no more.
    public init(place: KeyCopyID) { self.place = place }
}

extension EndKeyCopy: OperatorRule {
    var name: CommandName { .keyCopyGone }
    var number: CommandKind? { .keyCopyGone }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard let known = facts.keyCopy(place) else { throw .keeping(.keyCopyIsNotFound) }
        if known.isGone { return Decision() }
        return Decision([NewEvent(.keyCopyGone(KeyCopyGone(place: place.rawValue)), in: .store)])
    }
}

extension EndKeyCopy {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard case .keyCopyGone(let gone) = events.first?.event, gone.place == place.rawValue
        else { return nil }
        return .done
    }
}
