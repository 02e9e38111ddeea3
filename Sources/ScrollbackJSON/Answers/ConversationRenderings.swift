internal import Messaging
internal import Wire

extension Rendering<ConversationItem> {
    static let row = object(RenderedFields<ConversationItem>.row)
}

extension RenderedField<ConversationItem, ConversationItem> {
    fileprivate static let row = all {
        always("conversation", .id) { $0.conversation }
        always("kind", .word) { $0.kind }
        always("title", .text) { $0.title }
        always("titled", .boolean) { $0.isTitled }
        optional("photo", .text) { $0.photo }
        optional("custom", .text) { $0.custom }
        always("avatars", .list(of: .person)) { $0.avatars }
        optional("last", .last) { $0.last }
        always("lastActivityAt", .time) { $0.lastActivityAt }
        always("updatedAt", .time) { $0.updatedAt }
        optional("lastReadAt", .time) { $0.lastReadAt }
        optional("lastReadMessage", .id) { $0.lastReadMessage }
        always("unread", .count) { $0.unread }
        always("muted", .boolean) { $0.isMuted }
        optional("mutedUntil", .time) { $0.mutedUntil }
        always("notifications", .boolean) { $0.hasNotifications }
        always("pinned", .boolean) { $0.isPinned }
        always("archived", .boolean) { $0.isArchived }
        always("hidden", .boolean) { $0.isHidden }
        always("membership", .word) { $0.membership }
        optional("leftAt", .time) { $0.leftAt }
        always("closed", .boolean) { $0.isClosed }
        optional("matched", .word) { $0.matched }
        RenderedFields<Presence?>.presence.of { $0.presence }
    } make: {
        conversation,
        kind,
        title,
        isTitled,
        photo,
        custom,
        avatars,
        last,
        lastActivityAt,
        updatedAt,
        lastReadAt,
        lastReadMessage,
        unread,
        isMuted,
        mutedUntil,
        hasNotifications,
        isPinned,
        isArchived,
        isHidden,
        membership,
        leftAt,
        isClosed,
        matched,
        presence in
        ConversationItem(
            conversation: conversation,
            kind: kind,
            title: title,
            isTitled: isTitled,
            photo: photo,
            custom: custom,
            avatars: avatars,
            last: last,
            lastActivityAt: lastActivityAt,
            updatedAt: updatedAt,
            lastReadAt: lastReadAt,
            lastReadMessage: lastReadMessage,
            unread: unread,
            isMuted: isMuted,
            mutedUntil: mutedUntil,
            hasNotifications: hasNotifications,
            isPinned: isPinned,
            isArchived: isArchived,
            isHidden: isHidden,
            membership: membership,
            leftAt: leftAt,
            isClosed: isClosed,
            matched: matched,
            presence: presence
        )
    }
}

extension Rendering<ConversationItem.Last> {
    /// What the store made of another event is named as an entry, for no command takes it.
    static let last = object {
        optional("message", .id) { $0.kind == nil ? nil : $0.message }
        optional("entry", .id) { $0.kind == nil ? $0.message : nil }
        always("kind", .entryKind) { $0.kind }
        always("preview", .text) { $0.preview }
        optional("sender", .id) { $0.sender }
        optional("senderName", .text) { $0.sender == nil ? nil : $0.senderName }
        always("at", .time) { $0.at }
        optional("status", .word) { $0.status }
    } make: { message, entry, kind, preview, sender, senderName, at, status throws(FormFault) in
        guard let message = message ?? entry else {
            throw FormFault(.isOneOfNone(["message", "entry"]))
        }
        return ConversationItem.Last(
            message: message,
            kind: kind,
            preview: preview,
            sender: sender,
            senderName: senderName ?? "",
            at: at,
            status: status
        )
    }
}

extension Rendering<MessageKind?> {
    private static let systemWord = "system"

    /// The kind of a message's content, or a system entry.
    static let entryKind = Rendering(
        .choice(
            among: MessageKind.names.map { (name: $0.name, value: $0.value) }
                + [(name: systemWord, value: nil)]
        )
    ) { kind, writer in
        guard let kind else { return writer.write(systemWord) }
        Rendering<MessageKind>.word.write(kind, &writer)
    }
}

extension Rendering<Context> {
    static let context = object {
        always("kind", .text) { $0.kind }
        always("id", .text) { $0.id }
    } make: {
        Context(kind: $0, id: $1)
    }
}

extension Rendering<ConversationPortrait> {
    static let portrait = object {
        RenderedFields<ConversationItem>.row.of { $0.item }
        always("memberCount", .count) { $0.memberCount }
        always("messageCount", .count) { $0.messageCount }
        always("role", .word) { $0.role }
        always("permissions", .permissions) { $0.permissions }
        optional("context", .context) { $0.context }
        always("reactions", .word) { $0.reactions }
        always("history", .word) { $0.history }
        always("createdBy", .id) { $0.createdBy }
        always("createdAt", .time) { $0.createdAt }
        optional("closedAt", .time) { $0.closedAt }
    } make: {
        item,
        memberCount,
        messageCount,
        role,
        permissions,
        context,
        reactions,
        history,
        createdBy,
        createdAt,
        closedAt in
        ConversationPortrait(
            item: item,
            memberCount: memberCount,
            messageCount: messageCount,
            role: role,
            permissions: permissions,
            context: context,
            reactions: reactions,
            history: history,
            createdBy: createdBy,
            createdAt: createdAt,
            closedAt: closedAt
        )
    }
}

extension Rendering<UnreadItem> {
    static let unread = object {
        always("unread", .count) { $0.count }
        optional("firstUnread", .id) { $0.first }
    } make: {
        UnreadItem(count: $0, first: $1)
    }
}

extension Rendering<UnreadOverview> {
    static let overview = object {
        always("total", .count) { $0.total }
        always("badge", .count) { $0.badge }
        always("conversations", .list(of: .part)) { $0.conversations }
        optional("next", .cursor) { $0.next }
    } make: {
        UnreadOverview(total: $0, badge: $1, conversations: $2, next: $3)
    }
}

extension Rendering<UnreadOverview.Part> {
    static let part = object {
        always("conversation", .id) { $0.conversation }
        always("unread", .count) { $0.count }
    } make: {
        UnreadOverview.Part($0, count: $1)
    }
}
