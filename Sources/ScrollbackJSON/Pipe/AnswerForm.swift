public import Messaging
public import Wire

/// The result of a command as the contract writes it under `ok`, with the counts that it has.
public enum AnswerForm: Hashable, Sendable {
    /// Done; the answer has no fields.
    case done
    /// A direct conversation, and whether it is new.
    case direct(ConversationID, created: Bool)
    /// A new conversation.
    case conversation(ConversationID)
    /// A message with its place in the conversation.
    case message(MessageID, ordinal: UInt64, sentAt: Timestamp)
    /// The reactions to the message.
    case reactions([ReactionGroup])
    /// The number of unread messages.
    case unread(UInt64)
    /// A filed report.
    case report(ReportID)
    /// A hold that was placed.
    case hold(HoldID)
    /// An erasure; with the forwarded copies only where the command lists them.
    case erasure(Erasure, listsForwards: Bool)
    /// The results of the commands of a batch.
    case results([AnswerForm])

    /// Fills in the counts of the answer, and reads nothing else.
    ///
    /// For a command that was carried out together with others, reactions are left out: all of them
    /// could be on one message.
    package init<Failure: Error>(
        _ answer: Answer,
        to command: CommandName,
        together: Bool = false,
        reactions: (MessageID) throws(Failure) -> [ReactionGroup],
        unread: (ConversationID) throws(Failure) -> UInt64
    ) throws(Failure) {
        switch answer {
        case .done: self = .done
        case .direct(let id, let created): self = .direct(id, created: created)
        case .conversation(let id): self = .conversation(id)
        case .message(let id, let ordinal, let sentAt):
            self = .message(id, ordinal: ordinal, sentAt: sentAt)
        case .reactions(let message):
            self = together ? .done : .reactions(try reactions(message))
        case .unread(let conversation): self = .unread(try unread(conversation))
        case .report(let id): self = .report(id)
        case .hold(let id): self = .hold(id)
        case .erasure(let erasure):
            self = .erasure(erasure, listsForwards: command.answerShape == .erasureWithForwards)
        }
    }
}

extension JSONWriter {
    /// Writes the line that answers a command or a query.
    ///
    /// The closure writes one object.
    ///
    /// The epoch is that of the position, where the log was ever restored; `keeping` is the newest
    /// line of the journal.
    package mutating func writeLine<Failure: Error>(
        ref: [UInt8]?,
        position: Position,
        epoch: UInt64? = nil,
        keeping: UInt64? = nil,
        ok: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try object { (writer) throws(Failure) in
            writer.writeReference(ref)
            writer.name("ok")
            try ok(&writer)
            writer.name("position")
            writer.write(position)
            // A sealed position has its epoch in it.
            if let epoch, writer.seal == nil {
                writer.name(AnswerSchema.epochName)
                Rendering.bits.write(epoch, &writer)
            }
            if let keeping {
                writer.name(AnswerSchema.keepingName)
                Rendering<UInt64>.count.write(keeping, &writer)
            }
        }
        endLine()
    }

    /// Writes the line that answers a command.
    package mutating func writeLine(
        ref: [UInt8]?,
        position: Position,
        epoch: UInt64? = nil,
        keeping: UInt64? = nil,
        answer: AnswerForm
    ) {
        writeLine(ref: ref, position: position, epoch: epoch, keeping: keeping) { writer in
            writer.write(answer)
        }
    }

    /// Writes a line that says how far a task is, before the line that answers it.
    package mutating func writeProgress(ref: [UInt8]?, done: Position, total: Position) {
        object { writer in
            writer.writeReference(ref)
            writer.name("progress")
            Rendering.progress.write(TaskProgress(done: done, total: total), &writer)
        }
        endLine()
    }

    /// Writes a line that is written already, without its end.
    package mutating func appendLine(_ line: [UInt8]) {
        write(json: line)
        endLine()
    }
}

/// How much of a task is done.
struct TaskProgress: Sendable {
    let done: Position
    let total: Position
}

extension Rendering<TaskProgress> {
    static let progress = object {
        always("done", .position) { $0.done }
        always("total", .position) { $0.total }
    } make: {
        TaskProgress(done: $0, total: $1)
    }
}
