internal import Merkle
internal import Messaging
internal import Wire

extension Rendering<UniqueID> {
    static let uniqueID = Rendering(.uniqueID) { $1.write($0) }
}

extension Rendering<Digest> {
    /// In lower-case hexadecimal.
    static let digest = Rendering(.digest) { $1.write($0.description) }
}

extension Rendering<UInt64> {
    /// All sixty-four bits, of which JSON's numbers do not have all, in hexadecimal.
    static let bits = Rendering(Shape(.text, Shape.epoch.read)) { bits, writer in
        let digits = String(bits, radix: 16)
        writer.write(String(repeating: "0", count: 16 - digits.count) + digits)
    }
}

extension Rendering<StoreState> {
    /// The version of the outside form: it grows where a shape changes in a way that clients must
    /// know.
    private static let contract = 2

    static let state = object {
        always("contract", .count) { _ in contract }
        always("log", .uniqueID) { $0.log }
        always("epoch", .bits) { $0.epoch }
        optional("earlierEpochs", .list(of: .ended)) {
            $0.earlierEpochs.isEmpty ? nil : $0.earlierEpochs
        }
        always("size", .position) { $0.size }
        always("root", .digest) { $0.root }
        always("oldest", .time) { $0.oldest }
        always("newest", .time) { $0.newest }
        always("bytes", .count) { $0.files.total }
        always("files", .files) { $0.files }
        always("clock", .clock) { $0.clock }
        always("configuration", .configured) { Configured($0) }
        always("moderators", .list(of: .id)) { $0.moderators }
        always("holds", .list(of: .hold)) { $0.holds }
        always("erasing", .list(of: .erasing)) { $0.erasing }
        always("pendingErasures", .list(of: .pending)) { $0.pendingErasures }
        optional("keyCopies", .list(of: .keyCopy)) { $0.keyCopies.isEmpty ? nil : $0.keyCopies }
        optional("mediaOwed", .owed) { $0.mediaOwed }
        optional("spentRebuilds", .spentRebuilds) { $0.spentRebuilds }
        optional("oldestReader", .oldestReader) { $0.oldestReader }
        optional("keeping", .count) { $0.keeping }
        optional("journalUnavailable", .boolean) { $0.journalUnavailable ? true : nil }
    } make: {
        _,
        log,
        epoch,
        earlierEpochs,
        size,
        root,
        oldest,
        newest,
        _,
        files,
        clock,
        configured,
        moderators,
        holds,
        erasing,
        pendingErasures,
        keyCopies,
        mediaOwed,
        spentRebuilds,
        oldestReader,
        keeping,
        journalUnavailable in
        StoreState(
            log: log,
            epoch: epoch,
            earlierEpochs: earlierEpochs ?? [],
            size: size,
            root: root,
            oldest: oldest,
            newest: newest,
            files: files,
            clock: clock,
            configuration: configured.configuration,
            retention: configured.retention,
            ownRetentions: configured.ownRetentions,
            ownRetentionsCount: configured.ownRetentionsCount,
            moderators: moderators,
            holds: holds,
            erasing: erasing,
            pendingErasures: pendingErasures,
            keyCopies: keyCopies ?? [],
            mediaOwed: mediaOwed,
            spentRebuilds: spentRebuilds,
            oldestReader: oldestReader,
            keeping: keeping,
            journalUnavailable: journalUnavailable ?? false
        )
    }
}

/// All that is configured, which a state tells in one object.
private struct Configured {
    let configuration: Configuration
    let retention: [StoreState.KindRetention]
    let ownRetentions: [OwnRetention]
    let ownRetentionsCount: Int
}

extension Configured {
    fileprivate init(_ state: StoreState) {
        configuration = state.configuration
        retention = state.retention
        ownRetentions = state.ownRetentions
        ownRetentionsCount = state.ownRetentionsCount
    }
}

