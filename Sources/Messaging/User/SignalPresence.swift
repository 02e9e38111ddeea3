internal import LogSchema
internal import Wire

/// Whether a person's device is in use.
public enum PresenceState: Hashable, Sendable, CaseIterable {
    case online, offline
}

/// Signals that the actor is online, or no longer is; nothing is logged.
public struct SignalPresence: Hashable, Sendable {
    /// The state that the device reports.
    public var state: PresenceState
    /// The device, at most 64 characters; nil for one that all share who name none.
    public var device: String?

    /// Describes a device's report.
    public init(_ state: PresenceState, device: String? = nil) {
        self.state = state
        self.device = device
    }
}

extension SignalPresence: UserRule {
    var name: CommandName { .presence }
    var number: CommandKind? { nil }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .presence(SignalPresence(.online))
    }

    /// Nothing of it is recorded; the query decides who sees it.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard device == nil || normalizedDevice != nil else { throw .user(.deviceIsInvalid) }
        return Decision()
    }

    /// No event records it, so no event is a first attempt's.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}

extension SignalPresence {
    /// The name of the device as it is compared; nil for none, and for one that is refused.
    package var normalizedDevice: String? {
        device.flatMap { Line.normalized($0, upTo: Limits.device) }
    }
}
