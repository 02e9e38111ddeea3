internal import Wire

/// The first decision of a command that is asked again; nil for a new one.
///
/// A command that creates something is known by the id of that, any other one by its actor and
/// its own id. A repetition changes nothing and is answered as the first time, whatever became of
/// the actor or the conversation since.
///
/// - Throws: `idIsTaken` where the id names something else, another conversation's or another
///   actor's.
func repetition(
    of request: Request,
    on facts: borrowing some Facts & ~Copyable
) throws(Refusal) -> Decision? {
    let place =
        if let creation = request.command.creation {
            facts.place(of: creation)
        } else {
            request.id.flatMap { facts.outcome(of: $0, by: request.actor) }
        }
    guard let place else { return nil }
    let events = facts.events(from: place.first, through: place.last)
    guard let first = events.first, first.actor == request.actor,
        // What is created is known by its own id, whatever it happened together with.
        request.command.creation != nil || events.allSatisfy({ $0.command == request.trace }),
        let answer = request.command.firstAnswer(leadingTo: events, on: facts)
    else { throw .request(.idIsTaken) }
    return Decision(answer: answer, repeats: place.last)
}

/// Refuses a command that undoes itself when it is asked twice, and so needs an id.
func requireID(of request: Request) throws(Refusal) {
    if request.id == nil, case .toggleReaction = request.command {
        throw .request(.idIsNeeded)
    }
}

/// A command that knows its own events among those that a command like it has led to.
///
/// What is compared is the command as its rule writes it down: normalized, with its defaults,
/// and without the clock of whoever asks. Content that was erased is not compared. Nor is the
/// kind of command, which the events themselves say, and what is created, by which they are found.
protocol Repeatable {
    /// What the command was answered when it led to these events; nil if another one did.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer?

    /// What the command was answered if it led to nothing; nil for one that never does.
    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer?
}

extension Repeatable {
    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { .done }
}

/// A command that always leads to one event, if to any.
protocol RepeatableByOneEvent: Repeatable {
    func matches(_ first: RecordedEvent) -> Bool

    var repeatedAnswer: Answer { get }

    /// Whether the command leads to its event whenever it is not refused.
    var isNeverIdle: Bool { get }
}

extension RepeatableByOneEvent {
    var repeatedAnswer: Answer { .done }

    var isNeverIdle: Bool { false }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { isNeverIdle ? nil : repeatedAnswer }

    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first, matches(first) else { return nil }
        return repeatedAnswer
    }
}

/// What a command creates, and by which it is known: each kind has a space of its own.
enum Creation: Hashable {
    case conversation(ConversationID)
    case message(MessageID)
    case report(ReportID)
    case hold(HoldID)
}

extension Facts where Self: ~Copyable {
    /// Where the events lie that created something; nil if it was not created.
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

extension Command {
    /// What the command creates, if it creates something.
    var creation: Creation? {
        switch self {
        case .createGroup(let command): .conversation(command.conversation)
        case .openRequest(let command): .conversation(command.conversation)
        case .send(let command): .message(command.message)
        case .report(let command): .report(command.report)
        case .placeHold(let command): .hold(command.hold)
        case .startDirect, .rename, .setPhoto, .clearContext, .completeRequest, .cancelRequest,
            .add, .remove, .leave, .setRole, .setPermissions, .edit, .delete, .annotate, .typing,
            .react, .unreact, .toggleReaction, .markDelivered, .markRead, .markUnread, .mute,
            .arrange, .clearAll, .setProfile, .setSettings, .relate, .resolveReport, .reinstate,
            .appointModerator, .dismissModerator, .erase, .forgetUser, .releaseHold,
            .setRetention, .runRetention, .configure, .recordCustom:
            nil
        }
    }

    /// What the command was answered when it led to these events; nil if another one did.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        repeatable?.firstAnswer(leadingTo: events, on: facts)
    }

    /// What the command was answered if it led to nothing; nil for one that never does.
    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let repeatable else { return .done }
        return repeatable.idleAnswer(by: actor, on: facts)
    }

    /// The command's own; a typing signal is logged nowhere, so that no event is one's.
    private var repeatable: (any Repeatable)? {
        switch self {
        case .startDirect(let command): command
        case .createGroup(let command): command
        case .openRequest(let command): command
        case .rename(let command): command
        case .setPhoto(let command): command
        case .clearContext(let command): command
        case .completeRequest(let command): command
        case .cancelRequest(let command): command
        case .add(let command): command
        case .remove(let command): command
        case .leave(let command): command
        case .setRole(let command): command
        case .setPermissions(let command): command
        case .send(let command): command
        case .edit(let command): command
        case .delete(let command): command
        case .annotate(let command): command
        case .react(let command): command
        case .unreact(let command): command
        case .toggleReaction(let command): command
        case .markDelivered(let command): command
        case .markRead(let command): command
        case .markUnread(let command): command
        case .mute(let command): command
        case .arrange(let command): command
        case .clearAll(let command): command
        case .setProfile(let command): command
        case .setSettings(let command): command
        case .relate(let command): command
        case .report(let command): command
        case .resolveReport(let command): command
        case .reinstate(let command): command
        case .appointModerator(let command): command
        case .dismissModerator(let command): command
        case .erase(let command): command
        case .forgetUser(let command): command
        case .placeHold(let command): command
        case .releaseHold(let command): command
        case .setRetention(let command): command
        case .runRetention(let command): command
        case .configure(let command): command
        case .recordCustom(let command): command
        case .typing: nil
        }
    }
}
