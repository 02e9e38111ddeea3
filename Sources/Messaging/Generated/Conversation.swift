// Generated from scrollback/v1/conversation.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `ConversationCreated` as it lies in its bytes, checked and not copied.
package struct EncodedConversationCreated: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Whether it is between two, a group, or about something.
    package private(set) var kind: ConversationKind = ConversationKind(rawValue: 0)

    /// Which reactions its members may choose from.
    package private(set) var reactions: ReactionPolicy = ReactionPolicy(rawValue: 0)

    /// What who joins later can see of the time before.
    package private(set) var history: HistoryPolicy = HistoryPolicy(rawValue: 0)

    /// How many members follow, the creator among them.
    package private(set) var members: UInt32 = 0

    fileprivate var withRange = WireRange.absent
    fileprivate var contextKindRange = WireRange.absent
    fileprivate var contextIDRange = WireRange.absent
    fileprivate var entryRange = WireRange.absent

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
                reactions = ReactionPolicy(rawValue: try reader.int32())
                if reactions.rawValue == 0 { throw reader.defaultValueWritten() }
            case 24:
                history = HistoryPolicy(rawValue: try reader.int32())
                if history.rawValue == 0 { throw reader.defaultValueWritten() }
            case 34:
                withRange = try reader.sized(16)
            case 42:
                contextKindRange = try reader.string()
                if contextKindRange.count == 0 { throw reader.defaultValueWritten() }
            case 50:
                contextIDRange = try reader.string()
                if contextIDRange.count == 0 { throw reader.defaultValueWritten() }
            case 58:
                entryRange = try reader.sized(16)
            case 64:
                members = try reader.uint32()
                if members == 0 { throw reader.defaultValueWritten() }
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

    /// Whom a direct conversation is with; who began it is the actor.
    package var with: UniqueID? {
        bytes.uniqueID(withRange)
    }

    /// What a request is about, as the embedder calls it; no longer written, for it cannot be
    /// erased here: the content has it.
    package var contextKind: String {
        bytes.text(contextKindRange)
    }

    /// The UTF-8 of `contextKind`, none if it is absent.
    package var contextKindUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(contextKindRange)
        }
    }

    /// Which of them it is about, as the embedder names it; no longer written.
    package var contextID: String {
        bytes.text(contextIDRange)
    }

    /// The UTF-8 of `contextID`, none if it is absent.
    package var contextIDUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(contextIDRange)
        }
    }

    /// The id of this event's entry, the first of the timeline; a direct conversation has none.
    package var entry: UniqueID? {
        bytes.uniqueID(entryRange)
    }

    package func validate() throws(WireError) {}
}

/// A conversation was created; the first event of its stream.
///
/// Its first members follow in the same append.
public struct ConversationCreated: WireMessage {
    /// Whether it is between two, a group, or about something.
    public var kind: ConversationKind

    /// Which reactions its members may choose from.
    public var reactions: ReactionPolicy

    /// What who joins later can see of the time before.
    public var history: HistoryPolicy

    /// Whom a direct conversation is with; who began it is the actor.
    public var with: UniqueID?

    /// What a request is about, as the embedder calls it; no longer written, for it cannot be
    /// erased here: the content has it.
    public var contextKind: String

    /// Which of them it is about, as the embedder names it; no longer written.
    public var contextID: String

    /// The id of this event's entry, the first of the timeline; a direct conversation has none.
    public var entry: UniqueID?

    /// How many members follow, the creator among them.
    public var members: UInt32

