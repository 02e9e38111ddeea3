package import Messaging
package import Wire

/// The content of a command's answer under `ok`, including its counts.
package enum AnswerForm: Hashable, Sendable {
    case done
    case direct(ConversationID, created: Bool)
    case conversation(ConversationID)
    case message(MessageID, ordinal: UInt64, sentAt: Timestamp)
    case reactions([ReactionGroup])
    case unread(UInt64)
    case report(ReportID)
    case hold(HoldID)
    /// With the forwarded copies only where they were asked about.
    case erasure(Erasure, listsForwards: Bool)
    /// The answers of commands that were carried out together.
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
    /// The epoch is that of the position, where the log was ever restored.
    package mutating func writeLine<Failure: Error>(
        ref: [UInt8]?,
        position: Position,
        epoch: UInt64? = nil,
        ok: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try object { (writer) throws(Failure) in
            writer.writeReference(ref)
            writer.name("ok")
            try ok(&writer)
            writer.name("position")
            writer.write(position)
            if let epoch {
                writer.name(AnswerSchema.epochName)
                Rendering.bits.write(epoch, &writer)
            }
        }
        endLine()
    }

    /// Writes the line that answers a command.
    package mutating func writeLine(
        ref: [UInt8]?,
        position: Position,
        epoch: UInt64? = nil,
        answer: AnswerForm
    ) {
        writeLine(ref: ref, position: position, epoch: epoch) { writer in writer.write(answer) }
    }
}
