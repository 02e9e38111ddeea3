/// Queries, each answered by scanning.
extension Oracle {
    mutating func ask(
        _ name: String,
        _ line: Line,
        _ cursors: inout [String: Cursor]
    ) throws(Refused) -> Value {
        let viewer = line.actor
        if name == "mayI" { return try mayI(line) }
        guard
            (viewer == Line.theOperator) == Shapes.operatorQueries.contains(name)
                || Shapes.sharedQueries.contains(name),
            !Shapes.moderatorQueries.contains(name) || isModerator(viewer)
        else { throw Refused(codes: ["permissionDenied"]) }
        var page = Page(line)
        defer { cursors = page.cursors }
        let fields = line.fields
        switch name {
        case "conversations": return try conversations(viewer, fields, &page)
        case "conversation": return detail(try seen(line), viewer)
        case "messages": return try messages(line, &page)
        case "message":
            let (chat, entry) = try seenMessage(line)
            return item(entry, chat, viewer)
        case "history": return history(try seenMessage(line).entry)
        case "reactions":
            let entry = try seenMessage(line).entry
            if entry.isSystem { return .unsettled }
            return try reactions(entry, viewer, fields, &page)
        case "receipts": return try receipts(line, &page)
        case "replies": return try replies(line, &page)
        case "mentions": return try mentions(viewer, fields, &page)
        case "media": return try media(line, &page)
        case "unread": return try unread(line, &page)
        case "members": return try members(line, &page)
        case "findDirect":
            let id = direct(viewer, fields["with"]?.string ?? "")
            return optional(["conversation": id.map(Value.string)])
        case "findByContext":
            let found = conversations.compactMap { chat($0, as: viewer) }
                .filter { chat in
                    guard let context = chat.context, context["kind"] == fields["kind"] else {
                        return false
                    }
                    return fields["id"] == nil || context["id"] == fields["id"]
                }
            return try page.answer(
                found,
                named: "conversations",
                key: { [.number($0.creation.position)] }
            ) { .string($0.id) }
        case "profile":
            let user = fields["user"]?.string ?? ""
            guard let profile = profile(user, shownTo: viewer), !hasBlocked(user, viewer) else {
                throw Refused(codes: ["notFound"])
            }
            return .object(
                profile.merging(["user": .string(user)]) { _, new in new }
                    .merging(presence(of: user, shownTo: viewer)) { _, new in new }
            )
        case "profiles": return profiles(viewer, fields["users"]?.array ?? [])
        case "contacts":
            // D-112: by folded name, then id.
            func key(_ user: String) -> [Key] {
                [.text(Words.folded(self.name(user))), .text(user)]
            }
            let users = Set(others.filter { $0.kind == .contactAdded }.map(\.user))
                .filter { isContact($0, of: viewer) }
                .sorted { Key.precedes(key($0), key($1)) }
            return try page.answer(users, key: key) { .object(person($0, shownTo: viewer)) }
        case "users": return try users(viewer, fields, &page)
        case "settings":
            var settings = settings(viewer)
            if isMandatory { settings["sendReadReceipts"] = .unsettled }
            return .object(settings)
        case "blocks":
            // D-80: in the order of blocking.
            var blocks: [(user: String, position: Int)] = []
            for fact in others where fact.kind == .blocked && fact.actor == viewer {
                blocks.removeAll { $0.user == fact.user }
                blocks.append((fact.user, fact.position))
            }
            return try page.answer(
                blocks.filter { hasBlocked(viewer, $0.user) },
                named: "users",
                key: { [.number($0.position)] }
            ) { .object(person($0.user, shownTo: viewer)) }
        case "changes": return try changes(line)
        case "typing": return try typing(line)
        case "presence": return try presence(line)
        case "notificationPlan": return try plan(fields["position"]?.int ?? 0, &page)
        case "rate": return rate(viewer)
        case "mediaOwed": return try mediaOwed(&page)
        case "reports": return try reports(fields, &page)
        case "report": return try report(line)
        case "standing": return try standing(line)
        case "memberships":
            // D-104: in the order of creation.
            let user = fields["user"]?.string ?? ""
            let found = conversations.compactMap(truth).filter { $0.member(user) != nil }
            return try page.answer(
                found.sorted { $0.creation.position < $1.creation.position },
                key: { [.number($0.creation.position)] }
            ) { chat in
                let member = chat.member(user)
                return optional([
                    "conversation": .string(chat.id), "kind": .string(chat.kind),
                    "role": member?.isActive == true ? member.map { .string($0.role) } : .unsettled,
                    "joinedAt": member.map { .int($0.joinedAt) },
                    "leftAt": member?.leftAt.map(Value.int),
                ])
            }
        case "explain": return try explain(fields)
        case "metrics": return try metrics(fields)
        case "histogram": return try histogram(fields)
        case "outcome":
            let id = fields["id"]?.string ?? ""
            let spaces = ["message", "conversation", "report", "hold", "command \(viewer)"]
            let deeds = spaces.compactMap { space in self.deeds["\(space) \(id)"] }
                .filter { $0.actor == viewer }
            guard let deed = deeds.first else { return ["known": false] }
            return ["known": true, "position": deeds.count == 1 ? .int(deed.position) : .unsettled]
        default: throw Refused(codes: ["invalidRequest"])
        }
    }