    package init(
        kind: ConversationKind = ConversationKind(rawValue: 0),
        reactions: ReactionPolicy = ReactionPolicy(rawValue: 0),
        history: HistoryPolicy = HistoryPolicy(rawValue: 0),
        with: UniqueID? = nil,
        contextKind: String = "",
        contextID: String = "",
        entry: UniqueID? = nil,
        members: UInt32 = 0
    ) {
        self.kind = kind
        self.reactions = reactions
        self.history = history
        self.with = with
        self.contextKind = contextKind
        self.contextID = contextID
        self.entry = entry
        self.members = members
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedConversationCreated) throws(WireError) {
        kind = encoded.kind
        reactions = encoded.reactions
        history = encoded.history
        with = encoded.with
        contextKind = encoded.contextKind
        contextID = encoded.contextID
        entry = encoded.entry
        members = encoded.members
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedConversationCreated(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if kind.rawValue != 0 { writer.write(int32: kind.rawValue, field: 1) }
        if reactions.rawValue != 0 { writer.write(int32: reactions.rawValue, field: 2) }
        if history.rawValue != 0 { writer.write(int32: history.rawValue, field: 3) }
        if let with { writer.write(with, field: 4) }
        if !contextKind.isEmpty { writer.write(contextKind, field: 5) }
        if !contextID.isEmpty { writer.write(contextID, field: 6) }
        if let entry { writer.write(entry, field: 7) }
        if members != 0 { writer.write(uint32: members, field: 8) }
    }
}

/// One `ConversationContent` as it lies in its bytes, checked and not copied.
package struct EncodedConversationContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var titleRange = WireRange.absent
    fileprivate var photoRange = WireRange.absent
    fileprivate var customRange = WireRange.absent
    fileprivate var contextKindRange = WireRange.absent
    fileprivate var contextIDRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                titleRange = try reader.string()
            case 18:
                photoRange = try reader.string()
            case 26:
                customRange = try reader.string()
            case 34:
                contextKindRange = try reader.string()
            case 42:
                contextIDRange = try reader.string()
            default:
                switch tag.number {
                case 1...5:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Its name, where one was given.
    package var title: String? {
        titleRange.isPresent ? bytes.text(titleRange) : nil
    }

    /// The UTF-8 of `title`, none if it is absent.
    package var titleUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(titleRange)
        }
    }

    /// The URL or storage path of its photo.
    package var photo: String? {
        photoRange.isPresent ? bytes.text(photoRange) : nil
    }

    /// The UTF-8 of `photo`, none if it is absent.
    package var photoUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(photoRange)
        }
    }

    /// The embedder's own data, as it was given.
    package var custom: String? {
        customRange.isPresent ? bytes.text(customRange) : nil
    }

    /// The UTF-8 of `custom`, none if it is absent.
    package var customUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(customRange)
        }
    }

    /// What a request is about, as the embedder calls it.
    package var contextKind: String? {
        contextKindRange.isPresent ? bytes.text(contextKindRange) : nil
    }

    /// The UTF-8 of `contextKind`, none if it is absent.
    package var contextKindUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(contextKindRange)
        }
    }

    /// Which of them it is about, as the embedder names it.
    package var contextID: String? {
        contextIDRange.isPresent ? bytes.text(contextIDRange) : nil
    }

    /// The UTF-8 of `contextID`, none if it is absent.
    package var contextIDUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(contextIDRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// How its creator wanted it to look, and what it is about.
public struct ConversationContent: WireMessage {
    /// Its name, where one was given.
    public var title: String?

    /// The URL or storage path of its photo.
    public var photo: String?

    /// The embedder's own data, as it was given.
    public var custom: String?

    /// What a request is about, as the embedder calls it.
    public var contextKind: String?

    /// Which of them it is about, as the embedder names it.
    public var contextID: String?

    package init(
        title: String? = nil,
        photo: String? = nil,
        custom: String? = nil,
        contextKind: String? = nil,
        contextID: String? = nil
    ) {
        self.title = title
        self.photo = photo
        self.custom = custom
        self.contextKind = contextKind
        self.contextID = contextID
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedConversationContent) throws(WireError) {
        title = encoded.title
        photo = encoded.photo
        custom = encoded.custom
        contextKind = encoded.contextKind
        contextID = encoded.contextID
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedConversationContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let title { writer.write(title, field: 1) }
        if let photo { writer.write(photo, field: 2) }
        if let custom { writer.write(custom, field: 3) }
        if let contextKind { writer.write(contextKind, field: 4) }
        if let contextID { writer.write(contextID, field: 5) }
    }
}

/// One `DetailsChanged` as it lies in its bytes, checked and not copied.
package struct EncodedDetailsChanged: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Which of them changed.
    package private(set) var detail: Detail = Detail(rawValue: 0)

    /// It was taken away and nothing took its place.
    package private(set) var cleared: Bool = false

    /// The entry's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    fileprivate var entryRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                entryRange = try reader.sized(16)
            case 16:
                detail = Detail(rawValue: try reader.int32())
                if detail.rawValue == 0 { throw reader.defaultValueWritten() }
            case 24:
                cleared = try reader.bool()
                if !cleared { throw reader.defaultValueWritten() }
            case 32:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
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

    /// The id of this event's entry in the timeline.
    package var entry: UniqueID? {
        bytes.uniqueID(entryRange)
    }

    package func validate() throws(WireError) {}
}

/// The title or the photo was changed, or removed: then there is no content.
public struct DetailsChanged: WireMessage {
    /// The id of this event's entry in the timeline.
    public var entry: UniqueID?

    /// Which of them changed.
    public var detail: Detail

    /// It was taken away and nothing took its place.
    public var cleared: Bool

    /// The entry's place in the timeline.
    public var ordinal: UInt64

