// Generated from scrollback/v1/store.proto by `swift package generate-schemas`; not to be edited.

public import Merkle
public import Wire

/// One `ConfigurationChanged` as it lies in its bytes, checked and not copied.
package struct EncodedConfigurationChanged: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// How many characters a message may have.
    package private(set) var textLimit: UInt32?

    /// Whether users may keep their readings to themselves.
    package private(set) var receipts: ReceiptPolicy?

    /// There is no limit any more.
    package private(set) var removesRateLimit: Bool = false

    /// Who is shown the e-mail address of a profile.
    package private(set) var emails: EmailPolicy?

    /// Whether a reason is needed to open other people's words.
    package private(set) var looks: LookPolicy?

    fileprivate var rateLimitRange = WireRange.absent
    fileprivate var limitsRange = WireRange.absent
    fileprivate var furtherRateLimitsRun = WireRun.none

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                textLimit = try reader.uint32()
            case 16:
                receipts = ReceiptPolicy(rawValue: try reader.int32())
            case 26:
                rateLimitRange = try reader.range()
            case 32:
                removesRateLimit = try reader.bool()
                if !removesRateLimit { throw reader.defaultValueWritten() }
            case 40:
                emails = EmailPolicy(rawValue: try reader.int32())
            case 50:
                limitsRange = try reader.range()
            case 58:
                furtherRateLimitsRun = try reader.run(tag, of: .bytes)
            case 64:
                looks = LookPolicy(rawValue: try reader.int32())
            default:
                switch tag.number {
                case 1...8:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// How fast one user may send; with `further_rate_limits`, the first of several limits.
    package var rateLimit: EncodedRateLimit? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard rateLimitRange.isPresent else { return nil }
            return try EncodedRateLimit(bytes.slice(rateLimitRange))
        }
    }

    /// The bytes of `rateLimit`, none if it is absent.
    package var rateLimitBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(rateLimitRange)
        }
    }

    /// How much of some things there may be.
    package var limits: EncodedLimitChanges? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard limitsRange.isPresent else { return nil }
            return try EncodedLimitChanges(bytes.slice(limitsRange))
        }
    }

    /// The bytes of `limits`, none if it is absent.
    package var limitsBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(limitsRange)
        }
    }

    /// The limits that hold together with `rate_limit`.
    package var furtherRateLimits: RepeatedMessages<EncodedRateLimit> {
        @_lifetime(copy self)
        get {
            RepeatedMessages<EncodedRateLimit>(furtherRateLimitsRun, in: bytes)
        }
    }

    package func validate() throws(WireError) {
        if let message = try rateLimit { try message.validate() }
        if let message = try limits { try message.validate() }
        try furtherRateLimits.validate()
    }
}

/// The operator changed the configuration.
///
/// An absent field stays as it was.
public struct ConfigurationChanged: WireMessage {
    /// How many characters a message may have.
    public var textLimit: UInt32?

    /// Whether users may keep their readings to themselves.
    public var receipts: ReceiptPolicy?

    /// How fast one user may send; with `further_rate_limits`, the first of several limits.
    public var rateLimit: RateLimit?

    /// There is no limit any more.
    public var removesRateLimit: Bool

    /// Who is shown the e-mail address of a profile.
    public var emails: EmailPolicy?

    /// How much of some things there may be.
    public var limits: LimitChanges?

    /// The limits that hold together with `rate_limit`.
    public var furtherRateLimits: [RateLimit]

    /// Whether a reason is needed to open other people's words.
    public var looks: LookPolicy?

