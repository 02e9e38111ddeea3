/// The conversations as they were told since the last command: thousands of queries may follow one.
final class Folds {
    struct Key: Hashable {
        var conversation: String
        var viewer: String?
    }

    var chats: [Key: Chat?] = [:]
}

/// Looking things up: each time by going through the facts.
extension Oracle {
    /// A conversation, told from the facts that a viewer may know; nil when never a member.
    func fold(_ id: String, viewer: String?) -> Chat? {
        let key = Folds.Key(conversation: id, viewer: viewer)
        if let known = folds?.chats[key] { return known }
        let chat = Chat(chats[id] ?? [], viewer: viewer, erased: erased)
        folds?.chats[key] = .some(chat)
        return chat
    }

    /// A conversation as somebody may know it; nil when they never were a member.
    func chat(_ id: String, as viewer: String) -> Chat? {
        guard var chat = fold(id, viewer: viewer) else { return nil }
        // C23, D-28: what was cleared is gone for that user; D-51: so is what is too old.
        let cleared = own(.cleared, viewer, id)?.position ?? 0
        let days = ["30d": 30, "90d": 90, "1y": 365][settings(viewer)["keepMessages"]?.string ?? ""]
        let oldest = days.map { now - $0 * 86_400_000 } ?? .min
        chat.entries.removeAll { $0.fact.position <= cleared || $0.fact.time < oldest }
        return chat
    }

    /// Everything that happened in conversations.
    var chatFacts: [Fact] {
        var facts: [Fact] = []
        for id in conversations { facts += chats[id] ?? [] }
        return facts
    }

    /// All conversations with the ids of their entries, visible to the asker or not.
    package var everything: [(conversation: String, entries: [(id: String, isSystem: Bool)])] {
        conversations.compactMap(truth).map { chat in
            (chat.id, chat.entries.map { ($0.id, $0.isSystem) })
        }
    }

    /// A conversation as it is.
    func truth(_ id: String) -> Chat? { fold(id, viewer: nil) }

    /// The newest fact of a kind that a user made about a conversation of theirs.
    func own(_ kind: Fact.Kind, _ user: String, _ conversation: String) -> Fact? {
        chats[conversation]?.last { $0.kind == kind && $0.actor == user }
    }

    /// Whether the newest of two opposite facts is the first kind.
    func stands(
        _ kind: Fact.Kind,
        over opposite: Fact.Kind,
        _ user: String,
        _ conversation: String
    ) -> Bool {
        guard let set = own(kind, user, conversation) else { return false }
        return set.position > (own(opposite, user, conversation)?.position ?? 0)
    }

    func conversation(ofMessage id: String) -> String? {
        conversations.first { conversation in
            chats[conversation]?.contains { $0.isEntry && $0.message == id } ?? false
        }
    }

    /// An entry that a viewer can see, and its conversation as they know it.
    func find(_ message: String, as viewer: String) -> (chat: Chat, entry: Chat.Entry)? {
        guard let conversation = conversation(ofMessage: message),
            let chat = chat(conversation, as: viewer), let entry = chat.entry(message)
        else { return nil }
        return (chat, entry)
    }

    func profile(_ user: String) -> [String: Value]? {
        let last = others.last {
            ($0.kind == .profileSet && $0.actor == user)
                || ($0.kind == .forgotten && $0.user == user)
        }
        guard let last, last.kind == .profileSet, !erased.contains(last.position) else {
            return nil
        }
        return last.fields
    }

    /// D-71, D-106: forgotten, and without a new profile since.
    func isForgotten(_ user: String) -> Bool {
        others.last {
            ($0.kind == .profileSet && $0.actor == user)
                || ($0.kind == .forgotten && $0.user == user)
        }?.kind == .forgotten
    }

    /// D-32.
    func name(_ user: String) -> String {
        let profile = profile(user)
        return profile?["fullName"]?.string ?? profile?["username"]?.string ?? "Unknown"
    }

    /// D-103: a person as lists have them.
    func person(_ user: String, shownTo viewer: String) -> [String: Value] {
        var person: [String: Value] = ["user": .string(user), "name": .string(name(user))]
        person["avatar"] = avatar(user, shownTo: viewer)
        return person
    }

    /// D-103: the same and when they did something.
    func person(_ user: String, at time: Int, shownTo viewer: String) -> Value {
        .object(person(user, shownTo: viewer).merging(["at": .int(time)]) { _, new in new })
    }

    func settings(_ user: String) -> [String: Value] {
        var settings: [String: Value] = [
            "sendReadReceipts": true, "shareTyping": true, "groupAdds": "everyone",
            "notifications": true, "previews": "always", "sound": true, "badge": true,
            "autoDownload": "wifi", "saveToPhotos": false, "imageQuality": "high",
            "keepMessages": "forever", "sharePresence": true, "vibration": true,
        ]
        for fact in others where fact.kind == .settingsChanged && fact.actor == user {
            settings.merge(fact.fields) { _, new in new }
        }
        return settings
    }

    func hasBlocked(_ user: String, _ other: String) -> Bool {
        others.last {
            ($0.kind == .blocked || $0.kind == .unblocked) && $0.actor == user && $0.user == other
        }?.kind == .blocked
    }

    func isContact(_ other: String, of user: String) -> Bool {
        others.last {
            ($0.kind == .contactAdded || $0.kind == .contactRemoved) && $0.actor == user
                && $0.user == other
        }?.kind == .contactAdded
    }

