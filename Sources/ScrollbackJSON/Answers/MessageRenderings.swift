internal import Merkle
internal import Messaging
internal import Wire

extension Rendering<MessageItem> {
    static let message = object {
        always("position", .position) { $0.position }
        always("message", .id) { $0.message }
        always("conversation", .id) { $0.conversation }
        always("ordinal", .count) { $0.ordinal }
        always("kind", .entryKind) { $0.kind }
        optional("sender", .id) { $0.sender }
        optional("senderName", .text) { $0.sender == nil ? nil : $0.senderName }
        optional("senderAvatar", .text) { $0.senderAvatar }
        optional("text", .text) { $0.text }
        optional("attachments", .list(of: .attachment)) {
            $0.attachments.isEmpty ? nil : $0.attachments
        }
        optional("location", .location) { $0.location }
        optional("custom", .text) { $0.custom }
        always("sentAt", .time) { $0.sentAt }
        optional("claimedAt", .time) { $0.claimedAt }
        always("edited", .count) { $0.editCount }
        optional("editedAt", .time) { $0.editedAt }
        always("deleted", .boolean) { $0.isDeleted }
        optional("deletedBy", .id) { $0.deletedBy }
        optional("deletedAt", .time) { $0.deletedAt }
        always("erased", .boolean) { $0.isErased }
        always("mentions", .list(of: .mention)) { $0.mentions }
        optional("replyTo", .parent) { $0.replyTo }
        always("reactions", .list(of: .reactionCount)) { $0.reactions }
        optional("reactionCount", .count) { $0.reactionCount }
        RenderedFields<MessageItem.Receipt?>.receipt.of { $0.receipt }
        optional("linkPreview", .linkPreview) { $0.linkPreview }
        optional("priority", .priority) { $0.priority }
        always("broadcast", .boolean) { $0.isBroadcast }
        always("payment", .boolean) { $0.isPayment }
        optional("forwardedFrom", .id) { $0.forwardedFrom }
        optional("system", .systemWords) { $0.system }
    } make: {
        position,
        message,
        conversation,
        ordinal,
        kind,
        sender,
        senderName,
        senderAvatar,
        text,
        attachments,
        location,
        custom,
        sentAt,
        claimedAt,
        editCount,
        editedAt,
        isDeleted,
        deletedBy,
        deletedAt,
        isErased,
        mentions,
        replyTo,
        reactions,
        reactionCount,
        receipt,
        linkPreview,
        priority,
        isBroadcast,
        isPayment,
        forwardedFrom,
        system in
        var item = MessageItem(
            message,
            in: conversation,
            at: position,
            ordinal: ordinal,
            kind: kind,
            sender: sender,
            senderName: senderName ?? "",
            senderAvatar: senderAvatar,
            sentAt: sentAt
        )
        item.text = text
        item.attachments = attachments ?? []
        item.location = location
        item.custom = custom
        item.claimedAt = claimedAt
        item.editCount = editCount
        item.editedAt = editedAt
        item.isDeleted = isDeleted
        item.deletedBy = deletedBy
        item.deletedAt = deletedAt
        item.isErased = isErased
        item.mentions = mentions
        item.replyTo = replyTo
        item.reactions = reactions
        item.reactionCount = reactionCount
        item.receipt = receipt
        item.linkPreview = linkPreview
        item.priority = priority
        item.isBroadcast = isBroadcast
        item.isPayment = isPayment
        item.forwardedFrom = forwardedFrom
        item.system = system
        return item
    }
}

extension RenderedField<MessageItem.Receipt?, MessageItem.Receipt?> {
    /// How far a message has come, where the viewer may know.
    fileprivate static let receipt = all {
        optional("status", .word) { $0?.status }
        optional("statusAt", .time) { $0?.at }
        optional("readCount", .count) { $0?.readings?.count }
        optional("of", .count) { $0?.readings?.of }
    } make: { status, at, count, audience in
        guard let status, let at else { return nil }
        var receipt = MessageItem.Receipt(status, at: at)
        if let count, let audience { receipt.readings = .init(count: count, of: audience) }
        return receipt
    }
}

extension Rendering<MediaItem> {
    static let medium = object {
        always("message", .id) { $0.message }
        always("ordinal", .count) { $0.ordinal }
        always("sender", .id) { $0.sender }
        always("senderName", .text) { $0.senderName }
        always("sentAt", .time) { $0.sentAt }
        always("kind", .word) { $0.kind }
        RenderedFields<MediaItem.Medium>.medium.of { $0.medium }
    } make: { message, ordinal, sender, senderName, sentAt, kind, medium in
        MediaItem(
            kind,
            medium,
            of: message,
            ordinal: ordinal,
            sender: sender,
            senderName: senderName,
            sentAt: sentAt
        )
    }
}

extension RenderedField<MediaItem.Medium, MediaItem.Medium> {
    fileprivate static let medium = all {
        optional("attachment", .attachment) {
            if case .attachment(let attachment) = $0 { attachment } else { nil }
        }
        optional("location", .location) {
            if case .location(let location) = $0 { location } else { nil }
        }
        optional("link", .linkPreview) { if case .link(let link) = $0 { link } else { nil } }
    } make: { attachment, location, link throws(FormFault) in
        if let attachment { return .attachment(attachment) }
        if let location { return .location(location) }
        if let link { return .link(link) }
        throw FormFault(.isOneOfNone(["attachment", "location", "link"]))
    }
}

