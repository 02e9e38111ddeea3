import DomainSupport
import Messaging
import Wire

/// What somebody should be shown of a conversation, found by going through everything.
struct NaiveChat {
    let id: ConversationID
    let user: UserID
    let world: World
    /// The world when the user left; the present one for who is a member.
    let known: World
    let now: Timestamp
    let member: MemberFacts
    let chat: ConversationFacts
    let personal: PersonalFacts
    /// What the user can see.
    let entries: [MessageFacts]
    let sight: Visibility
    private let deletions: [MessageID: Position]

    /// Nil for a user who never was a member.
    init?(
        _ id: ConversationID,
        of user: UserID,
        in world: World,
        past: [Position: World],
        at now: Timestamp
    ) {
        guard let chat = world.conversation(id), let member = world.member(user, of: id) else {
            return nil
        }
        let sight = world.visibility(of: member, in: chat, now: now)
        var deletions: [MessageID: Position] = [:]
        for record in world.records where record.stream == .conversation(id) {
            guard case .messageDeleted(let event) = record.event, let message = event.message else {
                continue
            }
            deletions[MessageID(message)] = record.position
        }
        self.id = id
        self.user = user
        self.world = world
        self.now = now
        self.member = member
        self.chat = chat
        self.sight = sight
        self.deletions = deletions
        personal = world.personal(user, in: id)
        known = member.intervals.last?.left.flatMap { past[$0] } ?? world
        entries = world.timelines[id, default: []].compactMap { world.message($0) }
            .filter { sight.showsEntry(at: $0.position, sentAt: $0.sentAt) }
    }

    func isGone(_ entry: MessageFacts) -> Bool {
        entry.isErased
            || deletions[entry.id].map { sight.shows($0, about: entry.position) } ?? false
    }

    var last: MessageID? { entries.last { !isGone($0) }?.id }

    var lastActivity: Timestamp {
        entries.last { !isGone($0) && !$0.isSystem }?.sentAt
            ?? world.event(at: chat.position)?.recorded ?? now
    }

    /// The messages that answer one.
    func replies(to id: MessageID) -> [MessageID] {
        entries.filter { entry in
            guard case .messageSent(let sent, _) = world.event(at: entry.position)?.event else {
                return false
            }
            return sent.replyTo == id.rawValue
        }.map(\.id)
    }

    /// What the messages carry, newest message first.
    func media(_ kind: MediaKind?) -> [String] {
        entries.reversed().filter { !$0.isSystem && !isGone($0) }.flatMap { entry in
            media(of: entry).filter { kind == nil || $0.kind == kind }.map {
                "\(entry.id) \($0.kind) \($0.what)"
            }
        }
    }

    private func media(of entry: MessageFacts) -> [(kind: MediaKind, what: String)] {
        var media: [(kind: MediaKind, what: String)] = []
        var text: String?
        var preview: LinkPreview?
        for record in world.records where sight.shows(record.position, about: entry.position) {
            switch record.event {
            case .messageSent(let sent, let content) where sent.message == entry.id.rawValue:
                text = content?.text
                for attachment in content?.attachments ?? [] {
                    guard let kind = MediaKind(attachment.kind) else { continue }
                    media.append((kind, attachment.url))
                }
                if let location = content?.location { media.append((.location, "\(location)")) }
            case .messageEdited(let edit, let content) where edit.message == entry.id.rawValue:
                text = content?.text
                if edit.removesLinkPreview { preview = nil }
            case .messageAnnotated(let found, let content)
            where found.message == entry.id.rawValue:
                if found.hasLinkPreview { preview = content?.linkPreview }
                if found.removesLinkPreview { preview = nil }
            default: break
            }
        }
        if let preview { return media + [(.link, "\(preview)")] }
        return media + Link.all(in: text ?? "").map { (.link, "\(LinkPreview(url: $0.url))") }
    }

    var unread: [MessageID] {
        guard member.isActive else { return [] }
        return entries.filter {
            !$0.isSystem && $0.sender != user && !isGone($0)
                && $0.messageNumber > personal.marker
        }.map(\.id)
    }

    var lastRead: Timestamp? {
        world.records.last { record in
            guard record.stream == .conversation(id), record.actor == .user(user) else {
                return false
            }
            return switch record.event {
            case .readUpTo, .messageSent: true
            default: false
            }
        }?.recorded
    }

    var membership: MembershipState {
        guard let left = member.intervals.last?.left else { return .active }
        if case .participantRemoved = world.event(at: left)?.event { return .removed }
        return .left
    }

    var isHidden: Bool {
        let others = world.members[id, default: []].map(\.user).filter { $0 != user }
        return personal.isHidden
            || chat.kind == .direct && others.contains { world.isBlocked($0, by: user) }
    }

    var filter: ListFilter {
        if isHidden { return .hidden }
        guard member.isActive else { return .former }
        return personal.isArchived ? .archived : .active
    }

    var title: String? {
        var title: String?
        for record in world.records
        where record.stream == .conversation(id) && record.position <= known.size {
            switch record.event {
            case .conversationCreated(_, let content): title = content?.title
            case .detailsChanged(let change, let content) where change.detail == .title:
                title = content?.text
            default: break
            }
        }
        return title
    }

    /// Who belongs to it, with role, flags and whether they are there, as far as the user knows.
    func members(former: Bool) -> [String] {
        known.members[id, default: []].filter { former || $0.isActive }.map { member in
            let mayAct = member.isActive && chat.kind != .direct
            let flags = mayAct ? member.effective : Permissions()
            return "\(member.user) \(member.role) \(flags) \(member.isActive)"
        }
    }
}

extension [NaiveChat] {
    /// In the order of a list.
    var inOrder: [NaiveChat] {
        sorted { one, other in
            if one.personal.isPinned != other.personal.isPinned { return one.personal.isPinned }
            if one.lastActivity != other.lastActivity {
                return one.lastActivity > other.lastActivity
            }
            return one.id < other.id
        }
    }
}
