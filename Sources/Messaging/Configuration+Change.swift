extension Configuration {
    /// Takes over what a change says.
    package mutating func apply(_ change: ConfigurationChanged) {
        if let limit = change.textLimit { textLimit = Int(limit) }
        if let policy = change.receipts { receipts = policy }
        if let limit = change.rateLimit { rateLimit = limit }
        if change.removesRateLimit { rateLimit = nil }
        if let policy = change.emails { emails = policy }
    }
}
