import Scrollback
import Testing

// What is asked, by a session's own methods.

/// Asks, and tells a refusal by its word.
func asking<Answer>(_ ask: () throws -> Answer) throws -> Answer {
    do {
        return try ask()
    } catch let error as StoreError {
        throw Refused(error)
    }
}

extension SwiftBackend {
    func conversations(_ filter: String, search: String?, of user: String) throws -> [Row] {
        let filter = try #require(ListFilter.allCases.first { "\($0)" == filter })
        return try asking {
            try session(user).conversations(filter, search: search).map(Row.init)
        }
    }

    func conversation(_ id: String, for user: String) throws -> Portrait {
        try asking {
            let portrait = try session(user).conversation(ConversationID(given: id))
            return Portrait(
                row: Row(portrait.item),
                memberCount: portrait.memberCount,
                contextID: portrait.context?.id
            )
        }
    }

    func messages(in id: String, _ window: Window, for user: String) throws -> EntryPage {
        let place: MessagesQuery.Window =
            switch window.place {
            case .newest: .newest
            case .before(let cursor): .before(.cursor(Cursor(cursor)))
            case .after(let cursor): .after(.cursor(Cursor(cursor)))
            }
        return try asking {
            let page = try session(user).messages(
                in: ConversationID(given: id),
                place,
                limit: window.limit,
                showsDeleted: window.showsDeleted
            )
            return EntryPage(
                items: page.map(Entry.init),
                before: page.before?.text,
                after: page.after?.text
            )
        }
    }

    func message(_ id: String, for user: String) throws -> Entry {
        try asking { Entry(try session(user).message(MessageID(given: id))) }
    }

    func earlierTexts(of message: String, for user: String) throws -> [String] {
        try asking { try session(user).history(of: MessageID(given: message)).versions.map(\.text) }
    }

    func receipts(of message: String, for user: String) throws -> Receipts {
        try asking {
            let item = try session(user).receipts(of: MessageID(given: message), limit: 500)
            return Receipts(
                delivered: item.delivered.map(Receipts.Mark.init),
                read: item.read.map(Receipts.Mark.init),
                waiting: item.waiting.map { "\($0.user)" },
                audience: item.audience,
                allRead: item.allRead,
                status: "\(item.status)"
            )
        }
    }

    func reactions(on message: String, for user: String) throws -> [Reactors] {
        try asking {
            try session(user).reactions(on: MessageID(given: message)).map { group in
                Reactors(reaction: group.reaction, users: group.users.map { "\($0.user)" })
            }
        }
    }

    func unread(in id: String, for user: String) throws -> Int {
        try asking { Int(try session(user).unread(in: ConversationID(given: id)).count) }
    }

    func totals(for user: String) throws -> Totals {
        try asking {
            let totals = try session(user).unreadTotals()
            let counts = totals.conversations.map { ("\($0.conversation)", Int($0.count)) }
            return Totals(
                total: Int(totals.total),
                badge: Int(totals.badge),
                counts: Dictionary(uniqueKeysWithValues: counts)
            )
        }
    }

    func members(of id: String, for user: String) throws -> [Member] {
        try asking {
            try session(user).members(of: ConversationID(given: id), limit: 500).page.map {
                member in
                Member(user: "\(member.user)", name: member.name, role: "\(member.role)")
            }
        }
    }

    func mentions(of user: String) throws -> [Entry] {
        try asking { try session(user).mentions().map(Entry.init) }
    }

    func reports(for moderator: String) throws -> [Report] {
        try asking {
            try session(moderator).reports().map { item in
                Report(
                    report: "\(item.report)",
                    reporter: "\(item.reporter)",
                    user: item.user.map { "\($0)" },
                    message: item.message.map { "\($0)" },
                    preview: item.preview,
                    status: "\(item.status)"
                )
            }
        }
    }

    func objection(
        to action: String,
        in id: String,
        with other: String?,
        by user: String
    ) throws -> String? {
        let intention = Intention(
            try #require(CommandName(rawValue: action)),
            conversation: ConversationID(given: id),
            user: other.map { UserID(given: $0) }
        )
        return try asking { try session(user).may(intention).code?.rawValue }
    }

    func changes(
        since position: Int,
        in id: String?,
        limit: Int?,
        for user: String
    ) throws -> ChangeList {
        try asking {
            let page = try session(user).changes(
                since: Position(UInt64(position)),
                in: id.map { ConversationID(given: $0) },
                limit: limit
            )
            return ChangeList(items: page.items.map(Change.init), next: Int(page.next.rawValue))
        }
    }

    func pushes(at position: Int) throws -> [Push] {
        try asking {
            let plan = try store.operator.notificationPlan(at: Position(UInt64(position)))
            return plan.map { item in
                Push(
                    user: "\(item.user)",
                    title: item.title,
                    subtitle: item.subtitle,
                    body: item.body,
                    badge: Int(item.badge),
                    threadID: item.threadID,
                    category: "\(item.category)".uppercased(),
                    message: item.message.map { "\($0)" },
                    conversation: item.conversation.map { "\($0)" },
                    isMentioned: item.isMentioned
                )
            }
        }
    }
}

