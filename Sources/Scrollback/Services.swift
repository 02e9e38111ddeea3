internal import Locking

/// The services of a store beside the log, each while it exists.
struct Services {
    weak var webhooks: (any WebhookService)?
    weak var exports: (any ExportService)?
}

extension Engine {
    var webhookService: (any WebhookService)? { services.withLock { $0.webhooks } }
    var exportService: (any ExportService)? { services.withLock { $0.exports } }
}