extension Rendering<Attachment> {
    static let attachment = object {
        always("kind", .word) { $0.kind }
        always("url", .text) { $0.url }
        optional("thumbnail", .text) { $0.thumbnail }
        optional("width", .count) { $0.width }
        optional("height", .count) { $0.height }
        optional("bytes", .count) { $0.sizeInBytes }
        optional("seconds", .number) { $0.seconds }
        optional("name", .text) { $0.name }
        optional("sha256", .digest) { $0.sha256 }
        optional("waveform", .list(of: .count)) { $0.waveform.isEmpty ? nil : $0.waveform }
    } make: { kind, url, thumbnail, width, height, bytes, seconds, name, sha256, waveform in
        Attachment(
            kind: kind,
            url: url,
            thumbnail: thumbnail,
            width: width,
            height: height,
            sizeInBytes: bytes,
            seconds: seconds,
            name: name,
            sha256: sha256,
            waveform: waveform ?? []
        )
    }
}

extension Rendering<Location> {
    static let location = object {
        always("latitude", .number) { $0.latitude }
        always("longitude", .number) { $0.longitude }
        optional("name", .text) { $0.name }
        optional("address", .text) { $0.address }
    } make: {
        Location(latitude: $0, longitude: $1, name: $2, address: $3)
    }
}

extension Rendering<LinkPreview> {
    static let linkPreview = object {
        always("url", .text) { $0.url }
        optional("title", .text) { $0.title }
        optional("description", .text) { $0.description }
        optional("image", .text) { $0.image }
    } make: {
        LinkPreview(url: $0, title: $1, description: $2, image: $3)
    }
}

extension Rendering<AnnotateMessage.Priority> {
    static let priority = object {
        always("isPriority", .boolean) { $0.isPriority }
        optional("reason", .text) { $0.reason }
    } make: {
        AnnotateMessage.Priority(isPriority: $0, reason: $1)
    }
}

extension Rendering<MessageItem.Mention> {
    static let mention = object {
        always("user", .id) { $0.user }
        always("name", .text) { $0.name }
        always("offset", .count) { $0.offset }
        always("length", .count) { $0.length }
    } make: {
        MessageItem.Mention(user: $0, name: $1, offset: $2, length: $3)
    }
}

extension Rendering<MessageItem.Parent> {
    static let parent = object {
        always("message", .id) { $0.message }
        optional("senderName", .text) { $0.senderName }
        optional("preview", .text) { $0.preview }
        always("deleted", .boolean) { $0.isDeleted }
        always("erased", .boolean) { $0.isErased }
    } make: { message, senderName, preview, isDeleted, isErased in
        MessageItem.Parent(
            message: message,
            senderName: senderName,
            preview: preview,
            isDeleted: isDeleted,
            isErased: isErased
        )
    }
}

extension Rendering<MessageItem.ReactionCount> {
    static let reactionCount = object {
        always("reaction", .text) { $0.reaction }
        always("count", .count) { $0.count }
        always("mine", .boolean) { $0.isMine }
    } make: {
        MessageItem.ReactionCount($0, count: $1, isMine: $2)
    }
}

extension Rendering<MessageItem.SystemWords> {
    static let systemWords = object {
        always("type", .text) { $0.type }
        optional("actor", .id) { $0.actor }
        optional("target", .id) { $0.target }
        optional("title", .text) { $0.title }
        optional("count", .count) { $0.count }
        always("text", .text) { $0.text }
    } make: { type, actor, target, title, count, text in
        MessageItem.SystemWords(
            type: type,
            actor: actor,
            target: target,
            title: title,
            count: count,
            text: text
        )
    }
}

extension Rendering<MessageHistory> {
    static let history = object {
        always("versions", .list(of: .version)) { $0.versions }
        always("count", .count) { $0.count }
    } make: {
        MessageHistory(versions: $0, count: $1)
    }
}

extension Rendering<MessageHistory.Version> {
    static let version = object {
        always("text", .text) { $0.text }
        always("at", .time) { $0.at }
    } make: {
        MessageHistory.Version(text: $0, at: $1)
    }
}

extension Rendering<ReactionGroup> {
    /// As the answers about one message have it.
    static let reactionGroup = object {
        always("reaction", .text) { $0.reaction }
        always("count", .count) { $0.count }
        always("mine", .boolean) { $0.isMine }
        always("users", .list(of: .timedPerson)) { $0.users }
    } make: {
        ReactionGroup(reaction: $0, count: $1, isMine: $2, users: $3)
    }
}

extension Rendering<TimedPerson> {
    static let timedPerson = object {
        always("user", .id) { $0.user }
        always("name", .text) { $0.name }
        optional("avatar", .text) { $0.avatar }
        always("at", .time) { $0.at }
    } make: {
        TimedPerson(user: $0, name: $1, avatar: $2, at: $3)
    }
}

extension Rendering<ReceiptItem> {
    static let receipts = object {
        always("sentAt", .time) { $0.sentAt }
        always("delivered", .list(of: .timedPerson)) { $0.delivered }
        always("read", .list(of: .timedPerson)) { $0.read }
        always("waiting", .list(of: .person)) { $0.waiting }
        always("readCount", .count) { $0.readCount }
        always("of", .count) { $0.audience }
        always("allRead", .boolean) { $0.allRead }
        always("status", .word) { $0.status }
        optional("next", .cursor) { $0.next }
    } make: { sentAt, delivered, read, waiting, readCount, audience, allRead, status, next in
        ReceiptItem(
            sentAt: sentAt,
            delivered: delivered,
            read: read,
            waiting: waiting,
            readCount: readCount,
            audience: audience,
            allRead: allRead,
            status: status,
            next: next
        )
    }
}
