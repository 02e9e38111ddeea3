internal import HTTPSending
internal import Locking
internal import Messaging
internal import Scrollback
internal import ScrollbackPipe
internal import Wire

/// Sends a webhook what happens, in order and at least once, until it is stopped or parked.
///
/// The mark moves behind an event when the receiver has accepted all of it. A thread of its own, so
/// that a receiver that hangs delays no other.
final class WebhookRun: Sendable {
    private enum Delivery {
        /// The receiver has it.
        case accepted(WebhookSource.Found)
        /// It is not to be sent any more.
        case vanished(through: Position)
        case parked
        case stopped
    }

    private static let pauseOfStore = Duration.seconds(1)
    private static let longestEnd = 10.0

    let webhook: Webhook
    private let store: Store
    private let source: WebhookSource
    private let sender: HTTPSender
    private let times: WebhookTimes
    private let workers: Workers
    private let standingNow = Lock(WebhookStanding())
    private let task = Lock<Task<Void, Never>?>(nil)
    private let hasEnded = Monitor(false)

    /// Makes what sends to a webhook; nil if the system has no thread or memory left.
    init?(
        _ webhook: Webhook,
        _ store: Store,
        _ times: WebhookTimes,
        authorities: String?,
        _ before: WebhookStanding?
    ) {
        guard let workers = Workers(1),
            let sender = HTTPSender(times.request, authorities: authorities)
        else { return nil }
        self.webhook = webhook
        self.store = store
        self.times = times
        self.workers = workers
        self.sender = sender
        source = WebhookSource(store: store, webhook: webhook)
        standingNow.withLock { standing in
            standing.posts = before?.posts ?? 0
            standing.failures = before?.failures ?? 0
        }
    }

    var standing: WebhookStanding { standingNow.withLock { $0 } }

    func begin() {
        let started = workers.run { [self] in
            await run()
            hasEnded.change { $0 = true }
        }
        task.withLock { $0 = started }
    }

    /// Has it end; a running request ends within about a second.
    func askToStop() {
        sender.stop()
        task.withLock { $0 }?.cancel()
    }

    /// Waits until it has ended, but not for a name that the system looks up for minutes: what goes
    /// on behind that finds that it was stopped.
    func waitForEnd() { hasEnded.wait(atMost: Self.longestEnd) { $0 } }

    private func run() async {
        var hasTold = false
        while !Task.isCancelled {
            do throws(StoreError) {
                guard try await goOn() else { return }
                hasTold = false
            } catch {
                guard error.code != .closed else { return }
                if !hasTold { tell(.webhookFailing, "cannot go on: \(error)") }
                hasTold = true
                try? await Task.sleep(for: Self.pauseOfStore)
            }
        }
    }

    /// Sends what comes behind the mark; false if it is parked or stopped.
    private func goOn() async throws(StoreError) -> Bool {
        var mark = try store.consumer(webhook.name)
        show(mark)
        guard mark.parkedSince == nil else { return false }
        // What the receiver must know first stays to be told until it has accepted that.
        if let fork = mark.isReset ? mark.position : mark.untoldFork {
            guard try await tell(by: { () throws(StoreError) in try self.source.reset(to: fork) })
            else { return false }
        }
        if let missed = mark.missedFrom {
            let last = mark.position
            let isTold = try await tell { () throws(StoreError) in
                try self.source.missed(from: missed, through: last)
            }
            guard isTold else { return false }
        }
        if mark.isReset || mark.missedFrom != nil || mark.untoldFork != nil {
            mark = try store.changeConsumer(webhook.name) { consumer in
                consumer.missedFrom = nil
                consumer.untoldFork = nil
                consumer.failingSince = nil
            }
        }
        return try await follow(from: mark)
    }

    private func follow(from mark: Consumer) async throws(StoreError) -> Bool {
        var (position, part) = (mark.position, WebhookSource.Part())
        var (written, writtenAt) = (position, ContinuousClock.now)
        func save() throws(StoreError) {
            guard written != position || standing.failingSince != nil else { return }
            show(try keep(position))
            (written, writtenAt) = (position, .now)
        }
        while !Task.isCancelled {
            let end = try store.position
            guard position < end else {
                try save()
                let goesOn = await store.waitForNews(
                    for: source.user,
                    in: nil,
                    after: position,
                    heard: .max
                )
                if !goesOn { return false }
                continue
            }
            let (known, place) = (position, part)
            let next = { () throws(StoreError) in try self.source.next(behind: known, place) }
            let found = try next()
            if case .nothing(let through) = found {
                (position, part) = (through, WebhookSource.Part())
            } else {
                switch try await deliver(found, next) {
                case .accepted(.message(_, let event, let rest)):
                    part = rest ?? WebhookSource.Part()
                    if rest == nil { position = event }
                case .accepted(.nothing(let through)), .vanished(let through):
                    (position, part) = (through, WebhookSource.Part())
                case .parked, .stopped:
                    if written != position { try keepPosition(position) }
                    return false
                }
            }
            standingNow.withLock { $0.position = position }
            let isDue = ContinuousClock.now - writtenAt >= .seconds(times.marking)
            if isDue || standing.failingSince != nil { try save() }
        }
        if written != position { try keepPosition(position) }
        return false
    }

