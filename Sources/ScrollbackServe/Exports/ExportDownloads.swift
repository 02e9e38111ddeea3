internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackExport
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// The files of exports that are fetched with tickets, each of which is cut off where its export ends.
///
/// Erasures are looked for before a ticket is given, before a download begins, and before each piece
/// of it.
final class ExportDownloads: Sendable {
    private struct State {
        var tickets = DownloadTickets()
        var open: [UniqueID: HTTPStream] = [:]
        /// Whether it is looked once a second for what is over.
        var isWatched = false
    }

    private let store: Store
    private let jobs: ExportJobs
    private let door: Doorkeeper
    private let limits: ExportLimits
    /// A download whose client takes nothing for so long is cut off.
    private let stall: Duration
    private let state = Lock(State())

    init(
        _ store: Store,
        _ jobs: ExportJobs,
        _ door: Doorkeeper,
        _ limits: ExportLimits,
        stall: Duration
    ) {
        self.store = store
        self.jobs = jobs
        self.door = door
        self.limits = limits
        self.stall = stall
    }

    /// Makes a ticket for the file of an export.
    func ticket(
        for id: UniqueID,
        _ caller: Caller
    ) throws(ErrorForm) -> (text: String, until: Int64) {
        let job = try job(id)
        guard job.looker == caller.looker else {
            throw ErrorForm(
                .permissionDenied,
                "The log names another one for this export; begin one of your own."
            )
        }
        _ = try archive(of: job)
        watch()
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

    private func job(_ id: UniqueID) throws(ErrorForm) -> ExportJob {
        do throws(StoreError) {
            return try jobs.job(id)
        } catch {
            throw ErrorForm(reading: error)
        }
    }

    private func archive(of job: ExportJob) throws(ErrorForm) -> ExportArchive {
        guard let archive = job.ready?.archive else {
            throw ErrorForm(.notFound, "The export has no file; see its state.")
        }
        return archive
    }

    /// Uses a ticket up; whether it counts for an export now.
    func admits(_ ticket: String, to id: UniqueID) -> Bool {
        guard let found = state.withLock({ $0.tickets.take(ticket, at: .now) }), found.export == id
        else { return false }
        return door.ending(of: found.caller) == nil
    }

    /// Sends the file of an export whose ticket was good.
    func send(_ id: UniqueID, to exchange: HTTPExchange) {
        let isBegun = jobs.runBeside { [self] in
            do throws(ErrorForm) {
                let job = try job(id)
                let archive = try archive(of: job)
                guard state.withLock({ $0.open.count }) < limits.downloads else {
                    throw ErrorForm(.overloaded, "Too many exports are being fetched.")
                }
                await send(archive, of: job, to: exchange)
            } catch {
                exchange.respond(HTTPResponse(error))
            }
        }
        if !isBegun { exchange.respond(.notFound) }
    }

    private func send(
        _ archive: ExportArchive,
        of job: ExportJob,
        to exchange: HTTPExchange
    ) async {
        // What the library has taken, but not sent yet, is still part of the download.
        let download = store.nextID()
        let stream = HTTPStream(length: archive.byteCount) { [self] in
            job.forget(download)
            state.withLock { $0.open[download] = nil }
        }
        state.withLock { $0.open[download] = stream }
        guard job.whenEnded(download, { stream.cut() }) else {
            state.withLock { $0.open[download] = nil }
            return exchange.respond(.notFound)
        }
        var response = HTTPResponse(archiveNamed: "export-\(job.id).tar")
        response.stream = stream
        exchange.respond(response)
        var offset: UInt64 = 0
        while offset < archive.byteCount {
            let isWhole = (try? jobs.job(job.id))?.ready != nil
            let bytes = try? archive.bytes(limit: ExportLimits.pieceBytes, from: offset)
            guard let bytes, isWhole else { return stream.cut() }
            stream.send(bytes)
            offset += UInt64(bytes.count)
            guard await stream.drained() else { return }
        }
        stream.finish()
    }

    /// Looks once a second from now on for clients that take nothing, and for tickets that are over.
    private func watch() {
        let isFirst = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        guard isFirst else { return }
        jobs.runBeside { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil, let downloads = self {
                downloads.cutStalled()
            }
        }
    }

    private func cutStalled() {
        let now = ContinuousClock.now
        let streams = state.withLock { state in
            state.tickets.sweep(at: now)
            return Array(state.open.values)
        }
        for stream in streams {
            if let stalled = stream.stalled(at: now), stalled >= stall { stream.cut() }
        }
    }
}