    private func seen(_ line: Line) throws(Refused) -> Chat {
        guard let chat = chat(line.fields["conversation"]?.string ?? "", as: line.actor) else {
            throw Refused(codes: ["notFound"])
        }
        return chat
    }

    private func seenMessage(_ line: Line) throws(Refused) -> (chat: Chat, entry: Chat.Entry) {
        guard let place = find(line.fields["message"]?.string ?? "", as: line.actor) else {
            throw Refused(codes: ["notFound"])
        }
        return place
    }

    // MARK: Conversations

    /// The others by whom an untitled chat is called, in the order in which they joined (D-33).
    private func faces(_ chat: Chat, _ viewer: String) -> [String] {
        (chat.isDirect ? chat.members : chat.active).map(\.user).filter { $0 != viewer }
    }

    func title(_ chat: Chat, _ viewer: String) -> String {
        if let title = chat.title { return title }
        let names = faces(chat, viewer).map(name)
        switch names.count {
        case 0: return "You"
        case 1: return names[0]
        case 2: return "\(names[0]), \(names[1])"
        case 3: return "\(names[0]), \(names[1]) and 1 other"
        default: return "\(names[0]), \(names[1]) and \(names.count - 2) others"
        }
    }

    private func lastActivity(_ chat: Chat) -> Int {
        chat.entries.last { !$0.isSystem && !$0.isGone }?.fact.time ?? chat.creation.time
    }

    private func rank(_ chat: Chat, _ viewer: String) -> [Key] {
        let isPinned = stands(.pinned, over: .unpinned, viewer, chat.id)
        return [
            .number(isPinned ? 0 : 1), .number(-lastActivity(chat)),
            .text(aliases[chat.id] ?? chat.id),
        ]
    }

    private func row(_ chat: Chat, _ viewer: String, _ length: Int) -> [String: Value?] {
        let last = chat.entries.last { !$0.isGone }
        let isMuted = isMuted(viewer, chat.id)
        let member = chat.member(viewer)
        // The viewer as of the leaving is still told to have left.
        let membership =
            member?.isActive == true
            ? "active" : member?.wasRemoved == true ? "removed" : "left"
        let readings = (chats[chat.id] ?? []).filter {
            ($0.kind == .read || $0.kind == .sent) && $0.actor == viewer
        }
        let mine = readings.last
        let furthest = readings.map { $0.fields["upTo"]?.int ?? $0.position }.max() ?? 0
        // D-104: whatever was cleared or is too old.
        let whole = fold(chat.id, viewer: viewer)?.entries ?? []
        let lastRead = whole.last { !$0.isSystem && $0.fact.position <= furthest }
        let other = chat.isDirect ? faces(chat, viewer).first : nil
        let shown = other.map { presence(of: $0, shownTo: viewer) }
        return [
            "conversation": .string(chat.id),
            "kind": .string(chat.kind),
            "title": chat.isTitleDoubtful ? .unsettled : .string(title(chat, viewer)),
            "titled": chat.isTitleDoubtful ? .unsettled : .bool(chat.title != nil),
            "photo": chat.photo.map(Value.string),
            "custom": erased.contains(chat.creation.position)
                ? .unsettled : chat.creation.fields["custom"],
            "avatars": .array(
                faces(chat, viewer).prefix(4).map { .object(person($0, shownTo: viewer)) }
            ),
            "last": last.map { entry in
                optional([
                    entry.isSystem ? "entry" : "message": .string(entry.id),
                    "kind": .string(kind(of: entry)),
                    "preview": entry.isSystem && erased.contains(entry.fact.position)
                        ? .unsettled : .string(preview(entry, viewer, length)),
                    "sender": entry.fact.isOperators ? nil : .string(entry.sender),
                    "senderName": entry.fact.isOperators ? nil : .string(name(entry.sender)),
                    "at": .int(entry.fact.time),
                    "status": entry.isSystem
                        ? .unsettled
                        : entry.sender == viewer ? .string(status(entry, chat)) : nil,
                ])
            },
            "lastActivityAt": .int(lastActivity(chat)),
            "updatedAt": .int(whole.last?.fact.time ?? chat.creation.time),
            "lastReadAt": mine.map { .int($0.time) },
            "lastReadMessage": lastRead.map { .string($0.id) },
            "unread": .int(unread(chat, viewer).count),
            "muted": .bool(isMuted),
            "mutedUntil": isMuted ? own(.muted, viewer, chat.id)?.fields["until"] : nil,
            "notifications": .bool(hasNotifications(viewer, chat.id)),
            "pinned": .bool(stands(.pinned, over: .unpinned, viewer, chat.id)),
            "archived": .bool(isArchived(viewer, chat)),
            "hidden": .bool(isHidden(viewer, chat)),
            "membership": .string(membership),
            "leftAt": member?.leftAt.map(Value.int),
            "closed": .bool(chat.closedAt != nil),
            "online": shown?["online"],
            "lastSeenAt": shown?["lastSeenAt"],
        ]
    }

    private func isArchived(_ user: String, _ chat: Chat) -> Bool {
        stands(.archived, over: .unarchived, user, chat.id)
    }

