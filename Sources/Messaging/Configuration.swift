/// What the store is set to.
public struct Configuration: Hashable, Sendable {
    /// How many characters a text may have.
    public var textLimit: Int
    /// Whether users may keep their readings to themselves.
    public var receipts: ReceiptPolicy
    /// How fast one user may send: all of these hold; as fast as they like if there is none.
    public var rateLimits: [RateLimit]
    /// Which users are shown the e-mail address of another one.
    public var emails: EmailPolicy

    package init(
        textLimit: Int = 10_000,
        receipts: ReceiptPolicy = .optional,
        rateLimits: [RateLimit] = [RateLimit(messages: 60, seconds: 60)],
        emails: EmailPolicy = .everyone
    ) {
        self.textLimit = textLimit
        self.receipts = receipts
        self.rateLimits = rateLimits
        self.emails = emails
    }
}
