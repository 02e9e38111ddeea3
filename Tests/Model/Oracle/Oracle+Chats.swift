/// Commands about people, conversations and memberships.
extension Oracle {
    /// A conversation that the actor is or was in, with "not a member" gathered; any for the
    /// operator, who is in none (D-106).
    func reach(
        _ call: Call,
        _ trial: inout Trial,
        admitsFormer: Bool = false
    ) throws(Refused) -> Chat {
        guard let chat = truth(call.text("conversation")),
            isOperator(call) || chat.stays[call.actor] != nil
        else { throw Refused(codes: ["notFound"]) }
        if isOperator(call) { return chat }
        trial.refuse("notAMember", if: !admitsFormer && !chat.isActive(call.actor))
        return chat
    }

    private func isOperator(_ call: Call) -> Bool { call.actor == Line.theOperator }

    func isText(_ text: String, upTo limit: Int) -> Bool {
        text.count <= limit && !Words.hasControl(text)
    }

    /// A name or title has 64 bytes for each character that it may have.
    func isLine(_ text: String, upTo limit: Int) -> Bool {
        isText(text, upTo: limit) && Words.trimmed(text).utf8.count <= 64 * limit
    }

    mutating func setProfile(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let username = call.text("username")
        trial.faultOfContent(
            "invalidText",
            "invalidRequest",
            if: Words.trimmed(username).isEmpty || !isLine(username, upTo: 64)
                || !isLine(call.text("fullName"), upTo: 128)
                || !isLine(call.text("email"), upTo: 254)
                || call["fullName"]?.string.map { Words.trimmed($0).isEmpty } ?? false
                || call["avatar"]?.string.map { !(1...2_048).contains($0.count) } ?? false
                || call.text("custom").utf8.count > 4_096
        )
        try trial.settle()
        var fields = call.fields
        for name in ["username", "fullName", "email"] {
            if let text = fields[name]?.string { fields[name] = .string(Words.trimmed(text)) }
        }
        if profile(call.actor) != fields { record(.profileSet, by: call.actor, fields) }
        return [:]
    }

    mutating func setSettings(_ call: Call) throws(Refused) -> Value {
        if isMandatory, call["sendReadReceipts"] == false {
            throw Refused(codes: ["receiptsMandatory"])
        }
        let present = settings(call.actor)
        let changes = call.fields.filter { present[$0.key] != $0.value }
        if !changes.isEmpty { record(.settingsChanged, by: call.actor, changes) }
        // A user who no longer shares it is not even remembered.
        if call["sharePresence"] == false { presences[call.actor] = nil }
        return [:]
    }

    mutating func relate(_ call: Call) throws(Refused) -> Value {
        let other = call.text("user")
        guard other != call.actor else {
            throw Refused(codes: ["invalidRequest"])
        }
        switch call.name {
        case "addContact" where !isContact(other, of: call.actor):
            record(.contactAdded, by: call.actor, user: other)
        case "removeContact" where isContact(other, of: call.actor):
            record(.contactRemoved, by: call.actor, user: other)
        case "block" where !hasBlocked(call.actor, other):
            record(.blocked, by: call.actor, user: other)
        case "unblock" where hasBlocked(call.actor, other):
            record(.unblocked, by: call.actor, user: other)
        default: break
        }
        return [:]
    }

    func direct(_ one: String, _ other: String) -> String? {
        if one == other { return nil }
        return conversations.first { id in
            guard let chat = truth(id), chat.isDirect else { return false }
            return chat.stays[one] != nil && chat.stays[other] != nil
        }
    }