    /// D-78: both in one group or request, or the other one wrote in their direct chat, or has the
    /// viewer among the contacts.
    func isRelated(_ viewer: String, to user: String) -> Bool {
        if viewer == user || isContact(viewer, of: user) { return true }
        return conversations.compactMap(truth).contains { chat in
            guard chat.isActive(viewer), chat.isActive(user) else { return false }
            return !chat.isDirect
                || chat.entries.contains { !$0.isSystem && $0.sender == user }
        }
    }

    /// D-78: the profile that a viewer is shown.
    func profile(_ user: String, shownTo viewer: String) -> [String: Value]? {
        guard var profile = profile(user) else { return nil }
        let policy = configuration["emails"]
        let isShown =
            policy == "everyone" || viewer == user
            || (policy == "related" && isRelated(viewer, to: user))
        if !isShown { profile["email"] = nil }
        return profile
    }

    /// D-116: of a person who has blocked the viewer, the name alone.
    func avatar(_ user: String, shownTo viewer: String) -> Value? {
        hasBlocked(user, viewer) ? nil : profile(user)?["avatar"]
    }

    /// D-18: a direct chat in which one of the two has blocked the other.
    func isBlocked(_ chat: Chat) -> Bool {
        guard chat.isDirect, chat.members.count == 2 else { return false }
        let (one, other) = (chat.members[0].user, chat.members[1].user)
        return hasBlocked(one, other) || hasBlocked(other, one)
    }

    func isModerator(_ user: String) -> Bool {
        others.last {
            ($0.kind == .appointed || $0.kind == .dismissed) && $0.user == user
        }?.kind == .appointed
    }

    func punishment(_ user: String) -> Fact? {
        let last = others.last {
            ($0.kind == .punished || $0.kind == .reinstated) && $0.user == user
        }
        return last?.kind == .punished ? last : nil
    }

    func isSuspended(_ user: String) -> Bool {
        guard let punishment = punishment(user) else { return false }
        return punishment.fields["until"]?.int.map { now < $0 } ?? true
    }

    var configuration: [String: Value] {
        var result: [String: Value] = [
            "textLimit": 10_000, "receipts": "optional",
            "rateLimit": ["messages": 60, "seconds": 60], "emails": "everyone",
            "looks": "given",
        ]
        for fact in others where fact.kind == .configured {
            result.merge(fact.fields) { _, new in new }
        }
        result["limits"] = .object(limits)
        return result
    }

    /// D-85: the defaults, and what was configured since.
    private static let limits: [String: Value] = [
        "attachments": 10, "audioSeconds": 120, "imageBytes": 1_048_576, "members": 5_000,
    ]

    private var limits: [String: Value] {
        var limits = Oracle.limits
        for fact in others where fact.kind == .configured {
            for (name, value) in fact.fields["limits"]?.object ?? [:] {
                limits[name] = value == .null ? Oracle.limits[name] : value
            }
        }
        return limits
    }

    func limit(_ name: String) -> Int { limits[name]?.int ?? 0 }

    /// The limits that a change comes to.
    func limits(changedBy change: Value?) -> Value? {
        guard let change = change?.object else { return nil }
        return .object(
            limits.merging(change.mapValues { $0 }) { $1 }
                .reduce(into: [:]) { result, limit in
                    result[limit.key] =
                        limit.value == .null ? Oracle.limits[limit.key] : limit.value
                }
        )
    }

    var isMandatory: Bool { configuration["receipts"] == "mandatory" }
    func isLoud(_ user: String) -> Bool {
        isMandatory || settings(user)["sendReadReceipts"] == true
    }

    func isMuted(_ user: String, _ conversation: String, at time: Int? = nil) -> Bool {
        guard stands(.muted, over: .unmuted, user, conversation),
            let mute = own(.muted, user, conversation)
        else { return false }
        return mute.fields["until"]?.int.map { (time ?? now) < $0 } ?? true
    }

    /// D-107: on unless switched off, whatever became of the membership since.
    func hasNotifications(_ user: String, _ conversation: String) -> Bool {
        own(.notificationsSet, user, conversation)?.fields["on"] != false
    }

    /// D-27, D-108: hidden until a message comes after it, or the person is added again.
    func isHiddenByOwner(_ user: String, _ conversation: String) -> Bool {
        guard stands(.hidden, over: .unhidden, user, conversation),
            let hide = own(.hidden, user, conversation),
            !(chats[conversation] ?? []).contains(where: {
                $0.kind == .added && $0.user == user && $0.position > hide.position
            }),
            let chat = fold(conversation, viewer: user)
        else { return false }
        return !chat.entries.contains { !$0.isSystem && $0.fact.position > hide.position }
    }

    func isHidden(_ user: String, _ chat: Chat) -> Bool {
        let blocksOther =
            chat.isDirect
            && chat.members.contains { $0.user != user && hasBlocked(user, $0.user) }
        return blocksOther || isHiddenByOwner(user, chat.id)
    }

    /// What counts as unread: others' messages after the marker that are still there.
    func unread(_ chat: Chat, _ user: String) -> [Chat.Entry] {
        guard chat.isActive(user) else { return [] }
        let marker = chat.markers[user] ?? 0
        return chat.entries.filter {
            !$0.isSystem && $0.sender != user && !$0.isGone && $0.fact.position > marker
        }
    }
}
