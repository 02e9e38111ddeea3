package import Wire

/// Erases the content of a message, of what a user wrote, or of a conversation.
package struct Erase: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case message(MessageID)
        case user(UserID)
        case conversation(ConversationID)
    }

    package var target: Target
    package var basis: String
    package var reason: String
    /// Whether forwarded copies go as well.
    package var includesForwards: Bool
    /// Only says what would happen.
    package var isDryRun: Bool

    package init(
        target: Target,
        basis: String,
        reason: String,
        includesForwards: Bool = false,
        isDryRun: Bool = false
    ) {
        self.target = target
        self.basis = basis
        self.reason = reason
        self.includesForwards = includesForwards
        self.isDryRun = isDryRun
    }
}

/// Erases a user's profile and all that they wrote.
package struct ForgetUser: Hashable, Sendable {
    package var user: UserID
    package var basis: String

    package init(user: UserID, basis: String) {
        self.user = user
        self.basis = basis
    }
}

/// Keeps what it covers from being erased.
package struct PlaceHold: Hashable, Sendable {
    package var hold: HoldID
    package var matter: String
    package var conversation: ConversationID?
    package var user: UserID?
    package var from: Timestamp?
    package var until: Timestamp?

    package init(
        hold: HoldID,
        matter: String,
        conversation: ConversationID? = nil,
        user: UserID? = nil,
        from: Timestamp? = nil,
        until: Timestamp? = nil
    ) {
        self.hold = hold
        self.matter = matter
        self.conversation = conversation
        self.user = user
        self.from = from
        self.until = until
    }
}

/// Ends a hold; erasures that waited for it are carried out.
package struct ReleaseHold: Hashable, Sendable {
    package var hold: HoldID

    package init(hold: HoldID) { self.hold = hold }
}

/// Bounds how long content is kept.
package struct SetRetention: Hashable, Sendable {
    package enum Bound: Hashable, Sendable {
        case unchanged
        case none
        case days(Int)
    }

    /// All kinds if nil.
    package var kind: ConversationKind?
    package var minimum: Bound
    package var maximum: Bound

    package init(
        kind: ConversationKind? = nil,
        minimum: Bound = .unchanged,
        maximum: Bound = .unchanged
    ) {
        self.kind = kind
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// Erases what is older than its maximum, and what waited.
package struct RunRetention: Hashable, Sendable {
    package var isDryRun: Bool

    package init(isDryRun: Bool = false) { self.isDryRun = isDryRun }
}

/// Changes the store's configuration; what is nil stays as it is.
package struct Configure: Hashable, Sendable {
    package enum RateChange: Hashable, Sendable {
        case unlimited
        case limit(RateLimit)
    }

    package var textLimit: Int?
    package var receipts: ReceiptPolicy?
    package var rateLimit: RateChange?

    package init(
        textLimit: Int? = nil,
        receipts: ReceiptPolicy? = nil,
        rateLimit: RateChange? = nil
    ) {
        self.textLimit = textLimit
        self.receipts = receipts
        self.rateLimit = rateLimit
    }
}

/// Records an event of the embedder's own.
package struct RecordCustom: Hashable, Sendable {
    package var type: String
    package var conversation: ConversationID?
    package var data: String

    package init(type: String, conversation: ConversationID? = nil, data: String) {
        self.type = type
        self.conversation = conversation
        self.data = data
    }
}
