internal import LogSchema
internal import Wire

extension CommandRule {
    /// Returns the first decision of a repeated command; nil for a new one.
    ///
    /// A command that creates an object is known by the object's id, any other one by its actor and
    /// its own id. A repetition changes nothing and gets the first answer, even if the actor or the
    /// conversation has changed since.
    ///
    /// - Throws: `idIsTaken` if the id names another object, or one of another conversation or
    ///   actor.
    func repetition(
        of attempt: Attempt,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision? {
        let place =
            if let creation {
                facts.place(of: creation)
            } else {
                attempt.id.flatMap { facts.outcome(of: $0, by: attempt.actor) }
            }
        guard let place else { return nil }
        let events = facts.events(from: place.first, through: place.last)
        guard let first = events.first, first.actor == attempt.actor,
            // A created object is known by its own id, even if other commands were carried out
            // together with it.
            creation != nil || events.allSatisfy({ $0.command?.alone == trace(of: attempt.id) }),
            let answer = firstAnswer(leadingTo: events, on: facts)
        else { throw .request(.idIsTaken) }
        return Decision(answer: answer, repeats: place.last)
    }

    /// Returns the trace of the command for its events: nil without an id, if the created object's
    /// id identifies the command, and if it leads to no event.
    func trace(of id: CommandID?) -> CommandTrace? {
        guard let id, creation == nil, let number else { return nil }
        return CommandTrace(id: id.rawValue, kind: number.rawValue)
    }
}

extension CommandTrace {
    /// The trace without what the command happened together with, if it has an id of its own.
    var alone: CommandTrace {
        var trace = self
        trace.batch = nil
        return trace
    }

    /// Whether the event belongs to the command, or to one that happened under the id.
    package func names(_ command: CommandID) -> Bool {
        id == command.rawValue || batch == command.rawValue
    }
}

/// The object that a command creates, by which the command is known: each kind has its own ids.
enum Creation: Hashable {
    case conversation(ConversationID)
    case message(MessageID)
    case report(ReportID)
    case hold(HoldID)
}

extension Facts where Self: ~Copyable {
    /// Returns the positions of the events that created an object; nil if it was not created.
    func place(of creation: Creation) -> CommandFacts? {
        let first: Position? =
            switch creation {
            case .conversation(let id): conversation(id)?.position
            case .message(let id): message(id)?.position
            case .report(let id): report(id)?.position
            case .hold(let id): hold(id)?.position
            }
        guard let first else { return nil }
        var last = first
        if case .conversationCreated(let created, _) = event(at: first)?.event {
            last = first.advanced(by: UInt64(created.members))
        }
        return CommandFacts(first: first, last: last)
    }

    /// The events that follow each other in the log, as far as there are any.
    func events(from first: Position, through last: Position) -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        var position = first
        while position <= last, let event = event(at: position) {
            events.append(event)
            guard position < position.next else { break }
            position = position.next
        }
        return events
    }
}

extension RecordedEvent {
    /// Whether the content is the same, byte for byte and as far as it is still there.
    func holds<Content: WireMessage>(_ given: Content?, as content: Content?) -> Bool {
        if isErased { return true }
        guard let given, let content else { return given == nil && content == nil }
        return given.bytes == content.bytes
    }

    /// Whether the content is the same, as far as it is still there; content that its rule would
    /// not take is no event's.
    func holds<Content: WireMessage>(
        as content: Content?,
        _ given: () throws(Refusal) -> Content?
    ) -> Bool {
        if isErased { return true }
        do throws(Refusal) {
            return holds(try given(), as: content)
        } catch {
            return false
        }
    }

    func isIn(_ conversation: ConversationID) -> Bool { stream == .conversation(conversation) }
}

extension WireMessage {
    fileprivate var bytes: [UInt8] {
        var writer = WireWriter()
        encode(into: &writer)
        return writer.bytes.withUnsafeBytes { [UInt8]($0) }
    }
}