extension Rendering<Configured> {
    fileprivate static let configured = object {
        always("textLimit", .count) { $0.configuration.textLimit }
        always("receipts", .word) { $0.configuration.receipts }
        optional("rateLimit", .rateLimit) { $0.configuration.rateLimits.first }
        // All of them, where there are several.
        optional("rateLimits", .list(of: .rateLimit)) {
            $0.configuration.rateLimits.count > 1 ? $0.configuration.rateLimits : nil
        }
        always("emails", .word) { $0.configuration.emails }
        always("limits", .limits) { $0.configuration.limits }
        always("looks", .word) { $0.configuration.looks }
        always("retention", .list(of: .retention)) { $0.retention }
        always("ownRetention", .list(of: .ownRetention)) { $0.ownRetentions }
        always("ownRetentionCount", .count) { $0.ownRetentionsCount }
    } make: {
        textLimit,
        receipts,
        rateLimit,
        rateLimits,
        emails,
        limits,
        looks,
        retention,
        ownRetentions,
        ownRetentionsCount in
        let configuration = Configuration(
            textLimit: textLimit,
            receipts: receipts,
            rateLimits: rateLimits ?? rateLimit.map { [$0] } ?? [],
            emails: emails,
            limits: limits,
            looks: looks
        )
        return Configured(
            configuration: configuration,
            retention: retention,
            ownRetentions: ownRetentions,
            ownRetentionsCount: ownRetentionsCount
        )
    }
}

extension Rendering<ConfiguredLimits> {
    static let limits = object {
        always("attachments", .count) { $0.attachments }
        always("audioSeconds", .count) { $0.audioSeconds }
        always("imageBytes", .count) { $0.imageBytes }
        always("members", .count) { $0.members }
    } make: {
        ConfiguredLimits(attachments: $0, audioSeconds: $1, imageBytes: $2, members: $3)
    }
}

extension Rendering<StoreState.EndedEpoch> {
    static let ended = object {
        always("epoch", .bits) { $0.epoch }
        always("fork", .position) { $0.fork }
        optional("lost", .count) { $0.lost }
    } make: {
        StoreState.EndedEpoch($0, fork: $1, lost: $2)
    }
}

extension Rendering<ErasureInProgress> {
    static let erasing = object {
        always("position", .position) { $0.position }
        always("command", .word) { $0.command }
        always("at", .time) { $0.requestedAt }
        always("erased", .count) { $0.erased }
        always("pending", .count) { $0.pending }
    } make: {
        ErasureInProgress(at: $0, by: $1, requestedAt: $2, erased: $3, pending: $4)
    }
}

extension Rendering<SpentRebuilds> {
    static let spentRebuilds = object {
        always("count", .count) { $0.count }
        always("cause", .text) { $0.cause }
        always("until", .time) { $0.until }
    } make: {
        SpentRebuilds(count: $0, cause: $1, until: $2)
    }
}

extension Rendering<OldestReader> {
    static let oldestReader = object {
        always("process", .count) { $0.process }
        always("file", .file) { $0.file }
        always("age", .milliseconds) { $0.age }
        always("held", .count) { $0.heldBytes }
    } make: {
        OldestReader(process: $0, file: $1, age: $2, heldBytes: $3)
    }
}

extension Rendering<OldestReader.File> {
    static let file = Rendering(
        .choice(among: [OldestReader.File.log, .views].map { (name: $0.rawValue, value: $0) })
    ) { file, writer in writer.write(file.rawValue) }
}

extension Rendering<ClockState> {
    /// A word, and how far off the clock is in milliseconds.
    static let clock = object {
        always("state", .clockWord) { $0 }
        optional("by", .milliseconds) { clock in
            switch clock {
            case .believed: nil
            case .behind(let time), .jumped(let time): time
            }
        }
    } make: { state, time in
        switch state {
        case .believed: .believed
        case .behind: .behind(time ?? .zero)
        case .jumped: .jumped(time ?? .zero)
        }
    }

    /// Without how far off it is.
    private static let clockWord = Rendering(
        .choice(
            among: [
                (name: "believed", value: .believed), (name: "behind", value: .behind(.zero)),
                (name: "jumped", value: .jumped(.zero)),
            ]
        )
    ) { clock, writer in
        switch clock {
        case .believed: writer.write("believed")
        case .behind: writer.write("behind")
        case .jumped: writer.write("jumped")
        }
    }
}

