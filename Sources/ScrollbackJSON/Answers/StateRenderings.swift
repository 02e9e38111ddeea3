internal import Messaging
internal import Wire

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

extension Rendering<StoreState.Files> {
    static let files = object {
        always("log", .count) { $0.log }
        always("keys", .count) { $0.keys }
        always("views", .count) { $0.views }
    } make: {
        StoreState.Files(log: $0, keys: $1, views: $2)
    }
}