    package init(
        textLimit: UInt32? = nil,
        receipts: ReceiptPolicy? = nil,
        rateLimit: RateLimit? = nil,
        removesRateLimit: Bool = false,
        emails: EmailPolicy? = nil,
        limits: LimitChanges? = nil,
        furtherRateLimits: [RateLimit] = [],
        looks: LookPolicy? = nil
    ) {
        self.textLimit = textLimit
        self.receipts = receipts
        self.rateLimit = rateLimit
        self.removesRateLimit = removesRateLimit
        self.emails = emails
        self.limits = limits
        self.furtherRateLimits = furtherRateLimits
        self.looks = looks
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedConfigurationChanged) throws(WireError) {
        textLimit = encoded.textLimit
        receipts = encoded.receipts
        rateLimit =
            encoded.rateLimitRange.isPresent
            ? try RateLimit(decoding: encoded.rateLimitBytes) : nil
        removesRateLimit = encoded.removesRateLimit
        emails = encoded.emails
        limits =
            encoded.limitsRange.isPresent
            ? try LimitChanges(decoding: encoded.limitsBytes) : nil
        furtherRateLimits = try encoded.furtherRateLimits.array(of: RateLimit.self)
        looks = encoded.looks
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedConfigurationChanged(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let textLimit { writer.write(uint32: textLimit, field: 1) }
        if let receipts { writer.write(int32: receipts.rawValue, field: 2) }
        if let rateLimit { writer.write(rateLimit, field: 3) }
        if removesRateLimit { writer.write(bool: removesRateLimit, field: 4) }
        if let emails { writer.write(int32: emails.rawValue, field: 5) }
        if let limits { writer.write(limits, field: 6) }
        for value in furtherRateLimits { writer.write(value, field: 7) }
        if let looks { writer.write(int32: looks.rawValue, field: 8) }
    }
}

/// One `LimitChanges` as it lies in its bytes, checked and not copied.
package struct EncodedLimitChanges: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Attachments of a message.
    package private(set) var attachments: UInt32?

    /// Seconds that a recording plays.
    package private(set) var audioSeconds: UInt32?

    /// Bytes that are declared for an image.
    package private(set) var imageBytes: UInt64?

    /// Members of a conversation.
    package private(set) var members: UInt32?

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                attachments = try reader.uint32()
            case 16:
                audioSeconds = try reader.uint32()
            case 24:
                imageBytes = try reader.uint64()
            case 32:
                members = try reader.uint32()
            default:
                switch tag.number {
                case 1...4:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package func validate() throws(WireError) {}
}

/// Limits that decide whether a command is refused.
///
/// An absent field stays as it was.
public struct LimitChanges: WireMessage {
    /// Attachments of a message.
    public var attachments: UInt32?

    /// Seconds that a recording plays.
    public var audioSeconds: UInt32?

    /// Bytes that are declared for an image.
    public var imageBytes: UInt64?

    /// Members of a conversation.
    public var members: UInt32?

    /// Puts one together; what is not said is absent.
    public init(
        attachments: UInt32? = nil,
        audioSeconds: UInt32? = nil,
        imageBytes: UInt64? = nil,
        members: UInt32? = nil
    ) {
        self.attachments = attachments
        self.audioSeconds = audioSeconds
        self.imageBytes = imageBytes
        self.members = members
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedLimitChanges) throws(WireError) {
        attachments = encoded.attachments
        audioSeconds = encoded.audioSeconds
        imageBytes = encoded.imageBytes
        members = encoded.members
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedLimitChanges(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let attachments { writer.write(uint32: attachments, field: 1) }
        if let audioSeconds { writer.write(uint32: audioSeconds, field: 2) }
        if let imageBytes { writer.write(uint64: imageBytes, field: 3) }
        if let members { writer.write(uint32: members, field: 4) }
    }
}

/// One `RateLimit` as it lies in its bytes, checked and not copied.
package struct EncodedRateLimit: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// How many messages.
    package private(set) var messages: UInt32 = 0

    /// Within how many seconds.
    package private(set) var seconds: UInt32 = 0

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                messages = try reader.uint32()
                if messages == 0 { throw reader.defaultValueWritten() }
            case 16:
                seconds = try reader.uint32()
                if seconds == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...2:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package func validate() throws(WireError) {}
}

/// How fast one user may send: so many messages within so many seconds.
public struct RateLimit: WireMessage {
    /// How many messages.
    public var messages: UInt32

    /// Within how many seconds.
    public var seconds: UInt32