extension Rendering<Duration> {
    static let milliseconds = Rendering(
        Shape<Int64>.integer.map { Duration.milliseconds($0) }
    ) { time, writer in
        let (seconds, attoseconds) = time.components
        writer.write(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}

extension Rendering<StoreState.Files> {
    static let files = object {
        always("log", .count) { $0.log }
        always("keys", .count) { $0.keys }
        always("views", .count) { $0.views }
    } make: {
        StoreState.Files(log: $0, keys: $1, views: $2)
    }
}

extension Rendering<StoreState.KindRetention> {
    /// Days, as `setRetention` takes them.
    static let retention = object {
        always("kind", .word) { $0.kind }
        optional("minimum", .count) { $0.retention.minimumDays }
        optional("maximum", .count) { $0.retention.maximumDays }
    } make: {
        StoreState.KindRetention($0, Retention(minimumDays: $1, maximumDays: $2))
    }
}

extension Rendering<OwnRetention> {
    /// As `retention`, of one conversation.
    static let ownRetention = object {
        always("conversation", .id) { $0.conversation }
        always("kind", .word) { $0.kind }
        optional("minimum", .count) { $0.retention.minimumDays }
        optional("maximum", .count) { $0.retention.maximumDays }
    } make: {
        OwnRetention($0, of: $1, Retention(minimumDays: $2, maximumDays: $3))
    }
}

extension Rendering<KeyCopyItem> {
    static let keyCopy = object {
        always("place", .id) { $0.place }
        always("label", .text) { $0.label }
        always("at", .time) { $0.begunAt }
        optional("upTo", .position) { $0.upTo }
        always("older", .boolean) { $0.isOlder }
    } make: { place, label, begunAt, upTo, isOlder in
        KeyCopyItem(place: place, label: label, begunAt: begunAt, upTo: upTo, isOlder: isOlder)
    }
}

extension Rendering<OwedMediaItem> {
    static let owedMedia = object {
        always("position", .position) { $0.position }
        always("at", .time) { $0.at }
        always("urls", .list(of: .text)) { $0.urls }
    } make: {
        OwedMediaItem(position: $0, at: $1, urls: $2)
    }
}

extension Rendering<StoreState.OwedMedia> {
    static let owed = object {
        always("count", .count) { $0.count }
        always("since", .time) { $0.since }
    } make: {
        StoreState.OwedMedia(count: $0, since: $1)
    }
}

extension Rendering<HoldItem> {
    static let hold = object {
        always("hold", .id) { $0.hold.id }
        optional("matter", .text) { $0.matter }
        optional("conversation", .id) { $0.hold.conversation }
        optional("user", .id) { $0.hold.user }
        optional("from", .time) { $0.hold.from }
        optional("until", .time) { $0.hold.until }
        always("at", .time) { $0.placedAt }
        always("position", .position) { $0.hold.position }
    } make: { id, matter, conversation, user, from, until, placedAt, position in
        let hold = HoldFacts(
            id: id,
            position: position,
            conversation: conversation,
            user: user,
            from: from,
            until: until
        )
        return HoldItem(hold, matter: matter, placedAt: placedAt)
    }
}

extension Rendering<PendingErasure> {
    static let pending = object {
        always("position", .position) { $0.request.position }
        always("at", .time) { $0.requestedAt }
        RenderedFields<Erase.Target>.target.of { $0.request.target }
        always("forgets", .boolean) { $0.request.forgetsUser }
        always("waiting", .count) { $0.waiting }
        RenderedFields<Erasure.Reason>.why.of { $0.why }
    } make: { position, requestedAt, target, forgetsUser, waiting, why in
        PendingErasure(
            ErasureFacts(position: position, target: target, forgetsUser: forgetsUser),
            requestedAt: requestedAt,
            waiting: waiting,
            why: why
        )
    }
}

extension RenderedField<Erase.Target, Erase.Target> {
    fileprivate static let target = all {
        optional("message", .id) { if case .message(let id) = $0 { id } else { nil } }
        optional("user", .id) { if case .user(let id) = $0 { id } else { nil } }
        optional("conversation", .id) { if case .conversation(let id) = $0 { id } else { nil } }
    } make: { message, user, conversation throws(FormFault) in
        if let message { return .message(message) }
        if let user { return .user(user) }
        if let conversation { return .conversation(conversation) }
        throw FormFault(.isOneOfNone(["message", "user", "conversation"]))
    }
}

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
        optional("conversation", .id) { $0.scope.conversation }
        optional("user", .id) { $0.scope.user }
        optional("from", .time) { $0.scope.from }
        optional("until", .time) { $0.scope.until }
        always("deleted", .boolean) { $0.scope.includesDeleted }
        always("upTo", .position) { $0.upTo }
        always("root", .digest) { $0.root }
        always("manifest", .digest) { $0.manifest }
        always("who", .text) { $0.who }
        optional("reason", .text) { $0.reason }
    } make: {
        position,
        time,
        conversation,
        user,
        from,
        until,
        deleted,
        upTo,
        root,
        manifest,
        who,
        reason in
        ExportItem(
            position: position,
            at: time,
            scope: ExportScope(
                conversation: conversation,
                user: user,
                from: from,
                until: until,
                includingDeleted: deleted
            ),
            upTo: upTo,
            root: root,
            manifest: manifest,
            who: who,
            reason: reason
        )
    }
}
