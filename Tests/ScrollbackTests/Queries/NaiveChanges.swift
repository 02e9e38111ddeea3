import DomainSupport
import LogSchema
import Messaging
import Wire

/// What somebody should be told of the log, found by going through everything for every event.
struct NaiveChanges {
    let user: UserID
    let world: World
    let now: Timestamp
    let chats: [ConversationID: NaiveChat]

    init(_ user: UserID, in world: World, _ chats: [NaiveChat], at now: Timestamp) {
        self.user = user
        self.world = world
        self.now = now
        self.chats = Dictionary(uniqueKeysWithValues: chats.map { ($0.id, $0) })
    }

    /// A line for each change behind a position, of one conversation or of all.
    func lines(since: Position, in only: ConversationID? = nil) -> [String] {
        world.records.filter { $0.position > since }.flatMap { record in
            changes(of: record, only).map { "\(record.position) \($0)" }
        }
    }

    private func changes(of record: RecordedEvent, _ only: ConversationID?) -> [String] {
        switch record.stream {
        case .store:
            switch record.event {
            case .contentErased(let erased): return erasure(of: erased.ranges, only)
            case .reported(let reported, _):
                guard only == nil, world.isModerator(user), record.actor != .user(user),
                    let report = reported.report
                else { return [] }
                return ["report \(ReportID(report))"]
            default: return []
            }
        case .user(let owner):
            guard owner == user else {
                switch record.event {
                case .profileSet, .userForgotten: break
                default: return []
                }
                let circles = world.conversations(of: user).filter { id in
                    world.member(user, of: id)?.isActive == true
                        && world.conversation(id)?.kind != .direct
                }
                let isRelated =
                    world.isClose(user, to: owner)
                    || world.shareCircle(among: circles, with: owner)
                return only == nil && isRelated ? ["profile \(owner)"] : []
            }
            let (word, conversation) = Self.personal(record.event)
            guard let word, only == nil || conversation == only else { return [] }
            return ["personal \(word) \(conversation.map { "\($0)" } ?? "")"]
        case .conversation(let id):
            guard only == nil || only == id, let chat = chats[id] else { return [] }
            return changes(of: record, in: chat)
        }
    }

    private func changes(of record: RecordedEvent, in chat: NaiveChat) -> [String] {
        let isSeen = chat.sight.showsEntry(at: record.position, sentAt: record.recorded)
        let actor = record.actor.user
        func about(_ word: String, _ message: UniqueID?) -> [String] {
            guard isSeen, let id = message.map(MessageID.init),
                let entry = chat.entries.first(where: { $0.id == id })
            else { return [] }
            return ["\(word) \(id)" + (word == "reaction" ? "" : " gone: \(chat.isGone(entry))")]
        }
        func member(_ user: UniqueID?, ends: Bool = false) -> [String] {
            let isOwn = user == self.user.rawValue
            guard isSeen || isOwn, let user = user.map(UserID.init) else { return [] }
            return ["member \(user)"] + (isOwn && ends ? ["ended"] : [])
        }
        switch record.event {
        case .messageSent(let event, _):
            let read = actor.flatMap { reached($0, by: record, event.messageNumber - 1, in: chat) }
            let told = about("message", event.message)
            guard let read, !told.isEmpty else { return told }
            return read.hasPrefix("read") ? told.map { "\($0) \(read)" } : told + [read]
        case .messageEdited(let event, _): return about("edited", event.message)
        case .messageAnnotated(let event, _): return about("edited", event.message)
        case .messageDeleted(let event): return about("deleted", event.message)
        case .reactionSet(let event): return about("reaction", event.message)
        case .reactionRemoved(let event): return about("reaction", event.message)
        case .deliveredUpTo(let event):
            if actor == user { return ["personal delivered \(chat.id)"] }
            guard isSeen, let actor else { return [] }
            return reached(actor, by: record, event.messageNumber, in: chat).map { [$0] } ?? []
        case .readUpTo(let event):
            if actor == user { return ["personal read \(chat.id)"] }
            guard isSeen, let actor else { return [] }
            return reached(actor, by: record, event.messageNumber, in: chat).map { [$0] } ?? []
        case .participantAdded(let event): return member(event.user)
        case .participantLeft(let event): return member(event.user, ends: true)
        case .participantRemoved(let event): return member(event.user, ends: true)
        case .roleChanged(let event): return member(event.user)
        case .permissionsChanged(let event): return member(event.user)
        case .ownershipPassed(let event): return member(event.user)
        case .customRecorded(let event, let content):
            return isSeen ? ["custom \(event.type) \(content?.data ?? "erased")"] : []
        default: return isSeen ? ["conversation"] : []
        }
    }

