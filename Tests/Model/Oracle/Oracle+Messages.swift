/// Commands about messages, markers and what is personal.
extension Oracle {
    mutating func send(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let chat = try reach(call, &trial)
        trial.refuse("conversationClosed", if: chat.closedAt != nil)
        trial.refuse(
            "notFound",
            "systemEntry",
            if: call["forwardedFrom"]?.string.map {
                find($0, as: call.actor).map(\.entry.isSystem) ?? true
            } ?? false
        )
        trial.refuse("blocked", if: isBlocked(chat))
        if let parent = call["replyTo"]?.string {
            let seen = self.chat(chat.id, as: call.actor)?.entry(parent)
            trial.faultOfContent("invalidReply", if: seen.map(\.isSystem) ?? true)
        }
        let text = Words.normalised(call.text("text"))
        let attachments = call["attachments"]?.array ?? []
        trial.faultOfContent(
            "emptyMessage",
            if: text.isEmpty && attachments.isEmpty && call["location"] == nil
        )
        trial.faultOfContent("messageTooLong", if: isTooLong(text))
        trial.faultOfContent(
            "invalidAttachment",
            if: attachments.count > limit("attachments")
                || attachments.contains(where: isBadAttachment)
                || call["location"].map(isBadLocation) ?? false
        )
        trial.faultOfContent(
            "invalidRequest",
            "messageTooLong",
            "invalidText",
            if: call.text("custom").utf8.count > 4_096
        )
        refuseHaste(call, &trial)
        try trial.settle()
        var fields = call.fields
        fields["text"] = text.isEmpty ? nil : .string(text)
        fields["isSilent"] = .bool(!isLoud(call.actor))
        var id = call.id ?? ""
        if call.id == nil {
            madeSoFar += 1
            id = Oracle.made(.message, madeSoFar)
        }
        let ordinal = chat.entries.count + 1
        record(.sent, by: call.actor, in: chat.id, message: id, fields)
        typing[chat.id]?.removeAll { $0.user == call.actor }
        return ["message": .string(id), "ordinal": .int(ordinal), "sentAt": .int(now)]
    }

    private func isTooLong(_ text: String) -> Bool {
        text.utf8.count > 65_536 || text.count > (configuration["textLimit"]?.int ?? 0)
    }

    /// D-50, D-119: the longest wait of the windows that are full.
    private func refuseHaste(_ call: Call, _ trial: inout Trial) {
        var waits: [(wait: Int, isExact: Bool)] = []
        for limit in Self.windows(configuration["rateLimit"]) {
            guard let most = limit["messages"]?.int, let seconds = limit["seconds"]?.int else {
                continue
            }
            let times = sendings(of: call.actor, since: now - seconds * 1_000)
            guard times.count >= most, let oldest = times.min() else { continue }
            waits.append((oldest + seconds * 1_000 - now, times.count == most))
        }
        guard let longest = waits.map(\.wait).max() else { return }
        trial.refuse("rateLimited", if: true)
        trial.retryAfter = waits.allSatisfy(\.isExact) ? .int(longest) : .unsettled
    }

    /// When a user sent the messages that count, after a time.
    private func sendings(of user: String, since begin: Int) -> [Int] {
        chatFacts.compactMap { fact in
            fact.kind == .sent && fact.actor == user && fact.time > begin
                && fact.position > hasteFrom ? fact.time : nil
        }
    }

    /// D-119.
    func rate(_ user: String) -> Value {
        let windows = Self.windows(configuration["rateLimit"]).map { limit -> Value in
            let length = (limit["seconds"]?.int ?? 0) * 1_000
            let times = sendings(of: user, since: now - length)
            var members = limit.object ?? [:]
            members["used"] = .int(times.count)
            members["resetsAt"] = times.min().map { .int($0 + length) }
            return .object(members)
        }
        return ["windows": .array(windows)]
    }