    /// Puts one together; what is not said is absent.
    public init(
        messages: UInt32 = 0,
        seconds: UInt32 = 0
    ) {
        self.messages = messages
        self.seconds = seconds
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedRateLimit) throws(WireError) {
        messages = encoded.messages
        seconds = encoded.seconds
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedRateLimit(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if messages != 0 { writer.write(uint32: messages, field: 1) }
        if seconds != 0 { writer.write(uint32: seconds, field: 2) }
    }
}

/// One `RetentionSet` as it lies in its bytes, checked and not copied.
package struct EncodedRetentionSet: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The kind of conversation that they hold for, or the kind of the one conversation.
    package private(set) var kind: ConversationKind = ConversationKind(rawValue: 0)

    /// For how many days nothing may be erased.
    package private(set) var minimumDays: UInt32?

    /// After how many days content goes by itself.
    package private(set) var maximumDays: UInt32?

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                kind = ConversationKind(rawValue: try reader.int32())
                if kind.rawValue == 0 { throw reader.defaultValueWritten() }
            case 16:
                minimumDays = try reader.uint32()
            case 24:
                maximumDays = try reader.uint32()
            case 34:
                conversationRange = try reader.sized(16)
            default:
                switch tag.number {
                case 1...4:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The one conversation that they hold for; absent for all of the kind.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The operator set the retention of one kind of conversation, where an absent bound is none, or of
/// one conversation, where an absent bound is that of its kind.
public struct RetentionSet: WireMessage {
    /// The kind of conversation that they hold for, or the kind of the one conversation.
    public var kind: ConversationKind

    /// For how many days nothing may be erased.
    public var minimumDays: UInt32?

    /// After how many days content goes by itself.
    public var maximumDays: UInt32?

    /// The one conversation that they hold for; absent for all of the kind.
    public var conversation: UniqueID?

    package init(
        kind: ConversationKind = ConversationKind(rawValue: 0),
        minimumDays: UInt32? = nil,
        maximumDays: UInt32? = nil,
        conversation: UniqueID? = nil
    ) {
        self.kind = kind
        self.minimumDays = minimumDays
        self.maximumDays = maximumDays
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedRetentionSet) throws(WireError) {
        kind = encoded.kind
        minimumDays = encoded.minimumDays
        maximumDays = encoded.maximumDays
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedRetentionSet(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if kind.rawValue != 0 { writer.write(int32: kind.rawValue, field: 1) }
        if let minimumDays { writer.write(uint32: minimumDays, field: 2) }
        if let maximumDays { writer.write(uint32: maximumDays, field: 3) }
        if let conversation { writer.write(conversation, field: 4) }
    }
}

/// One `ErasureRequested` as it lies in its bytes, checked and not copied.
package struct EncodedErasureRequested: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Forwarded copies are to go as well.
    package private(set) var forwards: Bool = false

    fileprivate var messageRange = WireRange.absent
    fileprivate var userRange = WireRange.absent
    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                messageRange = try reader.sized(16)
            case 18:
                userRange = try reader.sized(16)
            case 26:
                conversationRange = try reader.sized(16)
            case 32:
                forwards = try reader.bool()
                if !forwards { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...4:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The content of one message, of what one user wrote, or of one conversation.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    /// The user whose words are to go.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    /// The conversation whose content is to go.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The operator requested that content is erased.
///
/// What can be erased at once is named by an erasure in the same append; the rest waits for holds
/// and minimum retention to end.
public struct ErasureRequested: WireMessage {
    /// The content of one message, of what one user wrote, or of one conversation.
    public var message: UniqueID?

    /// The user whose words are to go.
    public var user: UniqueID?

    /// The conversation whose content is to go.
    public var conversation: UniqueID?

    /// Forwarded copies are to go as well.
    public var forwards: Bool

    package init(
        message: UniqueID? = nil,
        user: UniqueID? = nil,
        conversation: UniqueID? = nil,
        forwards: Bool = false
    ) {
        self.message = message
        self.user = user
        self.conversation = conversation
        self.forwards = forwards
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedErasureRequested) throws(WireError) {
        message = encoded.message
        user = encoded.user
        conversation = encoded.conversation
        forwards = encoded.forwards
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedErasureRequested(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let message { writer.write(message, field: 1) }
        if let user { writer.write(user, field: 2) }
        if let conversation { writer.write(conversation, field: 3) }
        if forwards { writer.write(bool: forwards, field: 4) }
    }
}

/// One `ErasureContent` as it lies in its bytes, checked and not copied.
package struct EncodedErasureContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var basisRange = WireRange.absent
    fileprivate var reasonRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                basisRange = try reader.string()
                if basisRange.count == 0 { throw reader.defaultValueWritten() }
            case 18:
                reasonRange = try reader.string()
                if reasonRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...2:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// What gives the right to it, a law or a contract.
    package var basis: String {
        bytes.text(basisRange)
    }

    /// The UTF-8 of `basis`, none if it is absent.
    package var basisUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(basisRange)
        }
    }

    /// What led to it.
    package var reason: String {
        bytes.text(reasonRange)
    }

    /// The UTF-8 of `reason`, none if it is absent.
    package var reasonUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(reasonRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// Why, in the operator's words.
public struct ErasureContent: WireMessage {
    /// What gives the right to it, a law or a contract.
    public var basis: String

    /// What led to it.
    public var reason: String

    package init(
        basis: String = "",
        reason: String = ""
    ) {
        self.basis = basis
        self.reason = reason
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedErasureContent) throws(WireError) {
        basis = encoded.basis
        reason = encoded.reason
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedErasureContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !basis.isEmpty { writer.write(basis, field: 1) }
        if !reason.isEmpty { writer.write(reason, field: 2) }
    }
}

/// One `RetentionRun` as it lies in its bytes, checked and not copied.
package struct EncodedRetentionRun: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            try reader.skipUnknown(tag)
        }
    }

    package func validate() throws(WireError) {}
}

/// The operator ran the retention: content that is too old is erased, and so are earlier requests
/// that nothing delays any more.
///
/// What can be erased at once is named by an erasure in the same append.
public struct RetentionRun: WireMessage {
    package init() {}

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedRetentionRun) throws(WireError) {
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedRetentionRun(bytes))
    }

