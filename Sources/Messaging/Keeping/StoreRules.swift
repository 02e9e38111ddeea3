internal import Wire

extension Configure: OperatorRule {
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
            changed.rateLimit = nil
            event.removesRateLimit = true
        case .limit(let limit)?:
            guard limit.isInRange else { throw .keeping(.rateLimitIsOutOfRange) }
            changed.rateLimit = limit
            event.rateLimit = limit
        }
        if let emails {
            switch emails {
            case .everyone, .related, .nobody: break
            case .unspecified, .unrecognized: throw .keeping(.emailsAreUnknown)
            }
            changed.emails = emails
            event.emails = emails
        }
        if changed == current { return Decision() }
        return Decision([NewEvent(.configurationChanged(event), in: .store)])
    }
}

extension RateLimit {
    fileprivate var isInRange: Bool {
        (1...Limits.rateMessages).contains(messages) && (1...Limits.rateSeconds).contains(seconds)
    }
}

extension RecordCustom: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        var stream = Stream.store
        if let conversation {
            let seat = try facts.seat(of: actor, in: conversation, now: asked.now)
            try seat.requireOpen()
            try facts.requireNotSilenced(in: seat)
            stream = .conversation(conversation)
        }
        guard isTypeWellFormed else { throw .keeping(.customTypeIsMalformed) }
        guard data.utf8.count <= Limits.customBytes else { throw .keeping(.customDataIsTooLong) }
        let content = data.isEmpty ? nil : CustomContent(data: data)
        let event = Event.customRecorded(CustomRecorded(type: type), content)
        return Decision([NewEvent(event, in: stream)])
    }

    private var isTypeWellFormed: Bool {
        (1...Limits.customType).contains(type.utf8.count)
            && type.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