    /// Posts what the receiver must know before the next event; false if it is parked or stopped.
    private func tell(
        by make: @escaping () throws(StoreError) -> WebhookMessage
    ) async throws(StoreError) -> Bool {
        let find = { () throws(StoreError) -> WebhookSource.Found in
            .message(try make(), of: .zero, rest: nil)
        }
        if case .accepted = try await deliver(try find(), find) { return true }
        return false
    }

    /// Posts a message until it is accepted; it is made anew for each attempt.
    private func deliver(
        _ first: WebhookSource.Found,
        _ make: () throws(StoreError) -> WebhookSource.Found
    ) async throws(StoreError) -> Delivery {
        var (found, failures) = (first, 0)
        while !Task.isCancelled {
            guard case .message(let message, _, _) = found else {
                guard case .nothing(let through) = found else { return .stopped }
                return .vanished(through: through)
            }
            let (failure, pause, isGone) = attempt(message)
            guard let failure else { return .accepted(found) }
            if Task.isCancelled { return .stopped }
            failures += 1
            if try note(failure, isGone: isGone) { return .parked }
            let seconds = times.pause(afterFailures: failures, asked: pause)
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return .stopped }
            found = try make()
        }
        return .stopped
    }

    /// Posts once; without a failure the receiver has accepted it.
    private func attempt(
        _ message: WebhookMessage
    ) -> (failure: String?, pause: Int?, isGone: Bool) {
        let second = times.now().microseconds / 1_000_000
        let headers = webhook.headers(id: message.id, second: second, message.body)
        standingNow.withLock { $0.posts += 1 }
        do throws(HTTPSendFault) {
            let reply = try sender.post(message.body, headers, to: webhook.target)
            if (200...299).contains(reply.status) { return (nil, nil, false) }
            return ("it answers \(reply.status)", reply.retryAfter, reply.status == 410)
        } catch {
            return ("\(error)", nil, false)
        }
    }

    /// Notes a failure; returns whether the webhook is parked now.
    private func note(_ failure: String, isGone: Bool) throws(StoreError) -> Bool {
        let now = times.now()
        let since = standing.failingSince
        standingNow.withLock { standing in
            standing.failures += 1
            standing.failure = failure
        }
        let lasted = since.map { Double(now.microseconds - $0.microseconds) / 1e6 } ?? 0
        let isParked = isGone || lasted >= times.patience
        guard since == nil || isParked else { return false }
        // A reset and what was missed stay to be told: only these two times change.
        let mark = try store.markConsumer(webhook.name) { consumer in
            consumer.failingSince = since ?? now
            if isParked { consumer.parkedSince = now }
        }
        show(mark)
        if isParked {
            tell(.webhookParked, "is parked: \(failure). Retry it or drop what it missed")
        } else {
            tell(.webhookFailing, "is not served: \(failure). It is tried again")
        }
        return isParked
    }

    /// Moves the mark forward, and notes that the receiver answers.
    private func keep(_ position: Position) throws(StoreError) -> Consumer {
        standingNow.withLock { $0.failure = nil }
        return try store.changeConsumer(webhook.name) { consumer in
            consumer.position = max(consumer.position, position)
            consumer.failingSince = nil
        }
    }

    /// Moves the mark forward alone.
    private func keepPosition(_ position: Position) throws(StoreError) {
        try store.changeConsumer(webhook.name) { consumer in
            consumer.position = max(consumer.position, position)
        }
    }

    private func show(_ mark: Consumer) {
        standingNow.withLock { standing in
            standing.position = max(standing.position, mark.position)
            if mark.isReset { standing.position = mark.position }
            standing.failingSince = mark.failingSince
            standing.parkedSince = mark.parkedSince
        }
    }

    /// Tells the operator; neither the URL nor a word of the receiver.
    private func tell(_ id: Notice.ID, _ words: String) {
        store.notice(
            Notice(id, "The webhook \(webhook.name) \(words).", ["webhook": webhook.name])
        )
    }
}
