import LogSchema
import Messaging
import Wire

/// The facts in memory: every event that was recorded, folded into dictionaries.
///
/// It is written to be obviously right, not fast, and says of each event what the views are to
/// say too. It begins as every log does, with `LogCreated`.
struct World: EvolvingFacts {
    private(set) var records: [RecordedEvent] = []
    /// The events that do not fit what came before; rules never lead to one.
    private(set) var misfits: [RecordedEvent] = []

    var configuration = Configuration()
    var conversations: [ConversationID: ConversationFacts] = [:]
    /// Who is or was a member, to be found quickly among thousands.
    var everMembers: [ConversationID: Set<UserID>] = [:]
    /// Members and former ones, in the order of their latest joining.
    var members: [ConversationID: [MemberFacts]] = [:]
    /// In the order of first joining.
    var conversationsOfUsers: [UserID: [ConversationID]] = [:]
    var directs: [Set<UserID>: ConversationID] = [:]
    var messages: [MessageID: MessageFacts] = [:]
    var timelines: [ConversationID: [MessageID]] = [:]
    var reactions: [MessageID: [UserID: [String]]] = [:]
    var personal: [ConversationID: [UserID: PersonalFacts]] = [:]
    var settings: [UserID: Settings] = [:]
    var standings: [UserID: Standing] = [:]
    var moderators: Set<UserID> = []
    var contacts: [UserID: Set<UserID>] = [:]
    var blocks: [UserID: Set<UserID>] = [:]
    var reports: [ReportID: ReportFacts] = [:]
    var holds: [HoldFacts] = []
    var retentions: [ConversationKind: Retention] = [:]
    /// Every event that was recorded with content, ascending.
    var contents: [ContentFacts] = []
    var erasures: [ErasureFacts] = []

    init(at time: Timestamp = Timestamp(microseconds: 0)) {
        let created = LogCreated(logID: UniqueID(high: 1, low: 1), epoch: 1)
        append([NewEvent(.logCreated(created), in: .store)], by: .operator, command: nil, at: time)
    }

    /// Records events, as one atomic append does, and folds them.
    mutating func append(
        _ events: [NewEvent],
        by actor: Actor,
        command: CommandID?,
        at time: Timestamp
    ) {
        for new in events {
            let record = RecordedEvent(
                position: size.next,
                stream: new.stream,
                actor: actor,
                command: command,
                recorded: time,
                event: new.event
            )
            records.append(record)
            do throws(Misfit) { try fold(record) } catch { misfits.append(record) }
        }
    }

    /// Takes the content of a record away.
    mutating func loseContent(at position: Position) {
        guard let place = contents.firstIndex(where: { $0.position == position }) else { return }
        contents[place].isErased = true
        records[Int(position.index)].isErased = true
        records[Int(position.index)].event = records[Int(position.index)].event.withoutContent
    }
}

/// An event that says something about what does not exist, or says too little.
struct Misfit: Error {}

extension World {
    var size: Position { Position(UInt64(records.count)) }

    func event(at position: Position) -> RecordedEvent? {
        records.indices.contains(Int(truncatingIfNeeded: position.index))
            ? records[Int(position.index)] : nil
    }

    func outcome(of command: CommandID, by actor: Actor) -> CommandFacts? {
        let events = records.filter { $0.command == command && $0.actor == actor }
        guard let first = events.first, let last = events.last else { return nil }
        return CommandFacts(first: first.position, last: last.position)
    }

    func conversation(_ id: ConversationID) -> ConversationFacts? { conversations[id] }

    func member(_ user: UserID, of conversation: ConversationID) -> MemberFacts? {
        guard everMembers[conversation]?.contains(user) ?? false else { return nil }
        return members[conversation, default: []].first { $0.user == user }
    }

    func activeMembers(of conversation: ConversationID) -> [MemberFacts] {
        members[conversation, default: []].filter(\.isActive)
    }

    func details(of conversation: ConversationID) -> ConversationContent {
        var details = ConversationContent()
        for record in records where record.stream == .conversation(conversation) {
            switch record.event {
            case .conversationCreated(_, let content?): details = content
            case .detailsChanged(let change, let content) where change.detail == .title:
                details.title = content?.text
            case .detailsChanged(let change, let content) where change.detail == .photo:
                details.photo = content?.text
            default: break
            }
        }
        return details
    }

    func direct(between one: UserID, and other: UserID) -> ConversationID? {
        directs[[one, other]]
    }

