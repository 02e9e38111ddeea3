/// The numbers of readers of a log: the knowledge that a program needs to fold every event.
///
/// An older program refuses a log that needs a newer reader. The log itself raises its number for a
/// restore, to 2, or to 4 for one with a journal; this table has all that the domain has added
/// since. What an older program can leave out without an answer that is wrong (a setting or an
/// optional field that it does not show) needs none.
private enum Readers {
    static let first: UInt32 = 1
    /// Changes of conversations by the operator, ownership that is passed on, notifications of one
    /// conversation, retention of one conversation, history since a date, erasures in slices, owed
    /// media, configured limits, several rate windows, removed previews, looks that are logged,
    /// copies of the keys.
    static let ofOutsideChanges: UInt32 = 3
    /// Journals: an older program would write past one.
    static let ofJournals: UInt32 = 4
}

extension NewEvent {
    /// The least reader that understands the event.
    package func leastReader(by actor: Actor) -> UInt32 {
        if case .journalBegun = event { return Readers.ofJournals }
        // Earlier readers take an event of a conversation without an actor for damage.
        if actor == .operator, case .conversation = stream { return Readers.ofOutsideChanges }
        return event.needsOutsideChanges ? Readers.ofOutsideChanges : Readers.first
    }
}

extension Event {
    fileprivate var needsOutsideChanges: Bool {
        switch self {
        case .notificationsSet, .retentionRun, .erasureProgress, .contentOpened, .exportMade,
            .mediaOwed:
            true
        case .participantAdded(let added): added.historyFrom != 0
        case .retentionSet(let set): set.conversation != nil
        case .keyCopyBegun, .keyCopyDone, .keyCopyGone: true
        case .ownershipPassed(let passed): passed.from != nil || passed.formerRole != .unspecified
        case .messageEdited(let edited, _): edited.removesLinkPreview
        case .messageAnnotated(let annotated, _): annotated.removesLinkPreview
        case .configurationChanged(let changed):
            changed.limits != nil || !changed.furtherRateLimits.isEmpty || changed.looks != nil
        default: false
        }
    }
}
