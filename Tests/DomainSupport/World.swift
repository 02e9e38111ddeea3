internal import LogSchema
package import Messaging
package import Wire

/// The facts in memory: every event that was recorded, folded into dictionaries.
///
/// It is written to be obviously right, not fast, and says of each event what the views are to
/// say too. It begins as every log does, with `LogCreated`.
package struct World: EvolvingFacts {
    package private(set) var records: [RecordedEvent] = []
    /// The events that do not fit what came before; rules never lead to one.
    package private(set) var misfits: [RecordedEvent] = []

    package var configuration = Configuration()
    package var conversations: [ConversationID: ConversationFacts] = [:]
    /// Who is or was a member, to be found quickly among thousands.
    package var everMembers: [ConversationID: Set<UserID>] = [:]
    /// Members and former ones, in the order of their latest joining.
    package var members: [ConversationID: [MemberFacts]] = [:]
    /// In the order of first joining.
    package var conversationsOfUsers: [UserID: [ConversationID]] = [:]
    package var directs: [Set<UserID>: ConversationID] = [:]
    package var messages: [MessageID: MessageFacts] = [:]
    package var timelines: [ConversationID: [MessageID]] = [:]
    package var reactions: [MessageID: [UserID: [String]]] = [:]
    package var personal: [ConversationID: [UserID: PersonalFacts]] = [:]
    package var settings: [UserID: Settings] = [:]
    package var standings: [UserID: Standing] = [:]
    package var moderators: Set<UserID> = []
    package var contacts: [UserID: Set<UserID>] = [:]
    package var blocks: [UserID: Set<UserID>] = [:]
    package var reports: [ReportID: ReportFacts] = [:]
    package var holds: [HoldFacts] = []
    package var keyCopies = KeyCopies()
    package var retentions: [ConversationKind: Retention] = [:]
    package var own: [ConversationID: OwnRetention] = [:]
    /// Every event that was recorded with content, ascending.
    package var contents: [ContentFacts] = []
    package var erasures: [ErasureFacts] = []

    package init(at time: Timestamp = Timestamp(microseconds: 0)) {
        let created = LogCreated(logID: UniqueID(high: 1, low: 1), epoch: 1)
        append([NewEvent(.logCreated(created), in: .store)], by: .operator, command: nil, at: time)
    }

    /// Records events, as one atomic append does, and folds them.
    package mutating func append(
        _ events: [NewEvent],
        by actor: Actor,
        command: CommandTrace?,
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
    package mutating func loseContent(at position: Position) {
        guard let place = contents.firstIndex(where: { $0.position == position }) else { return }
        contents[place].isErased = true
        records[Int(position.index)].isErased = true
        records[Int(position.index)].event = records[Int(position.index)].event.withoutContent
        let record = records[Int(position.index)]
        if case .conversationCreated = record.event, case .conversation(let id) = record.stream {
            conversations[id]?.context = nil
        }
    }
}

/// An event that says something about what does not exist, or says too little.
package struct Misfit: Error {}

extension World {
    package var size: Position { Position(UInt64(records.count)) }

    package func event(at position: Position) -> RecordedEvent? {
        records.indices.contains(Int(truncatingIfNeeded: position.index))
            ? records[Int(position.index)] : nil
    }

    package func outcome(of command: CommandID, by actor: Actor) -> CommandFacts? {
        let events = records.filter { $0.actor == actor && $0.command?.names(command) == true }
        guard let first = events.first, let last = events.last else { return nil }
        return CommandFacts(first: first.position, last: last.position)
    }

    package func conversation(_ id: ConversationID) -> ConversationFacts? { conversations[id] }

    package func member(_ user: UserID, of conversation: ConversationID) -> MemberFacts? {
        guard everMembers[conversation]?.contains(user) ?? false else { return nil }
        return members[conversation, default: []].first { $0.user == user }
    }

    package func activeMembers(of conversation: ConversationID) -> [MemberFacts] {
        members[conversation, default: []].filter(\.isActive)
    }

    package func details(of conversation: ConversationID) -> ConversationContent {
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

    package func direct(between one: UserID, and other: UserID) -> ConversationID? {
        directs[[one, other]]
    }

    package func conversations(of user: UserID) -> [ConversationID] {
        conversationsOfUsers[user, default: []]
    }

    package func message(_ id: MessageID) -> MessageFacts? { messages[id] }

    package func newestEntry(of conversation: ConversationID, for viewer: Visibility)
        -> MessageFacts?
    {
        timelines[conversation, default: []].reversed().lazy.compactMap { messages[$0] }
            .first { viewer.showsEntry(at: $0.position, sentAt: $0.sentAt) }
    }

    package func text(of message: MessageID) -> String? {
        for record in records.reversed() where record.event.wordsOf == message {
            switch record.event {
            case .messageSent(_, let content): return content?.text
            case .messageEdited(_, let content): return content?.text
            default: break
            }
        }
        return nil
    }

    package func linkPreview(of message: MessageID) -> LinkPreview? {
        for record in records.reversed() where record.event.wordsOf == message {
            switch record.event {
            case .messageEdited(let edited, _) where edited.removesLinkPreview: return nil
            case .messageAnnotated(let found, _) where found.removesLinkPreview: return nil
            case .messageAnnotated(let found, let content) where found.hasLinkPreview:
                return content?.linkPreview
            default: break
            }
        }
        return nil
    }

    package func reactions(of user: UserID, on message: MessageID) -> [String] {
        reactions[message]?[user] ?? []
    }

    package func cleared(by user: UserID, in conversation: ConversationID) -> Position {
        personal(user, in: conversation).cleared
    }

    package func personal(_ user: UserID, in conversation: ConversationID) -> PersonalFacts {
        personal[conversation]?[user] ?? PersonalFacts()
    }

    package func profile(of user: UserID) -> ProfileContent? {
        for record in records.reversed() where record.stream == .user(user) {
            switch record.event {
            case .profileSet(_, let content): return content
            case .userForgotten: return nil
            default: break
            }
        }
        return nil
    }

    package func settings(of user: UserID) -> Settings { settings[user] ?? Settings() }
    package func standing(of user: UserID) -> Standing { standings[user] ?? .good }
    package func isForgotten(_ user: UserID) -> Bool {
        for record in records.reversed() where record.stream == .user(user) {
            switch record.event {
            case .profileSet: return false
            case .userForgotten: return true
            default: break
            }
        }
        return false
    }

    package func isModerator(_ user: UserID) -> Bool { moderators.contains(user) }

    package func isContact(_ user: UserID, of owner: UserID) -> Bool {
        contacts[owner]?.contains(user) ?? false
    }

    package func isBlocked(_ user: UserID, by owner: UserID) -> Bool {
        blocks[owner]?.contains(user) ?? false
    }

    package func hasWritten(_ user: UserID, in conversation: ConversationID) -> Bool {
        timelines[conversation, default: []].contains { id in
            message(id).map { !$0.isSystem && $0.sender == user } ?? false
        }
    }

    package func report(_ id: ReportID) -> ReportFacts? { reports[id] }
    package func keyCopy(_ place: KeyCopyID) -> KeyCopyFacts? { keyCopies.facts(of: place) }
    package func hold(_ id: HoldID) -> HoldFacts? { holds.first { $0.id == id } }
    package func activeHolds() -> [HoldFacts] { holds.filter { !$0.isReleased } }
    package func retention(of kind: ConversationKind) -> Retention {
        retentions[kind] ?? Retention()
    }
    package func contentsNaming(media url: String) -> [Position] {
        records.filter { $0.event.media.contains(url) }.map(\.position)
    }
    package func mediaDebts(through last: Position) -> [Position] {
        records.filter { record in
            guard case .mediaOwed(_, _?) = record.event else { return false }
            return record.position <= last
        }.map(\.position)
    }
    package func ownRetentions() -> [OwnRetention] {
        own.values.sorted { $0.conversation < $1.conversation }
    }
}

extension World {
    package func contents(of message: MessageID) -> [ContentFacts] {
        contents.filter { event(at: $0.position)?.event.wordsOf == message }
    }

    package func contents(writtenBy user: UserID) -> [ContentFacts] {
        contents.filter { $0.actor == user && !isProfile($0) }
    }

    package func profileContents(of user: UserID) -> [ContentFacts] {
        contents.filter { $0.stream == .user(user) && isProfile($0) }
    }

    package func contents(of conversation: ConversationID) -> [ContentFacts] {
        contents.filter { $0.stream == .conversation(conversation) }
    }

    package func forEachContent(
        of conversation: ConversationID,
        after position: Position,
        atMost count: Int,
        _ visit: (ContentFacts) -> Bool
    ) -> Position? {
        let left = contents(of: conversation).filter { $0.position > position }
        for content in left.prefix(count) where !visit(content) { return content.position }
        return left.count > count ? left[count - 1].position : nil
    }

    package func progress(ofErasureAt request: Position) -> ErasingProgress? {
        for record in records.reversed() {
            guard case .erasureProgress(let progress) = record.event,
                progress.request == request.rawValue
            else { continue }
            return ErasingProgress(erased: progress.erased, pending: progress.pending)
        }
        return nil
    }

    package func forEachContent(
        after position: Position,
        through last: Position,
        where fits: (ContentFacts) -> Bool,
        _ visit: (ContentFacts) -> Bool
    ) {
        for content in contents where content.position > position && content.position <= last {
            var envelope = content
            envelope.kind = nil
            envelope.isErased = false
            if fits(envelope), !visit(content) { return }
        }
    }

    package func forwards(of message: MessageID) -> [MessageID] {
        records.compactMap { record in
            guard case .messageSent(let sent, _) = record.event, let id = sent.message,
                sent.forwardedFrom == message.rawValue
            else { return nil }
            return MessageID(id)
        }
    }

    package func exports() -> [ExportFacts] { records.compactMap { ExportFacts($0) } }

    package func erasureRequests() -> ErasureRequests { ErasureRequests(pendingErasures()) }

    /// What was there when an erasure was asked for keeps it pending while it has its content,
    /// and so does whatever else was said by the same messages.
    package func pendingErasures() -> [ErasureFacts] {
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
