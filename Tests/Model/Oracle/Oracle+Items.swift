/// Messages as a viewer sees them.
extension Oracle {
    func optional(_ members: [String: Value?]) -> Value {
        .object(members.compactMapValues { $0 })
    }

    /// D-34.
    func kind(of entry: Chat.Entry) -> String {
        if entry.isSystem { return "system" }
        let attachments = entry.fact.fields["attachments"]?.array ?? []
        let kinds = Set(attachments.compactMap { $0["kind"]?.string })
        let hasLocation = entry.fact.fields["location"] != nil
        if kinds.count > 1 || (hasLocation && !kinds.isEmpty) { return "mixed" }
        return kinds.first ?? (hasLocation ? "location" : "text")
    }

    /// D-35: whole clusters, no ellipsis.
    func preview(_ entry: Chat.Entry, _ viewer: String, _ length: Int) -> String {
        let text: String
        if entry.isSystem {
            text = systemText(entry.fact, viewer)
        } else if let written = entry.text {
            text = written
        } else {
            let words = [
                "image": "Photo", "audio": "Audio", "file": "File", "location": "Location",
                "mixed": "Attachments",
            ]
            // What stands for no text is no text to be cut.
            return words[kind(of: entry)] ?? ""
        }
        return String(text.prefix(length))
    }

    /// D-36.
    func systemText(_ fact: Fact, _ viewer: String) -> String {
        if fact.isOperators { return operatorsText(fact, viewer) }
        let actor = fact.actor == viewer ? "You" : name(fact.actor)
        let target = fact.user == viewer ? "you" : name(fact.user)
        switch fact.kind {
        case .created:
            return actor == "You" ? "You created this group" : "\(actor) created the group"
        case .added: return "\(actor) added \(target)"
        case .removed: return "\(actor) removed \(target)"
        case .left: return "\(actor) left the group"
        case .titled:
            guard let title = fact.fields["title"]?.string else {
                return "\(actor) removed the group name"
            }
            return "\(actor) changed the group name to '\(title)'"
        default:
            let verb = fact.fields["photo"] == nil ? "removed" : "changed"
            return "\(actor) \(verb) the group photo"
        }
    }

    /// D-106.
    private func operatorsText(_ fact: Fact, _ viewer: String) -> String {
        let target = fact.user == viewer ? "You were" : "\(name(fact.user)) was"
        switch fact.kind {
        case .added: return "\(target) added"
        case .removed: return "\(target) removed"
        case .titled:
            guard let title = fact.fields["title"]?.string else {
                return "The group name was removed"
            }
            return "The group name was changed to '\(title)'"
        default:
            let verb = fact.fields["photo"] == nil ? "removed" : "changed"
            return "The group photo was \(verb)"
        }
    }

    func groups(_ entry: Chat.Entry, _ viewer: String, withUsers: Bool) -> Value {
        var names: [String] = []
        for mark in entry.reactions
        where !names.contains(where: { Value.string($0) == .string(mark.reaction) }) {
            names.append(mark.reaction)
        }
        let groups = names.map { name in
            (name, entry.reactions.filter { Value.string($0.reaction) == .string(name) })
        }
        // Names stand in the order of their oldest living reaction; a stable sort keeps that.
        let sorted = groups.enumerated().sorted { left, right in
            (-left.element.1.count, left.offset) < (-right.element.1.count, right.offset)
        }
        return .array(
            sorted.map { _, group in
                var members: [String: Value] = [
                    "reaction": .string(group.0),
                    "count": .int(group.1.count),
                    "mine": .bool(group.1.contains { $0.user == viewer }),
                ]
                if withUsers {
                    // D-80: the first ten, in the order of setting.
                    members["users"] = .array(
                        group.1.prefix(10).map { person($0.user, at: $0.at, shownTo: viewer) }
                    )
                }
                return .object(members)
            }
        )
    }

    /// When somebody read an entry so that others may know it: D-19, D-20, D-21.
    func readAt(_ entry: Chat.Entry, _ user: String, _ chat: Chat) -> Int? {
        chat.readings[user]?.first {
            $0.upTo >= entry.fact.position && (!$0.isSilent || isMandatory)
        }?.time
    }

    /// Reading implies delivery, also a silent one; the earlier time counts.
    func deliveredAt(_ entry: Chat.Entry, _ user: String, _ chat: Chat) -> Int? {
        let both = (chat.readings[user] ?? []) + (chat.deliveries[user] ?? [])
        return both.filter { $0.upTo >= entry.fact.position }.map(\.time).min()
    }

    func status(_ entry: Chat.Entry, _ chat: Chat) -> String {
        let audience = chat.audience(of: entry).map(\.user)
        guard !audience.isEmpty else { return "sent" }
        if isLoud(entry.sender), audience.allSatisfy({ readAt(entry, $0, chat) != nil }) {
            return "read"
        }
        return audience.allSatisfy { deliveredAt(entry, $0, chat) != nil } ? "delivered" : "sent"
    }

