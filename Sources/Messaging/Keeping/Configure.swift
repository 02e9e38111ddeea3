internal import LogSchema
internal import Wire

/// Changes the store's configuration; nil leaves a setting unchanged.
public struct Configure: Hashable, Sendable {
    /// A change of the limits on how fast one user may send.
    public enum RateChange: Hashable, Sendable {
        case unlimited
        /// All of these hold together.
        case limits([RateLimit])

        /// The only limit.
        public static func limit(_ limit: RateLimit) -> RateChange { .limits([limit]) }
    }

    /// How many characters a message may have.
    public var textLimit: Int?
    /// Whether users may hide their readings.
    public var receipts: ReceiptPolicy?
    /// How fast one user may send.
    public var rateLimit: RateChange?
    /// Which users are shown the e-mail address of another one.
    public var emails: EmailPolicy?
    /// How much of some things there may be.
    public var limits: LimitChanges?
    /// Whether a reason is needed to open other people's words.
    public var looks: LookPolicy?

    /// Creates the command with the fields to change.
    public init(
        textLimit: Int? = nil,
        receipts: ReceiptPolicy? = nil,
        rateLimit: RateChange? = nil,
        emails: EmailPolicy? = nil,
        limits: LimitChanges? = nil,
        looks: LookPolicy? = nil
    ) {
        self.textLimit = textLimit
        self.receipts = receipts
        self.rateLimit = rateLimit
        self.emails = emails
        self.limits = limits
        self.looks = looks
    }
}

extension Configure: OperatorRule {
    var name: CommandName { .configure }
    var number: CommandKind? { .configure }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let current = facts.configuration
        var changed = current
        var event = ConfigurationChanged()
        if let textLimit {
            guard (1...Limits.textLimit).contains(textLimit) else {
                throw .keeping(.textLimitIsOutOfRange)
            }
            changed.textLimit = textLimit
            event.textLimit = UInt32(clamping: textLimit)
        }
        if let receipts {
            guard receipts == .optional || receipts == .mandatory else {
                throw .keeping(.receiptsAreUnknown)
            }
            changed.receipts = receipts
            event.receipts = receipts
        }
        switch rateLimit {
        case nil: break
        case .unlimited?:
            changed.rateLimits = []
            event.removesRateLimit = true
        case .limits(let limits)?:
            guard Limits.rateWindows.contains(limits.count), limits.allSatisfy(\.isInRange) else {
                throw .keeping(.rateLimitIsOutOfRange)
            }
            changed.rateLimits = limits
            event.rateLimit = limits.first
            event.furtherRateLimits = Array(limits.dropFirst())
        }
        if let emails {
            switch emails {
            case .everyone, .related, .nobody: break
            case .unspecified, .unrecognized: throw .keeping(.emailsAreUnknown)
            }
            changed.emails = emails
            event.emails = emails
        }
        if let limits = namedLimits {
            try limits.requireRange()
            event.limits = limits
            changed.apply(ConfigurationChanged(limits: limits))
        }
        if let looks {
            switch looks {
            case .required, .given, .off: break
            case .unspecified, .unrecognized: throw .keeping(.looksAreUnknown)
            }
            changed.looks = looks
            event.looks = looks
        }
        if changed == current { return Decision() }
        return Decision([NewEvent(.configurationChanged(event), in: .store)])
    }
}

extension Configure {
    /// The limits, unless none is named.
    private var namedLimits: LimitChanges? { limits == LimitChanges() ? nil : limits }
}

extension LimitChanges {
    fileprivate func requireRange() throws(Refusal) {
        guard attachments.map({ $0 <= Limits.attachments }) ?? true,
            audioSeconds.map({ Limits.configurableAudioSeconds.contains(Int($0)) }) ?? true,
            imageBytes.map({ (1...Limits.configurableImageBytes).contains($0) }) ?? true,
            members.map({ (Limits.leastMembers...Limits.members).contains(Int($0)) }) ?? true
        else { throw .keeping(.limitsAreOutOfRange) }
    }
}

extension RateLimit {
    fileprivate var isInRange: Bool {
        (1...Limits.rateMessages).contains(messages) && (1...Limits.rateSeconds).contains(seconds)
    }
}

extension Configure: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .configurationChanged(let change) = first.event else { return false }
        let rate: RateChange? =
            change.removesRateLimit
            ? .unlimited : change.rateLimit.map { .limits([$0] + change.furtherRateLimits) }
        return textLimit == change.textLimit.map { Int($0) } && receipts == change.receipts
            && rateLimit == rate && emails == change.emails && namedLimits == change.limits
            && looks == change.looks
    }
}