    mutating func startDirect(_ call: Call) throws(Refused) -> Value {
        let other = call.text("with")
        guard other != call.actor else {
            throw Refused(codes: ["invalidParticipants", "invalidRequest"])
        }
        if let id = direct(call.actor, other) {
            if isHiddenByOwner(call.actor, id) { record(.unhidden, by: call.actor, in: id) }
            return ["conversation": .string(id), "created": false]
        }
        if hasBlocked(call.actor, other) || hasBlocked(other, call.actor) {
            throw Refused(codes: ["blocked"])
        }
        madeSoFar += 1
        let id = Oracle.made(.conversation, madeSoFar)
        found(id, by: call.actor, with: [other], ["kind": "direct"])
        return ["conversation": .string(id), "created": true]
    }

    /// One event for the conversation and one for each member, the creator first.
    private mutating func found(
        _ id: String,
        by creator: String,
        with members: [String],
        _ fields: [String: Value]
    ) {
        record(.created, by: creator, in: id, fields)
        let from = position
        for user in [creator] + members {
            record(
                .added,
                by: creator,
                in: id,
                user: user,
                ["role": user == creator ? "creator" : "member", "from": .int(from)]
            )
        }
    }

    mutating func create(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let members = founders(call)
        let isGroup = call.name == "createGroup"
        trial.refuse("blocked", if: members.contains { hasBlocked($0, call.actor) })
        trial.refuse("privacy", if: isGroup && members.contains { refuses($0, call.actor) })
        trial.faultOfContent(
            "invalidParticipants",
            if: members.count < (isGroup ? 2 : 1) || members.count >= limit("members")
        )
        trial.faultOfContent("invalidTitle", if: isBadTitle(call["title"]?.string))
        trial.faultOfContent(
            "invalidRequest",
            "invalidAttachment",
            if: call["photo"]?.string.map { !(1...2_048).contains($0.count) } ?? false
                || call.text("custom").utf8.count > 4_096
        )
        if let context = call["context"] {
            trial.faultOfContent("invalidContext", if: !Self.isContext(context))
        }
        try trial.settle()
        var id = call.id ?? ""
        if call.id == nil {
            madeSoFar += 1
            id = Oracle.made(.conversation, madeSoFar)
        }
        var fields = call.fields
        fields["members"] = nil
        fields["title"] = fields["title"]?.string.map { .string(Words.trimmed($0)) }
        fields["kind"] = isGroup ? "group" : "request"
        fields["isEntry"] = true
        found(id, by: call.actor, with: members, fields)
        return ["conversation": .string(id)]
    }

    /// D-45: whom may somebody put into a group.
    private func refuses(_ user: String, _ actor: String) -> Bool {
        switch settings(user)["groupAdds"]?.string {
        case "nobody": true
        case "contacts": !isContact(actor, of: user)
        default: false
        }
    }

    /// D-44.
    private func isBadTitle(_ title: String?) -> Bool {
        guard let title else { return false }
        let trimmed = Words.trimmed(title)
        return trimmed.isEmpty || !isLine(trimmed, upTo: 100)
    }

    mutating func decorate(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let chat = try reach(call, &trial)
        let isTitle = call.name == "rename"
        trial.refuse("permissionDenied", if: chat.isDirect)
        trial.refuse("conversationClosed", if: chat.closedAt != nil)
        trial.refuse("permissionDenied", if: !may(call.actor, "canEdit", chat))
        let given = call[isTitle ? "title" : "photo"]?.string
        if isTitle {
            trial.faultOfContent("invalidTitle", if: isBadTitle(given))
        } else {
            trial.faultOfContent(
                "invalidRequest",
                "invalidAttachment",
                if: given.map { !(1...2_048).contains($0.count) } ?? false
            )
        }
        try trial.settle()
        let value = given.map { Value.string(isTitle ? Words.trimmed($0) : $0) }
        if isTitle, value != chat.title.map(Value.string) {
            record(.titled, by: call.actor, in: chat.id, value.map { ["title": $0] } ?? [:])
        }
        if !isTitle, value != chat.photo.map(Value.string) {
            record(.pictured, by: call.actor, in: chat.id, value.map { ["photo": $0] } ?? [:])
        }
        return [:]
    }

