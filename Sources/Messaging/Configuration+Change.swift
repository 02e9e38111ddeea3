extension Configuration {
    /// Takes over what a change says.
    package mutating func apply(_ change: ConfigurationChanged) {
        if let limit = change.textLimit { textLimit = Int(limit) }
        if let policy = change.receipts { receipts = policy }
        if let limit = change.rateLimit { rateLimits = [limit] + change.furtherRateLimits }
        if change.removesRateLimit { rateLimits = [] }
        if let policy = change.emails { emails = policy }
    }
}
