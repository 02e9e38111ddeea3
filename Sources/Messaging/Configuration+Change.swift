extension Configuration {
    /// Applies a change.
    package mutating func apply(_ change: ConfigurationChanged) {
        if let limit = change.textLimit { textLimit = Int(limit) }
        if let policy = change.receipts { receipts = policy }
        if let limit = change.rateLimit { rateLimits = [limit] + change.furtherRateLimits }
        if change.removesRateLimit { rateLimits = [] }
        if let policy = change.emails { emails = policy }
        if let change = change.limits { limits.apply(change) }
        if let policy = change.looks { looks = policy }
    }
}

extension ConfiguredLimits {
    /// Applies a change.
    fileprivate mutating func apply(_ change: LimitChanges) {
        if let limit = change.attachments { attachments = Int(limit) }
        if let limit = change.audioSeconds { audioSeconds = Int(limit) }
        if let limit = change.imageBytes { imageBytes = limit }
        if let limit = change.members { members = Int(limit) }
    }
}
