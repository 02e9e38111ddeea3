internal import LogSchema
internal import Wire

/// Changes some of the actor's settings; nil leaves a setting unchanged.
public struct SetSettings: Hashable, Sendable {
    /// The changes.
    public var changes: SettingsChanged

    /// Creates the command with the settings to change.
    public init(_ changes: SettingsChanged) { self.changes = changes }
}

extension SetSettings: UserRule {
    var name: CommandName { .setSettings }
    var number: CommandKind? { .setSettings }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .setSettings(SetSettings(SettingsChanged()))
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if let field = changes.unknownChoice { throw .user(.settingIsUnknown(field: field)) }
        guard changes.sendReadReceipts != false || !facts.configuration.receipts.isMandatory else {
            throw .user(.receiptsAreMandatory)
        }
        let current = facts.settings(of: actor)
        var changed = current
        changed.apply(changes)
        if changed == current { return Decision() }
        return Decision([NewEvent(.settingsChanged(changes), in: .user(actor))])
    }
}

extension SettingsChanged {
    /// The first setting that would have a value without a meaning.
    fileprivate var unknownChoice: String? {
        switch groupAdds {
        case .unspecified, .unrecognized: return "groupAdds"
        case nil, .everyone, .contacts, .nobody: break
        }
        switch previews {
        case .unspecified, .unrecognized: return "previews"
        case nil, .always, .whenUnlocked, .never: break
        }
        switch autoDownload {
        case .unspecified, .unrecognized: return "autoDownload"
        case nil, .wifi, .always, .never: break
        }
        switch imageQuality {
        case .unspecified, .unrecognized: return "imageQuality"
        case nil, .high, .medium, .low: break
        }
        switch keepMessages {
        case .unspecified, .unrecognized: return "keepMessages"
        case nil, .thirtyDays, .ninetyDays, .oneYear, .forever: break
        }
        return nil
    }
}

extension SetSettings: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.event == .settingsChanged(changes) }
}
