/// The store's configuration.
public struct Configuration: Hashable, Sendable {
    /// How many characters a text may have.
    public var textLimit: Int
    /// Whether users may hide their readings.
    public var receipts: ReceiptPolicy
    /// The limits on how fast one user may send: all of them apply; without any there is no limit.
    public var rateLimits: [RateLimit]
    /// Which users are shown the e-mail address of another one.
    public var emails: EmailPolicy
    /// How much of some things there may be.
    public var limits: ConfiguredLimits
    /// Whether a reason is needed to open other people's words.
    public var looks: LookPolicy

    /// Creates the configuration of a new store.
    public init() { self.init(textLimit: 10_000) }

    package init(
        textLimit: Int = 10_000,
        receipts: ReceiptPolicy = .optional,
        rateLimits: [RateLimit] = [RateLimit(messages: 60, seconds: 60)],
        emails: EmailPolicy = .everyone,
        limits: ConfiguredLimits = ConfiguredLimits(),
        looks: LookPolicy = .given
    ) {
        self.textLimit = textLimit
        self.receipts = receipts
        self.rateLimits = rateLimits
        self.emails = emails
        self.limits = limits
        self.looks = looks
    }
}

/// Limits that the operator sets, because they decide whether a command is refused.
///
/// A lower limit refuses new content only.
public struct ConfiguredLimits: Hashable, Sendable {
    /// The attachments of a message.
    public var attachments: Int
    /// The seconds that a recording plays.
    public var audioSeconds: Int
    /// The bytes that are declared for an image.
    public var imageBytes: UInt64
    /// The members of a conversation.
    public var members: Int

    /// Creates the limits of a new store.
    public init() { self.init(attachments: Limits.attachments) }

    package init(
        attachments: Int = Limits.attachments,
        audioSeconds: Int = Limits.audioSeconds,
        imageBytes: UInt64 = Limits.imageBytes,
        members: Int = Limits.members
    ) {
        self.attachments = attachments
        self.audioSeconds = audioSeconds
        self.imageBytes = imageBytes
        self.members = members
    }
}
