internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackExport
internal import ScrollbackJSON
internal import Wire

/// One export that the server writes and keeps for a while.
final class ExportJob: Sendable {
    /// Why there is no file.
    struct Fault: Hashable, Sendable {
        let code: String
        let message: String

        static let erased = Fault(
            code: "erased",
            message: "Something in the export was erased; begin another one."
        )
        static let expired = Fault(
            code: "expired",
            message: "The export was kept for its time, and was deleted; begin another one."
        )
        static let tooLarge = Fault(
            code: "tooLarge",
            message: "The server's exports have no room for it; see --export-bytes."
        )
    }

    /// What is there of one that is ready.
    struct Ready: Sendable {
        let kept: KeptExport
        let archive: ExportArchive
        let ends: ContinuousClock.Instant
        /// The same in milliseconds since 1970.
        let endsAt: Int64
        /// Up to where the log was searched for erasures.
        var looked: Position
    }

    private enum Phase {
        case running(ExportMeter?)
        case ready(Ready)
        case failed(Fault)
        case ended(Fault)

        var word: String {
            switch self {
            case .running: "running"
            case .ready: "ready"
            case .failed: "failed"
            case .ended: "ended"
            }
        }
    }

    private struct State {
        var phase = Phase.running(nil)
        var downloads: [UniqueID: HTTPStream] = [:]
    }

    let id: UniqueID
    let order: ExportOrder
    /// Who began it, whom the log names.
    let looker: Looker
    /// When it began, in milliseconds since 1970.
    private let begunAt: Int64
    private let state = Lock(State())

    init(_ id: UniqueID, _ order: ExportOrder, by looker: Looker, at begunAt: Int64) {
        self.id = id
        self.order = order
        self.looker = looker
        self.begunAt = begunAt
    }

    /// Whether it has a folder, or will have one.
    var isLive: Bool {
        state.withLock { state in
            switch state.phase {
            case .running, .ready: true
            case .failed, .ended: false
            }
        }
    }

    /// What there is of it; nil unless it is ready.
    var ready: Ready? {
        state.withLock { if case .ready(let ready) = $0.phase { ready } else { nil } }
    }

    /// The bytes that it takes.
    var byteCount: UInt64 { ready?.archive.byteCount ?? 0 }

    /// Begins to write; false if it was ended before.
    func begins(_ meter: ExportMeter) -> Bool {
        state.withLock { state in
            guard case .running = state.phase else { return false }
            state.phase = .running(meter)
            return true
        }
    }

    /// Is ready, unless it was ended meanwhile.
    func becomes(_ ready: Ready) {
        state.withLock { state in
            if case .running = state.phase { state.phase = .ready(ready) }
        }
    }

    func fails(_ fault: Fault) {
        state.withLock { state in
            if case .running = state.phase { state.phase = .failed(fault) }
        }
    }

    /// Ends it: the folder is deleted and downloads are cut off.
    func end(_ fault: Fault) {
        // What was kept goes when the lock is free: its folder is removed with it.
        let (former, downloads) = state.withLock { state -> (Phase?, [HTTPStream]) in
            let former = state.phase
            switch former {
            case .running, .ready: state.phase = .ended(fault)
            case .failed, .ended: return (nil, [])
            }
            defer { state.downloads = [:] }
            return (former, Array(state.downloads.values))
        }
        if case .running(let meter)? = former { meter?.end() }
        for download in downloads { download.cut() }
    }

    /// Ends it if its time is over, and cuts off clients that take nothing.
    func look(at now: ContinuousClock.Instant, stall: Duration) {
        if let ready, ready.ends <= now { return end(.expired) }
        let downloads = state.withLock { Array($0.downloads.values) }
        for download in downloads {
            if let stalled = download.stalled(at: now), stalled >= stall { download.cut() }
        }
    }

    /// Ends it if something in it was erased.
    ///
    /// Erasures that begin behind what was looked at before say nothing of one that is ready only
    /// now.
    func look(at erasures: LoggedErasures) {
        guard let ready, erasures.after <= ready.looked else { return }
        guard !ready.kept.isTouched(by: erasures) else { return end(.erased) }
        state.withLock { state in
            guard case .ready(var ready) = state.phase else { return }
            ready.looked = max(ready.looked, erasures.through)
            state.phase = .ready(ready)
        }
    }

    /// Sends a download along with what else happens to the export; false if that has ended.
    func begins(_ download: HTTPStream, as id: UniqueID) -> Bool {
        state.withLock { state in
            guard case .ready = state.phase else { return false }
            state.downloads[id] = download
            return true
        }
    }

    /// Forgets a download whose connection has ended.
    func ends(_ download: UniqueID) {
        state.withLock { $0.downloads[download] = nil }
    }

    var downloadCount: Int { state.withLock { $0.downloads.count } }
}

extension ExportJob {
    /// Writes how it stands.
    func write(to writer: inout JSONWriter) {
        let phase = state.withLock { $0.phase }
        writer.object { writer in
            writer.field("export", id)
            writer.field("state", phase.word)
            writer.name("scope")
            writer.object { writer in writer.writeScope(order.scope) }
            if let who = looker.name { writer.field("who", who) }
            writer.field("begun", begunAt)
            switch phase {
            case .running(let meter):
                let reading = meter?.reading ?? ExportMeter.Reading()
                writer.field("done", reading.done)
                writer.field("total", reading.total)
                writer.field("bytes", reading.bytes)
            case .ready(let ready):
                let report = ready.kept.report
                writer.field("done", report.events)
                writer.field("total", report.events)
                writer.field("bytes", ready.archive.byteCount)
                writer.field("position", report.position)
                writer.field("upTo", report.upTo)
                writer.field("manifest", report.manifest.description)
                writer.field("contents", report.contents)
                writer.field("erased", report.erased)
                writer.field("withheld", report.withheld)
                writer.field("until", ready.endsAt)
            case .failed(let fault), .ended(let fault):
                writer.name("error")
                writer.object { writer in
                    writer.field("code", fault.code)
                    writer.field("message", fault.message)
                }
            }
        }
    }

    /// The form of what is written.
    static let schema = Schema.object(
        Schema.Object(
            properties: [
                .init("export", .id),
                .init("state", .choice(["running", "ready", "failed", "ended"])),
                .init("scope", ExportOrder.scopeSchema), .init("who", .text),
                .init("begun", .count),
            ]
                + ["done", "total", "bytes", "position", "upTo"].map(optional)
                + [.init(name: "manifest", schema: .text, isRequired: false)]
                + ["contents", "erased", "withheld", "until"].map(optional)
                + [
                    .init(
                        name: "error",
                        schema: .object(
                            .init(properties: [.init("code", .text), .init("message", .text)])
                        ),
                        isRequired: false
                    )
                ]
        )
    )

    private static func optional(_ name: String) -> Schema.Property {
        .init(name: name, schema: .count, isRequired: false)
    }
}