    /// Which of the viewer's messages somebody has newly come to: every earlier move of theirs is
    /// gone through for every one of these.
    private func reached(
        _ reader: UserID,
        by record: RecordedEvent,
        _ upTo: UInt64,
        in chat: NaiveChat
    ) -> String? {
        let isMandatory = world.configuration.receipts == .mandatory
        guard reader != user,
            let member = chat.known.member(reader, of: chat.id), member.isActive
        else { return nil }
        func move(_ event: Event) -> (number: UInt64, isReading: Bool, isSilent: Bool)? {
            switch event {
            case .deliveredUpTo(let event): (event.messageNumber, false, false)
            case .readUpTo(let event): (event.messageNumber, true, event.silent)
            case .messageSent(let event, _): (event.messageNumber, true, event.silent)
            default: nil
            }
        }
        guard let made = move(record.event) else { return nil }
        let before = world.records.filter {
            $0.position < record.position && $0.stream == .conversation(chat.id)
                && $0.actor == .user(reader) && chat.sight.shows($0.position)
        }.compactMap { move($0.event) }
        func isNew(_ number: UInt64, reading: Bool) -> Bool {
            !before.contains { earlier in
                earlier.number >= number
                    && (!reading || earlier.isReading && (!earlier.isSilent || isMandatory))
            }
        }
        let own = chat.entries.filter { entry in
            !entry.isSystem && entry.sender == user && entry.messageNumber <= upTo
                && !chat.isGone(entry)
                && member.isInAudience(of: entry, history: chat.chat.history)
        }
        if made.isReading, isMandatory || !made.isSilent,
            isMandatory || world.settings(of: user).sendReadReceipts,
            let newest = own.last(where: { isNew($0.messageNumber, reading: true) })
        {
            return "read \(newest.id) by \(reader)"
        }
        let newest = own.last { isNew($0.messageNumber, reading: false) }
        return newest.map { "delivered \($0.id) by \(reader)" }
    }

    private func erasure(of ranges: [PositionRange], _ only: ConversationID?) -> [String] {
        var messages: Set<String> = []
        var customs: [String] = []
        for record in world.records {
            guard ranges.contains(where: { $0.contains(record.position) }),
                case .conversation(let id) = record.stream, only == nil || only == id,
                let chat = chats[id]
            else { continue }
            let entry: UniqueID?
            switch record.event {
            case .messageSent(let event, _): entry = event.message
            case .messageEdited(let event, _): entry = event.message
            case .messageAnnotated(let event, _): entry = event.message
            case .conversationCreated(let event, _): entry = event.entry
            case .detailsChanged(let event, _): entry = event.entry
            case .customRecorded:
                entry = nil
                if chat.sight.showsEntry(at: record.position, sentAt: record.recorded) {
                    customs.append("\(record.position)")
                }
            default: entry = nil
            }
            if let entry = entry.map(MessageID.init),
                chat.entries.contains(where: { $0.id == entry })
            {
                messages.insert("\(entry)")
            }
        }
        if messages.isEmpty, customs.isEmpty { return [] }
        return ["erased \(messages.sorted()) \(customs)"]
    }