    private func detail(_ chat: Chat, _ viewer: String) -> Value {
        var members = row(chat, viewer, 100)
        let me = chat.member(viewer)
        let isOpen = me?.isActive == true && !chat.isDirect
        members["memberCount"] = .int(chat.active.count)
        members["messageCount"] = .int(chat.entries.count { !$0.isSystem && !$0.isGone })
        members["role"] = me?.isActive == true ? me.map { .string($0.role) } : .unsettled
        members["permissions"] = isOpen ? me.map { .object(flags($0)) } : .unsettled
        members["context"] = chat.context
        members["reactions"] = chat.creation.fields["reactions"] ?? "tapback"
        members["history"] = chat.creation.fields["history"] ?? "full"
        members["createdBy"] = .string(chat.creation.actor)
        members["createdAt"] = .int(chat.creation.time)
        members["closedAt"] = chat.closedAt.map(Value.int)
        return optional(members)
    }

    private func flags(_ member: Chat.Member) -> [String: Value] {
        Dictionary(
            uniqueKeysWithValues: ["canAdd", "canRemove", "canEdit"].map {
                ($0, .bool(member.may($0)))
            }
        )
    }

    /// D-26.
    private func passes(_ chat: Chat, _ viewer: String, _ filter: String) -> Bool {
        let isHidden = isHidden(viewer, chat)
        let isActive = chat.isActive(viewer)
        switch filter {
        case "active": return isActive && !isArchived(viewer, chat) && !isHidden
        case "archived": return isActive && isArchived(viewer, chat) && !isHidden
        case "hidden": return isHidden
        case "former": return !isActive && !isHidden
        default: return true
        }
    }

    /// D-59, D-104: the first that holds of title, people and last.
    private func match(_ chat: Chat, _ viewer: String, _ search: String) -> String? {
        if Words.contains(title(chat, viewer), search) { return "title" }
        for member in chat.active where member.user != viewer {
            // D-116: one who has blocked the viewer is found by the shown name alone.
            let profile = profile(member.user)
            let names =
                hasBlocked(member.user, viewer)
                ? [name(member.user)]
                : [profile?["username"]?.string, profile?["fullName"]?.string]
            if names.contains(where: { $0.map { Words.contains($0, search) } ?? false }) {
                return "people"
            }
        }
        if let last = chat.entries.last(where: { !$0.isGone }), let text = last.text,
            Words.contains(text, search)
        {
            return "last"
        }
        return nil
    }

    private func list(_ viewer: String, _ filter: String, _ search: String) -> [Chat] {
        conversations.compactMap { chat($0, as: viewer) }
            .filter { passes($0, viewer, filter) }
            .filter { search.isEmpty || match($0, viewer, search) != nil }
            .map { (chat: $0, rank: rank($0, viewer)) }
            .sorted { Key.precedes($0.rank, $1.rank) }
            .map(\.chat)
    }

    private func conversations(
        _ viewer: String,
        _ fields: [String: Value],
        _ page: inout Page
    ) throws(Refused) -> Value {
        let search = fields["search"]?.string ?? ""
        let all = list(viewer, fields["filter"]?.string ?? "active", search).filter { chat in
            if let kind = fields["kind"]?.string, chat.kind != kind { return false }
            guard let other = fields["with"]?.string else { return true }
            return chat.isActive(viewer) && truth(chat.id)?.isActive(other) == true
        }
        let length = fields["previewLength"]?.int ?? 100
        let answer = try page.answer(all, key: { rank($0, viewer) }) { chat in
            var row = row(chat, viewer, length)
            if !search.isEmpty {
                row["matched"] =
                    chat.isTitleDoubtful
                    ? .unsettled : match(chat, viewer, search).map(Value.string)
            }
            return optional(row)
        }
        return search.isEmpty ? answer : with(answer, "count", .int(all.count))
    }

    private func unread(_ line: Line, _ page: inout Page) throws(Refused) -> Value {
        let viewer = line.actor
        if line.fields["conversation"] != nil {
            let entries = unread(try seen(line), viewer)
            return optional([
                "unread": .int(entries.count), "firstUnread": entries.first.map { .string($0.id) },
            ])
        }
        let counted = counted(viewer)
        let answer = try page.answer(
            counted,
            named: "conversations",
            key: { rank($0, viewer) }
        ) { ["conversation": .string($0.id), "unread": .int(unread($0, viewer).count)] }
        return with(
            with(answer, "total", sum(counted, viewer)),
            "badge",
            badge(viewer)
        )
    }

    /// D-31.
    private func counted(_ viewer: String) -> [Chat] {
        list(viewer, "all", "").filter {
            $0.isActive(viewer) && !isHidden(viewer, $0) && !unread($0, viewer).isEmpty
        }
    }

    private func sum(_ chats: [Chat], _ viewer: String) -> Value {
        .int(chats.reduce(0) { $0 + unread($1, viewer).count })
    }

    private func badge(_ viewer: String) -> Value {
        let chats = counted(viewer).filter {
            !isMuted(viewer, $0.id) && !isArchived(viewer, $0)
        }
        return sum(chats, viewer)
    }

