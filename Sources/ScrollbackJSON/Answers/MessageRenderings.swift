internal import Merkle
internal import Messaging
internal import Wire

extension Rendering<MessageItem> {
    static let message = object(
        .always("position", .position) { $0.position },
        .always("message", .id) { $0.message },
        .always("conversation", .id) { $0.conversation },
        .always("ordinal", .count) { $0.ordinal },
        .always("kind", .entryKind) { $0.kind },
        .optional("sender", .id) { $0.sender },
        .optional("senderName", .text) { $0.sender == nil ? nil : $0.senderName },
        .optional("senderAvatar", .text) { $0.senderAvatar },
        .optional("text", .text) { $0.text },
        .optional("attachments", .list(of: .attachment)) {
            $0.attachments.isEmpty ? nil : $0.attachments
        },
        .optional("location", .location) { $0.location },
        .optional("custom", .text) { $0.custom },
        .always("sentAt", .time) { $0.sentAt },
        .optional("claimedAt", .time) { $0.claimedAt },
        .always("edited", .count) { $0.editCount },
        .optional("editedAt", .time) { $0.editedAt },
        .always("deleted", .boolean) { $0.isDeleted },
        .optional("deletedBy", .id) { $0.deletedBy },
        .optional("deletedAt", .time) { $0.deletedAt },
        .always("erased", .boolean) { $0.isErased },
        .always("mentions", .list(of: .mention)) { $0.mentions },
        .optional("replyTo", .parent) { $0.replyTo },
        .always("reactions", .list(of: .reactionCount)) { $0.reactions },
        .optional("reactionCount", .count) { $0.reactionCount },
        .optional("status", .word) { $0.receipt?.status },
        .optional("statusAt", .time) { $0.receipt?.at },
        .optional("readCount", .count) { $0.receipt?.readings?.count },
        .optional("of", .count) { $0.receipt?.readings?.of },
        .optional("linkPreview", .linkPreview) { $0.linkPreview },
        .optional("priority", .priority) { $0.priority },
        .always("broadcast", .boolean) { $0.isBroadcast },
        .always("payment", .boolean) { $0.isPayment },
        .optional("forwardedFrom", .id) { $0.forwardedFrom },
        .optional("system", .systemWords) { $0.system }
    )
}

extension Rendering<MediaItem> {
    static let medium = object(
        .always("message", .id) { $0.message },
        .always("ordinal", .count) { $0.ordinal },
        .always("sender", .id) { $0.sender },
        .always("senderName", .text) { $0.senderName },
        .always("sentAt", .time) { $0.sentAt },
        .always("kind", .word) { $0.kind },
        .optional("attachment", .attachment) {
            if case .attachment(let attachment) = $0.medium { attachment } else { nil }
        },
        .optional("location", .location) {
            if case .location(let location) = $0.medium { location } else { nil }
        },
        .optional("link", .linkPreview) {
            if case .link(let link) = $0.medium { link } else { nil }
        }
    )
}

extension Rendering<Attachment> {
    static let attachment = object(
        .always("kind", .word) { $0.kind },
        .always("url", .text) { $0.url },
        .optional("thumbnail", .text) { $0.thumbnail },
        .optional("width", .count) { $0.width },
        .optional("height", .count) { $0.height },
        .optional("bytes", .count) { $0.sizeInBytes },
        .optional("seconds", .number) { $0.seconds },
        .optional("name", .text) { $0.name },
        .optional("sha256", .text) { $0.sha256?.description },
        .optional("waveform", .list(of: .count)) { $0.waveform.isEmpty ? nil : $0.waveform }
    )
}

extension Rendering<Location> {
    static let location = object(
        .always("latitude", .number) { $0.latitude },
        .always("longitude", .number) { $0.longitude },
        .optional("name", .text) { $0.name },
        .optional("address", .text) { $0.address }
    )
}

extension Rendering<LinkPreview> {
    fileprivate static let linkPreview = object(
        .always("url", .text) { $0.url },
        .optional("title", .text) { $0.title },
        .optional("description", .text) { $0.description },
        .optional("image", .text) { $0.image }
    )
}

extension Rendering<AnnotateMessage.Priority> {
    fileprivate static let priority = object(
        .always("isPriority", .boolean) { $0.isPriority },
        .optional("reason", .text) { $0.reason }
    )
}

extension Rendering<MessageItem.Mention> {
    fileprivate static let mention = object(
        .always("user", .id) { $0.user },
        .always("name", .text) { $0.name },
        .always("offset", .count) { $0.offset },
        .always("length", .count) { $0.length }
    )
}

extension Rendering<MessageItem.Parent> {
    fileprivate static let parent = object(
        .always("message", .id) { $0.message },
        .optional("senderName", .text) { $0.senderName },
        .optional("preview", .text) { $0.preview },
        .always("deleted", .boolean) { $0.isDeleted },
        .always("erased", .boolean) { $0.isErased }
    )
}

extension Rendering<MessageItem.ReactionCount> {
    static let reactionCount = object(
        .always("reaction", .text) { $0.reaction },
        .always("count", .count) { $0.count },
        .always("mine", .boolean) { $0.isMine }
    )
}

extension Rendering<MessageItem.SystemWords> {
    fileprivate static let systemWords = object(
        .always("type", .text) { $0.type },
        .optional("actor", .id) { $0.actor },
        .optional("target", .id) { $0.target },
        .optional("title", .text) { $0.title },
        .optional("count", .count) { $0.count },
        .always("text", .text) { $0.text }
    )
}

extension Rendering<MessageHistory> {
    static let history = object(
        .always("versions", .list(of: .version)) { $0.versions },
        .always("count", .count) { $0.count }
    )
}

extension Rendering<MessageHistory.Version> {
    static let version = object(
        .always("text", .text) { $0.text },
        .always("at", .time) { $0.at }
    )
}

extension Rendering<ReactionGroup> {
    /// As the answers about one message have it.
    static let reactionGroup = object(
        .always("reaction", .text) { $0.reaction },
        .always("count", .count) { $0.count },
        .always("mine", .boolean) { $0.isMine },
        .always("users", .list(of: .timedPerson)) { $0.users }
    )
}

extension Rendering<TimedPerson> {
    fileprivate static let timedPerson = object(
        .always("user", .id) { $0.user },
        .always("name", .text) { $0.name },
        .optional("avatar", .text) { $0.avatar },
        .always("at", .time) { $0.at }
    )
}

extension Rendering<ReceiptItem> {
    static let receipts = object(
        .always("sentAt", .time) { $0.sentAt },
        .always("delivered", .list(of: .timedPerson)) { $0.delivered },
        .always("read", .list(of: .timedPerson)) { $0.read },
        .always("waiting", .list(of: .person)) { $0.waiting },
        .always("readCount", .count) { $0.readCount },
        .always("of", .count) { $0.audience },
        .always("allRead", .boolean) { $0.allRead },
        .always("status", .word) { $0.status },
        .optional("next", .text) { $0.next?.text }
    )
}