    private static func personal(_ event: Event) -> (String?, ConversationID?) {
        func row(_ word: String, _ id: UniqueID?) -> (String?, ConversationID?) {
            (word, id.map(ConversationID.init))
        }
        switch event {
        case .markedUnread(let event): return row("unread", event.conversation)
        case .muted(let event): return row("muted", event.conversation)
        case .unmuted(let event): return row("muted", event.conversation)
        case .notificationsSet(let event): return row("notifications", event.conversation)
        case .pinned(let event): return row("pinned", event.conversation)
        case .unpinned(let event): return row("pinned", event.conversation)
        case .archived(let event): return row("archived", event.conversation)
        case .unarchived(let event): return row("archived", event.conversation)
        case .hidden(let event): return row("hidden", event.conversation)
        case .unhidden(let event): return row("hidden", event.conversation)
        case .historyCleared(let event): return row("cleared", event.conversation)
        case .profileSet, .userForgotten: return ("profile", nil)
        case .settingsChanged: return ("settings", nil)
        case .contactAdded, .contactRemoved: return ("contact", nil)
        case .blocked, .unblocked: return ("block", nil)
        case .warned, .suspended, .banned, .reinstated: return ("standing", nil)
        default: return (nil, nil)
        }
    }
}

extension PositionRange {
    fileprivate func contains(_ position: Position) -> Bool {
        position.rawValue >= first && position.rawValue - first < count
    }
}

extension ChangeItem {
    /// A change as `NaiveChanges` says it.
    var line: String {
        func gone(_ item: MessageItem) -> String {
            "\(item.message) gone: \(item.isDeleted || item.isErased)"
        }
        func sender(_ item: MessageItem) -> String { item.sender.map { "\($0)" } ?? "" }
        let words: String
        switch change {
        case .message(let item, let read):
            words =
                "message " + gone(item)
                + (read.map { " read \($0) by \(sender(item))" } ?? "")
        case .edited(let item): words = "edited " + gone(item)
        case .deleted(let item): words = "deleted " + gone(item)
        case .erased(let erasure):
            words =
                "erased \(erasure.messages.map { "\($0)" }.sorted()) "
                + "\(erasure.customs.map { "\($0)" })" + (erasure.isMore ? " more" : "")
        case .reaction(let message, _, _, _): words = "reaction \(message)"
        case .receipt(let receipt):
            words = "\(receipt.reach) \(receipt.message) by \(receipt.by.user)"
        case .member(let membership): words = "member \(membership.member.user)"
        case .conversation: words = "conversation"
        case .personal(let personal):
            words = "personal \(personal.word) \(conversation.map { "\($0)" } ?? "")"
        case .profile(let profile): words = "profile \(profile.user)"
        case .custom(let type, let data, _): words = "custom \(type) \(data ?? "erased")"
        case .report(let report): words = "report \(report.report)"
        case .ended: words = "ended"
        }
        return "\(position) \(words)"
    }
}

extension ChangeItem.Personal {
    fileprivate var word: String {
        switch self {
        case .row(let matter, _): "\(matter)"
        case .profile: "profile"
        case .settings: "settings"
        case .relation(let matter, _, _): "\(matter)"
        case .standing: "standing"
        }
    }
}

extension ChangeItem {
    /// What a run of random commands should lead to, nearly all of it.
    static let kinds: Set<String> = [
        "message", "message that reads", "edited", "deleted", "erased", "reaction", "receipt",
        "member", "conversation", "custom", "ended", "delivered", "read", "unread", "muted",
        "notifications", "pinned", "archived", "hidden", "cleared", "profile", "settings",
        "contact", "block", "standing", "report", "profile of another",
    ]

    var kind: String {
        switch change {
        case .message(_, let read): read == nil ? "message" : "message that reads"
        case .edited: "edited"
        case .deleted: "deleted"
        case .erased: "erased"
        case .reaction: "reaction"
        case .receipt: "receipt"
        case .member: "member"
        case .conversation: "conversation"
        case .personal(let personal): personal.word
        case .profile: "profile of another"
        case .custom: "custom"
        case .report: "report"
        case .ended: "ended"
        }
    }
}