    private func members(_ line: Line, _ page: inout Page) throws(Refused) -> Value {
        let chat = try seen(line)
        let shown = line.fields["former"] == true ? chat.members : chat.active
        let answer = try page.answer(
            shown,
            // Founders join together; each has a fact of their own that tells them apart.
            key: { [.number($0.joined)] }
        ) { member in
            var row: [String: Value?] = [
                "user": .string(member.user), "name": .string(name(member.user)),
                "role": member.isActive ? .string(member.role) : .unsettled,
                "joinedAt": .int(member.joinedAt), "leftAt": member.leftAt.map(Value.int),
                "addedBy": member.addedBy.map(Value.string),
            ]
            // D-116: of a person who has blocked the viewer, the name alone.
            let profile = hasBlocked(member.user, line.actor) ? nil : profile(member.user)
            for name in ["username", "fullName", "avatar"] { row[name] = profile?[name] }
            for (name, flag) in flags(member) {
                row[name] = member.isActive && !chat.isDirect ? flag : .unsettled
            }
            for (name, value) in presence(of: member.user, shownTo: line.actor) {
                row[name] = value
            }
            return optional(row)
        }
        return with(answer, "count", .int(chat.active.count))
    }

    private func with(_ answer: Value, _ name: String, _ value: Value) -> Value {
        .object((answer.object ?? [:]).merging([name: value]) { _, new in new })
    }

    // MARK: Messages

    private func messages(_ line: Line, _ page: inout Page) throws(Refused) -> Value {
        let chat = try seen(line)
        let fields = line.fields
        var entries = chat.entries
        if fields["deleted"] == false {
            // Whether erased ones count as deleted here is nowhere said.
            if entries.contains(where: { $0.isErased && $0.deletedBy == nil }) {
                return .unsettled
            }
            entries.removeAll { $0.deletedBy != nil }
        }
        func ordinal(_ mark: String) throws(Refused) -> Int? {
            if let cursor = try page.cursor(for: mark) {
                guard case .number(let ordinal) = cursor.key[0] else { return nil }
                return ordinal
            }
            guard let id = fields[mark]?.string else { return nil }
            guard Words.isUUID(id) else { throw Refused(codes: ["invalidCursor"]) }
            guard let entry = chat.entry(id) else { throw Refused(codes: ["notFound"]) }
            return entry.ordinal
        }
        let shown: [Chat.Entry]
        // D-104: an ordinal that need not be visible, or a time.
        var center = fields["aroundOrdinal"]?.int
        if let time = fields["aroundTime"]?.int {
            let first = entries.first { $0.fact.time >= time } ?? entries.last
            center = first?.ordinal ?? 0
        }
        if let center {
            let before = (page.limit - 1) / 2
            shown =
                entries.filter { $0.ordinal < center }.suffix(before)
                + entries.filter { $0.ordinal == center }
                + entries.filter { $0.ordinal > center }.prefix(page.limit - 1 - before)
        } else if let around = try ordinal("around") {
            guard let middle = entries.firstIndex(where: { $0.ordinal == around }) else {
                return .unsettled
            }
            let before = (page.limit - 1) / 2
            let start = max(0, middle - before)
            let end = min(entries.count, middle + page.limit - before)
            shown = Array(entries[start..<end])
        } else if let after = try ordinal("after") {
            shown = Array(entries.filter { $0.ordinal > after }.prefix(page.limit))
        } else {
            let before = try ordinal("before") ?? .max
            shown = Array(entries.filter { $0.ordinal < before }.suffix(page.limit))
        }
        var answer: [String: Value] = [
            "items": .array(shown.map { item($0, chat, line.actor) })
        ]
        guard let first = shown.first, let last = shown.last else {
            answer["before"] = .unsettled
            answer["after"] = .unsettled
            return .object(answer)
        }
        if first.ordinal != entries.first?.ordinal {
            answer["before"] = page.mark("before", at: [.number(first.ordinal)])
        }
        if last.ordinal != entries.last?.ordinal {
            answer["after"] = page.mark("after", at: [.number(last.ordinal)])
        }
        return .object(answer)
    }

    /// D-39.
    private func history(_ entry: Chat.Entry) -> Value {
        if entry.isSystem { return .unsettled }
        if entry.isGone { return ["versions": [], "count": .unsettled] }
        let earlier = entry.texts.dropLast().suffix(10)
        return [
            "versions": .array(
                earlier.map {
                    ["text": $0.text.map(Value.string) ?? .unsettled, "at": .int($0.at)]
                }
            ),
            "count": .int(entry.texts.count - 1),
        ]
    }

    /// D-80: a page of groups, or of the people of one.
    private func reactions(
        _ entry: Chat.Entry,
        _ viewer: String,
        _ fields: [String: Value],
        _ page: inout Page
    ) throws(Refused) -> Value {
        let all = entry.isGone ? [] : groups(entry, viewer, withUsers: true).array ?? []
        func oldest(_ name: Value?) -> Int {
            entry.reactions.first { Value.string($0.reaction) == name }?.position ?? 0
        }
        guard let name = fields["reaction"] else {
            return try page.answer(
                all,
                named: "groups",
                key: { [.number(-($0["count"]?.int ?? 0)), .number(oldest($0["reaction"]))] }
            ) { $0 }
        }
        let marks = entry.isGone ? [] : entry.reactions.filter { .string($0.reaction) == name }
        let people = try page.answer(marks, named: "users", key: { [.number($0.position)] }) {
            person($0.user, at: $0.at, shownTo: viewer)
        }
        guard var group = all.first(where: { $0["reaction"] == name })?.object else {
            return ["groups": []]
        }
        group["users"] = people["users"]
        return optional(["groups": [.object(group)], "next": people["next"]])
    }