    /// D-67 and the contract's words about attachments.
    private func isBadAttachment(_ attachment: Value) -> Bool {
        let seconds: Double? =
            switch attachment["seconds"] {
            case .int(let number): Double(number)
            case .double(let number): number
            default: nil
            }
        let url = attachment["url"]?.string ?? ""
        if url.isEmpty || url.count > 2_048 { return true }
        if attachment["kind"] == "audio" {
            guard let seconds, seconds > 0, seconds <= Double(limit("audioSeconds")) else {
                return true
            }
        }
        let bytes = attachment["bytes"]?.int ?? 0
        if attachment["kind"] == "image", bytes > limit("imageBytes") { return true }
        for name in ["width", "height", "bytes"] where (attachment[name]?.int ?? 1) < 0 {
            return true
        }
        return false
    }

    private func isBadLocation(_ location: Value) -> Bool {
        func degrees(_ name: String) -> Double {
            switch location[name] {
            case .int(let number): Double(number)
            case .double(let number): number
            default: .infinity
            }
        }
        return abs(degrees("latitude")) > 90 || abs(degrees("longitude")) > 180
    }

    /// A message that the actor can see and its conversation as it is, with D-07's refusals of
    /// whatever changes a message gathered.
    private func target(
        _ call: Call,
        _ trial: inout Trial
    ) throws(Refused) -> (chat: Chat, entry: Chat.Entry) {
        let id = call.text("message")
        guard let place = find(id, as: call.actor), let chat = truth(place.chat.id),
            let entry = chat.entry(id)
        else { throw Refused(codes: ["notFound"]) }
        trial.refuse("notAMember", if: !chat.isActive(call.actor))
        trial.refuse("conversationClosed", if: chat.closedAt != nil)
        trial.refuse("systemEntry", if: entry.isSystem)
        if entry.isSystem { try trial.settle() }
        return (chat, entry)
    }

    mutating func edit(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let (chat, entry) = try target(call, &trial)
        let text = Words.normalised(call.text("text"))
        trial.refuse("notTheSender", if: entry.sender != call.actor)
        trial.refuse("messageDeleted", if: entry.isGone)
        trial.refuse("blocked", if: isBlocked(chat))
        trial.faultOfContent("emptyMessage", if: text.isEmpty)
        trial.faultOfContent("messageTooLong", if: isTooLong(text))
        try trial.settle()
        if entry.text.map(Value.string) != .string(text) {
            record(.edited, by: call.actor, in: chat.id, message: entry.id, ["text": .string(text)])
        }
        return [:]
    }

    /// D-40.
    mutating func delete(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let id = call.text("message")
        let chat: Chat
        let entry: Chat.Entry
        if isModerator(call.actor), let there = conversation(ofMessage: id).flatMap(truth),
            let found = there.entry(id)
        {
            (chat, entry) = (there, found)
            trial.refuse("conversationClosed", if: chat.closedAt != nil)
            trial.refuse("systemEntry", if: entry.isSystem)
        } else {
            (chat, entry) = try target(call, &trial)
            let member = chat.member(call.actor)
            let isInCharge =
                !chat.isDirect && member?.isActive == true
                && member?.isInCharge == true
            trial.refuse(
                "notTheSender",
                "permissionDenied",
                if: entry.sender != call.actor && !isInCharge
            )
        }
        try trial.settle()
        if entry.deletedBy == nil {
            if entry.isErased { isPositionExact = false }
            record(.deleted, by: call.actor, in: chat.id, message: id)
        }
        return [:]
    }

    /// D-109: with or without its scheme.
    static func isPreview(_ preview: Value, ofText text: String) -> Bool {
        var url = preview["url"]?.string ?? ""
        for scheme in ["https://", "http://"] where url.hasPrefix(scheme) {
            url = String(url.dropFirst(scheme.count))
        }
        let (bytes, part) = (Array(text.utf8), Array(url.utf8))
        guard !part.isEmpty, part.count <= bytes.count else { return false }
        return (0...(bytes.count - part.count)).contains {
            Array(bytes[$0..<($0 + part.count)]) == part
        }
    }

    static func isPreview(_ preview: Value, of edit: Fact) -> Bool {
        isPreview(preview, ofText: edit.fields["text"]?.string ?? "")
    }