extension Row {
    fileprivate init(_ item: ConversationItem) {
        self.init(
            conversation: "\(item.conversation)",
            kind: "\(item.kind)",
            title: item.title,
            last: item.last.map { last in
                Last(
                    message: "\(last.message)",
                    kind: last.kind.map { "\($0)" } ?? "system",
                    preview: last.preview,
                    sender: last.sender.map { "\($0)" } ?? "",
                    senderName: last.senderName,
                    at: last.at.milliseconds,
                    status: last.status.map { "\($0)" }
                )
            },
            lastActivityAt: item.lastActivityAt.milliseconds,
            unread: Int(item.unread),
            isMuted: item.isMuted,
            isArchived: item.isArchived,
            membership: "\(item.membership)",
            isClosed: item.isClosed,
            faces: item.avatars.map(Face.init),
            seen: item.presence.map(Seen.init)
        )
    }
}

extension Entry {
    fileprivate init(_ item: MessageItem) {
        self.init(
            position: Int(item.position.rawValue),
            message: "\(item.message)",
            conversation: "\(item.conversation)",
            ordinal: Int(item.ordinal),
            kind: item.kind.map { "\($0)" } ?? "system",
            sender: item.sender.map { "\($0)" } ?? "",
            senderName: item.senderName,
            text: item.text,
            attachments: item.attachments.map { attachment in
                File(
                    kind: "\(attachment.kind)",
                    url: attachment.url,
                    thumbnail: attachment.thumbnail,
                    seconds: attachment.seconds
                )
            },
            place: item.location.map { location in
                Spot(
                    latitude: location.latitude,
                    longitude: location.longitude,
                    name: location.name,
                    address: location.address
                )
            },
            sentAt: item.sentAt.milliseconds,
            claimedAt: item.claimedAt?.milliseconds,
            edits: item.editCount,
            isDeleted: item.isDeleted,
            mentions: item.mentions.map { "\($0.user)" },
            replyTo: item.replyTo.map { parent in
                Quote(
                    message: "\(parent.message)",
                    senderName: parent.senderName,
                    preview: parent.preview,
                    isDeleted: parent.isDeleted
                )
            },
            reactions: item.reactions.map { reaction in
                Tally(
                    reaction: reaction.reaction,
                    count: reaction.count,
                    isMine: reaction.isMine
                )
            },
            status: item.receipt.map { "\($0.status)" },
            readCount: item.receipt?.readings?.count,
            audience: item.receipt?.readings?.of,
            link: item.linkPreview.map { Link(url: $0.url, title: $0.title) },
            isBroadcast: item.isBroadcast,
            isPayment: item.isPayment,
            system: item.system.map { Words(type: $0.type, text: $0.text) }
        )
    }
}

extension Receipts.Mark {
    fileprivate init(_ person: TimedPerson) {
        self.init(user: "\(person.user)", name: person.name, at: person.at.milliseconds)
    }
}

extension Change {
    init(_ item: ChangeItem) {
        self.init(
            position: Int(item.position.rawValue),
            conversation: item.conversation.map { "\($0)" },
            type: ""
        )
        switch item.change {
        case .message(let message, let read):
            show(message, as: "message")
            readUpTo = read.map { "\($0)" }
        case .edited(let message): show(message, as: "edited")
        case .deleted(let message): show(message, as: "deleted")
        case .erased: type = "erased"
        case .reaction(let id, let person, _, _):
            type = "reaction"
            message = "\(id)"
            user = "\(person.user)"
        case .receipt(let receipt):
            type = "receipt"
            message = "\(receipt.message)"
            user = "\(receipt.by.user)"
            reach = "\(receipt.reach)"
        case .member(let membership):
            type = "member"
            user = "\(membership.member.user)"
            membership.entry.map { show($0, as: type) }
            row = membership.row.map(Row.init)
        case .conversation(let item, let entry):
            type = "conversation"
            entry.map { show($0, as: type) }
            row = Row(item)
        case .personal(let own):
            type = "personal"
            show(own)
        case .profile(let profile):
            type = "profile"
            user = "\(profile.user)"
        case .custom: type = "custom"
        case .report: type = "report"
        case .ended(let item):
            type = "ended"
            row = Row(item)
        }
    }

    private mutating func show(_ own: ChangeItem.Personal) {
        switch own {
        case .row(let matter, let item):
            self.matter = "\(matter)"
            row = Row(item)
        case .profile: matter = "profile"
        case .settings: matter = "settings"
        case .relation(let matter, _, _): self.matter = "\(matter)"
        case .standing: matter = "standing"
        }
    }

    private mutating func show(_ item: MessageItem, as type: String) {
        self.type = type
        message = "\(item.message)"
        entry = Entry(item)
    }
}
