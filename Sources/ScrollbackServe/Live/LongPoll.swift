internal import HTTPServing
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import ScrollbackPipe
internal import Wire

/// One request for changes that is answered once: when there is something, or the time is over.
final class LongPoll: LiveClient, LiveTask {
    private struct State {
        var task: Task<Void, Never>?
        var isOver = false
    }

    private let exchange: HTTPExchange
    private let source: ChangeSource
    private let caller: Caller
    private let streams: LiveStreams
    private let deadline: ContinuousClock.Instant
    private let state = Lock(State())

    var user: UserID? { source.request.user }
    let yieldsAt: ContinuousClock.Instant?

    init(
        _ exchange: HTTPExchange,
        _ source: ChangeSource,
        _ caller: Caller,
        seconds: Int,
        _ streams: LiveStreams
    ) {
        self.exchange = exchange
        self.source = source
        self.caller = caller
        self.streams = streams
        deadline = .now + .seconds(seconds)
        yieldsAt = .now + streams.times.yield
    }

    func began(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            state.task = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    func run() async {
        // Until its client has read the response, it is one of its user's.
        defer { exchange.whenEnded { [self] in streams.ended(self) } }
        var reader = ChangeReader(source)
        // Where its client asks again if it may not have the next page any more: with the text that it
        // gave, until a page behind it was read, so that a reset is told then.
        var before = source.request.since
        do throws(StoreError) {
            while true {
                do throws(ErrorForm) {
                    try streams.unsent.requireRoom(for: user)
                } catch {
                    return respond(HTTPResponse(error, under: source.seal))
                }
                let batch = try await reader.nextOnceReadable()
                // That all has come is said by a response without events.
                let events = batch.events.filter { $0.name != .caughtUp }
                if batch.isLast, events.isEmpty {
                    return respond(.noContent)
                }
                if !events.isEmpty || .now >= deadline {
                    let end = batch.isLast ? [StreamEvent(.closed, reason: "ended")] : []
                    return respond(events + end, reader, before: before)
                }
                before = reader.position.map(source.text)
                if batch.isCaughtUp, await !reader.wait() {
                    let isStopping = streams.hasEnded
                    let end = isStopping ? [StreamEvent(.closed, reason: "stopping")] : []
                    return respond(end, reader, before: before)
                }
            }
        } catch {
            respond(HTTPResponse(ErrorForm(reading: error), under: source.seal))
        }
    }

    /// Answers with events, which came behind a place; a caller who may not have them any more is
    /// told that, and where to go on with another token or key.
    private func respond(_ found: [StreamEvent], _ reader: ChangeReader, before: String?) {
        var (events, next) = (found, reader.position.map(source.text))
        if let ending = source.door.ending(of: caller) {
            (events, next) = ([StreamEvent(.expired, reason: ending.rawValue)], before)
        }
        var response = HTTPResponse(position: next) { writer in
            writer.name("events")
            writer.array { writer in
                for event in events { writer.write(json: event.object) }
            }
            if let next { writer.field("next", next) }
        }
        if let position = reader.resumedFrom {
            response.headers.append(source.header(resumedFrom: position))
        }
        respond(response)
    }

    private func respond(_ response: HTTPResponse) {
        streams.answered(self)
        streams.unsent.hold(response.body.count, for: exchange, of: user)
        exchange.respond(response)
    }

    func check(at now: ContinuousClock.Instant) {
        if now >= deadline || source.door.ending(of: caller) != nil { stop() }
    }

    /// Has it respond with what there is.
    func stop() {
        let task = state.withLock { state in
            state.isOver = true
            return state.task
        }
        task?.cancel()
    }
}
