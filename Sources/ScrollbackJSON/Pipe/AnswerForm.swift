package import Messaging
package import Wire

/// What a command's answer says under `ok`, with what had to be counted filled in.
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

    /// Fills in what the answer leaves to be counted, and asks for nothing else.
    package init<Failure: Error>(
        _ answer: Answer,
        to command: CommandName,
        reactions: (MessageID) throws(Failure) -> [ReactionGroup],
        unread: (ConversationID) throws(Failure) -> UInt64
    ) throws(Failure) {
        switch answer {
        case .done: self = .done
        case .direct(let id, let created): self = .direct(id, created: created)
        case .conversation(let id): self = .conversation(id)
        case .message(let id, let ordinal, let sentAt):
            self = .message(id, ordinal: ordinal, sentAt: sentAt)
        case .reactions(let message): self = .reactions(try reactions(message))
        case .unread(let conversation): self = .unread(try unread(conversation))
        case .report(let id): self = .report(id)
        case .hold(let id): self = .hold(id)
        case .erasure(let erasure):
            self = .erasure(erasure, listsForwards: command == .erase)
        }
    }
}

extension JSONWriter {
    /// Writes the line that answers a command or a query.
    ///
    /// The closure writes one object.
    package mutating func writeLine<Failure: Error>(
        ref: [UInt8]?,
        position: Position,
        ok: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        try object { (writer) throws(Failure) in
            writer.writeReference(ref)
            writer.name("ok")
            try ok(&writer)
            writer.name("position")
            writer.write(position)
        }
        endLine()
    }

    /// Writes the line that answers a command.
    package mutating func writeLine(ref: [UInt8]?, position: Position, answer: AnswerForm) {
        writeLine(ref: ref, position: position) { writer in writer.write(answer) }
    }

    package mutating func write(_ answer: AnswerForm) {
        object { writer in writer.writeFields(of: answer) }
    }

    private mutating func writeFields(of answer: AnswerForm) {
        switch answer {
        case .done: break
        case .direct(let id, let created):
            field("conversation", id)
            field("created", created)
        case .conversation(let id): field("conversation", id)
        case .message(let id, let ordinal, let sentAt):
            field("message", id)
            field("ordinal", ordinal)
            field("sentAt", sentAt)
        case .reactions(let groups):
            name("reactions")
            array { writer in
                for group in groups { writer.write(group) }
            }
        case .unread(let count): field("unread", count)
        case .report(let id): field("report", id)
        case .hold(let id): field("hold", id)
        case .erasure(let erasure, let listsForwards):
            field("erased", erasure.erased)
            if listsForwards { field("forwards", erasure.forwards.map(\.description)) }
            name("deferred")
            array { writer in
                for deferred in erasure.deferred { writer.write(deferred) }
            }
        case .results(let answers):
            name("results")
            array { writer in
                for answer in answers { writer.write(answer) }
            }
        }
    }

    /// Writes a group as the answers about one message have it.
    package mutating func write(_ group: ReactionGroup) {
        object { writer in
            writer.field("reaction", group.reaction)
            writer.field("count", group.users.count)
            writer.field("mine", group.isMine)
            writer.name("users")
            writer.array { writer in
                for reactor in group.users {
                    writer.object { writer in
                        writer.field("user", reactor.user)
                        writer.field("name", reactor.name)
                        writer.field("at", reactor.at)
                    }
                }
            }
        }
    }

    private mutating func write(_ deferred: Erasure.Deferred) {
        object { writer in
            writer.field("position", deferred.position.rawValue)
            switch deferred.why {
            case .hold(let hold):
                writer.field("why", "hold")
                writer.field("hold", hold)
            case .minimumRetention:
                writer.field("why", "minimumRetention")
            case .nextRun:
                writer.field("why", "nextRun")
            }
        }
    }

    package mutating func field(_ name: String, _ id: some Identifier) {
        self.name(name)
        write(id.rawValue)
    }

    package mutating func field(_ name: String, _ time: Timestamp) {
        self.name(name)
        write(time)
    }
}