    /// D-19, D-21, D-22.
    private func receipts(_ line: Line, _ page: inout Page) throws(Refused) -> Value {
        let (chat, entry) = try seenMessage(line)
        guard entry.sender == line.actor, !entry.isSystem else {
            throw Refused(codes: ["notTheSender"] + (entry.isSystem ? ["systemEntry"] : []))
        }
        if entry.isGone { return .unsettled }
        let audience = chat.audience(of: entry).map(\.user)
        // D-80: a page of people in the order of joining, each in the lists they belong to.
        let members = chat.audience(of: entry).sorted { $0.joined < $1.joined }
        let part = try page.answer(members, named: "people", key: { [.number($0.joined)] }) {
            .string($0.user)
        }
        let shown = (part["people"]?.array ?? []).compactMap(\.string)
        let seesReading = isLoud(line.actor)
        func list(_ time: (String) -> Int?) -> Value {
            .array(
                shown.compactMap { user in
                    time(user).map { person(user, at: $0, shownTo: line.actor) }
                }
            )
        }
        let readers = audience.filter { readAt(entry, $0, chat) != nil }
        return optional([
            "sentAt": .int(entry.fact.time),
            "next": part["next"],
            "delivered": list { deliveredAt(entry, $0, chat) },
            "read": seesReading ? list { readAt(entry, $0, chat) } : [],
            "waiting": seesReading
                ? .array(
                    shown.filter { !readers.contains($0) }.map {
                        .object(person($0, shownTo: line.actor))
                    }
                )
                : .unsettled,
            "readCount": seesReading ? .int(readers.count) : .unsettled,
            "of": seesReading ? .int(audience.count) : .unsettled,
            "allRead": seesReading && !audience.isEmpty
                ? .bool(readers.count == audience.count) : .unsettled,
            "status": audience.isEmpty ? .unsettled : .string(status(entry, chat)),
        ])
    }

    private func replies(_ line: Line, _ page: inout Page) throws(Refused) -> Value {
        let (chat, entry) = try seenMessage(line)
        if entry.isSystem { return .unsettled }
        let all = chat.entries.filter { $0.fact.fields["replyTo"] == .string(entry.id) }
        // A deleted reply keeps its place, as in the conversation; the documents do not say.
        return try page.answer(all, key: { [.number($0.ordinal)] }) {
            item($0, chat, line.actor)
        }
    }

    /// D-56.
    private func mentions(
        _ viewer: String,
        _ fields: [String: Value],
        _ page: inout Page
    ) throws(Refused) -> Value {
        var found: [(chat: Chat, entry: Chat.Entry)] = []
        for chat in conversations.compactMap({ chat($0, as: viewer) }) {
            for entry in chat.entries where entry.sender != viewer && !entry.isGone {
                let users = Words.mentions(in: entry.text ?? "").map(\.user)
                guard users.contains(viewer) else { continue }
                if fields["unreadOnly"] == true {
                    if !chat.isActive(viewer) { return .unsettled }
                    if entry.fact.position <= chat.markers[viewer] ?? 0 { continue }
                }
                found.append((chat, entry))
            }
        }
        found.sort { $0.entry.fact.position > $1.entry.fact.position }
        return try page.answer(found, key: { [.number(-$0.entry.fact.position)] }) {
            item($0.entry, $0.chat, viewer)
        }
    }

    /// D-53, D-55: newest message first.
    ///
    /// In which order one message's stand the documents do not say: attachments, location, links.
    private func media(_ line: Line, _ page: inout Page) throws(Refused) -> Value {
        let chat = try seen(line)
        let kind = line.fields["kind"]?.string
        var found: [(key: [Key], value: Value)] = []
        for entry in chat.entries.reversed() where !entry.isGone && !entry.isSystem {
            let base: [String: Value] = [
                "message": .string(entry.id), "ordinal": .int(entry.ordinal),
                "sender": .string(entry.sender), "senderName": .string(name(entry.sender)),
                "sentAt": .int(entry.fact.time),
            ]
            var count = 0
            func add(_ thing: String, _ name: String, _ value: Value) {
                guard kind == nil || kind == thing else { return }
                let more = ["kind": .string(thing), name: value]
                let whole = Value.object(base.merging(more) { _, new in new })
                found.append(([.number(-entry.ordinal), .number(count)], whole))
                count += 1
            }
            for attachment in entry.fact.fields["attachments"]?.array ?? [] {
                add(attachment["kind"]?.string ?? "", "attachment", attachment)
            }
            if let location = entry.fact.fields["location"] {
                add("location", "location", location)
            }
            if let preview = entry.linkPreview {
                add("link", "link", preview)
            } else {
                for url in Words.links(in: entry.text ?? "") {
                    add("link", "link", ["url": .string(url)])
                }
            }
        }
        let answer = try page.answer(found, key: \.key) { $0.value }
        return with(answer, "count", .int(found.count))
    }

    // MARK: Everything else

