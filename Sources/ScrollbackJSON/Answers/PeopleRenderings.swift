internal import Messaging
internal import Wire

extension Rendering<ProfileItem> {
    static let profile = object {
        always("user", .id) { $0.user }
        always("username", .text) { $0.username }
        optional("fullName", .text) { $0.fullName }
        optional("avatar", .text) { $0.avatar }
        optional("email", .text) { $0.email }
        optional("custom", .text) { $0.custom }
        RenderedFields<Presence?>.presence.of { $0.presence }
    } make: { user, username, fullName, avatar, email, custom, presence in
        ProfileItem(
            user: user,
            username: username,
            fullName: fullName,
            avatar: avatar,
            email: email,
            custom: custom,
            presence: presence
        )
    }
}

extension RenderedField<Presence?, Presence?> {
    /// Whether a person is online and when they were last, where the viewer may see it.
    static let presence = all {
        optional("online", .boolean) { $0?.isOnline }
        optional("lastSeenAt", .time) { $0?.lastSeenAt }
    } make: { isOnline, lastSeenAt in
        guard let isOnline, let lastSeenAt else { return nil }
        return Presence(isOnline: isOnline, lastSeenAt: lastSeenAt)
    }
}

extension Rendering<PresenceItem> {
    static let presence = object {
        always("user", .id) { $0.user }
        RenderedFields<Presence?>.presence.of { $0.presence }
    } make: {
        PresenceItem(user: $0, presence: $1)
    }
}

extension Rendering<PersonItem> {
    /// As every list of people has it.
    static let person = object {
        always("user", .id) { $0.user }
        always("name", .text) { $0.name }
        optional("avatar", .text) { $0.avatar }
    } make: {
        PersonItem(user: $0, name: $1, avatar: $2)
    }
}

extension RenderedField<NamedProfile, NamedProfile> {
    /// A profile without whether the person is online.
    static let namedProfile = all {
        always("user", .id) { $0.user }
        always("name", .text) { $0.name }
        optional("username", .text) { $0.username }
        optional("fullName", .text) { $0.fullName }
        optional("avatar", .text) { $0.avatar }
        optional("email", .text) { $0.email }
    } make: { user, name, username, fullName, avatar, email in
        NamedProfile(
            user: user,
            name: name,
            username: username,
            fullName: fullName,
            avatar: avatar,
            email: email
        )
    }
}

extension Rendering<NamedProfile> {
    static let namedProfile = object {
        RenderedFields<NamedProfile>.namedProfile
        RenderedFields<Presence?>.presence.of { $0.presence }
    } make: { profile, presence in
        var profile = profile
        profile.presence = presence
        return profile
    }
}

extension Rendering<Settings> {
    static let settings = object {
        always("sendReadReceipts", .boolean) { $0.sendReadReceipts }
        always("shareTyping", .boolean) { $0.shareTyping }
        always("groupAdds", .word) { $0.groupAdds }
        always("notifications", .boolean) { $0.notifications }
        always("previews", .word) { $0.previews }
        always("sound", .boolean) { $0.sound }
        always("badge", .boolean) { $0.badge }
        always("autoDownload", .word) { $0.autoDownload }
        always("saveToPhotos", .boolean) { $0.saveToPhotos }
        always("imageQuality", .word) { $0.imageQuality }
        always("keepMessages", .word) { $0.keepMessages }
        always("sharePresence", .boolean) { $0.sharePresence }
        always("vibration", .boolean) { $0.vibration }
    } make: {
        sendReadReceipts,
        shareTyping,
        groupAdds,
        notifications,
        previews,
        sound,
        badge,
        autoDownload,
        saveToPhotos,
        imageQuality,
        keepMessages,
        sharePresence,
        vibration in
        var settings = Settings()
        settings.sendReadReceipts = sendReadReceipts
        settings.shareTyping = shareTyping
        settings.groupAdds = groupAdds
        settings.notifications = notifications
        settings.previews = previews
        settings.sound = sound
        settings.badge = badge
        settings.autoDownload = autoDownload
        settings.saveToPhotos = saveToPhotos
        settings.imageQuality = imageQuality
        settings.keepMessages = keepMessages
        settings.sharePresence = sharePresence
        settings.vibration = vibration
        return settings
    }
}