    func conversations(of user: UserID) -> [ConversationID] {
        conversationsOfUsers[user, default: []]
    }

    func message(_ id: MessageID) -> MessageFacts? { messages[id] }

    func newestEntry(of conversation: ConversationID, for viewer: Visibility) -> MessageFacts? {
        timelines[conversation, default: []].reversed().lazy.compactMap { messages[$0] }
            .first { viewer.showsEntry(at: $0.position, sentAt: $0.sentAt) }
    }

    func text(of message: MessageID) -> String? {
        for record in records.reversed() where record.event.wordsOf == message {
            switch record.event {
            case .messageSent(_, let content): return content?.text
            case .messageEdited(_, let content): return content?.text
            default: break
            }
        }
        return nil
    }

    func reactions(of user: UserID, on message: MessageID) -> [String] {
        reactions[message]?[user] ?? []
    }

    func personal(_ user: UserID, in conversation: ConversationID) -> PersonalFacts {
        personal[conversation]?[user] ?? PersonalFacts()
    }

    func settings(of user: UserID) -> Settings { settings[user] ?? Settings() }
    func standing(of user: UserID) -> Standing { standings[user] ?? .good }
    func isModerator(_ user: UserID) -> Bool { moderators.contains(user) }

    func isContact(_ user: UserID, of owner: UserID) -> Bool {
        contacts[owner]?.contains(user) ?? false
    }

    func isBlocked(_ user: UserID, by owner: UserID) -> Bool {
        blocks[owner]?.contains(user) ?? false
    }

    func report(_ id: ReportID) -> ReportFacts? { reports[id] }
    func hold(_ id: HoldID) -> HoldFacts? { holds.first { $0.id == id } }
    func activeHolds() -> [HoldFacts] { holds.filter { !$0.isReleased } }
    func retention(of kind: ConversationKind) -> Retention { retentions[kind] ?? Retention() }
}

extension World {
    func contents(of message: MessageID) -> [ContentFacts] {
        contents.filter { event(at: $0.position)?.event.wordsOf == message }
    }

    func contents(writtenBy user: UserID) -> [ContentFacts] {
        contents.filter { $0.actor == user && !isProfile($0) }
    }

    func profileContents(of user: UserID) -> [ContentFacts] {
        contents.filter { $0.stream == .user(user) && isProfile($0) }
    }

    func contents(of conversation: ConversationID) -> [ContentFacts] {
        contents.filter { $0.stream == .conversation(conversation) }
    }

    func contents(of kind: ConversationKind, before time: Timestamp) -> [ContentFacts] {
        contents.filter { $0.kind == kind && $0.sentAt < time && !$0.isErased }
    }

    func forwards(of message: MessageID) -> [MessageID] {
        records.compactMap { record in
            guard case .messageSent(let sent, _) = record.event, let id = sent.message,
                sent.forwardedFrom == message.rawValue
            else { return nil }
            return MessageID(id)
        }
    }

    /// What was there when an erasure was asked for keeps it pending while it has its content,
    /// and so does whatever else was said by the same messages.
    func pendingErasures() -> [ErasureFacts] {
        erasures.filter { erasure in covered(by: erasure).contains { !$0.isErased } }
    }

    private func covered(by erasure: ErasureFacts) -> [ContentFacts] {
        var covered: [ContentFacts] =
            switch erasure.target {
            case .message(let message): contents(of: message)
            case .user(let user) where erasure.forgetsUser:
                contents(writtenBy: user) + profileContents(of: user)
            case .user(let user): contents(writtenBy: user)
            case .conversation(let conversation): contents(of: conversation)
            }
        covered.removeAll { $0.position > erasure.position }
        var messages = covered.compactMap { content -> MessageID? in
            guard case .messageSent(let sent, _) = event(at: content.position)?.event else {
                return nil
            }
            return sent.message.map(MessageID.init)
        }
        if erasure.includesForwards {
            var place = 0
            while place < messages.count {
                let copies = forwards(of: messages[place]).filter { copy in
                    !messages.contains(copy)
                        && self.messages[copy].map { $0.position < erasure.position } ?? false
                }
                messages += copies
                place += 1
            }
        }
        return covered + messages.flatMap { contents(of: $0) }
    }

    private func isProfile(_ content: ContentFacts) -> Bool {
        if case .profileSet = event(at: content.position)?.event { true } else { false }
    }
}
