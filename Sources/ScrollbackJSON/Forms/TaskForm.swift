package import Messaging
internal import Wire

/// What the operator can have done to the store itself.
package enum StoreTask: Hashable, Sendable {
    case rebuildViews(tells: Bool)
    case depositCheckpoint(String)
    /// Has a look logged that another process answers; who sends the line is the looker.
    case logLook(LookSubject, reason: String)

    package static let audience = Audience.operator
}

/// The names of tasks, which stand beside those of commands.
package enum StoreTaskName: String, CaseIterable, Sendable {
    case rebuildViews, depositCheckpoint, logLook
}

/// How a task is written in JSON.
enum TaskForm {
    private static let rebuildViews = Fields(
        Field.optional("progress", .boolean, else: false)
    ) { StoreTask.rebuildViews(tells: $0) }
    private static let depositCheckpoint = Fields(
        Field.required("checkpoint", .text)
    ) { StoreTask.depositCheckpoint($0) }

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
