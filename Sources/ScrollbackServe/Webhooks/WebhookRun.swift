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

    /// What the run has come to know, which the mark may not say while it cannot be written.
    private struct Progress {
        /// Whether the mark was read, and what the receiver must know before the next event was told.
        var (hasRead, hasTold) = (false, false)
        /// Up to where the receiver has accepted all, and what of the next event.
        var (position, part) = (Position.zero, WebhookSource.Part())
        /// The attempts without success, and since when.
        var (failures, failingSince) = (0, Timestamp?.none)
        /// Whether the mark says since when.
        var isFailureKept = true
        /// How often the store failed since the receiver accepted something.
        var faults = 0
        /// Whether the operator was told that since the mark was written.
        var isFaultTold = false

        mutating func accept() { (failures, failingSince, faults) = (0, nil, 0) }
    }

    /// The seconds before the store is asked again, twice as many each time up to the longest.
    private static let pauseOfStore = 1.0...32.0
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
        var progress = Progress()
        while !Task.isCancelled {
            do throws(StoreError) {
                return try await goOn(&progress)
            } catch {
                guard error.code != .closed else { return }
                progress.faults += 1
                note(error, &progress)
                let pause = WebhookTimes.doubled(
                    Self.pauseOfStore.lowerBound,
                    afterFailures: progress.faults,
                    upTo: Self.pauseOfStore.upperBound
                )
                try? await Task.sleep(for: .seconds(pause))
            }
        }
    }

    /// Sends what comes behind the mark, or behind what was accepted since, until it is parked or
    /// stopped.
    private func goOn(_ progress: inout Progress) async throws(StoreError) {
        let mark = try store.consumer(webhook.name)
        if !progress.hasRead {
            show(mark)
            progress.failingSince = mark.failingSince
            progress.hasRead = true
        }
        guard mark.parkedSince == nil else { return }
        // What the receiver must know first stays to be told until it has accepted that.
        if !progress.hasTold, let fork = mark.isReset ? mark.position : mark.untoldFork {
            let isTold = try await tell(&progress) { () throws(StoreError) in
                try self.source.reset(to: fork)
            }
            guard isTold else { return }
        }
        if !progress.hasTold, let missed = mark.missedFrom {
            let last = mark.position
            let isTold = try await tell(&progress) { () throws(StoreError) in
                try self.source.missed(from: missed, through: last)
            }
            guard isTold else { return }
        }
        progress.hasTold = true
        try await follow(from: mark, &progress)
    }

    private func follow(
        from mark: Consumer,
        _ progress: inout Progress
    ) async throws(StoreError) {
        if mark.position > progress.position {
            (progress.position, progress.part) = (mark.position, WebhookSource.Part())
        }
        var (written, writtenAt) = (mark.position, ContinuousClock.now)
        var isTellingUnwritten = mark.isReset || mark.missedFrom != nil || mark.untoldFork != nil
        func save() throws(StoreError) {
            guard isTellingUnwritten || written != progress.position || standing.failingSince != nil
            else { return }
            try keep(progress.position, clearing: isTellingUnwritten, &progress)
            (written, writtenAt, isTellingUnwritten) = (progress.position, .now, false)
        }
        // It is told again only if the process ends before the mark can be written.
        if isTellingUnwritten { try? save() }
        while !Task.isCancelled {
            let end = try store.position
            guard progress.position < end else {
                try save()
                let goesOn = await store.waitForNews(
                    for: source.user,
                    in: nil,
                    after: progress.position,
                    heard: .max
                )
                if !goesOn { return }
                continue
            }
            let (known, place) = (progress.position, progress.part)
            let next = { () throws(StoreError) in try self.source.next(behind: known, place) }
            let found = try next()
            if case .nothing(let through) = found {
                (progress.position, progress.part) = (through, WebhookSource.Part())
            } else {
                switch try await deliver(found, &progress, next) {
                case .accepted(.message(_, let event, let rest)):
                    progress.part = rest ?? WebhookSource.Part()
                    if rest == nil { progress.position = event }
                case .accepted(.nothing(let through)), .vanished(let through):
                    (progress.position, progress.part) = (through, WebhookSource.Part())
                case .parked, .stopped:
                    return keepAtEnd(
                        progress.position,
                        behind: written,
                        clearing: isTellingUnwritten
                    )
                }
            }
            standingNow.withLock { $0.position = progress.position }
            let isDue = ContinuousClock.now - writtenAt >= .seconds(times.marking)
            if isDue || isTellingUnwritten || standing.failingSince != nil { try save() }
        }
        keepAtEnd(progress.position, behind: written, clearing: isTellingUnwritten)
    }

    /// Posts what the receiver must know before the next event; false if it is parked or stopped.
    private func tell(
        _ progress: inout Progress,
        by make: @escaping () throws(StoreError) -> WebhookMessage
    ) async throws(StoreError) -> Bool {
        let find = { () throws(StoreError) -> WebhookSource.Found in
            .message(try make(), of: .zero, rest: nil)
        }
        if case .accepted = try await deliver(try find(), &progress, find) { return true }
        return false
    }

    /// Posts a message until it is accepted; it is made anew for each attempt.
    private func deliver(
        _ first: WebhookSource.Found,
        _ progress: inout Progress,
        _ make: () throws(StoreError) -> WebhookSource.Found
    ) async throws(StoreError) -> Delivery {
        var found = first
        while !Task.isCancelled {
            guard case .message(let message, _, _) = found else {
                guard case .nothing(let through) = found else { return .stopped }
                return .vanished(through: through)
            }
            let (failure, pause, isGone) = attempt(message)
            guard let failure else {
                progress.accept()
                return .accepted(found)
            }
            if Task.isCancelled { return .stopped }
            progress.failures += 1
            if note(failure, isGone: isGone, &progress) { return .parked }
            let seconds = times.pause(afterFailures: progress.failures, asked: pause)
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
    ///
    /// Whether the mark can be written changes neither the pauses nor when it is parked.
    private func note(_ failure: String, isGone: Bool, _ progress: inout Progress) -> Bool {
        let now = times.now()
        let isFirst = progress.failingSince == nil
        let since = progress.failingSince ?? now
        let lasted = Double(now.microseconds - since.microseconds) / 1e6
        let isParked = isGone || lasted >= times.patience
        progress.failingSince = since
        standingNow.withLock { standing in
            standing.failures += 1
            standing.failure = failure
            standing.failingSince = since
            if isParked { standing.parkedSince = now }
        }
        guard isFirst || isParked || !progress.isFailureKept else { return false }
        // A reset and what was missed stay to be told: only these two times change.
        let kept = try? store.markConsumer(webhook.name) { consumer in
            consumer.failingSince = since
            if isParked { consumer.parkedSince = now }
        }
        progress.isFailureKept = kept != nil
        guard isFirst || isParked else { return false }
        if isParked {
            tell(.webhookParked, "is parked: \(failure). Retry it or drop what it missed")
        } else {
            tell(.webhookFailing, "is not served: \(failure). It is tried again")
        }
        return isParked
    }

    /// Notes that the store fails.
    private func note(_ error: StoreError, _ progress: inout Progress) {
        let now = times.now()
        standingNow.withLock { standing in
            standing.failure = "the store fails: \(error.code.rawValue)"
            standing.failingSince = standing.failingSince ?? now
        }
        guard !progress.isFaultTold else { return }
        progress.isFaultTold = true
        tell(.webhookFailing, "cannot go on: \(error)")
    }

    /// Moves the mark forward, and notes that the receiver and the store answer, and whether the
    /// receiver knows what it had to know first.
    private func keep(
        _ position: Position,
        clearing hasTold: Bool,
        _ progress: inout Progress
    ) throws(StoreError) {
        let mark = try store.changeConsumer(webhook.name) { consumer in
            consumer.position = max(consumer.position, position)
            consumer.failingSince = nil
            if hasTold { (consumer.missedFrom, consumer.untoldFork) = (nil, nil) }
        }
        standingNow.withLock { standing in
            standing.failure = nil
            standing.failingSince = nil
        }
        show(mark)
        (progress.faults, progress.isFaultTold) = (0, false)
    }

    /// Moves the mark forward, and notes what the receiver was told first, but not that it answers;
    /// where that fails, both are sent again.
    private func keepAtEnd(
        _ position: Position,
        behind written: Position,
        clearing hasTold: Bool
    ) {
        guard hasTold || written != position else { return }
        _ = try? store.changeConsumer(webhook.name) { consumer in
            consumer.position = max(consumer.position, position)
            if hasTold { (consumer.missedFrom, consumer.untoldFork) = (nil, nil) }
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