    package func encode(into writer: inout WireWriter) {
    }
}

/// One `ErasureProgress` as it lies in its bytes, checked and not copied.
package struct EncodedErasureProgress: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The position of the event that began it: a request, a release or a run of retention.
    package private(set) var request: UInt64 = 0

    /// How many contents it has erased so far, this append included.
    package private(set) var erased: UInt64 = 0

    /// How many contents are left to later appends, as they were counted; none in the last one.
    package private(set) var pending: UInt64 = 0

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                request = try reader.uint64()
                if request == 0 { throw reader.defaultValueWritten() }
            case 16:
                erased = try reader.uint64()
                if erased == 0 { throw reader.defaultValueWritten() }
            case 24:
                pending = try reader.uint64()
                if pending == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...3:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package func validate() throws(WireError) {}
}

/// An erasure that takes more than one append came this far; each of these appends has one.
public struct ErasureProgress: WireMessage {
    /// The position of the event that began it: a request, a release or a run of retention.
    public var request: UInt64

    /// How many contents it has erased so far, this append included.
    public var erased: UInt64

    /// How many contents are left to later appends, as they were counted; none in the last one.
    public var pending: UInt64

    package init(
        request: UInt64 = 0,
        erased: UInt64 = 0,
        pending: UInt64 = 0
    ) {
        self.request = request
        self.erased = erased
        self.pending = pending
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedErasureProgress) throws(WireError) {
        request = encoded.request
        erased = encoded.erased
        pending = encoded.pending
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedErasureProgress(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if request != 0 { writer.write(uint64: request, field: 1) }
        if erased != 0 { writer.write(uint64: erased, field: 2) }
        if pending != 0 { writer.write(uint64: pending, field: 3) }
    }
}

/// One `MediaOwed` as it lies in its bytes, checked and not copied.
package struct EncodedMediaOwed: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// How many media they are.
    package private(set) var count: UInt32 = 0

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                count = try reader.uint32()
                if count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package func validate() throws(WireError) {}
}

/// Content is erased in the same append that was the last to name some media, which must now be
/// deleted where they are.
///
/// The event loses its own content when that is acknowledged.
public struct MediaOwed: WireMessage {
    /// How many media they are.
    public var count: UInt32

