internal import Locking
package import Messaging
internal import Scrollback
package import Wire

/// One export that is written and kept for a while.
package final class ExportJob: Sendable {
    /// What there is of one that is ready.
    package struct Ready: Sendable {
        package let archive: ExportArchive
        let kept: KeptExport
        let ends: ContinuousClock.Instant
        let endsAt: Timestamp
        /// The position up to which the log was searched for erasures.
        var looked: Position
    }

    private enum Phase {
        case running(ExportMeter?)
        case ready(Ready)
        case failed(ExportJobItem.Fault)
        case ended(ExportJobItem.Fault)
    }

    private struct State {
        var phase = Phase.running(nil)
        /// The closures called at the end, by the names that their callers gave.
        var told: [UniqueID: @Sendable () -> Void] = [:]
    }

    package let id: UniqueID
    let scope: ExportScope
    let reason: String?
    /// The caller that began the export, as the log names it.
    package let looker: Looker
    private let begunAt: Timestamp
    private let state = Lock(State())

    init(
        _ id: UniqueID,
        _ scope: ExportScope,
        reason: String?,
        by looker: Looker,
        at begunAt: Timestamp
    ) {
        self.id = id
        self.scope = scope
        self.reason = reason
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
    package var ready: Ready? {
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

    func fails(_ fault: ExportJobItem.Fault) {
        state.withLock { state in
            if case .running = state.phase { state.phase = .failed(fault) }
        }
    }

    /// Ends it: the folder is deleted, and who waits for that is told.
    func end(_ fault: ExportJobItem.Fault) {
        // What was kept goes when the lock is free: its folder is removed with it.
        let (former, told) = state.withLock { state -> (Phase?, [@Sendable () -> Void]) in
            let former = state.phase
            switch former {
            case .running, .ready: state.phase = .ended(fault)
            case .failed, .ended: return (nil, [])
            }
            defer { state.told = [:] }
            return (former, Array(state.told.values))
        }
        if case .running(let meter)? = former { meter?.end() }
        for tell in told { tell() }
    }

    /// Ends it if its time is over.
    func check(at now: ContinuousClock.Instant) {
        if let ready, ready.ends <= now { end(.expired) }
    }

    /// Ends it if something in it was erased.
    ///
    /// Erasures that begin behind what was looked at before say nothing of one that is ready only
    /// now.
    func check(at erasures: LoggedErasures) {
        guard let ready, erasures.after <= ready.looked else { return }
        guard !ready.kept.isTouched(by: erasures) else { return end(.erased) }
        state.withLock { state in
            guard case .ready(var ready) = state.phase else { return }
            ready.looked = max(ready.looked, erasures.through)
            state.phase = .ready(ready)
        }
    }

    /// Calls a closure at the end of the export; returns false if it is not ready.
    package func whenEnded(_ name: UniqueID, _ tell: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard case .ready = state.phase else { return false }
            state.told[name] = tell
            return true
        }
    }

    /// Tells it no more.
    package func forget(_ name: UniqueID) { state.withLock { $0.told[name] = nil } }
}

extension ExportJob {
    /// How it stands.
    var item: ExportJobItem {
        let phase = state.withLock { $0.phase }
        var item = ExportJobItem(id, .running, scope: scope, who: looker.name, begun: begunAt)
        switch phase {
        case .running(let meter):
            let reading = meter?.reading ?? ExportMeter.Reading()
            item.progress = ExportJobItem.Progress(
                done: reading.done,
                total: reading.total,
                bytes: reading.bytes
            )
        case .ready(let ready):
            let report = ready.kept.report
            item.state = .ready
            item.progress = ExportJobItem.Progress(
                done: report.events,
                total: report.events,
                bytes: ready.archive.byteCount
            )
            item.written = ExportJobItem.Written(
                position: report.position,
                upTo: report.upTo,
                manifest: report.manifest,
                contents: report.contents,
                erased: report.erased,
                withheld: report.withheld,
                until: ready.endsAt,
                folder: ready.kept.site.folder
            )
        case .failed(let fault):
            item.state = .failed
            item.fault = fault
        case .ended(let fault):
            item.state = .ended
            item.fault = fault
        }
        return item
    }
}

extension ExportJobItem.Fault {
    static let erased = ExportJobItem.Fault(
        code: "erased",
        message: "Something in the export was erased; begin another one."
    )
    static let expired = ExportJobItem.Fault(
        code: "expired",
        message: "The export was kept for its time, and was deleted; begin another one."
    )
    static let tooLarge = ExportJobItem.Fault(
        code: "tooLarge",
        message: "The process's exports have no room for it; end others, or allow more bytes."
    )
}
