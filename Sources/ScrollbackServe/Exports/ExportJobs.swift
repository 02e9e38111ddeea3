internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackExport
internal import ScrollbackJSON
internal import Wire

/// The exports that the server writes and keeps for the operator, and the tickets for them.
///
/// - The words lie in a folder of an export that has no name yet: it is removed with its job, and after
///   a kill by the next process that opens the store for writing.
/// - An erasure that touches a job ends it: each is looked for once a second, before a ticket is
///   given, before a download begins, and before each piece of it.
/// - One export is written at a time; its thread, and the one that reads downloads, are started with
///   the first.
final class ExportJobs: Sendable {
    private struct State {
        /// In the order in which they began.
        var jobs: [ExportJob] = []
        var tickets = DownloadTickets()
        var hasEnded = false
        /// The jobs that are written or wait for that.
        var writing = 0
        /// The last of them.
        var last: Task<Void, Never>?
        var threads: Threads?
    }

    private struct Threads {
        let writing: Workers
        let sending: Workers
        let watch: Task<Void, Never>
    }

    private let store: Store
    private let door: Doorkeeper
    private let limits: ExportLimits
    /// A download whose client takes nothing for so long is cut off.
    private let stall: Duration
    private let state = Monitor(State())

    init(_ store: Store, _ door: Doorkeeper, _ limits: ExportLimits, stall: Duration) {
        self.store = store
        self.stall = stall
        self.door = door
        self.limits = limits
    }

    /// All that are known, the newest first.
    var all: [ExportJob] { state.withLock { $0.jobs }.reversed() }

    func job(_ id: UniqueID) throws(ErrorForm) -> ExportJob {
        guard let job = state.withLock({ $0.jobs.first { $0.id == id } }) else {
            throw ErrorForm(.notFound, "There is no such export.")
        }
        return job
    }

    /// Begins to export, once it is certain that the export may be.
    func begin(_ order: ExportOrder, by looker: Looker) async throws(ErrorForm) -> ExportJob {
        if let fault = Exporter.fault(of: order.scope) {
            throw ErrorForm(.invalidRequest, sentence(fault.message), field: fault.field)
        }
        if let reason = order.reason {
            do throws(Refusal) {
                _ = try ExportNote.kept(reason)
            } catch {
                throw ErrorForm(error)
            }
        }
        do throws(ExportError) {
            try await exporter(order, looker).admit()
        } catch {
            throw ErrorForm(error)
        }
        let begunAt = Int64(door.now() * 1_000)
        let job = ExportJob(store.nextID(), order, by: looker, at: begunAt)
        let refusal = state.change { state -> ErrorForm? in
            if let refusal = self.refusal(in: state) { return refusal }
            guard let threads = state.threads ?? start() else {
                return ErrorForm(.overloaded, "The system has no thread left.")
            }
            state.threads = threads
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
            return nil
        }
        if let refusal { throw refusal }
        return job
    }

    private func refusal(in state: State) -> ErrorForm? {
        if state.hasEnded { return ErrorForm(.stopped, "The server is stopping.") }
        guard state.jobs.count(where: \.isLive) < limits.jobs else {
            return ErrorForm(
                .rateLimited,
                "There are \(limits.jobs) exports already; end one of them, or wait.",
                retryAfterMilliseconds: 10_000
            )
        }
        return nil
    }

    private func start() -> Threads? {
        guard let writing = Workers(1), let sending = Workers(1) else { return nil }
        let watch = sending.run { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil, let jobs = self { jobs.look() }
        }
        return Threads(writing: writing, sending: sending, watch: watch)
    }

    private func exporter(_ order: ExportOrder, _ looker: Looker) -> Exporter {
        var exporter = Exporter(store, order.scope, reason: order.reason)
        exporter.looker = looker
        return exporter
    }

    private func write(_ job: ExportJob) async {
        let spent = all.reduce(0) { $0 + $1.byteCount }
        let limit = UInt64(limits.bytes)
        let meter = ExportMeter(limit: limit - min(spent, limit))
        guard job.begins(meter) else { return }
        var exporter = exporter(job.order, job.looker)
        exporter.meter = meter
        do throws(ExportError) {
            let kept = try await exporter.keep(as: job.id)
            let archive = try kept.archive(named: "export-\(job.id)")
            job.becomes(
                ExportJob.Ready(
                    kept: kept,
                    archive: archive,
                    ends: .now + .seconds(limits.seconds),
                    endsAt: Int64((door.now() + Double(limits.seconds)) * 1_000),
                    looked: kept.report.position
                )
            )
        } catch {
            job.fails(
                meter.isTooLarge
                    ? .tooLarge : ExportJob.Fault(code: error.code.rawValue, message: error.message)
            )
        }
    }