    package init(
        count: UInt32 = 0
    ) {
        self.count = count
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedMediaOwed) throws(WireError) {
        count = encoded.count
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedMediaOwed(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if count != 0 { writer.write(uint32: count, field: 1) }
    }
}

/// One `OwedContent` as it lies in its bytes, checked and not copied.
package struct EncodedOwedContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var urlsRun = WireRun.none

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                urlsRun = try reader.run(tag, of: .string)
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// URLs or storage paths, each once.
    package var urls: RepeatedStrings {
        @_lifetime(copy self)
        get {
            RepeatedStrings(urlsRun, in: bytes)
        }
    }

    package func validate() throws(WireError) {}
}

/// Where they are.
public struct OwedContent: WireMessage {
    /// URLs or storage paths, each once.
    public var urls: [String]

    package init(
        urls: [String] = []
    ) {
        self.urls = urls
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedOwedContent) throws(WireError) {
        urls = try encoded.urls.array()
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedOwedContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        for value in urls { writer.write(value, field: 1) }
    }
}

/// One `ContentOpened` as it lies in its bytes, checked and not copied.
package struct EncodedContentOpened: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// It was opened as it was at an earlier moment.
    package private(set) var past: Bool = false

    fileprivate var lookerRange = WireRange.absent
    fileprivate var queryRange = WireRange.absent
    fileprivate var asUserRange = WireRange.absent
    fileprivate var conversationRange = WireRange.absent
    fileprivate var messageRange = WireRange.absent
    fileprivate var userRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                lookerRange = try reader.string()
                if lookerRange.count == 0 { throw reader.defaultValueWritten() }
            case 18:
                queryRange = try reader.string()
                if queryRange.count == 0 { throw reader.defaultValueWritten() }
            case 26:
                asUserRange = try reader.sized(16)
            case 34:
                conversationRange = try reader.sized(16)
            case 42:
                messageRange = try reader.sized(16)
            case 50:
                userRange = try reader.sized(16)
            case 56:
                past = try reader.bool()
                if !past { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...7:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Who looked: the name of a key, or the user of a process, such as `uid:1000`.
    package var looker: String {
        bytes.text(lookerRange)
    }

    /// The UTF-8 of `looker`, none if it is absent.
    package var lookerUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(lookerRange)
        }
    }

    /// What was asked: the name of a query or of a command.
    package var query: String {
        bytes.text(queryRange)
    }

    /// The UTF-8 of `query`, none if it is absent.
    package var queryUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(queryRange)
        }
    }

    /// The user as whom it was opened; absent for the operator's own view.
    package var asUser: UniqueID? {
        bytes.uniqueID(asUserRange)
    }

    /// The conversation that was asked about; without it, a message and a user, all that the query
    /// shows.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    /// The message that was asked about.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    /// The user who was asked about.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// Other people's words were opened, for a reason that was given.
///
/// Several looks of one looker at the same thing for the same reason within a quarter of an hour
/// are one event.
public struct ContentOpened: WireMessage {
    /// Who looked: the name of a key, or the user of a process, such as `uid:1000`.
    public var looker: String

    /// What was asked: the name of a query or of a command.
    public var query: String

    /// The user as whom it was opened; absent for the operator's own view.
    public var asUser: UniqueID?

    /// The conversation that was asked about; without it, a message and a user, all that the query
    /// shows.
    public var conversation: UniqueID?

    /// The message that was asked about.
    public var message: UniqueID?

    /// The user who was asked about.
    public var user: UniqueID?

    /// It was opened as it was at an earlier moment.
    public var past: Bool