    /// D-103: in the order asked, each once; of a user who may not be seen only the name.
    private func profiles(_ viewer: String, _ users: [Value]) -> Value {
        var asked: [String] = []
        for user in users.compactMap(\.string) where !asked.contains(user) { asked.append(user) }
        return [
            "items": .array(
                asked.map { user in
                    var item: [String: Value?] = [
                        "user": .string(user), "name": .string(name(user)),
                    ]
                    let isOperator = viewer == Line.theOperator
                    guard isOperator || !hasBlocked(user, viewer) else { return optional(item) }
                    let profile =
                        isOperator ? profile(user) : profile(user, shownTo: viewer)
                    for name in ["username", "fullName", "avatar", "email"] {
                        item[name] = profile?[name]
                    }
                    if !isOperator {
                        for (name, value) in presence(of: user, shownTo: viewer) {
                            item[name] = value
                        }
                    }
                    return optional(item)
                }
            )
        ]
    }

    private func users(
        _ viewer: String,
        _ fields: [String: Value],
        _ page: inout Page
    ) throws(Refused) -> Value {
        let excluded = (fields["exclude"]?.array ?? []).compactMap(\.string) + [viewer]
        let search = fields["search"]?.string ?? ""
        let everybody = Set(others.filter { $0.kind == .profileSet }.map(\.actor))
        func key(_ user: String) -> [Key] { [.text(Words.folded(name(user))), .text(user)] }
        let found = everybody.filter { user in
            guard let profile = profile(user), !excluded.contains(user),
                !hasBlocked(user, viewer)
            else { return false }
            return ["username", "fullName"].contains {
                profile[$0]?.string.map { Words.contains($0, search) } ?? false
            }
        }.sorted { Key.precedes(key($0), key($1)) }
        return try page.answer(found, key: key) { user in
            let profile = profile(user, shownTo: viewer) ?? [:]
            var row: [String: Value?] = [
                "user": .string(user), "username": profile["username"],
                "fullName": profile["fullName"], "avatar": profile["avatar"],
                "email": profile["email"], "custom": .unsettled,
            ]
            for (name, value) in presence(of: user, shownTo: viewer) { row[name] = value }
            return optional(row)
        }
    }

    /// D-60 leaves the shape almost free: who is told of which message at which position, and next.
    private func changes(_ line: Line) throws(Refused) -> Value {
        let since = line.fields["since"]?.int ?? 0
        let one = line.fields["conversation"]?.string
        if one != nil { _ = try seen(line) }
        if since < 0 || since > position {
            throw Refused(codes: ["invalidRequest", "notFound", "invalidCursor"])
        }
        return ["items": .unsettled, "next": .unsettled]
    }

    private func typing(_ line: Line) throws(Refused) -> Value {
        let chat = try seen(line)
        if !chat.isActive(line.actor) || isBlocked(chat) { return .unsettled }
        let users = (typing[chat.id] ?? []).filter {
            $0.user != line.actor && now < $0.at + 5_000 && chat.isActive($0.user)
        }.map(\.user)
        // Whether a switch turned off stops a signal given before is nowhere said.
        if users.contains(where: { settings($0)["shareTyping"] != true }) { return .unsettled }
        return [
            "users": .anyOrder(users.map { .object(person($0, shownTo: line.actor)) }),
            "text": users.count == 1
                ? .string("\(name(users[0])) is typing...") : .unsettled,
        ]
    }

    /// Whom the newest event is pushed to, when it is a message; bodies are nowhere settled.
    private func plan(_ place: Int, _ page: inout Page) throws(Refused) -> Value {
        guard (1...position).contains(place) else {
            throw Refused(codes: ["invalidRequest", "notFound"])
        }
        let sent = chatFacts.first { $0.position == place }
        guard place == position, let sent, sent.kind == .sent, let chat = truth(sent.conversation)
        else { return .unsettled }
        let told = chat.active.filter { member in
            let user = member.user
            // D-79: of what was erased since, the past tells nobody.
            return !erased.contains(place) && user != sent.actor
                && settings(user)["notifications"] == true
                && hasNotifications(user, chat.id)
                // Who had muted it when it was sent is not told afterwards.
                && !isMuted(user, chat.id, at: sent.time) && !hasBlocked(user, sent.actor)
                && !hasBlocked(sent.actor, user)
                // Nor who cannot read it any more, as it is older than what they keep.
                && find(sent.message, as: user) != nil
        }
        // D-80: in the order of joining.
        return try page.answer(
            told.sorted { $0.joined < $1.joined },
            named: "recipients",
            key: { [.number($0.joined)] }
        ) { member in
            let user = member.user
            return optional([
                "user": .string(user), "conversation": .string(chat.id),
                "message": .string(sent.message), "title": .string(name(sent.actor)),
                "subtitle": chat.isDirect ? nil : .string(title(chat, user)),
                "body": body(sent, user),
                "badge": settings(user)["badge"] == true ? badge(user) : 0,
                // The store makes the id of a direct conversation.
                "threadID": chat.isDirect
                    ? .unsettled : .string("conversation-\(chat.id)"),
                "category": "MESSAGE",
                // Additions to the contract.
                "mentioned": .unsettled, "sound": .unsettled, "previews": .unsettled,
            ])
        }
    }

