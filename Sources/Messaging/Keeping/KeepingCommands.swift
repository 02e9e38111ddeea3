public import Wire

/// Erases the content of a message, of what a user wrote, or of a conversation.
public struct Erase: Hashable, Sendable {
    /// Whose content goes: a message's, all that a user wrote, or a conversation's.
    public enum Target: Hashable, Sendable {
        case message(MessageID)
        case user(UserID)
        case conversation(ConversationID)
    }

    /// What is erased.
    public var target: Target
    /// What gives the right to it, a law or a contract; kept sealed.
    public var basis: String
    /// What led to it; kept sealed.
    public var reason: String
    /// Whether forwarded copies go as well.
    public var includesForwards: Bool
    /// Only says what would happen.
    public var isDryRun: Bool

    /// Says what goes and why.
    public init(
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
public struct ForgetUser: Hashable, Sendable {
    /// Who is forgotten.
    public var user: UserID
    /// What gives the right to it, a law or a contract; kept sealed.
    public var basis: String

    /// Says who is forgotten and why.
    public init(user: UserID, basis: String) {
        self.user = user
        self.basis = basis
    }
}

/// Keeps what it covers from being erased.
public struct PlaceHold: Hashable, Sendable {
    /// The hold's id, which the caller makes and needs to release it.
    public var hold: HoldID
    /// What it is for; kept sealed.
    public var matter: String
    /// Covers this conversation alone, if named.
    public var conversation: ConversationID?
    /// Covers what this user did alone, if named.
    public var user: UserID?
    /// Covers what was sent at this time or later, if named.
    public var from: Timestamp?
    /// Covers what was sent before this time, if named.
    public var until: Timestamp?

    /// Describes a hold; each thing that is named narrows it.
    public init(
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
public struct ReleaseHold: Hashable, Sendable {
    /// The id that the hold was placed under.
    public var hold: HoldID

    /// Names the hold that ends.
    public init(hold: HoldID) { self.hold = hold }
}

/// Bounds how long content is kept.
public struct SetRetention: Hashable, Sendable {
    /// What becomes of one bound.
    public enum Bound: Hashable, Sendable {
        case unchanged
        case none
        case days(Int)
    }

    /// All kinds if nil.
    public var kind: ConversationKind?
    /// For how long nothing may be erased.
    public var minimum: Bound
    /// After how long content goes by itself, when retention is run.
    public var maximum: Bound

    /// Gives the bounds of one kind of conversation, or of all.
    public init(
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
public struct RunRetention: Hashable, Sendable {
    /// Only says what would happen.
    public var isDryRun: Bool

    /// Runs retention, or only says what that would do.
    public init(isDryRun: Bool = false) { self.isDryRun = isDryRun }
}

/// Changes the store's configuration; what is nil stays as it is.
public struct Configure: Hashable, Sendable {
    /// What becomes of the limit on how fast one user may send.
    public enum RateChange: Hashable, Sendable {
        case unlimited
        case limit(RateLimit)
    }

    /// How many characters a message may have.
    public var textLimit: Int?
    /// Whether users may keep their readings to themselves.
    public var receipts: ReceiptPolicy?
    /// How fast one user may send.
    public var rateLimit: RateChange?
    /// Which users are shown the e-mail address of another one.
    public var emails: EmailPolicy?

    /// Says what changes.
    public init(
        textLimit: Int? = nil,
        receipts: ReceiptPolicy? = nil,
        rateLimit: RateChange? = nil,
        emails: EmailPolicy? = nil
    ) {
        self.textLimit = textLimit
        self.receipts = receipts
        self.rateLimit = rateLimit
        self.emails = emails
    }
}

/// Records an event of the embedder's own.
public struct RecordCustom: Hashable, Sendable {
    /// What the embedder calls this kind of event: 1 to 64 of `a` to `z`, `0` to `9`, `.`, `_` and
    /// `-`.
    public var type: String
    /// The conversation that it belongs to and whose members are told of it; the store itself if
    /// nil.
    public var conversation: ConversationID?
    /// The embedder's own data, at most 4,096 bytes, kept sealed.
    public var data: String

    /// Describes an event of the embedder's own.
    public init(type: String, conversation: ConversationID? = nil, data: String) {
        self.type = type
        self.conversation = conversation
        self.data = data
    }
}