    package init(
        entry: UniqueID? = nil,
        detail: Detail = Detail(rawValue: 0),
        cleared: Bool = false,
        ordinal: UInt64 = 0
    ) {
        self.entry = entry
        self.detail = detail
        self.cleared = cleared
        self.ordinal = ordinal
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedDetailsChanged) throws(WireError) {
        entry = encoded.entry
        detail = encoded.detail
        cleared = encoded.cleared
        ordinal = encoded.ordinal
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedDetailsChanged(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let entry { writer.write(entry, field: 1) }
        if detail.rawValue != 0 { writer.write(int32: detail.rawValue, field: 2) }
        if cleared { writer.write(bool: cleared, field: 3) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 4) }
    }
}

/// One `DetailsContent` as it lies in its bytes, checked and not copied.
package struct EncodedDetailsContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var textRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                textRange = try reader.string()
                if textRange.count == 0 { throw reader.defaultValueWritten() }
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

    /// The title, or the photo's URL or storage path.
    package var text: String {
        bytes.text(textRange)
    }

    /// The UTF-8 of `text`, none if it is absent.
    package var textUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(textRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// The new title or photo.
public struct DetailsContent: WireMessage {
    /// The title, or the photo's URL or storage path.
    public var text: String

    package init(
        text: String = ""
    ) {
        self.text = text
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedDetailsContent) throws(WireError) {
        text = encoded.text
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedDetailsContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !text.isEmpty { writer.write(text, field: 1) }
    }
}

/// One `ContextCleared` as it lies in its bytes, checked and not copied.
package struct EncodedContextCleared: EncodedWireMessage, ~Escapable {
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

/// The context of a request was removed, for example a cancelled ride.
public struct ContextCleared: WireMessage {
    package init() {}

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedContextCleared) throws(WireError) {
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedContextCleared(bytes))
    }

    package func encode(into writer: inout WireWriter) {
    }
}

/// One `ConversationClosed` as it lies in its bytes, checked and not copied.
package struct EncodedConversationClosed: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Why it ended.
    package private(set) var reason: ClosingReason = ClosingReason(rawValue: 0)

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                reason = ClosingReason(rawValue: try reader.int32())
                if reason.rawValue == 0 { throw reader.defaultValueWritten() }
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

/// The conversation was closed: no member can write here any more.
public struct ConversationClosed: WireMessage {
    /// Why it ended.
    public var reason: ClosingReason

    package init(
        reason: ClosingReason = ClosingReason(rawValue: 0)
    ) {
        self.reason = reason
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedConversationClosed) throws(WireError) {
        reason = encoded.reason
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedConversationClosed(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if reason.rawValue != 0 { writer.write(int32: reason.rawValue, field: 1) }
    }
}

/// One `RequestCancelled` as it lies in its bytes, checked and not copied.
package struct EncodedRequestCancelled: EncodedWireMessage, ~Escapable {
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

/// What a request was about was cancelled; the conversation goes on.
public struct RequestCancelled: WireMessage {
    package init() {}

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedRequestCancelled) throws(WireError) {
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedRequestCancelled(bytes))
    }

    package func encode(into writer: inout WireWriter) {
    }
}

/// What a conversation is.
public enum ConversationKind: WireEnumeration {
    case unspecified
    case direct
    case group
    case request

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .direct
        case 2: self = .group
        case 3: self = .request
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .direct: 1
        case .group: 2
        case .request: 3
        case .unrecognized(let number): number
        }
    }
}

/// Which reactions the members of a conversation may choose from: six names, or any one emoji.
public enum ReactionPolicy: WireEnumeration {
    case unspecified
    case tapback
    case open

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .tapback
        case 2: self = .open
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .tapback: 1
        case .open: 2
        case .unrecognized(let number): number
        }
    }
}

/// What members who join later can see: everything, or what happened since.
public enum HistoryPolicy: WireEnumeration {
    case unspecified
    case full
    case sinceJoin

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .full
        case 2: self = .sinceJoin
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .full: 1
        case .sinceJoin: 2
        case .unrecognized(let number): number
        }
    }
}

/// What of a conversation can be given another value.
public enum Detail: WireEnumeration {
    case unspecified
    case title
    case photo

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .title
        case 2: self = .photo
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .title: 1
        case .photo: 2
        case .unrecognized(let number): number
        }
    }
}

/// Why a conversation was closed.
public enum ClosingReason: WireEnumeration {
    case unspecified
    case completed
    case lastMemberLeft

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .completed
        case 2: self = .lastMemberLeft
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .completed: 1
        case .lastMemberLeft: 2
        case .unrecognized(let number): number
        }
    }
}