    /// What no document gives words for is left open: pushes without previews, names of mentions.
    private func body(_ sent: Fact, _ user: String) -> Value {
        guard settings(user)["previews"] != "never", let text = sent.fields["text"]?.string,
            !text.isEmpty, !text.contains("@[")
        else { return .unsettled }
        return .string(String(text.prefix(500)))
    }

    /// D-58.
    private func reports(_ fields: [String: Value], _ page: inout Page) throws(Refused) -> Value {
        let all = others.filter { report in
            report.kind == .reported
                && (fields["status"] == nil || fields["status"] == .string(status(report)))
                && (fields["user"] == nil || fields["user"] == .string(about(report)))
        }
        return try page.answer(all.reversed(), key: { [.number(-$0.position)] }) {
            optional(row(of: $0))
        }
    }

    /// Whom a report concerns; empty for a conversation.
    private func about(_ report: Fact) -> String {
        (report.fields["user"] ?? report.fields["sender"])?.string ?? ""
    }

    private static let statusWords = [
        "dismiss": "dismissed", "warn": "warned", "suspend": "suspended", "ban": "banned",
    ]

    private func status(_ report: Fact) -> String {
        let resolution = resolution(report.fields["report"]?.string ?? "")
        return resolution.flatMap { Self.statusWords[$0.fields["action"]?.string ?? ""] } ?? "open"
    }

    private func row(of report: Fact) -> [String: Value?] {
        let resolution = resolution(report.fields["report"]?.string ?? "")
        let isErased = erased.contains(report.position)
        let isOfMessage = report.fields["message"] != nil
        return [
            "report": report.fields["report"], "reporter": .string(report.actor),
            "reporterName": .string(name(report.actor)),
            "message": report.fields["message"],
            "user": isOfMessage ? .unsettled : report.fields["user"],
            "userName": isOfMessage
                ? .unsettled : report.fields["user"]?.string.map { .string(name($0)) },
            "conversation": isOfMessage ? .unsettled : report.fields["conversation"],
            "reason": report.fields["reason"],
            "details": isErased ? .unsettled : report.fields["details"],
            "preview": .unsettled, "at": .int(report.time), "status": .string(status(report)),
            "resolvedBy": resolution.map { .string($0.actor) },
            "resolvedByName": resolution.map { .string(name($0.actor)) },
            "resolvedAt": resolution.map { .int($0.time) },
            "action": resolution?.fields["action"], "until": .unsettled,
            "note": resolution.flatMap {
                erased.contains($0.position) ? nil : $0.fields["note"]
            },
        ]
    }

    /// D-115: a message as the reporter saw it at the report, without what was erased since.
    private func report(_ line: Line) throws(Refused) -> Value {
        guard let report = reported(line.fields["report"]?.string ?? "") else {
            throw Refused(codes: ["notFound"])
        }
        var fields = row(of: report)
        let message = report.fields["message"]?.string
        let place =
            report.fields["conversation"]?.string
            ?? message.flatMap { conversation(ofMessage: $0) }
        let then = (place.flatMap { chats[$0] } ?? []).filter { $0.position <= report.position }
        let chat = Chat(then, viewer: report.actor, erased: erased)
        // A title as the reporter saw it, or as it was: the two differ for a former member.
        let title = Chat(then, viewer: nil, erased: erased)
        fields["title"] =
            title.map { $0.isTitleDoubtful || $0.title != chat?.title } ?? false
            ? .unsettled : title?.title.map(Value.string)
        if let message, let chat {
            guard let entry = chat.entry(message) else { return .unsettled }
            fields["reported"] = evidence(entry, in: chat)
        }
        return optional(fields)
    }

    private func evidence(_ entry: Chat.Entry, in chat: Chat) -> Value {
        var members: [String: Value?] = [
            "message": .string(entry.id), "conversation": .string(chat.id),
            "sender": .string(entry.sender), "senderName": .string(name(entry.sender)),
            "sentAt": .int(entry.fact.time),
            "edited": entry.isGone ? .unsettled : .int(entry.texts.count - 1),
            "deleted": entry.isErased ? .unsettled : .bool(entry.deletedBy != nil),
            "erased": .bool(entry.isErased),
            "versions": entry.isGone ? [] : history(entry)["versions"] ?? .unsettled,
        ]
        if !entry.isGone {
            members["text"] = entry.text.map(Value.string)
            let attachments = entry.fact.fields["attachments"]
            members["attachments"] = attachments == [] ? nil : attachments
            for name in ["location", "custom"] { members[name] = entry.fact.fields[name] }
        }
        return optional(members)
    }

    /// D-115: one's own, and for moderators anyone's; `at` and `by` are of the newest judgement.
    private func standing(_ line: Line) throws(Refused) -> Value {
        let user = line.fields["user"]?.string ?? line.actor
        let isModerator = isModerator(line.actor)
        guard user == line.actor || isModerator else {
            throw Refused(codes: ["permissionDenied"])
        }
        let punishment = isSuspended(user) ? punishment(user) : nil
        let isBan = punishment?.fields["isBan"] == true
        let judgements = others.filter {
            ($0.kind == .punished || $0.kind == .reinstated || $0.kind == .warned)
                && $0.user == user
        }
        return optional([
            "user": .string(user),
            "standing": .string(punishment == nil ? "good" : isBan ? "banned" : "suspended"),
            "until": isBan ? nil : punishment?.fields["until"],
            "warnings": .int(judgements.count { $0.kind == .warned }),
            "at": judgements.last.map { .int($0.time) },
            "by": isModerator ? judgements.last.map { .string($0.actor) } : nil,
        ])
    }

