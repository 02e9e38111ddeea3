internal import Messaging
internal import Wire

extension Shape<SetRetention.Bound> {
    /// Days, or null for no bound.
    fileprivate static let bound = Shape<Int?>.nullable(.integer(Int.self)).map { days in
        days.map(SetRetention.Bound.days) ?? .none
    }
}

extension Shape<Configure.RateChange> {
    /// A limit or several, or null for none.
    fileprivate static let rateChange = Shape(
        .either([limit.schema, limits.schema, .null])
    ) { json throws(FormFault) in
        if json.isNull { return .unlimited }
        return .limits(
            json.elements == nil ? [try limit.read(json)] : try limits.read(json)
        )
    }

    private static let limit = Shape<RateLimit>.object(
        .required("messages", .integer(UInt32.self)),
        .required("seconds", .integer(UInt32.self))
    ) { RateLimit(messages: $0, seconds: $1) }

    private static let limits = Shape<[RateLimit]>.list(
        of: limit,
        maximum: Limits.rateWindows.upperBound
    )
}

extension Shape<LimitChanges> {
    /// Limits, each a number or null for its default.
    fileprivate static let limits = object(
        .optional("attachments", .limit(else: UInt32(Limits.attachments))),
        .optional("audioSeconds", .limit(else: UInt32(Limits.audioSeconds))),
        .optional("imageBytes", .limit(else: Limits.imageBytes)),
        .optional("members", .limit(else: UInt32(Limits.members)))
    ) {
        LimitChanges(attachments: $0, audioSeconds: $1, imageBytes: $2, members: $3)
    }
}

extension Shape where Value: FixedWidthInteger & Sendable {
    /// A limit; null for its default.
    fileprivate static func limit(else standard: Value) -> Shape {
        Shape<Value?>.nullable(.integer(Value.self)).map { $0 ?? standard }
    }
}

extension CommandForm {
    static let keeping: [CommandForm] = [
        CommandForm(
            .erase,
            .one(
                of: ("message", Shape.id(MessageID.self).map(Erase.Target.message)),
                ("user", Shape.id(UserID.self).map(Erase.Target.user)),
                ("conversation", Shape.id(ConversationID.self).map(Erase.Target.conversation))
            ),
            .required("basis", .text),
            .required("reason", .text),
            .optional("forwards", .boolean, else: false),
            .optional("dryRun", .boolean, else: false)
        ) { target, basis, reason, forwards, dryRun in
            .erase(
                Erase(
                    target: target,
                    basis: basis,
                    reason: reason,
                    includesForwards: forwards,
                    isDryRun: dryRun
                )
            )
        },
        CommandForm(
            .forgetUser,
            .required("user", .id(UserID.self)),
            .required("basis", .text),
            .optional("dryRun", .boolean, else: false)
        ) { .forgetUser(ForgetUser(user: $0, basis: $1, isDryRun: $2)) },
        CommandForm(
            .placeHold,
            .created("id"),
            .required("matter", .text),
            .optional("conversation", .id(ConversationID.self)),
            .optional("user", .id(UserID.self)),
            .optional("from", .time),
            .optional("until", .time)
        ) { id, matter, conversation, user, from, until in
            .placeHold(
                PlaceHold(
                    hold: id,
                    matter: matter,
                    conversation: conversation,
                    user: user,
                    from: from,
                    until: until
                )
            )
        },
        CommandForm(.keyCopyGone, .required("place", .id(KeyCopyID.self))) {
            .keyCopyGone(EndKeyCopy(place: $0))
        },
        CommandForm(
            .releaseHold,
            .required("hold", .id(HoldID.self)),
            .optional("dryRun", .boolean, else: false)
        ) { .releaseHold(ReleaseHold(hold: $0, isDryRun: $1)) },
        CommandForm(
            .setRetention,
            .optional("kind", .word(ConversationKind.self)),
            .optional("conversation", .id(ConversationID.self)),
            .optional("minimum", .bound, else: .unchanged),
            .optional("maximum", .bound, else: .unchanged)
        ) { kind, conversation, minimum, maximum in
            .setRetention(
                SetRetention(
                    kind: kind,
                    conversation: conversation,
                    minimum: minimum,
                    maximum: maximum
                )
            )
        },
        CommandForm(.runRetention, .optional("dryRun", .boolean, else: false)) {
            .runRetention(RunRetention(isDryRun: $0))
        },
        CommandForm(.acknowledgeMedia, .required("mark", .position)) {
            .acknowledgeMedia(AcknowledgeMedia(through: $0))
        },
        CommandForm(
            .configure,
            .optional("textLimit", .integer(Int.self)),
            .optional("receipts", .word(ReceiptPolicy.self)),
            .optional("rateLimit", .rateChange),
            .optional("emails", .word(EmailPolicy.self)),
            .optional("limits", .limits),
            .optional("looks", .word(LookPolicy.self))
        ) { textLimit, receipts, rateLimit, emails, limits, looks in
            .configure(
                Configure(
                    textLimit: textLimit,
                    receipts: receipts,
                    rateLimit: rateLimit,
                    emails: emails,
                    limits: limits,
                    looks: looks
                )
            )
        },
        CommandForm(
            .recordCustom,
            .required("type", .text),
            .optional("conversation", .id(ConversationID.self)),
            .required("data", .text)
        ) { .recordCustom(RecordCustom(type: $0, conversation: $1, data: $2)) },
    ]
}