extension Rendering<RateLimit> {
    static let rateLimit = object(RenderedFields<RateLimit>.rateLimit)
}

extension RenderedField<RateLimit, RateLimit> {
    fileprivate static let rateLimit = all {
        always("messages", .count) { $0.messages }
        always("seconds", .count) { $0.seconds }
    } make: {
        RateLimit(messages: $0, seconds: $1)
    }
}

extension Rendering<RateWindow> {
    static let rateWindow = object {
        RenderedFields<RateLimit>.rateLimit.of { $0.limit }
        always("used", .count) { $0.used }
        optional("resetsAt", .time) { $0.resetsAt }
    } make: {
        RateWindow($0, used: $1, resetsAt: $2)
    }
}

extension Rendering<Permissions> {
    static let permissions = object(RenderedFields<Permissions>.permissions)
}

extension RenderedField<Permissions, Permissions> {
    fileprivate static let permissions = all {
        always("canAdd", .boolean) { $0.canAdd }
        always("canRemove", .boolean) { $0.canRemove }
        always("canEdit", .boolean) { $0.canEdit }
    } make: {
        Permissions(canAdd: $0, canRemove: $1, canEdit: $2)
    }
}

extension Rendering<MemberItem> {
    static let member = object {
        always("user", .id) { $0.user }
        always("name", .text) { $0.name }
        optional("username", .text) { $0.username }
        optional("fullName", .text) { $0.fullName }
        optional("avatar", .text) { $0.avatar }
        always("role", .word) { $0.role }
        RenderedFields<Permissions>.permissions.of { $0.permissions }
        always("joinedAt", .time) { $0.joinedAt }
        optional("leftAt", .time) { $0.leftAt }
        optional("addedBy", .id) { $0.addedBy }
        RenderedFields<Presence?>.presence.of { $0.presence }
    } make: {
        user,
        name,
        username,
        fullName,
        avatar,
        role,
        permissions,
        joinedAt,
        leftAt,
        addedBy,
        presence in
        MemberItem(
            user: user,
            name: name,
            username: username,
            fullName: fullName,
            avatar: avatar,
            role: role,
            permissions: permissions,
            joinedAt: joinedAt,
            leftAt: leftAt,
            addedBy: addedBy,
            presence: presence
        )
    }
}

extension Rendering<MembershipItem> {
    static let membership = object {
        always("conversation", .id) { $0.conversation }
        always("kind", .word) { $0.kind }
        always("role", .word) { $0.role }
        always("joinedAt", .time) { $0.joinedAt }
        optional("leftAt", .time) { $0.leftAt }
    } make: {
        MembershipItem($0, kind: $1, role: $2, joinedAt: $3, leftAt: $4)
    }
}

extension Rendering<Explanation> {
    static let explanation = object {
        always("conversation", .id) { $0.conversation }
        always("position", .position) { $0.position }
        always("visible", .boolean) { $0.isVisible }
        always("content", .boolean) { $0.showsContent }
        always("because", .list(of: .reason)) { $0.because }
    } make: {
        Explanation(of: $1, in: $0, isVisible: $2, showsContent: $3, because: $4)
    }
}

extension Rendering<Explanation.Reason> {
    fileprivate static let reason = object {
        always("reason", .word) { $0.kind }
        optional("position", .position) { $0.position }
        optional("at", .time) { $0.at }
        optional("user", .id) { $0.user }
    } make: {
        Explanation.Reason($0, position: $1, at: $2, user: $3)
    }
}

extension Rendering<TypingItem> {
    static let typing = object {
        always("users", .list(of: .person)) { $0.users }
        optional("text", .text) { $0.text }
    } make: {
        TypingItem(users: $0, text: $1)
    }
}

extension Rendering<Permit> {
    static let permit = object {
        always("allowed", .boolean) { $0.isAllowed }
        optional("code", .code) { $0.code }
    } make: { _, code in
        Permit(refusedWith: code)
    }
}

extension Rendering<Refusal.Code> {
    static let code = Rendering(
        .choice(among: Refusal.Code.allCases.map { (name: $0.rawValue, value: $0) })
    ) { $1.write($0.rawValue) }
}
