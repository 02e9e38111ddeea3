internal import Messaging
internal import Scrollback

extension MetricsText {
    /// Adds the numbers of consumers and webhooks; names are no labels.
    mutating func addConsumers(of store: Store) {
        guard let consumers = try? store.consumerItems() else { return }
        add("scrollback_consumers", "Named consumers.", .gauge, UInt64(consumers.count))
        add(
            "scrollback_consumer_behind_max",
            "The events that the consumer furthest behind has not had.",
            .gauge,
            consumers.map(\.behind).max() ?? 0
        )
        guard let all = store.webhookStandings?.values else { return }
        let failing = all.count { $0.failingSince != nil && $0.parkedSince == nil }
        add("scrollback_webhooks", "Webhooks that are served.", .gauge, UInt64(all.count))
        add(
            "scrollback_webhooks_failing",
            "Webhooks that are tried again.",
            .gauge,
            UInt64(failing)
        )
        add(
            "scrollback_webhooks_parked",
            "Webhooks that are given up until an operator retries them.",
            .gauge,
            UInt64(all.count { $0.parkedSince != nil })
        )
        add(
            "scrollback_webhook_posts_total",
            "Requests sent to webhooks.",
            .counter,
            all.reduce(0) { $0 + $1.posts }
        )
        add(
            "scrollback_webhook_failures_total",
            "Requests that a webhook did not accept.",
            .counter,
            all.reduce(0) { $0 + $1.failures }
        )
    }
}