    func item(_ entry: Chat.Entry, _ chat: Chat, _ viewer: String) -> Value {
        let fact = entry.fact
        let isMine = entry.sender == viewer && !entry.isSystem
        var members: [String: Value?] = [
            "position": .int(fact.position),
            "message": .string(entry.id),
            "conversation": .string(chat.id),
            "ordinal": .int(entry.ordinal),
            "kind": .string(kind(of: entry)),
            "sender": fact.isOperators ? nil : .string(entry.sender),
            "senderName": fact.isOperators ? nil : .string(name(entry.sender)),
            "senderAvatar": fact.isOperators ? nil : avatar(entry.sender, shownTo: viewer),
            "sentAt": .int(fact.time),
            "edited": .int(entry.texts.count - 1),
            "deleted": entry.isErased ? .unsettled : .bool(entry.deletedBy != nil),
            "deletedBy": entry.isErased ? .unsettled : entry.deletedBy.map(Value.string),
            "deletedAt": entry.isErased ? .unsettled : entry.deletedAt.map(Value.int),
            "erased": .bool(entry.isErased),
            "mentions": [],
            "reactions": [],
        ]
        if entry.isGone {
            for name in [
                "edited", "editedAt", "status", "statusAt", "readCount", "of", "broadcast",
                "payment", "claimedAt",
            ] { members[name] = .unsettled }
            return optional(members)
        }
        if entry.isSystem {
            for name in ["broadcast", "payment", "status", "statusAt", "readCount", "of", "text"] {
                members[name] = .unsettled
            }
            members["system"] = system(fact, viewer)
            return optional(members)
        }
        members["editedAt"] = entry.texts.count > 1 ? entry.texts.last.map { .int($0.at) } : nil
        members["text"] = entry.text.map(Value.string)
        let kinds = groups(entry, viewer, withUsers: false).array ?? []
        members["reactions"] = .array(Array(kinds.prefix(50)))
        members["reactionCount"] = kinds.count > 50 ? .int(kinds.count) : nil
        members["mentions"] = .array(
            Words.mentions(in: entry.text ?? "").map {
                [
                    "user": .string($0.user), "name": .string(name($0.user)),
                    "offset": .int($0.offset), "length": .int($0.length),
                ]
            }
        )
        let given = fact.fields
        let attachments = given["attachments"]
        members["attachments"] = attachments == [] ? nil : attachments
        for name in ["location", "claimedAt", "custom"] { members[name] = given[name] }
        members["broadcast"] = given["broadcast"] ?? false
        members["payment"] = given["payment"] ?? false
        members["linkPreview"] = entry.linkPreview
        members["priority"] = entry.priority
        members["replyTo"] = given["replyTo"]?.string.map { parent($0, chat, viewer) }
        if let origin = given["forwardedFrom"]?.string {
            members["forwardedFrom"] =
                find(origin, as: viewer) == nil ? .unsettled : .string(origin)
        }
        if isMine {
            let status = status(entry, chat)
            members["status"] = .string(status)
            let audience = chat.audience(of: entry).map(\.user)
            // D-105: the latest time among those who count.
            let times = audience.compactMap { user in
                status == "read" ? readAt(entry, user, chat) : deliveredAt(entry, user, chat)
            }
            members["statusAt"] =
                status == "sent" ? .int(fact.time) : times.max().map(Value.int) ?? .unsettled
            if isLoud(viewer) {
                members["readCount"] = .int(
                    audience.count { readAt(entry, $0, chat) != nil }
                )
                members["of"] = .int(audience.count)
            }
        }
        return optional(members)
    }

    private func parent(_ id: String, _ chat: Chat, _ viewer: String) -> Value {
        guard let entry = chat.entry(id) else {
            return [
                "message": .string(id), "senderName": .unsettled, "deleted": .unsettled,
                "erased": .unsettled,
            ]
        }
        if entry.isGone {
            return [
                "message": .string(id), "senderName": .unsettled,
                "deleted": entry.isErased ? .unsettled : true, "erased": .bool(entry.isErased),
            ]
        }
        return [
            "message": .string(id), "senderName": .string(name(entry.sender)),
            "preview": .string(preview(entry, viewer, 100)), "deleted": false, "erased": false,
        ]
    }

    private func system(_ fact: Fact, _ viewer: String) -> Value {
        let isErased = erased.contains(fact.position)
        let type =
            switch fact.kind {
            case .created: "conversation_created"
            case .added: "user_added"
            case .removed: "user_removed"
            case .left: "user_left"
            case .titled: "conversation_renamed"
            default: "photo_changed"
            }
        var members: [String: Value?] = [
            "type": .string(type),
            "actor": fact.isOperators ? nil : .string(fact.actor),
            "text": isErased ? .unsettled : .string(systemText(fact, viewer)),
        ]
        if fact.kind == .added || fact.kind == .removed { members["target"] = .string(fact.user) }
        if fact.kind == .left { members["target"] = .unsettled }
        if fact.kind == .created {
            // D-105: founders have no entry of their own.
            let added = (chats[fact.conversation] ?? []).filter { $0.kind == .added }
            members["count"] = .int(added.count { $0.fields["isEntry"] != true })
        }
        members["title"] = fact.kind == .titled && !isErased ? fact.fields["title"] : .unsettled
        return optional(members)
    }
}
