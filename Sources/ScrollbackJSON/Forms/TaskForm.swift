package import Messaging
internal import Wire

/// What the operator can have done to the store itself; only looks, exports and
/// backups are logged.
package enum StoreTask: Hashable, Sendable {
    case rebuildViews(tells: Bool)
    case depositCheckpoint(String)
    /// Has a look logged that another process answers; who sends the line is the looker.
    case logLook(LookSubject, reason: String)
    /// Notes an export, which is logged.
    case noteExport(ExportNote)
    /// Notes a step of a backup, which is logged.
    case noteKeyCopy(KeyCopyNote)

    /// Whether a journal has a line for it, whose number the answer names.
    package var isKept: Bool {
        if case .noteKeyCopy = self { true } else { false }
    }

    package static let audience = Audience.operator
}

/// The names of tasks, which stand beside those of commands.
package enum StoreTaskName: String, CaseIterable, Sendable {
    case rebuildViews, depositCheckpoint, logLook, noteExport, noteKeyCopy
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
        ExportOrder.scope,
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

    static func of(_ name: StoreTaskName) -> Fields<StoreTask> {
        switch name {
        case .rebuildViews: rebuildViews
        case .depositCheckpoint: depositCheckpoint
        case .logLook: logLook
        case .noteExport: noteExport
        case .noteKeyCopy: noteKeyCopy
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