    package init(
        looker: String = "",
        query: String = "",
        asUser: UniqueID? = nil,
        conversation: UniqueID? = nil,
        message: UniqueID? = nil,
        user: UniqueID? = nil,
        past: Bool = false
    ) {
        self.looker = looker
        self.query = query
        self.asUser = asUser
        self.conversation = conversation
        self.message = message
        self.user = user
        self.past = past
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedContentOpened) throws(WireError) {
        looker = encoded.looker
        query = encoded.query
        asUser = encoded.asUser
        conversation = encoded.conversation
        message = encoded.message
        user = encoded.user
        past = encoded.past
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedContentOpened(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !looker.isEmpty { writer.write(looker, field: 1) }
        if !query.isEmpty { writer.write(query, field: 2) }
        if let asUser { writer.write(asUser, field: 3) }
        if let conversation { writer.write(conversation, field: 4) }
        if let message { writer.write(message, field: 5) }
        if let user { writer.write(user, field: 6) }
        if past { writer.write(bool: past, field: 7) }
    }
}

/// One `LookContent` as it lies in its bytes, checked and not copied.
package struct EncodedLookContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var reasonRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                reasonRange = try reader.string()
                if reasonRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The reason that was given.
    package var reason: String {
        bytes.text(reasonRange)
    }

