internal import Messaging
internal import Wire

extension Rendering<ProfileItem> {
    static let profile = object(
        .always("user", .id) { $0.user },
        .always("username", .text) { $0.username },
        .optional("fullName", .text) { $0.fullName },
        .optional("avatar", .text) { $0.avatar },
        .optional("email", .text) { $0.email },
        .optional("custom", .text) { $0.custom },
        .online { $0.presence },
        .lastSeen { $0.presence }
    )
}

extension RenderedField {
    /// Whether a person is online, where the viewer may see it.
    static func online(_ presence: @escaping @Sendable (Whole) -> Presence?) -> RenderedField {
        .optional("online", .boolean) { presence($0)?.isOnline }
    }

    /// When a person was there last, wherever it is said whether they are online.
    static func lastSeen(_ presence: @escaping @Sendable (Whole) -> Presence?) -> RenderedField {
        .optional("lastSeenAt", .time) { presence($0)?.lastSeenAt }
    }
}

extension Rendering<PresenceItem> {
    static let presence = object(
        .always("user", .id) { $0.user },
        .online { $0.presence },
        .lastSeen { $0.presence }
    )
}

extension Rendering<PersonItem> {
    /// As every list of people has it.
    static let person = object(
        .always("user", .id) { $0.user },
        .always("name", .text) { $0.name },
        .optional("avatar", .text) { $0.avatar }
    )
}

extension RenderedField<NamedProfile> {
    static let namedProfile: [RenderedField] = [
        .always("user", .id) { $0.user },
        .always("name", .text) { $0.name },
        .optional("username", .text) { $0.username },
        .optional("fullName", .text) { $0.fullName },
        .optional("avatar", .text) { $0.avatar },
        .optional("email", .text) { $0.email },
    ]
}

extension Rendering<NamedProfile> {
    static let namedProfile = object(
        RenderedField.namedProfile + [.online { $0.presence }, .lastSeen { $0.presence }]
    )
}

extension Rendering<Settings> {
    static let settings = object(
        .always("sendReadReceipts", .boolean) { $0.sendReadReceipts },
        .always("shareTyping", .boolean) { $0.shareTyping },
        .always("groupAdds", .word) { $0.groupAdds },
        .always("notifications", .boolean) { $0.notifications },
        .always("previews", .word) { $0.previews },
        .always("sound", .boolean) { $0.sound },
        .always("badge", .boolean) { $0.badge },
        .always("autoDownload", .word) { $0.autoDownload },
        .always("saveToPhotos", .boolean) { $0.saveToPhotos },
        .always("imageQuality", .word) { $0.imageQuality },
        .always("keepMessages", .word) { $0.keepMessages },
        .always("sharePresence", .boolean) { $0.sharePresence },
        .always("vibration", .boolean) { $0.vibration }
    )
}

extension Rendering<RateWindow> {
    static let rateWindow = object(
        .always("messages", .count) { $0.limit.messages },
        .always("seconds", .count) { $0.limit.seconds },
        .always("used", .count) { $0.used },
        .optional("resetsAt", .time) { $0.resetsAt }
    )
}

extension RenderedField<Permissions> {
    static let permissions: [RenderedField] = [
        .always("canAdd", .boolean) { $0.canAdd },
        .always("canRemove", .boolean) { $0.canRemove },
        .always("canEdit", .boolean) { $0.canEdit },
    ]
}

extension Rendering<Permissions> {
    static let permissions = object(RenderedField.permissions)
}

extension Rendering<MemberItem> {
    static let member = object(
        [
            .always("user", .id) { $0.user },
            .always("name", .text) { $0.name },
            .optional("username", .text) { $0.username },
            .optional("fullName", .text) { $0.fullName },
            .optional("avatar", .text) { $0.avatar },
            .always("role", .word) { $0.role },
        ] + RenderedField.permissions.map { field in field.of { $0.permissions } } + [
            .always("joinedAt", .time) { $0.joinedAt },
            .optional("leftAt", .time) { $0.leftAt },
            .optional("addedBy", .id) { $0.addedBy },
            .online { $0.presence },
            .lastSeen { $0.presence },
        ]
    )
}

extension Rendering<MembershipItem> {
    static let membership = object(
        .always("conversation", .id) { $0.conversation },
        .always("kind", .word) { $0.kind },
        .always("role", .word) { $0.role },
        .always("joinedAt", .time) { $0.joinedAt },
        .optional("leftAt", .time) { $0.leftAt }
    )
}

extension Rendering<TypingItem> {
    static let typing = object(
        .always("users", .list(of: .person)) { $0.users },
        .optional("text", .text) { $0.text }
    )
}

extension Rendering<Permit> {
    static let permit = object(
        .always("allowed", .boolean) { $0.isAllowed },
        .optional("code", .code) { $0.code }
    )
}

extension Rendering<Refusal.Code> {
    static let code = Rendering(.choice(Refusal.Code.allCases.map(\.rawValue))) {
        $1.write($0.rawValue)
    }
}