    /// D-64.
    mutating func annotate(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let (chat, entry) = try target(call, &trial)
        trial.refuse("notTheSender", if: entry.sender != call.actor)
        trial.refuse("messageDeleted", if: entry.isGone)
        trial.refuse("blocked", if: isBlocked(chat))
        if let preview = call["linkPreview"], preview != .null {
            trial.faultOfContent(
                "invalidRequest",
                if: !Oracle.isPreview(preview, ofText: entry.text ?? "")
            )
        }
        try trial.settle()
        let isCleared = call["linkPreview"] == .null && entry.linkPreview == nil
        if isCleared, call["priority"] == nil { return [:] }
        let isNew =
            (call["linkPreview"].map { $0 != entry.linkPreview } ?? false)
            || (call["priority"].map { $0 != entry.priority } ?? false)
        if isNew {
            record(.annotated, by: call.actor, in: chat.id, message: entry.id, call.fields)
        } else {
            // Whether the same again is logged is nowhere said.
            isPositionExact = false
        }
        return [:]
    }

    mutating func react(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let (chat, entry) = try target(call, &trial)
        let reaction = call.text("reaction")
        let isOpen = chat.creation.fields["reactions"] == "open"
        let has = entry.reactions.contains {
            $0.user == call.actor && Value.string($0.reaction) == .string(reaction)
        }
        let sets = call.name == "react" || (call.name == "toggleReaction" && !has)
        trial.refuse("messageDeleted", if: entry.isGone)
        trial.refuse("blocked", if: sets && isBlocked(chat))
        trial.faultOfContent(
            "invalidReaction",
            if: isOpen
                ? !Words.isEmoji(reaction)
                : !["love", "like", "dislike", "laugh", "emphasize", "question"].contains(reaction)
        )
        let own = entry.reactions.filter { $0.user == call.actor }
        // D-80; how many there are is no question of what one may do.
        trial.faultOfContent("invalidReaction", if: isOpen && sets && !has && own.count >= 20)
        try trial.settle()
        if sets != has {
            record(
                sets ? .reacted : .unreacted,
                by: call.actor,
                in: chat.id,
                message: entry.id,
                ["reaction": .string(reaction)]
            )
        }
        let seen = find(entry.id, as: call.actor)?.entry ?? entry
        return ["reactions": groups(seen, call.actor, withUsers: true)]
    }

    /// Delivered, read and unread again: D-10, D-20, D-21, D-23.
    mutating func mark(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let truth = try reach(call, &trial)
        guard let chat = chat(truth.id, as: call.actor) else {
            throw Refused(codes: ["notFound"])
        }
        let named = call["upTo"] ?? call["from"]
        let target = named.map { chat.entry($0.string ?? "") } ?? chat.entries.last
        trial.refuse("notFound", if: named != nil && target == nil)
        try trial.settle()
        let place = target?.fact.position ?? 0
        let readings = chat.readings[call.actor] ?? []
        switch call.name {
        case "markDelivered":
            let known = readings + (chat.deliveries[call.actor] ?? [])
            if known.allSatisfy({ $0.upTo < place }) {
                record(.delivered, by: call.actor, in: chat.id, ["upTo": .int(place)])
            }
            return [:]
        case "markRead":
            let isLoud = isLoud(call.actor)
            // What a silent reading covered, a loud one covers again.
            let shown = readings.filter { !isLoud || !$0.isSilent }
            if target == nil {
                // D-75: what is empty is read once; a user who has sent or read before did so already.
                if readings.isEmpty {
                    record(
                        .read,
                        by: call.actor,
                        in: chat.id,
                        ["upTo": 0, "isSilent": .bool(!isLoud)]
                    )
                }
                break
            }
            if place > chat.markers[call.actor] ?? 0 || shown.allSatisfy({ $0.upTo < place }) {
                record(
                    .read,
                    by: call.actor,
                    in: chat.id,
                    ["upTo": .int(place), "isSilent": .bool(!isLoud)]
                )
            }
        default:
            // Where nothing becomes unread, whether it is logged is nowhere said.
            let readable = chat.entries.contains {
                !$0.isSystem && $0.fact.position >= place
                    && $0.fact.position <= chat.markers[call.actor] ?? 0
            }
            if !readable { isPositionExact = false }
            if place <= chat.markers[call.actor] ?? 0 {
                record(.markedUnread, by: call.actor, in: chat.id, ["from": .int(place)])
            }
        }
        let after = self.chat(chat.id, as: call.actor)
        return ["unread": .int(after.map { unread($0, call.actor).count } ?? 0)]
    }

