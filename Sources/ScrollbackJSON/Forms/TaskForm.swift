package import Messaging
package import Wire

/// What the operator can have done to the store itself, and to the marks beside it; only looks,
/// exports and backups are logged.
package enum StoreTask: Hashable, Sendable {
    case rebuildViews(tells: Bool)
    case depositCheckpoint(String)
    /// Logs a look that another process answers; the sender of the line is the looker.
    case logLook(LookSubject, reason: String)
    /// Notes an export, which is logged.
    case noteExport(ExportNote)
    /// Notes a step of a backup, which is logged.
    case noteKeyCopy(KeyCopyNote)
    case beginConsumer(String)
    /// Moves the mark of a consumer forward, to a position of an epoch.
    case acknowledgeConsumer(String, Position, epoch: UInt64?)
    case removeConsumer(String)
    case retryWebhook(String)
    case dropWebhook(String)
    /// Begins an export, which is logged when it is written.
    case beginExport(ExportScope, reason: String?)
    case endExport(UniqueID)

    /// Whether a journal has a line for it, whose number the answer names.
    package var isKept: Bool {
        if case .noteKeyCopy = self { true } else { false }
    }

    package static let audience = Audience.operator

    package var name: StoreTaskName {
        switch self {
        case .rebuildViews: .rebuildViews
        case .depositCheckpoint: .depositCheckpoint
        case .logLook: .logLook
        case .noteExport: .noteExport
        case .noteKeyCopy: .noteKeyCopy
        case .beginConsumer: .beginConsumer
        case .acknowledgeConsumer: .acknowledgeConsumer
        case .removeConsumer: .removeConsumer
        case .retryWebhook: .retryWebhook
        case .dropWebhook: .dropWebhook
        case .beginExport: .beginExport
        case .endExport: .endExport
        }
    }
}

/// The names of tasks, which stand beside those of commands.
package enum StoreTaskName: String, CaseIterable, Sendable {
    case rebuildViews, depositCheckpoint, logLook, noteExport, noteKeyCopy
    case beginConsumer, acknowledgeConsumer, removeConsumer, retryWebhook, dropWebhook
    case beginExport, endExport

    /// Whether another process of the machine sends it for a command of its shell, and no other
    /// client may.
    package var isOfShell: Bool {
        switch self {
        case .rebuildViews, .logLook, .noteExport, .noteKeyCopy: true
        case .depositCheckpoint, .beginConsumer, .acknowledgeConsumer, .removeConsumer,
            .retryWebhook, .dropWebhook, .beginExport, .endExport:
            false
        }
    }

    /// Those that every client of the operator's may send.
    package static let ofClients = allCases.filter { !$0.isOfShell }
}

/// How a task is written in JSON.
enum TaskForm {
    private static let rebuildViews = Fields(
        Field.optional("progress", .boolean, else: false)
    ) { StoreTask.rebuildViews(tells: $0) }
    private static let depositCheckpoint = Fields(
        Field.required("checkpoint", .text)
    ) { StoreTask.depositCheckpoint($0) }
    private static let noteExport = Fields(
        scope,
        Field.required("upTo", .integer(UInt64.self)),
        Field.required("root", .digest),
        Field.required("manifest", .digest),
        Field.required("looked", .integer(UInt64.self)),
        Field.optional("reason", .text)
    ) { scope, upTo, root, manifest, looked, reason in
        StoreTask.noteExport(
            ExportNote(
                scope,
                upTo: Position(upTo),
                root: root,
                manifest: manifest,
                looked: Position(looked),
                reason: reason
            )
        )
    }

    private static let noteKeyCopy = Fields(
        Field.required("place", .id(KeyCopyID.self)),
        Field.optional("label", .text),
        Field.optional("upTo", .integer(UInt64.self))
    ) { place, label, upTo in
        StoreTask.noteKeyCopy(
            upTo.map { .done(place, upTo: Position($0)) } ?? .begun(place, label: label ?? "")
        )
    }

    private static let logLook = Fields(
        Field.required("query", .text),
        Field.required("reason", .text),
        Field.optional("user", .id(UserID.self)),
        Field.optional("conversation", .id(ConversationID.self)),
        Field.optional("message", .id(MessageID.self)),
        Field.optional("asUser", .id(UserID.self)),
        Field.optional("past", .boolean, else: false)
    ) { query, reason, user, conversation, message, viewer, isPast in
        let opening = Opening(conversation: conversation, message: message, user: user)
        let subject = LookSubject(query, as: viewer, opening, isPast: isPast)
        return StoreTask.logLook(subject, reason: reason)
    }

    private static let beginConsumer = Fields(consumer) { StoreTask.beginConsumer($0) }
    private static let acknowledgeConsumer = Fields(
        consumer,
        Field.required("position", .position),
        Field.optional("epoch", .epoch)
    ) { StoreTask.acknowledgeConsumer($0, $1, epoch: $2) }
    private static let removeConsumer = Fields(consumer) { StoreTask.removeConsumer($0) }
    private static let retryWebhook = Fields(webhook) { StoreTask.retryWebhook($0) }
    private static let dropWebhook = Fields(webhook) { StoreTask.dropWebhook($0) }

    private static let beginExport = Fields(scope, LineForm.reason) {
        StoreTask.beginExport($0, reason: $1)
    }
    private static let endExport = Fields(
        Field.required("export", .uniqueID)
    ) { StoreTask.endExport($0) }

    /// The fields of what an export holds.
    private static let scope = Field<ExportScope>.all(
        Field.optional("conversation", .id(ConversationID.self)),
        Field.optional("user", .id(UserID.self)),
        Field.optional("from", .time),
        Field.optional("until", .time),
        Field.optional("deleted", .boolean, else: false)
    ) { conversation, user, from, until, deleted in
        ExportScope(
            conversation: conversation,
            user: user,
            from: from,
            until: until,
            includingDeleted: deleted
        )
    }
    private static let consumer = Field.required("consumer", .text)
    private static let webhook = Field.required("webhook", .text)

    static func of(_ name: StoreTaskName) -> Fields<StoreTask> {
        switch name {
        case .rebuildViews: rebuildViews
        case .depositCheckpoint: depositCheckpoint
        case .logLook: logLook
        case .noteExport: noteExport
        case .noteKeyCopy: noteKeyCopy
        case .beginConsumer: beginConsumer
        case .acknowledgeConsumer: acknowledgeConsumer
        case .removeConsumer: removeConsumer
        case .retryWebhook: retryWebhook
        case .dropWebhook: dropWebhook
        case .beginExport: beginExport
        case .endExport: endExport
        }
    }

    /// The task that a line names; nil for another name.
    static func name(in line: LineValues) -> StoreTaskName? {
        guard let word = line[.do] else { return nil }
        return StoreTaskName.allCases.first { word.spells($0.rawValue) }
    }

    /// Reads a task, beside some of the line's own names.
    ///
    /// An id is accepted, as with every command: a task can be repeated.
    static func read(
        _ name: StoreTaskName,
        _ line: LineValues,
        besides names: [LineName]
    ) throws(FormFault) -> StoreTask {
        _ = try CommandForm.attempt.read(line[.id], of: line.object)
        let known = line.tokens(of: names)
        return try of(name).read(line.object, besides: known) { .zero }
    }
}