    /// What was deleted counts (D-70), and the time ends before `until`, as that of a hold.
    private func metrics(_ fields: [String: Value]) throws(Refused) -> Value {
        let (from, until) = (fields["from"]?.int ?? .min, fields["until"]?.int ?? .max)
        guard from < until else { throw Refused(codes: ["invalidRequest"]) }
        let facts = chatFacts.filter { (from..<until).contains($0.time) }
        let sent = facts.filter { $0.kind == .sent }
        return [
            "messages": .int(sent.count),
            "activeSenders": .int(Set(sent.map(\.actor)).count),
            "replies": .int(sent.count { $0.fields["replyTo"] != nil }),
            "reactions": .int(facts.count { $0.kind == .reacted }),
            "media": .int(sent.count { $0.fields["attachments"]?.array?.isEmpty == false }),
            // D-120.
            "mediaByKind": .object(
                ["image", "audio", "file"].reduce(
                    into: ["location": .int(sent.count { $0.fields["location"] != nil })]
                ) { counts, kind in
                    counts[kind] = .int(
                        sent.count { message in
                            (message.fields["attachments"]?.array ?? []).contains {
                                $0["kind"] == .string(kind)
                            }
                        }
                    )
                }
            ),
            "users": .int(
                Set(others.filter { $0.kind == .profileSet }.map(\.actor))
                    .count { profile($0) != nil }
            ),
            "usersInGroups": .int(
                Set(
                    conversations.compactMap(truth).filter { !$0.isDirect }
                        .flatMap { $0.active.map(\.user) }
                ).count
            ),
            "perUserPerDay": .unsettled, "shareInGroups": .unsettled,
            "meanConversationLength": .unsettled,
        ]
    }

    /// Of messages alone it is known how many events there are, and of given times where they end.
    private func histogram(_ fields: [String: Value]) throws(Refused) -> Value {
        let (from, until) = (fields["from"]?.int, fields["until"]?.int)
        if let from, let until, until <= from { throw Refused(codes: ["invalidRequest"]) }
        guard fields["type"] == "messageSent", fields["user"] == nil,
            fields["conversation"] == nil, let from, let until
        else { return .unsettled }
        let count = fields["buckets"]?.int ?? 50
        let width = max(1, (until - from + count - 1) / count)
        let times = chatFacts.filter { $0.kind == .sent }.map(\.time)
        return [
            "items": .array(
                stride(from: from, to: until, by: width).map { start in
                    let end = min(until, start + width)
                    return [
                        "from": .int(start), "until": .int(end),
                        "count": .int(times.count { (start..<end).contains($0) }),
                    ]
                }
            )
        ]
    }

    /// D-69: the command is tried with harmless content and taken back.
    private mutating func mayI(_ line: Line) throws(Refused) -> Value {
        let action = line.fields["action"]?.string ?? ""
        guard Shapes.commands[action] != nil else { throw Refused(codes: ["invalidRequest"]) }
        guard line.actor != Line.theOperator else { return .unsettled }
        if Shapes.operatorCommands.contains(action)
            || (Shapes.moderatorCommands.contains(action) && !isModerator(line.actor))
        {
            return ["allowed": false, "code": "permissionDenied"]
        }
        guard let command = Trying.harmless(action, line) else { return .unsettled }
        let before = self
        defer { self = before }
        isTrying = true
        folds = nil
        do {
            let ok = try act(Call(command)).ok
            return ok == .unsettled ? .unsettled : ["allowed": true]
        } catch {
            return [
                "allowed": false,
                "code": .oneOf(error.codes.map(Value.string)),
            ]
        }
    }
}

/// Commands that say nothing, to ask whether they would be allowed.
enum Trying {
    static func harmless(_ action: String, _ line: Line) -> Line? {
        var fields = line.fields
        fields["action"] = nil
        let user = fields["user"]
        switch action {
        case "send", "edit": fields["text"] = "a"
        case "rename": fields["title"] = "a"
        case "setPhoto": fields["photo"] = "a"
        case "react", "unreact": fields["reaction"] = "love"
        case "add", "setRole": fields["role"] = "member"
        case "typing": fields["on"] = false
        case "presence": fields["state"] = "online"
        case "startDirect":
            fields = ["with": user ?? .null]
        case "createGroup", "openRequest":
            fields = ["members": .array([user].compactMap { $0 })]
            if action == "openRequest" { fields["context"] = ["kind": "a", "id": "a"] }
        case "report": fields["reason"] = "other"
        case "setProfile": fields["username"] = "a"
        case "setSettings": break
        case "annotate": fields["priority"] = ["isPriority": true]
        case "addContact", "removeContact", "block", "unblock", "clearContext",
            "completeRequest", "cancelRequest", "remove", "leave", "setPermissions", "delete",
            "markRead", "mute", "unmute", "pin", "unpin", "archive", "unarchive", "hide",
            "unhide", "clearHistory", "clearAll":
            break
        default: return nil
        }
        let command = Line(line.actor, .act(action), fields)
        return Shapes.admits(command) ? command : nil
    }
}
