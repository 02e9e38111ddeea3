/// One thing that happened: the oracle's whole state is the list of these.
struct Fact: Sendable {
    enum Kind: Sendable {
        case created, added, left, removed, roleSet, permissionsSet, ownershipPassed, closed
        case titled, pictured, contextCleared, cancelled
        case sent, edited, deleted, annotated, reacted, unreacted, delivered, read
        case markedUnread, muted, unmuted, pinned, unpinned, archived, unarchived
        case hidden, unhidden, cleared, notificationsSet
        case profileSet, settingsChanged, contactAdded, contactRemoved, blocked, unblocked
        case forgotten
        case reported, resolved, warned, punished, reinstated, appointed, dismissed
        case configured, holdPlaced, holdReleased, retentionSet, erased, mediaPaid, custom
    }

    /// The order of recording, whatever position the store gave.
    var serial: Int
    var position: Int
    var time: Int
    var actor: String
    var kind: Kind
    var conversation = ""
    /// The message it is about; of a system entry its own made id (D-11).
    var message = ""
    var user = ""
    var fields: [String: Value] = [:]

    /// D-106: what the operator did names nobody.
    var isOperators: Bool { actor == Line.theOperator }

    /// Whether a timeline shows it (C48, D-12).
    ///
    /// Messages, and in groups and requests who came and went and how title and photo changed.
    /// Creations carry `isEntry` unless they are direct.
    var isEntry: Bool {
        switch kind {
        case .sent, .left, .removed, .titled, .pictured: true
        case .created, .added: fields["isEntry"] == true
        default: false
        }
    }
}

/// A conversation, told from the facts that somebody may know.
struct Chat {
    struct Member {
        var user: String
        var role: String
        var flags: [String: Bool] = [:]
        var joinedAt: Int
        var joined: Int
        var addedBy: String?
        var left: Int?
        var leftAt: Int?
        var wasRemoved = false

        var isActive: Bool { left == nil }
        var isInCharge: Bool { role == "creator" || role == "admin" }
        func may(_ flag: String) -> Bool { isInCharge || flags[flag] == true }
    }

    struct Reading {
        var upTo: Int
        var time: Int
        var isSilent: Bool
    }

    struct Entry {
        var fact: Fact
        var ordinal: Int
        var texts: [(text: String?, at: Int)]
        var deletedBy: String?
        var deletedAt: Int?
        var isErased = false
        var reactions: [(user: String, reaction: String, at: Int, position: Int)] = []
        var linkPreview: Value?
        var priority: Value?

        var id: String { fact.message }
        var sender: String { fact.actor }
        var isSystem: Bool { fact.kind != .sent }
        var text: String? { texts.last?.text }
        var isGone: Bool { deletedBy != nil || isErased }
    }

    var id: String
    var kind: String
    var creation: Fact
    var context: Value?
    var title: String?
    var isTitleDoubtful = false
    var photo: String?
    var closedAt: Int?
    /// In the order in which they joined last.
    var members: [Member] = []
    var entries: [Entry] = []
    var readings: [String: [Reading]] = [:]
    var deliveries: [String: [Reading]] = [:]
    var markers: [String: Int] = [:]
    /// A membership: its first and last position; that of an active member is open.
    struct Stay {
        var from: Int
        var to = Int.max
        /// From where on it shows what was said, where that was given.
        var since: Int?

        /// D-17, D-95.
        func shows(_ position: Int, onlyFromJoining: Bool) -> Bool {
            let first = since.map { min($0, from) } ?? (onlyFromJoining ? from : 0)
            return first <= position && position <= to
        }
    }

    /// Every membership.
    var stays: [String: [Stay]] = [:]

    var isDirect: Bool { kind == "direct" }
    var seesOnlyStays: Bool { creation.fields["history"] == "sinceJoin" }
    var active: [Member] { members.filter(\.isActive) }
    func member(_ user: String) -> Member? { members.first { $0.user == user } }
    func isActive(_ user: String) -> Bool { member(user)?.isActive == true }
    func entry(_ id: String) -> Entry? { entries.first { $0.id == id } }

    /// D-17: whether a member, now or once, sees what stands at a position.
    func sees(_ user: String, _ position: Int) -> Bool {
        stays[user]?.contains { $0.shows(position, onlyFromJoining: seesOnlyStays) } ?? false
    }

    /// The one that a viewer knows, or the true one without a viewer; nil when never a member.
    init?(_ facts: [Fact], viewer: String?, erased: Set<Int>) {
        guard let creation = facts.first else { return nil }
        self.creation = creation
        id = creation.conversation
        kind = creation.fields["kind"]?.string ?? ""
        // D-84: what it is about are words, erased with what its creator wrote.
        context = erased.contains(creation.position) ? nil : creation.fields["context"]
        var end = Int.max
        if let viewer {
            guard let stay = Self.stays(in: facts)[viewer]?.last else { return nil }
            end = stay.to
        }
        // D-17, D-19: who left does not know what others were shown when they came back later.
        stays = Self.stays(in: facts.filter { $0.position <= end })
        var ordinal = 0
        for fact in facts where fact.position <= end {
            let isSeen = viewer.map { sees($0, fact.position) } ?? true
            tell(fact, erased: erased)
            // D-76: a receipt that was given while the viewer was away is not shown, nor counted.
            if isSeen { tellReceipt(fact) }
            if fact.isEntry { ordinal += 1 }
            guard isSeen else { continue }
            if fact.isEntry {
                let isErased = erased.contains(fact.position)
                let text = fact.kind == .sent ? fact.fields["text"]?.string : nil
                entries.append(
                    Entry(
                        fact: fact,
                        ordinal: ordinal,
                        texts: [(text, fact.time)],
                        isErased: isErased && fact.kind == .sent
                    )
                )
            } else {
                tellContent(fact, erased: erased)
            }
        }
    }