    private func may(_ user: String, _ flag: String, _ chat: Chat) -> Bool {
        if user == Line.theOperator { return true }
        guard let member = chat.member(user), member.isActive else { return false }
        return member.may(flag)
    }

    private func isInCharge(_ user: String, _ chat: Chat) -> Bool {
        user == Line.theOperator
            || chat.member(user).map { $0.isActive && $0.isInCharge } ?? false
    }

    /// D-30.
    static func isContext(_ context: Value) -> Bool {
        (1...64).contains(context["kind"]?.string?.count ?? 0)
            && (1...128).contains(context["id"]?.string?.count ?? 0)
    }

    mutating func followContext(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let chat = try reach(call, &trial)
        trial.refuse("invalidContext", if: chat.kind != "request")
        trial.refuse(
            "conversationClosed",
            if: call.name == "completeRequest" && chat.closedAt != nil
        )
        trial.refuse("permissionDenied", if: !isInCharge(call.actor, chat))
        try trial.settle()
        switch call.name {
        case "completeRequest": record(.closed, by: call.actor, in: chat.id)
        case "cancelRequest": record(.cancelled, by: call.actor, in: chat.id)
        default:
            if chat.context != nil { record(.contextCleared, by: call.actor, in: chat.id) }
        }
        return [:]
    }

    mutating func add(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let chat = try reach(call, &trial)
        let user = call.text("user")
        let role = call["role"] ?? "member"
        // D-110.
        let flags = call.fields.filter { $0.key.hasPrefix("can") && $0.value == true }
        trial.refuse("permissionDenied", if: chat.isDirect)
        trial.refuse("conversationClosed", if: chat.closedAt != nil)
        trial.refuse(
            "permissionDenied",
            if: !may(call.actor, "canAdd", chat)
                || ((role == "admin" || !flags.isEmpty) && !isInCharge(call.actor, chat))
        )
        // D-95: the first that happened since then; what is to come is now.
        let since = call["history"]?["since"]?.int.map { time in
            (chatFacts + others).filter { $0.time >= time }.map(\.position).min() ?? position + 1
        }
        trial.refuse(
            "permissionDenied",
            if: chat.seesOnlyStays && !isInCharge(call.actor, chat)
                && since.map { $0 <= position } ?? false
        )
        trial.refuse("alreadyAMember", if: chat.isActive(user))
        trial.refuse("blocked", if: user != call.actor && hasBlocked(user, call.actor))
        trial.refuse(
            "privacy",
            if: !isOperator(call) && chat.kind == "group" && user != call.actor
                && refuses(user, call.actor)
        )
        trial.refuse("invalidParticipants", if: chat.active.count >= limit("members"))
        try trial.settle()
        record(
            .added,
            by: call.actor,
            in: chat.id,
            user: user,
            flags.merging(["role": role, "from": .int(position + 1), "isEntry": true]) { $1 }
                .merging(since.map { ["since": .int($0)] } ?? [:]) { $1 }
        )
        return [:]
    }

    mutating func depart(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let chat = try reach(call, &trial)
        let user = call.name == "leave" ? call.actor : call.text("user")
        let isLeave = user == call.actor
        trial.refuse("permissionDenied", if: chat.isDirect)
        trial.refuse("conversationClosed", if: chat.closedAt != nil && !isLeave)
        trial.refuse("permissionDenied", if: !isLeave && !may(call.actor, "canRemove", chat))
        trial.refuse("notAMember", if: !chat.isActive(user))
        trial.refuse(
            "creatorCannotBeRemoved",
            if: !isLeave && !isOperator(call) && chat.member(user)?.role == "creator"
        )
        try trial.settle()
        guard isLeave || isOperator(call) else {
            record(.removed, by: call.actor, in: chat.id, user: user)
            return [:]
        }
        // D-17: what the end brings about comes first, or the leaver would never learn it.
        let rest = chat.active.filter { $0.user != user }
        if rest.isEmpty {
            if chat.closedAt == nil { record(.closed, by: call.actor, in: chat.id) }
        } else if chat.member(user)?.role == "creator",
            let heir = heir(of: rest) ?? rest.first(where: { $0.role == "admin" }) ?? rest.first
        {
            pass(chat, from: user, to: heir.user, by: call.actor)
        }
        record(isLeave ? .left : .removed, by: call.actor, in: chat.id, user: user)
        return [:]
    }

