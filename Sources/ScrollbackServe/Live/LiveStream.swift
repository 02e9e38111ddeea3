internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// One stream of changes to one client.
///
/// It has a position and no queue: the next page is read when the client has taken the one before.
/// The caller is checked again before each event is sent, and once a second while there is none.
final class LiveStream: LiveClient, LiveTask {
    private struct State {
        var http: HTTPStream?
        var task: Task<Void, Never>?
        var isOver = false
        /// What its client has not taken of a long page.
        var held: UnsentAnswers.Held?
        /// Why it ended before there was a response to say it in.
        var last: StreamEvent?
        var spokeAt = ContinuousClock.now
        var saidOnlineAt: ContinuousClock.Instant?
        /// What is still to be said of the user's presence, of which only the last word counts.
        var toSay: PresenceState?
        var isSaying = false
    }

    /// How long it waits for views that are being made anew.
    private static let patience = Duration.milliseconds(500)

    private let exchange: HTTPExchange
    private let source: ChangeSource
    private let caller: Caller
    private let streams: LiveStreams
    /// The name of the device that the stream is, where it is the user's own.
    private let device: String?
    private let state = Lock(State())

    var user: UserID? { source.request.user }
    var yieldsAt: ContinuousClock.Instant? { nil }

    init(
        _ exchange: HTTPExchange,
        _ source: ChangeSource,
        _ caller: Caller,
        _ streams: LiveStreams
    ) {
        self.exchange = exchange
        self.source = source
        self.caller = caller
        self.streams = streams
        device =
            caller.user != nil && source.store.isWriting
            ? "stream \(UInt64.random(in: 0 ... .max))" : nil
    }