    /// Mute, pin, archive, hide, clear.
    mutating func arrange(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let isOpenToFormer = ["hide", "unhide", "clearHistory"].contains(call.name)
        let chat = try reach(call, &trial, admitsFormer: isOpenToFormer)
        try trial.settle()
        let (user, id) = (call.actor, chat.id)
        func isSet(_ kind: Fact.Kind, _ opposite: Fact.Kind) -> Bool {
            stands(kind, over: opposite, user, id)
        }
        switch call.name {
        case "mute":
            let present = isSet(.muted, .unmuted) ? own(.muted, user, id) : nil
            if let until = call["until"]?.int, until <= now { isPositionExact = false }
            if present == nil || present?.fields["until"] != call["until"] {
                let fields = call["until"].map { ["until": $0] } ?? [:]
                record(.muted, by: user, in: id, fields)
            }
        case "unmute":
            if isSet(.muted, .unmuted) {
                if !isMuted(user, id) { isPositionExact = false }
                record(.unmuted, by: user, in: id)
            }
        case "setNotifications":
            if call["on"]?.bool != hasNotifications(user, id) {
                record(.notificationsSet, by: user, in: id, ["on": call["on"] ?? true])
            }
        case "pin": if !isSet(.pinned, .unpinned) { record(.pinned, by: user, in: id) }
        case "unpin": if isSet(.pinned, .unpinned) { record(.unpinned, by: user, in: id) }
        case "archive":
            if !isSet(.archived, .unarchived) { record(.archived, by: user, in: id) }
        case "unarchive":
            if isSet(.archived, .unarchived) { record(.unarchived, by: user, in: id) }
        case "hide": hide(user, id)
        case "unhide": if isHiddenByOwner(user, id) { record(.unhidden, by: user, in: id) }
        default: clear(user, id)
        }
        return [:]
    }

    private mutating func hide(_ user: String, _ conversation: String) {
        if !isHiddenByOwner(user, conversation) { record(.hidden, by: user, in: conversation) }
    }

    private mutating func clear(_ user: String, _ conversation: String) {
        let cleared = own(.cleared, user, conversation)?.position ?? 0
        let seen = Chat(chats[conversation] ?? [], viewer: user, erased: erased)
        let newest = seen?.entries.last?.fact.position ?? 0
        // Whether a chat with nothing left to clear is cleared again is nowhere said.
        if newest <= cleared { isPositionExact = false }
        if newest > cleared { record(.cleared, by: user, in: conversation) }
    }

    /// D-28.
    mutating func clearAll(_ call: Call) -> Value {
        for id in conversations where truth(id)?.stays[call.actor] != nil {
            clear(call.actor, id)
            hide(call.actor, id)
        }
        return [:]
    }

    /// Typing is nowhere logged; whether one may in a blocked chat is nowhere said.
    mutating func hear(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let chat = try reach(call, &trial)
        trial.refuse("conversationClosed", if: chat.closedAt != nil)
        try trial.settle()
        if isBlocked(chat) { return .unsettled }
        typing[chat.id, default: []].removeAll { $0.user == call.actor }
        if call["on"] == true, settings(call.actor)["shareTyping"] == true {
            typing[chat.id, default: []].append((call.actor, now))
        }
        return [:]
    }

    mutating func recordCustom(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        if call["conversation"] != nil {
            let chat = try reach(call, &trial)
            trial.refuse("conversationClosed", if: chat.closedAt != nil)
            trial.refuse("blocked", if: isBlocked(chat))
        }
        let type = call.text("type")
        trial.faultOfContent(
            "invalidRequest",
            "invalidText",
            if: !(1...64).contains(type.utf8.count)
                || !type.utf8.allSatisfy {
                    (97...122).contains($0) || (48...57).contains($0) || [46, 95, 45].contains($0)
                } || call.text("data").utf8.count > 4_096
        )
        try trial.settle()
        record(.custom, by: call.actor, in: call.text("conversation"))
        return [:]
    }
}
