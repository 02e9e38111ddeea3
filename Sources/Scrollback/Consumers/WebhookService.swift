internal import Locking
package import Wire

/// The service of the webhooks among a store's consumers; it alone moves their marks.
package protocol WebhookService: AnyObject, Sendable {
    /// How each webhook stands, by its name.
    var standings: [String: WebhookStanding] { get }

    /// Serves a webhook again at once; nothing is lost.
    ///
    /// - Returns: false if there is no webhook with the name.
    func retry(_ name: String) throws(StoreError) -> Bool

    /// Gives up what a webhook has missed up to now, and serves it from there.
    ///
    /// - Returns: false if there is no webhook with the name.
    func drop(_ name: String) throws(StoreError) -> Bool
}

/// The state of a webhook in the process that serves it.
package struct WebhookStanding: Sendable {
    /// The position up to which the receiver has everything; the mark follows.
    package var position = Position.zero
    package var failingSince: Timestamp?
    package var parkedSince: Timestamp?
    /// Why the last attempt failed.
    package var failure: String?
    package var posts: UInt64 = 0
    package var failures: UInt64 = 0

    package init() {}
}

extension Store {
    /// Sends questions about webhooks, and changes of them, to their service while it exists.
    package func letWebhooks(beServedBy service: some WebhookService) {
        engine.services.withLock { $0.webhooks = service }
    }

    /// How each webhook stands that is served here, by its name; nil where none is to be served.
    package var webhookStandings: [String: WebhookStanding]? { engine.webhookService?.standings }

    /// Serves a webhook again at once, whatever it is waiting for.
    package func retryWebhook(_ name: String) throws(StoreError) {
        guard try engine.webhookService?.retry(name) == true else { throw Self.noWebhook }
    }

    /// Gives up what a webhook has missed up to now.
    package func dropWebhook(_ name: String) throws(StoreError) {
        guard try engine.webhookService?.drop(name) == true else { throw Self.noWebhook }
    }

    private static let noWebhook = StoreError(.consumer(.webhookIsNotFound))
}