    /// D-106: admins first, in the order of joining; nobody who is banned or forgotten.
    private func heir(of members: [Chat.Member]) -> Chat.Member? {
        let fit = members.filter {
            punishment($0.user)?.fields["isBan"] != true && !isForgotten($0.user)
        }
        return fit.first { $0.role == "admin" } ?? fit.first
    }

    private mutating func pass(
        _ chat: Chat,
        from owner: String,
        to heir: String,
        as role: Value = "member",
        by actor: String
    ) {
        let fields: [String: Value] = ["owner": .string(owner), "role": role]
        record(.ownershipPassed, by: actor, in: chat.id, user: heir, fields)
    }

    /// D-106: what somebody owns who is banned or forgotten goes to others, where one fits.
    mutating func disown(_ user: String, by actor: String) {
        for chat in conversations.compactMap(truth)
        where !chat.isDirect && chat.isActive(user) && chat.member(user)?.role == "creator" {
            guard let heir = heir(of: chat.active.filter { $0.user != user }) else { continue }
            pass(chat, from: user, to: heir.user, by: actor)
        }
    }

    /// Whether somebody owns what another one could.
    func hasHeirs(_ user: String) -> Bool {
        conversations.compactMap(truth).contains { chat in
            !chat.isDirect && chat.isActive(user) && chat.member(user)?.role == "creator"
                && heir(of: chat.active.filter { $0.user != user }) != nil
        }
    }

    /// D-106.
    mutating func passOwnership(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let chat = try reach(call, &trial)
        let user = call.text("user")
        let owner = chat.active.first { $0.role == "creator" }?.user
        trial.refuse("permissionDenied", if: chat.isDirect)
        trial.refuse("conversationClosed", if: chat.closedAt != nil)
        trial.refuse("permissionDenied", if: !isOperator(call) && call.actor != owner)
        trial.refuse("notAMember", if: !chat.isActive(user))
        let isUnfit = punishment(user)?.fields["isBan"] == true || isForgotten(user)
        trial.refuse("permissionDenied", if: user != owner && isUnfit)
        try trial.settle()
        if let owner, owner != user {
            pass(chat, from: owner, to: user, as: "admin", by: call.actor)
        }
        return [:]
    }

    mutating func entrust(_ call: Call) throws(Refused) -> Value {
        var trial = Trial(self)
        let chat = try reach(call, &trial)
        let user = call.text("user")
        trial.refuse("permissionDenied", if: chat.isDirect)
        trial.refuse("conversationClosed", if: chat.closedAt != nil)
        trial.refuse("permissionDenied", if: !isInCharge(call.actor, chat))
        trial.refuse("notAMember", if: !chat.isActive(user))
        trial.refuse("permissionDenied", if: chat.member(user)?.role == "creator")
        try trial.settle()
        guard let member = chat.member(user) else { return [:] }
        if call.name == "setRole" {
            if member.role != call.text("role") {
                let role = ["role": call["role"] ?? "member"]
                record(.roleSet, by: call.actor, in: chat.id, user: user, role)
            }
        } else {
            let flags = call.fields.filter {
                $0.key.hasPrefix("can") && (member.flags[$0.key] ?? false) != $0.value.bool
            }
            if !flags.isEmpty {
                record(.permissionsSet, by: call.actor, in: chat.id, user: user, flags)
            }
        }
        return [:]
    }
}