    func began(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            state.task = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    func run() async {
        defer {
            let isSending = state.withLock { state in
                state.isOver = true
                return state.http != nil
            }
            // While its client takes the rest, it is one of its user's.
            if !isSending { streams.ended(self) }
            sayPresence(.offline)
        }
        var reader = ChangeReader(source)
        guard let first = await begin(&reader) else { return }
        guard await send(first.events) else { return }
        if first.isLast { return end(StreamEvent(.closed, reason: "ended")) }
        var isCaughtUp = first.isCaughtUp
        while true {
            // The client has mostly taken what was sent by the time there is more.
            if isCaughtUp, await !reader.wait() {
                return end(StreamEvent(.closed, reason: "stopping"))
            }
            guard await isTaken() else { return }
            do throws(StoreError) {
                let batch = try reader.next()
                guard await send(batch.events) else { return }
                if batch.isLast { return end(StreamEvent(.closed, reason: "ended")) }
                isCaughtUp = batch.isCaughtUp
            } catch {
                guard await mends(error) else {
                    return end(StreamEvent(.closed, reason: "failed"))
                }
                isCaughtUp = false
            }
        }
    }

    /// Reads the first page, and answers the request: with a stream, or with why there is none.
    private func begin(_ reader: inout ChangeReader) async -> ChangeReader.Batch? {
        do throws(ErrorForm) {
            try streams.unsent.requireRoom(for: user)
        } catch {
            exchange.respond(HTTPResponse(error, under: source.seal))
            return nil
        }
        do throws(StoreError) {
            let batch = try await reader.nextOnceReadable()
            guard !batch.isLast || !batch.events.isEmpty else {
                // What there was to say to a former member was said.
                exchange.respond(.noContent)
                return nil
            }
            respond(resumedFrom: reader.resumedFrom)
            return batch
        } catch {
            exchange.respond(HTTPResponse(ErrorForm(reading: error), under: source.seal))
            return nil
        }
    }

    private func respond(resumedFrom position: Position?) {
        let http = HTTPStream { [weak self] in self?.connectionHasEnded() }
        let (isOver, last) = state.withLock { state in
            state.http = http
            return (state.isOver, state.last)
        }
        let carrier = source.request.carrier
        let type = carrier == .eventStream ? "text/event-stream" : "application/x-ndjson"
        var headers: [(name: String, value: String)] = [
            ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        if let position { headers.append(source.header(resumedFrom: position)) }
        var response = HTTPResponse(200, headers, [])
        response.stream = http
        http.send(StreamEvent.beginning(for: carrier))
        if isOver { finish(http, saying: last) }
        exchange.respond(response)
        sayPresence(.online)
    }

    /// Sends events as long as the caller may have them, and waits until the client has taken many
    /// bytes, which are counted meanwhile.
    ///
    /// - Returns: false if the stream is over.
    private func send(_ events: [StreamEvent]) async -> Bool {
        var bytes: [UInt8] = []
        var ending: Doorkeeper.Ending?
        for event in events {
            ending = source.door.ending(of: caller)
            guard ending == nil else { break }
            event.write(to: &bytes, for: source.request.carrier)
        }
        let (isOver, isLong) = state.withLock { state in
            guard !state.isOver else { return (true, false) }
            // It looks every few seconds where others write, mostly to say nothing.
            guard !bytes.isEmpty else { return (false, false) }
            // Before it is sent: the connection may be done with it at once.
            state.held = streams.unsent.hold(bytes.count, of: user)
            state.http?.send(bytes)
            state.spokeAt = .now
            return (false, state.held != nil)
        }
        if let ending { end(StreamEvent(.expired, reason: ending.rawValue)) }
        guard !isOver, ending == nil else { return false }
        guard isLong else { return true }
        guard await isTaken() else { return false }
        release()
        return true
    }

    /// Counts what was sent no more: the client has taken it, or is gone.
    private func release() {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held
        }
        if let held { streams.unsent.release(held) }
    }

    /// Suspends until the client has taken what was sent; false if the stream is over.
    private func isTaken() async -> Bool {
        let http = state.withLock { $0.isOver ? nil : $0.http }
        return await http?.drained() ?? false
    }

    private func mends(_ error: StoreError) async -> Bool {
        guard error.fault?.isMendedByWaiting == true || error.code == .viewsUnavailable else {
            if error.code != .closed {
                source.store.notice(
                    Notice(
                        .streamFailed,
                        "A stream could not go on: \(error)",
                        ["code": error.code.rawValue]
                    )
                )
            }
            return false
        }
        try? await Task.sleep(for: Self.patience)
        return !Task.isCancelled
    }

    /// Says why it ends, once, and ends.
    private func end(_ event: StreamEvent) {
        let (http, task) = state.withLock { state -> (HTTPStream?, Task<Void, Never>?) in
            guard !state.isOver else { return (nil, nil) }
            state.isOver = true
            if state.http == nil { state.last = event }
            return (state.http, state.task)
        }
        if let http { finish(http, saying: event) }
        task?.cancel()
    }

    /// Ends the response; who does not take the rest of it in time is cut off.
    private func finish(_ http: HTTPStream, saying event: StreamEvent?) {
        var bytes: [UInt8] = []
        event?.write(to: &bytes, for: source.request.carrier)
        http.send(bytes)
        http.finish(within: Int(streams.times.stall.components.seconds))
    }

    private func connectionHasEnded() {
        let task = state.withLock { state in
            state.isOver = true
            state.http = nil
            return state.task
        }
        task?.cancel()
        release()
        streams.ended(self)
    }

    func stop() { end(StreamEvent(.closed, reason: "stopping")) }

    func check(at now: ContinuousClock.Instant) {
        if let ending = source.door.ending(of: caller) {
            return end(StreamEvent(.expired, reason: ending.rawValue))
        }
        let times = streams.times
        let (http, isSilent, isToSayOnline) = state.withLock { state in
            let isSilent = state.http != nil && now - state.spokeAt >= times.heartbeat
            if isSilent { state.spokeAt = now }
            let isDue = state.saidOnlineAt.map { now - $0 >= times.presence } ?? false
            return (state.http, isSilent, isDue)
        }
        if let stalled = http?.stalled(at: now) {
            if stalled >= times.stall { http?.cut() }
        } else if isSilent {
            http?.send(StreamEvent.heartbeat(for: source.request.carrier))
        }
        if isToSayOnline { sayPresence(.online) }
    }

    /// Says for the user that this device is in use, or no longer.
    private func sayPresence(_ presence: PresenceState) {
        guard let device, let user = caller.user else { return }
        let begins = state.withLock { state in
            guard presence == .online ? !state.isOver : state.saidOnlineAt != nil else {
                return false
            }
            state.saidOnlineAt = presence == .online ? .now : nil
            state.toSay = presence
            defer { state.isSaying = true }
            return !state.isSaying
        }
        guard begins else { return }
        let session = source.store.session(for: user)
        // Nothing of it stays with the stream: a task that is over would, for hours.
        streams.run { [self] in
            // One behind the other, so that offline is the last word.
            while let presence = nextToSay() {
                // A user who may not say it is not shown online; the stream goes on all the same.
                try? await session.signalPresence(presence, device: device)
            }
        }
    }

    /// Takes what is to be said next of the user's presence; nil if there is nothing.
    private func nextToSay() -> PresenceState? {
        state.withLock { state in
            defer { state.toSay = nil }
            state.isSaying = state.toSay != nil
            return state.toSay
        }
    }
}
