internal import Locking
package import Messaging
package import Scrollback
internal import ScrollbackPipe
package import Wire

/// The exports that a process writes and keeps for the operator.
///
/// - The words lie in a folder of an export that has no name yet: it is removed with its job, and after
///   a kill by the next process that opens the store for writing.
/// - An erasure that touches a job ends it: each is looked for once a second, and before anything is
///   told or given of a job.
/// - One export is written at a time; its thread, and the one for what goes on beside it, are started
///   with the first.
package final class ExportJobs: ExportService {
    private struct State {
        /// In the order in which they began.
        var jobs: [ExportJob] = []
        var hasEnded = false
        /// The jobs that are written or wait for that.
        var writing = 0
        /// The last of them.
        var last: Task<Void, Never>?
        var threads: Threads?
    }

    private struct Threads {
        let writing: Workers
        let beside: Workers
        let watch: Task<Void, Never>
    }

    private let store: Store
    private let limits: ExportJobLimits
    private let state = Monitor(State())

    /// Offers exports of a store to its operator; `stop` ends them before the store is closed.
    package init(_ store: Store, _ limits: ExportJobLimits = ExportJobLimits()) {
        self.store = store
        self.limits = limits
        store.letExports(beWrittenBy: self)
    }

    /// All that are known, the newest first.
    private var all: [ExportJob] { state.withLock { $0.jobs }.reversed() }

    package var items: [ExportJobItem] {
        checkForErasures()
        return all.map(\.item)
    }

    /// A job, which holds nothing that was erased up to now.
    package func job(_ id: UniqueID) throws(StoreError) -> ExportJob {
        checkForErasures()
        return try known(id)
    }

    private func known(_ id: UniqueID) throws(StoreError) -> ExportJob {
        guard let job = state.withLock({ $0.jobs.first { $0.id == id } }) else {
            throw Store.noExport
        }
        return job
    }

    package func begin(
        _ scope: ExportScope,
        reason: String?,
        by looker: Looker
    ) async throws(StoreError) -> ExportJobItem {
        if let fault = Exporter.fault(of: scope) {
            throw StoreError(.invalidRequest, sentence(fault.message), field: fault.field)
        }
        if let reason {
            do throws(Refusal) {
                _ = try ExportNote.kept(reason)
            } catch {
                throw StoreError(error)
            }
        }
        let exporter = exporter(scope, reason: reason, by: looker)
        do throws(ExportError) {
            try await exporter.admit()
        } catch {
            throw StoreError(error)
        }
        let begunAt = store.presentTime
        let begun = state.change { state -> Result<ExportJob, StoreError> in
            if let refusal = self.refusal(in: state) { return .failure(refusal) }
            guard let threads = state.threads ?? start() else {
                return .failure(StoreError(.overloaded, "The system has no thread left."))
            }
            state.threads = threads
            // Pages of the list go by the ids, which therefore grow in its order.
            let job = ExportJob(
                store.nextID(),
                exporter.scope,
                reason: reason,
                by: looker,
                at: begunAt
            )
            state.jobs.append(job)
            state.writing += 1
            // An export suspends while the log notes it, so the thread alone would not keep the next
            // one waiting.
            let former = state.last
            state.last = threads.writing.run { [self] in
                await former?.value
                await write(job)
                self.state.change { $0.writing -= 1 }
            }
            // Those that began longest ago are forgotten.
            let past = state.jobs.filter { !$0.isLive }.dropLast(limits.listed)
            state.jobs.removeAll { job in past.contains { $0 === job } }
            return .success(job)
        }
        return try begun.get().item
    }

    private func refusal(in state: State) -> StoreError? {
        if state.hasEnded { return StoreError(.overloaded, "The process is stopping.") }
        guard state.jobs.count(where: \.isLive) < limits.jobs else {
            var error = StoreError(
                .rateLimited,
                "There are \(limits.jobs) exports already; end one of them, or wait."
            )
            error.retryAfter = .seconds(10)
            return error
        }
        return nil
    }

    private func start() -> Threads? {
        guard let writing = Workers(1), let beside = Workers(1) else { return nil }
        let watch = beside.run { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil, let jobs = self { jobs.check() }
        }
        return Threads(writing: writing, beside: beside, watch: watch)
    }

    /// Does something on a thread beside the one that writes; false before the first export.
    @discardableResult
    package func runBeside(_ body: @escaping @Sendable () async -> Void) -> Bool {
        guard let beside = state.withLock({ $0.threads?.beside }) else { return false }
        beside.run(body)
        return true
    }

    private func exporter(_ scope: ExportScope, reason: String?, by looker: Looker) -> Exporter {
        var exporter = Exporter(store, scope, reason: reason)
        exporter.looker = looker
        return exporter
    }

    private func write(_ job: ExportJob) async {
        let spent = all.reduce(0) { $0 + $1.byteCount }
        let limit = UInt64(limits.bytes)
        let meter = ExportMeter(limit: limit - min(spent, limit))
        guard job.begins(meter) else { return }
        var exporter = exporter(job.scope, reason: job.reason, by: job.looker)
        exporter.meter = meter
        do throws(ExportError) {
            let kept = try await exporter.keep(as: job.id)
            job.becomes(
                ExportJob.Ready(
                    archive: try kept.archive(named: "export-\(job.id)"),
                    kept: kept,
                    ends: .now + .seconds(limits.seconds),
                    endsAt: Timestamp(
                        microseconds: store.presentTime.microseconds + Int64(limits.seconds)
                            * 1_000_000
                    ),
                    looked: kept.report.position
                )
            )
        } catch {
            let fault = ExportJobItem.Fault(code: error.code.rawValue, message: error.message)
            job.fails(meter.isTooLarge ? .tooLarge : fault)
        }
    }

    package func end(_ id: UniqueID) throws(StoreError) {
        let job = try known(id)
        state.withLock { $0.jobs.removeAll { $0 === job } }
        job.end(.expired)
    }

    /// Checks for erasures and for expired exports.
    private func check() {
        let now = ContinuousClock.now
        for job in all { job.check(at: now) }
        checkForErasures()
    }

    /// Ends the exports with content that has been erased.
    private func checkForErasures() {
        let jobs = all
        guard let looked = jobs.compactMap({ $0.ready?.looked }).min() else { return }
        do throws(ExportError) {
            let erasures = try LoggedErasures(in: store, after: looked)
            for job in jobs { job.check(at: erasures) }
        } catch {
            // What cannot be known to be whole is not given.
            let fault = ExportJobItem.Fault(code: error.code.rawValue, message: error.message)
            for job in jobs where job.ready != nil { job.end(fault) }
        }
    }

    /// Ends all, and begins no more; waits so many seconds for the one that is being written.
    package func stop(within seconds: Double) {
        let (jobs, threads) = state.change { state -> ([ExportJob], Threads?) in
            state.hasEnded = true
            defer { state.jobs = [] }
            return (state.jobs, state.threads)
        }
        threads?.watch.cancel()
        for job in jobs { job.end(.expired) }
        state.wait(atMost: seconds) { $0.writing == 0 }
    }
}

extension StoreError {
    /// Why an export may not begin.
    fileprivate init(_ error: ExportError) {
        let code: RefusalCode =
            switch error.code {
            case .notFound: .notFound
            case .reasonNeeded: .reasonNeeded
            case .invalidRequest: .invalidRequest
            case .alreadyExists, .erasing, .noWriter, .unavailable: .overloaded
            case .cannotWrite, .damaged: .internal
            }
        self.init(Code(code), sentence(error.message))
    }
}

/// A sentence of what the command writes behind a colon.
private func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + (words.hasSuffix(".") ? "" : ".")
}
