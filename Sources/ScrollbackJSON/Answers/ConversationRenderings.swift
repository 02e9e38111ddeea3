internal import Messaging
internal import Wire

extension Rendering<ConversationItem> {
    static let row = object(RenderedField.row)
}

extension RenderedField<ConversationItem> {
    fileprivate static let row: [RenderedField] = [
        .always("conversation", .id) { $0.conversation },
        .always("kind", .word) { $0.kind },
        .always("title", .text) { $0.title },
        .always("titled", .boolean) { $0.isTitled },
        .optional("photo", .text) { $0.photo },
        .optional("custom", .text) { $0.custom },
        .always("avatars", .list(of: .person)) { $0.avatars },
        .optional("last", .last) { $0.last },
        .always("lastActivityAt", .time) { $0.lastActivityAt },
        .always("updatedAt", .time) { $0.updatedAt },
        .optional("lastReadAt", .time) { $0.lastReadAt },
        .optional("lastReadMessage", .id) { $0.lastReadMessage },
        .always("unread", .count) { $0.unread },
        .always("muted", .boolean) { $0.isMuted },
        .optional("mutedUntil", .time) { $0.mutedUntil },
        .always("notifications", .boolean) { $0.hasNotifications },
        .always("pinned", .boolean) { $0.isPinned },
        .always("archived", .boolean) { $0.isArchived },
        .always("hidden", .boolean) { $0.isHidden },
        .always("membership", .word) { $0.membership },
        .optional("leftAt", .time) { $0.leftAt },
        .always("closed", .boolean) { $0.isClosed },
        .optional("matched", .word) { $0.matched },
        .online { $0.presence },
        .lastSeen { $0.presence },
    ]
}

extension Rendering<ConversationItem.Last> {
    /// The last entry; a system entry has the name of an entry, because no command accepts its id.
    fileprivate static let last = object(
        .optional("message", .id) { $0.kind == nil ? nil : $0.message },
        .optional("entry", .id) { $0.kind == nil ? $0.message : nil },
        .always("kind", .entryKind) { $0.kind },
        .always("preview", .text) { $0.preview },
        .optional("sender", .id) { $0.sender },
        .optional("senderName", .text) { $0.sender == nil ? nil : $0.senderName },
        .always("at", .time) { $0.at },
        .optional("status", .word) { $0.status }
    )
}

extension Rendering<MessageKind?> {
    private static let systemWord = "system"

    /// The kind of a message, or that of a system entry.
    static let entryKind = Rendering(
        .choice(MessageKind.names.map(\.name) + [systemWord])
    ) { kind, writer in
        guard let kind else { return writer.write(systemWord) }
        Rendering<MessageKind>.word.write(kind, &writer)
    }
}

extension Rendering<Context> {
    fileprivate static let context = object(
        .always("kind", .text) { $0.kind },
        .always("id", .text) { $0.id }
    )
}

extension Rendering<ConversationPortrait> {
    static let portrait = object(
        RenderedField.row.map { field in field.of { $0.item } } + [
            .always("memberCount", .count) { $0.memberCount },
            .always("messageCount", .count) { $0.messageCount },
            .always("role", .word) { $0.role },
            .always("permissions", .permissions) { $0.permissions },
            .optional("context", .context) { $0.context },
            .always("reactions", .word) { $0.reactions },
            .always("history", .word) { $0.history },
            .always("createdBy", .id) { $0.createdBy },
            .always("createdAt", .time) { $0.createdAt },
            .optional("closedAt", .time) { $0.closedAt },
        ]
    )
}

extension Rendering<UnreadItem> {
    static let unread = object(
        .always("unread", .count) { $0.count },
        .optional("firstUnread", .id) { $0.first }
    )
}

extension Rendering<UnreadOverview> {
    static let overview = object(
        .always("total", .count) { $0.total },
        .always("badge", .count) { $0.badge },
        .always("conversations", .list(of: .part)) { $0.conversations },
        .optional("next", .text) { $0.next?.text }
    )
}

extension Rendering<UnreadOverview.Part> {
    fileprivate static let part = object(
        .always("conversation", .id) { $0.conversation },
        .always("unread", .count) { $0.count }
    )
}