    /// The UTF-8 of `reason`, none if it is absent.
    package var reasonUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(reasonRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// Why, in the looker's words.
public struct LookContent: WireMessage {
    /// The reason that was given.
    public var reason: String

    package init(
        reason: String = ""
    ) {
        self.reason = reason
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedLookContent) throws(WireError) {
        reason = encoded.reason
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedLookContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !reason.isEmpty { writer.write(reason, field: 1) }
    }
}

/// One `ExportMade` as it lies in its bytes, checked and not copied.
package struct EncodedExportMade: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// It held what was recorded at this time or later, in microseconds since 1970 UTC.
    package private(set) var from: Int64?

    /// It held what was recorded before this time, in microseconds since 1970 UTC.
    package private(set) var until: Int64?

    /// It held the words of deleted messages too.
    package private(set) var deleted: Bool = false

    /// It shows the state after this event, and is complete up to there.
    package private(set) var upTo: UInt64 = 0

    fileprivate var conversationRange = WireRange.absent
    fileprivate var userRange = WireRange.absent
    fileprivate var rootRange = WireRange.absent
    fileprivate var manifestRange = WireRange.absent
    fileprivate var whoRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
            case 18:
                userRange = try reader.sized(16)
            case 24:
                from = try reader.int64()
            case 32:
                until = try reader.int64()
            case 40:
                deleted = try reader.bool()
                if !deleted { throw reader.defaultValueWritten() }
            case 48:
                upTo = try reader.uint64()
                if upTo == 0 { throw reader.defaultValueWritten() }
            case 58:
                rootRange = try reader.sized(32)
            case 66:
                manifestRange = try reader.sized(32)
            case 74:
                whoRange = try reader.string()
                if whoRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...9:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Whose events it held.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    /// Whose own data it held.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    /// The root of the log of that size.
    package var root: Digest? {
        bytes.digest(rootRange)
    }

    /// SHA-256 of its manifest, which names its files with their sums.
    package var manifest: Digest? {
        bytes.digest(manifestRange)
    }

    /// Who made it, as the system knows them, such as `uid:1000`.
    package var who: String {
        bytes.text(whoRange)
    }

    /// The UTF-8 of `who`, none if it is absent.
    package var whoUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(whoRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// Words left the store in an export.
///
/// Without a conversation, a user and times it held everything.
public struct ExportMade: WireMessage {
    /// Whose events it held.
    public var conversation: UniqueID?

    /// Whose own data it held.
    public var user: UniqueID?

    /// It held what was recorded at this time or later, in microseconds since 1970 UTC.
    public var from: Int64?

    /// It held what was recorded before this time, in microseconds since 1970 UTC.
    public var until: Int64?

    /// It held the words of deleted messages too.
    public var deleted: Bool

    /// It shows the state after this event, and is complete up to there.
    public var upTo: UInt64

    /// The root of the log of that size.
    public var root: Digest?

    /// SHA-256 of its manifest, which names its files with their sums.
    public var manifest: Digest?

    /// Who made it, as the system knows them, such as `uid:1000`.
    public var who: String

    package init(
        conversation: UniqueID? = nil,
        user: UniqueID? = nil,
        from: Int64? = nil,
        until: Int64? = nil,
        deleted: Bool = false,
        upTo: UInt64 = 0,
        root: Digest? = nil,
        manifest: Digest? = nil,
        who: String = ""
    ) {
        self.conversation = conversation
        self.user = user
        self.from = from
        self.until = until
        self.deleted = deleted
        self.upTo = upTo
        self.root = root
        self.manifest = manifest
        self.who = who
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedExportMade) throws(WireError) {
        conversation = encoded.conversation
        user = encoded.user
        from = encoded.from
        until = encoded.until
        deleted = encoded.deleted
        upTo = encoded.upTo
        root = encoded.root
        manifest = encoded.manifest
        who = encoded.who
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedExportMade(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
        if let user { writer.write(user, field: 2) }
        if let from { writer.write(int64: from, field: 3) }
        if let until { writer.write(int64: until, field: 4) }
        if deleted { writer.write(bool: deleted, field: 5) }
        if upTo != 0 { writer.write(uint64: upTo, field: 6) }
        if let root { writer.write(root, field: 7) }
        if let manifest { writer.write(manifest, field: 8) }
        if !who.isEmpty { writer.write(who, field: 9) }
    }
}

/// One `ExportContent` as it lies in its bytes, checked and not copied.
package struct EncodedExportContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var reasonRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                reasonRange = try reader.string()
                if reasonRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// What it is for.
    package var reason: String {
        bytes.text(reasonRange)
    }

    /// The UTF-8 of `reason`, none if it is absent.
    package var reasonUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(reasonRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// Why, in the words of who made it.
public struct ExportContent: WireMessage {
    /// What it is for.
    public var reason: String

    package init(
        reason: String = ""
    ) {
        self.reason = reason
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedExportContent) throws(WireError) {
        reason = encoded.reason
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedExportContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !reason.isEmpty { writer.write(reason, field: 1) }
    }
}

/// One `CustomRecorded` as it lies in its bytes, checked and not copied.
package struct EncodedCustomRecorded: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var typeRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                typeRange = try reader.string()
                if typeRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// What the embedder calls this kind of event.
    package var type: String {
        bytes.text(typeRange)
    }

    /// The UTF-8 of `type`, none if it is absent.
    package var typeUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(typeRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// The embedder recorded an event of its own, in a conversation's stream or the store's.
public struct CustomRecorded: WireMessage {
    /// What the embedder calls this kind of event.
    public var type: String

    package init(
        type: String = ""
    ) {
        self.type = type
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedCustomRecorded) throws(WireError) {
        type = encoded.type
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedCustomRecorded(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !type.isEmpty { writer.write(type, field: 1) }
    }
}

/// One `CustomContent` as it lies in its bytes, checked and not copied.
package struct EncodedCustomContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var dataRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                dataRange = try reader.string()
                if dataRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The embedder's own data, as it was given.
    package var data: String {
        bytes.text(dataRange)
    }

    /// The UTF-8 of `data`, none if it is absent.
    package var dataUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(dataRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// What the embedder recorded.
public struct CustomContent: WireMessage {
    /// The embedder's own data, as it was given.
    public var data: String

    package init(
        data: String = ""
    ) {
        self.data = data
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedCustomContent) throws(WireError) {
        data = encoded.data
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedCustomContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !data.isEmpty { writer.write(data, field: 1) }
    }
}

/// Whether users may keep their readings to themselves.
public enum ReceiptPolicy: WireEnumeration {
    case unspecified
    case optional
    case mandatory

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .optional
        case 2: self = .mandatory
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .optional: 1
        case .mandatory: 2
        case .unrecognized(let number): number
        }
    }
}

/// Which users are shown the e-mail address of another one.
public enum EmailPolicy: WireEnumeration {
    case unspecified
    case everyone
    case related
    case nobody

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .everyone
        case 2: self = .related
        case 3: self = .nobody
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .everyone: 1
        case .related: 2
        case .nobody: 3
        case .unrecognized(let number): number
        }
    }
}

/// Whether a reason is needed to open other people's words.
public enum LookPolicy: WireEnumeration {
    case unspecified
    case required
    case given
    case off

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .required
        case 2: self = .given
        case 3: self = .off
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .required: 1
        case .given: 2
        case .off: 3
        case .unrecognized(let number): number
        }
    }
}