    /// Ends an export and forgets it.
    func remove(_ id: UniqueID) throws(ErrorForm) {
        let job = try job(id)
        state.withLock { $0.jobs.removeAll { $0 === job } }
        job.end(.expired)
    }

    /// Looks for erasures, and for what is over.
    private func look() {
        let now = ContinuousClock.now
        state.withLock { $0.tickets.sweep(at: now) }
        for job in all { job.look(at: now, stall: stall) }
        lookForErasures()
    }

    /// Ends what was touched by an erasure up to now.
    private func lookForErasures() {
        let jobs = all
        guard let looked = jobs.compactMap({ $0.ready?.looked }).min() else { return }
        do throws(ExportError) {
            let erasures = try LoggedErasures(in: store, after: looked)
            for job in jobs { job.look(at: erasures) }
        } catch {
            // What cannot be known to be whole is not given.
            let fault = ExportJob.Fault(code: error.code.rawValue, message: error.message)
            for job in jobs where job.ready != nil { job.end(fault) }
        }
    }

    /// Ends all, and begins no more; waits so many seconds for the one that is being written.
    func stop(within seconds: Double) {
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

// Downloads.
extension ExportJobs {
    /// Makes a ticket for the file of an export.
    func ticket(
        for id: UniqueID,
        _ caller: Caller
    ) throws(ErrorForm) -> (text: String, until: Int64) {
        lookForErasures()
        let job = try job(id)
        guard job.looker == caller.looker else {
            throw ErrorForm(
                .permissionDenied,
                "The log names another one for this export; begin one of your own."
            )
        }
        guard job.ready != nil else {
            throw ErrorForm(.notFound, "The export has no file; see its state.")
        }
        let now = ContinuousClock.now
        let ticket = DownloadTickets.Ticket(
            export: id,
            caller: caller,
            until: now + .seconds(limits.ticketSeconds)
        )
        let text = state.withLock { state -> String? in
            state.tickets.sweep(at: now)
            guard state.tickets.count < limits.tickets else { return nil }
            return state.tickets.make(ticket)
        }
        guard let text else {
            throw ErrorForm(
                .rateLimited,
                "There are \(limits.tickets) tickets already; use them, or wait.",
                retryAfterMilliseconds: Int64(limits.ticketSeconds) * 1_000
            )
        }
        return (text, Int64((door.now() + Double(limits.ticketSeconds)) * 1_000))
    }

    /// Uses a ticket up; whether it counts for an export now.
    func admits(_ ticket: String, to id: UniqueID) -> Bool {
        guard let found = state.withLock({ $0.tickets.take(ticket, at: .now) }), found.export == id
        else { return false }
        do throws(Doorkeeper.Ending) {
            try door.check(found.caller)
            return true
        } catch {
            return false
        }
    }

    /// Sends the file of an export whose ticket was good.
    func send(_ id: UniqueID, to exchange: HTTPExchange) {
        guard let workers = state.withLock({ $0.threads?.sending }) else {
            return exchange.answer(.notFound)
        }
        workers.run { [self] in
            do throws(ErrorForm) {
                lookForErasures()
                let job = try job(id)
                guard let archive = job.ready?.archive else {
                    throw ErrorForm(.notFound, "The export has no file; see its state.")
                }
                guard all.reduce(0, { $0 + $1.downloadCount }) < limits.downloads else {
                    throw ErrorForm(.overloaded, "Too many exports are being fetched.")
                }
                await send(archive, of: job, to: exchange)
            } catch {
                exchange.answer(HTTPAnswer(error))
            }
        }
    }

    private func send(
        _ archive: ExportArchive,
        of job: ExportJob,
        to exchange: HTTPExchange
    ) async {
        // What the library has taken, but not sent yet, is still part of the download.
        let download = store.nextID()
        let stream = HTTPStream(length: archive.byteCount) { job.ends(download) }
        guard job.begins(stream, as: download) else { return exchange.answer(.notFound) }
        var answer = HTTPAnswer(archiveNamed: "export-\(job.id).tar")
        answer.stream = stream
        exchange.answer(answer)
        var offset: UInt64 = 0
        while offset < archive.byteCount {
            lookForErasures()
            let bytes = try? archive.bytes(limit: ExportLimits.pieceBytes, from: offset)
            guard let bytes, job.ready != nil else { return stream.cut() }
            stream.send(bytes)
            offset += UInt64(bytes.count)
            guard await stream.drained() else { return }
        }
        stream.finish()
    }
}

extension ErrorForm {
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
        self.init(code, sentence(error.message))
    }
}

/// A sentence of what the command writes behind a colon.
private func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + (words.hasSuffix(".") ? "" : ".")
}