    private static func stays(in facts: [Fact]) -> [String: [Stay]] {
        var stays: [String: [Stay]] = [:]
        for fact in facts {
            switch fact.kind {
            case .added:
                let from = fact.fields["from"]?.int ?? 0
                stays[fact.user, default: []].append(
                    Stay(from: from, since: fact.fields["since"]?.int)
                )
            case .left, .removed:
                var stay = stays[fact.user]?.popLast() ?? Stay(from: 0)
                stay.to = fact.position
                stays[fact.user, default: []].append(stay)
            default: break
            }
        }
        return stays
    }

    /// Structure: as of the leaving for those who left, else whole.
    private mutating func tell(_ fact: Fact, erased: Set<Int>) {
        let isErased = erased.contains(fact.position)
        switch fact.kind {
        case .created:
            title = isErased ? nil : fact.fields["title"]?.string
            photo = isErased ? nil : fact.fields["photo"]?.string
            isTitleDoubtful = isErased && fact.fields["title"] != nil
        case .titled:
            title = isErased ? nil : fact.fields["title"]?.string
            isTitleDoubtful = isErased && fact.fields["title"]?.string != nil
        case .pictured: photo = isErased ? nil : fact.fields["photo"]?.string
        case .contextCleared: context = nil
        case .closed: closedAt = fact.time
        case .added:
            members.removeAll { $0.user == fact.user }
            members.append(
                Member(
                    user: fact.user,
                    role: fact.fields["role"]?.string ?? "member",
                    flags: fact.fields.filter { $0.key.hasPrefix("can") }
                        .compactMapValues(\.bool),
                    joinedAt: fact.time,
                    joined: fact.position,
                    addedBy: fact.fields["isEntry"] == true && !fact.isOperators
                        ? fact.actor : nil
                )
            )
            markers[fact.user] = fact.fields["from"]?.int ?? fact.position
        case .left, .removed:
            change(fact.user) {
                $0.left = fact.position
                $0.leftAt = fact.time
                $0.wasRemoved = fact.kind == .removed
            }
        case .roleSet: change(fact.user) { $0.role = fact.fields["role"]?.string ?? "" }
        case .ownershipPassed:
            change(fact.fields["owner"]?.string ?? fact.actor) {
                $0.role = fact.fields["role"]?.string ?? "member"
                $0.flags = [:]
            }
            change(fact.user) { $0.role = "creator" }
        case .permissionsSet:
            change(fact.user) {
                for (name, flag) in fact.fields { $0.flags[name] = flag.bool }
            }
        case .sent, .read:
            let upTo = fact.fields["upTo"]?.int ?? fact.position
            markers[fact.actor] = max(markers[fact.actor] ?? 0, upTo)
        case .markedUnread:
            let from = fact.fields["from"]?.int ?? 0
            markers[fact.actor] = min(markers[fact.actor] ?? 0, from - 1)
        default: break
        }
    }

    /// How far somebody has come, by what they said or sent.
    private mutating func tellReceipt(_ fact: Fact) {
        let reading = Reading(
            upTo: fact.fields["upTo"]?.int ?? fact.position,
            time: fact.time,
            isSilent: fact.fields["isSilent"] == true
        )
        switch fact.kind {
        case .sent, .read: readings[fact.actor, default: []].append(reading)
        case .delivered: deliveries[fact.actor, default: []].append(reading)
        default: break
        }
    }

    private mutating func change(_ user: String, _ change: (inout Member) -> Void) {
        guard let index = members.firstIndex(where: { $0.user == user }) else { return }
        change(&members[index])
    }

    /// What happened to a message: known when the deed and the message lie in the viewer's stays.
    private mutating func tellContent(_ fact: Fact, erased: Set<Int>) {
        guard let index = entries.firstIndex(where: { $0.id == fact.message }) else { return }
        switch fact.kind {
        case .edited:
            entries[index].texts.append((fact.fields["text"]?.string, fact.time))
            // D-109: for good.
            if let preview = entries[index].linkPreview, !Oracle.isPreview(preview, of: fact) {
                entries[index].linkPreview = nil
            }
            // What has no newest words has none.
            entries[index].isErased = erased.contains(fact.position)
        case .deleted:
            entries[index].deletedBy = fact.actor
            entries[index].deletedAt = fact.time
        case .annotated:
            if let preview = fact.fields["linkPreview"] {
                entries[index].linkPreview = preview == .null ? nil : preview
            }
            if let priority = fact.fields["priority"] { entries[index].priority = priority }
        case .reacted, .unreacted:
            let reaction = fact.fields["reaction"]?.string ?? ""
            let replaces = creation.fields["reactions"] != "open"
            entries[index].reactions.removeAll {
                $0.user == fact.actor
                    && (replaces || Value.string($0.reaction) == .string(reaction))
            }
            if fact.kind == .reacted {
                entries[index].reactions.append((fact.actor, reaction, fact.time, fact.position))
            }
        default: break
        }
    }

    /// Who counts for the receipts of an entry: active, not the sender, and able to see it (D-19).
    func audience(of entry: Entry) -> [Member] {
        active.filter { $0.user != entry.sender && sees($0.user, entry.fact.position) }
    }
}
