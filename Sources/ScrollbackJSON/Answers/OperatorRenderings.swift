internal import Merkle
internal import Messaging
internal import Wire

extension Rendering<UniqueID> {
    static let uniqueID = Rendering(.id) { $1.write($0) }
}

extension Rendering<Digest> {
    /// In lower-case hexadecimal.
    static let digest = Rendering<String>.text.of { (digest: Digest) in digest.description }
}

extension Rendering<UInt64> {
    /// All sixty-four bits, of which JSON's numbers do not have all, in hexadecimal.
    static let bits = Rendering<String>.text.of { (bits: UInt64) in
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Rendering<StoreState> {
    /// The version of the outside form: it grows where a shape changes in a way that clients must
    /// know.
    private static let contract = 2

    static let state = object(
        .always("contract", .count) { _ in contract },
        .always("log", .uniqueID) { $0.log },
        .always("epoch", .bits) { $0.epoch },
        .optional("earlierEpochs", .list(of: .ended)) {
            $0.earlierEpochs.isEmpty ? nil : $0.earlierEpochs
        },
        .always("size", .position) { $0.size },
        .always("root", .digest) { $0.root },
        .always("oldest", .time) { $0.oldest },
        .always("newest", .time) { $0.newest },
        .always("bytes", .count) { $0.files.total },
        .always("files", .files) { $0.files },
        .always("clock", .clock) { $0.clock },
        .always("configuration", .configuration) { $0 },
        .always("moderators", .list(of: .id)) { $0.moderators },
        .always("holds", .list(of: .hold)) { $0.holds },
        .always("erasing", .list(of: .erasing)) { $0.erasing },
        .always("pendingErasures", .list(of: .pending)) { $0.pendingErasures },
        .optional("spentRebuilds", .spentRebuilds) { $0.spentRebuilds },
        .optional("oldestReader", .oldestReader) { $0.oldestReader }
    )

    private static let configuration = object(
        .always("textLimit", .count) { $0.configuration.textLimit },
        .always("receipts", .word) { $0.configuration.receipts },
        .optional("rateLimit", .rateLimit) { $0.configuration.rateLimits.first },
        // All of them, where there are several.
        .optional("rateLimits", .list(of: .rateLimit)) {
            $0.configuration.rateLimits.count > 1 ? $0.configuration.rateLimits : nil
        },
        .always("emails", .word) { $0.configuration.emails },
        .always("limits", .limits) { $0.configuration.limits },
        .always("retention", .list(of: .retention)) { $0.retention }
    )
}

extension Rendering<ConfiguredLimits> {
    fileprivate static let limits = object(
        .always("attachments", .count) { $0.attachments },
        .always("audioSeconds", .count) { $0.audioSeconds },
        .always("imageBytes", .count) { $0.imageBytes },
        .always("members", .count) { $0.members }
    )
}

extension Rendering<StoreState.EndedEpoch> {
    fileprivate static let ended = object(
        .always("epoch", .bits) { $0.epoch },
        .always("fork", .position) { $0.fork },
        .optional("lost", .count) { $0.lost }
    )
}

extension Rendering<ErasureInProgress> {
    fileprivate static let erasing = object(
        .always("position", .position) { $0.position },
        .always("command", .word) { $0.command },
        .always("at", .time) { $0.requestedAt },
        .always("erased", .count) { $0.erased },
        .always("pending", .count) { $0.pending }
    )
}

extension Rendering<SpentRebuilds> {
    fileprivate static let spentRebuilds = object(
        .always("count", .count) { $0.count },
        .always("cause", .text) { $0.cause },
        .always("until", .time) { $0.until }
    )
}

extension Rendering<OldestReader> {
    fileprivate static let oldestReader = object(
        .always("process", .count) { UInt64($0.process) },
        .always("file", .file) { $0.file },
        .always("age", .milliseconds) { $0.age },
        .always("held", .count) { $0.heldBytes }
    )
}

extension Rendering<OldestReader.File> {
    fileprivate static let file = Rendering(.choice(["log", "views"])) { file, writer in
        writer.write(file.rawValue)
    }
}

extension Rendering<ClockState> {
    /// A word, and how far off the clock is in milliseconds.
    fileprivate static let clock = object(
        .always("state", .clockWord) { $0 },
        .optional("by", .milliseconds) { clock in
            switch clock {
            case .believed: nil
            case .behind(let time), .jumped(let time): time
            }
        }
    )

    private static let clockWord = Rendering(
        .choice(["believed", "behind", "jumped"])
    ) { clock, writer in
        switch clock {
        case .believed: writer.write("believed")
        case .behind: writer.write("behind")
        case .jumped: writer.write("jumped")
        }
    }
}

extension Rendering<Duration> {
    fileprivate static let milliseconds = Rendering(.integer(JSONInteger.range)) { time, writer in
        let (seconds, attoseconds) = time.components
        writer.write(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}

extension Rendering<StoreState.Files> {
    fileprivate static let files = object(
        .always("log", .count) { $0.log },
        .always("keys", .count) { $0.keys },
        .always("views", .count) { $0.views }
    )
}

extension Rendering<RateLimit> {
    fileprivate static let rateLimit = object(
        .always("messages", .count) { $0.messages },
        .always("seconds", .count) { $0.seconds }
    )
}

extension Rendering<StoreState.KindRetention> {
    /// Days, as `setRetention` takes them.
    fileprivate static let retention = object(
        .always("kind", .word) { $0.kind },
        .optional("minimum", .count) { $0.retention.minimumDays },
        .optional("maximum", .count) { $0.retention.maximumDays }
    )
}

extension Rendering<HoldItem> {
    fileprivate static let hold = object(
        .always("hold", .id) { $0.hold.id },
        .optional("matter", .text) { $0.matter },
        .optional("conversation", .id) { $0.hold.conversation },
        .optional("user", .id) { $0.hold.user },
        .optional("from", .time) { $0.hold.from },
        .optional("until", .time) { $0.hold.until },
        .always("at", .time) { $0.placedAt },
        .always("position", .position) { $0.hold.position }
    )
}

extension Rendering<PendingErasure> {
    fileprivate static let pending = object(
        .always("position", .position) { $0.request.position },
        .always("at", .time) { $0.requestedAt },
        .optional("message", .id) { pending in
            if case .message(let id) = pending.request.target { id } else { nil }
        },
        .optional("user", .id) { pending in
            if case .user(let id) = pending.request.target { id } else { nil }
        },
        .optional("conversation", .id) { pending in
            if case .conversation(let id) = pending.request.target { id } else { nil }
        },
        .always("forgets", .boolean) { $0.request.forgetsUser },
        .always("waiting", .count) { $0.waiting },
        .always("why", .reason) { $0.why },
        .optional("hold", .id) { $0.why.hold }
    )
}

extension Rendering<[ViewItem]> {
    static let views = object(.always("items", .list(of: .view)) { $0 })
}

extension Rendering<ViewItem> {
    fileprivate static let view = object(
        .always("name", .text) { $0.name },
        .always("version", .count) { $0.version },
        .always("position", .position) { $0.position },
        .always("rows", .count) { $0.rows },
        .always("bytes", .count) { $0.bytes },
        .optional("faulted", .fault) { $0.fault }
    )
}

extension Rendering<ViewItem.Fault> {
    fileprivate static let fault = object(
        .always("position", .position) { $0.position },
        .always("error", .text) { $0.error }
    )
}

extension Rendering<NotificationItem> {
    static let notification = object(
        .always("user", .id) { $0.user },
        .always("title", .text) { $0.title },
        .optional("subtitle", .text) { $0.subtitle },
        .always("body", .text) { $0.body },
        .always("badge", .count) { $0.badge },
        .always("threadID", .text) { $0.threadID },
        .always("category", .word) { $0.category },
        .optional("conversation", .id) { $0.conversation },
        .optional("message", .id) { $0.message },
        // These are left out where they are as usual.
        .optional("mentioned", .boolean) { $0.isMentioned ? true : nil },
        .optional("sound", .boolean) { $0.hasSound ? nil : false },
        .optional("previews", .word) { $0.previews == .always ? nil : $0.previews }
    )
}

extension Rendering<Metrics> {
    static let metrics = object(
        .always("messages", .count) { $0.messages },
        .always("activeSenders", .count) { $0.activeSenders },
        .always("perUserPerDay", .number) { $0.perUserPerDay },
        .always("shareInGroups", .number) { $0.shareInGroups },
        .always("meanConversationLength", .number) { $0.meanConversationLength },
        .always("reactions", .count) { $0.reactions },
        .always("replies", .count) { $0.replies },
        .always("media", .count) { $0.media },
        .always("mediaByKind", .mediaCounts) { $0.mediaByKind },
        .always("users", .count) { $0.users },
        .always("usersInGroups", .count) { $0.usersInGroups }
    )
}

extension Rendering<Metrics.MediaCounts> {
    fileprivate static let mediaCounts = object(
        .always("image", .count) { $0.image },
        .always("audio", .count) { $0.audio },
        .always("file", .count) { $0.file },
        .always("location", .count) { $0.location }
    )
}
