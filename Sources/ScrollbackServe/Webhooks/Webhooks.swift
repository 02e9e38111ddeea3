internal import Locking
internal import Messaging
package import Scrollback
internal import Wire

/// The webhooks of a server, each of which is served by itself.
package final class Webhooks: WebhookService {
    /// They cannot be served.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    private struct State {
        /// Also one that has ended, until another one takes its place.
        var runs: [String: WebhookRun] = [:]
        var hasStopped = false
    }

    private let store: Store
    private let times: WebhookTimes
    private let authorities: String?
    private let state = Lock(State())
    /// Held while runs are stopped and begun, which can take a second.
    private let changing = Lock(())

    /// Begins to serve webhooks; each new one begins at the newest event.
    package init(
        _ store: Store,
        _ list: WebhookList,
        _ times: WebhookTimes = WebhookTimes(),
        authorities: String? = nil
    ) throws(Fault) {
        self.store = store
        self.times = times
        self.authorities = authorities
        // First, so that nobody else moves the marks.
        store.letWebhooks(beServedBy: self)
        try use(list)
    }

    /// Serves other webhooks from now on; one that stays the same goes on.
    package func use(_ list: WebhookList) throws(Fault) {
        try changing.withLock { _ throws(Fault) in
            // First what can fail: then nothing has changed.
            do throws(StoreError) {
                _ = try store.beginConsumers(list.webhooks.map(\.name))
            } catch {
                throw Fault(description: error.message)
            }
            let before = state.withLock { $0.runs }
            let gone = before.values.filter { run in !list.webhooks.contains(run.webhook) }
            end(gone)
            let names = Set(list.webhooks.map(\.name))
            state.withLock { state in state.runs = state.runs.filter { names.contains($0.key) } }
            for webhook in list.webhooks where before[webhook.name]?.webhook != webhook {
                try begin(webhook, before[webhook.name]?.standing)
            }
        }
    }

    private func begin(_ webhook: Webhook, _ before: WebhookStanding?) throws(Fault) {
        let run = WebhookRun(webhook, store, times, authorities: authorities, before)
        guard let run else { throw Fault(description: "The system has no thread left.") }
        let isToBegin = state.withLock { state in
            guard !state.hasStopped else { return false }
            state.runs[webhook.name] = run
            return true
        }
        if isToBegin { run.begin() }
    }

    private func end(_ runs: some Collection<WebhookRun>) {
        for run in runs { run.askToStop() }
        for run in runs { run.waitForEnd() }
    }

    /// Ends all, before the store is closed.
    package func stop() {
        state.withLock { $0.hasStopped = true }
        changing.withLock { _ in end(state.withLock { Array($0.runs.values) }) }
    }

    /// How each of them stands, by its name.
    package var standings: [String: WebhookStanding] {
        state.withLock { $0.runs.mapValues(\.standing) }
    }

    /// Serves a webhook again at once, whatever it is waiting for; nothing is lost.
    ///
    /// - Returns: false if there is no webhook with the name.
    package func retry(_ name: String) throws(StoreError) -> Bool {
        try change(name) { () throws(StoreError) in
            _ = try store.markConsumer(name) { consumer in
                consumer.failingSince = nil
                consumer.parkedSince = nil
            }
        }
    }

    /// Gives up what a webhook has missed up to now, and serves it from there; it is told.
    ///
    /// - Returns: false if there is no webhook with the name.
    package func drop(_ name: String) throws(StoreError) -> Bool {
        try change(name) { () throws(StoreError) in
            let end = try store.newestPosition()
            _ = try store.changeConsumer(name) { consumer in
                // What it has of a log that a restore has cut stays to be told.
                if consumer.isReset { consumer.untoldFork = consumer.position }
                if end > consumer.position, consumer.missedFrom == nil {
                    consumer.missedFrom = Position(consumer.position.rawValue + 1)
                }
                consumer.position = max(consumer.position, end)
                consumer.failingSince = nil
                consumer.parkedSince = nil
            }
        }
    }

    /// Changes a webhook's mark while nothing is sent to it.
    private func change(
        _ name: String,
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) -> Bool {
        try changing.withLock { _ throws(StoreError) in
            guard let run = state.withLock({ $0.runs[name] }) else { return false }
            let standing = run.standing
            end([run])
            let result = Result { () throws(StoreError) in try body() }
            // It goes on in any case.
            do throws(Fault) {
                try begin(run.webhook, standing)
            } catch {
                throw StoreError(.unavailable, error.description)
            }
            try result.get()
            return true
        }
    }
}
