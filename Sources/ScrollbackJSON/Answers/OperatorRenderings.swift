internal import Messaging
internal import Wire

extension Rendering<[ViewItem]> {
    static let views = object {
        always("items", .list(of: .view)) { $0 }
    } make: {
        $0
    }
}

extension Rendering<ViewItem> {
    static let view = object {
        always("name", .text) { $0.name }
        always("version", .count) { $0.version }
        always("position", .position) { $0.position }
        always("rows", .count) { $0.rows }
        always("bytes", .count) { $0.bytes }
        optional("faulted", .fault) { $0.fault }
    } make: {
        ViewItem(name: $0, version: $1, position: $2, rows: $3, bytes: $4, fault: $5)
    }
}

extension Rendering<ViewItem.Fault> {
    static let fault = object {
        always("position", .position) { $0.position }
        always("error", .text) { $0.error }
    } make: {
        ViewItem.Fault(at: $0, error: $1)
    }
}

extension Rendering<NotificationItem> {
    static let notification = object {
        always("user", .id) { $0.user }
        always("title", .text) { $0.title }
        optional("subtitle", .text) { $0.subtitle }
        always("body", .text) { $0.body }
        always("badge", .count) { $0.badge }
        always("threadID", .text) { $0.threadID }
        always("category", .word) { $0.category }
        optional("conversation", .id) { $0.conversation }
        optional("message", .id) { $0.message }
        // These are left out where they are as usual.
        optional("mentioned", .boolean) { $0.isMentioned ? true : nil }
        optional("sound", .boolean) { $0.hasSound ? nil : false }
        optional("previews", .word) { $0.previews == .always ? nil : $0.previews }
    } make: {
        user,
        title,
        subtitle,
        body,
        badge,
        _,
        category,
        conversation,
        message,
        isMentioned,
        hasSound,
        previews in
        NotificationItem(
            for: user,
            title: title,
            subtitle: subtitle,
            body: body,
            badge: badge,
            category: category,
            conversation: conversation,
            message: message,
            isMentioned: isMentioned ?? false,
            hasSound: hasSound ?? true,
            previews: previews ?? .always
        )
    }
}

extension Rendering<Metrics> {
    static let metrics = object {
        always("messages", .count) { $0.messages }
        always("activeSenders", .count) { $0.activeSenders }
        always("perUserPerDay", .number) { $0.perUserPerDay }
        always("shareInGroups", .number) { $0.shareInGroups }
        always("meanConversationLength", .number) { $0.meanConversationLength }
        always("reactions", .count) { $0.reactions }
        always("replies", .count) { $0.replies }
        always("media", .count) { $0.media }
        always("mediaByKind", .mediaCounts) { $0.mediaByKind }
        always("users", .count) { $0.users }
        always("usersInGroups", .count) { $0.usersInGroups }
    } make: {
        messages,
        activeSenders,
        perUserPerDay,
        shareInGroups,
        meanConversationLength,
        reactions,
        replies,
        media,
        mediaByKind,
        users,
        usersInGroups in
        Metrics(
            messages: messages,
            activeSenders: activeSenders,
            perUserPerDay: perUserPerDay,
            shareInGroups: shareInGroups,
            meanConversationLength: meanConversationLength,
            reactions: reactions,
            replies: replies,
            media: media,
            mediaByKind: mediaByKind,
            users: users,
            usersInGroups: usersInGroups
        )
    }
}

extension Rendering<Metrics.MediaCounts> {
    static let mediaCounts = object {
        always("image", .count) { $0.image }
        always("audio", .count) { $0.audio }
        always("file", .count) { $0.file }
        always("location", .count) { $0.location }
    } make: {
        Metrics.MediaCounts(image: $0, audio: $1, file: $2, location: $3)
    }
}

extension Rendering<ExportItem> {
    static let export = object {
        always("position", .position) { $0.position }
        always("at", .time) { $0.at }
        RenderedFields<ExportScope>.scope.of { $0.scope }
        always("upTo", .position) { $0.upTo }
        always("root", .digest) { $0.root }
        always("manifest", .digest) { $0.manifest }
        always("who", .text) { $0.who }
        optional("reason", .text) { $0.reason }
    } make: { position, time, scope, upTo, root, manifest, who, reason in
        ExportItem(
            position: position,
            at: time,
            scope: scope,
            upTo: upTo,
            root: root,
            manifest: manifest,
            who: who,
            reason: reason
        )
    }
}
