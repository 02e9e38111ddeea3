// Generated from scrollback/v1/keeping.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `ContentErased` as it lies in its bytes, checked and not copied.
package struct EncodedContentErased: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var rangesRun = WireRun.none

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                rangesRun = try reader.run(tag, of: .bytes)
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

    /// Where these events lie, ascending and apart from each other.
    package var ranges: RepeatedMessages<EncodedPositionRange> {
        @_lifetime(copy self)
        get {
            RepeatedMessages<EncodedPositionRange>(rangesRun, in: bytes)
        }
    }

    package func validate() throws(WireError) {
        try ranges.validate()
    }
}

/// Content was erased: the only reason for which content may be missing.
public struct ContentErased: WireMessage {
    /// Where these events lie, ascending and apart from each other.
    public var ranges: [PositionRange]

    package init(
        ranges: [PositionRange] = []
    ) {
        self.ranges = ranges
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedContentErased) throws(WireError) {
        ranges = try encoded.ranges.array(of: PositionRange.self)
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedContentErased(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        for value in ranges { writer.write(value, field: 1) }
    }
}

/// One `PositionRange` as it lies in its bytes, checked and not copied.
package struct EncodedPositionRange: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The position of the first of them.
    package private(set) var first: UInt64 = 0

    /// How many they are.
    package private(set) var count: UInt64 = 0

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                first = try reader.uint64()
                if first == 0 { throw reader.defaultValueWritten() }
            case 16:
                count = try reader.uint64()
                if count == 0 { throw reader.defaultValueWritten() }
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

/// Some events that follow each other in the log.
public struct PositionRange: WireMessage {
    /// The position of the first of them.
    public var first: UInt64

    /// How many they are.
    public var count: UInt64

    package init(
        first: UInt64 = 0,
        count: UInt64 = 0
    ) {
        self.first = first
        self.count = count
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedPositionRange) throws(WireError) {
        first = encoded.first
        count = encoded.count
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedPositionRange(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if first != 0 { writer.write(uint64: first, field: 1) }
        if count != 0 { writer.write(uint64: count, field: 2) }
    }
}

/// One `HoldPlaced` as it lies in its bytes, checked and not copied.
package struct EncodedHoldPlaced: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Covers what was sent at this time or later, in microseconds since 1970 UTC.
    package private(set) var from: Int64?

    /// Covers what was sent before this time, in microseconds since 1970 UTC.
    package private(set) var until: Int64?

    fileprivate var holdRange = WireRange.absent
    fileprivate var conversationRange = WireRange.absent
    fileprivate var userRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                holdRange = try reader.sized(16)
            case 18:
                conversationRange = try reader.sized(16)
            case 26:
                userRange = try reader.sized(16)
            case 32:
                from = try reader.int64()
            case 40:
                until = try reader.int64()
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

    /// The id under which it can be released.
    package var hold: UniqueID? {
        bytes.uniqueID(holdRange)
    }

    /// Covers the events of this conversation alone.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    /// Covers the events of which this user is the actor.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// The operator placed a legal hold: what it covers may not be erased while it lasts.
///
/// Each field that is present narrows it.
public struct HoldPlaced: WireMessage {
    /// The id under which it can be released.
    public var hold: UniqueID?

    /// Covers the events of this conversation alone.
    public var conversation: UniqueID?

    /// Covers the events of which this user is the actor.
    public var user: UniqueID?

    /// Covers what was sent at this time or later, in microseconds since 1970 UTC.
    public var from: Int64?

    /// Covers what was sent before this time, in microseconds since 1970 UTC.
    public var until: Int64?

    package init(
        hold: UniqueID? = nil,
        conversation: UniqueID? = nil,
        user: UniqueID? = nil,
        from: Int64? = nil,
        until: Int64? = nil
    ) {
        self.hold = hold
        self.conversation = conversation
        self.user = user
        self.from = from
        self.until = until
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedHoldPlaced) throws(WireError) {
        hold = encoded.hold
        conversation = encoded.conversation
        user = encoded.user
        from = encoded.from
        until = encoded.until
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedHoldPlaced(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let hold { writer.write(hold, field: 1) }
        if let conversation { writer.write(conversation, field: 2) }
        if let user { writer.write(user, field: 3) }
        if let from { writer.write(int64: from, field: 4) }
        if let until { writer.write(int64: until, field: 5) }
    }
}

/// One `HoldContent` as it lies in its bytes, checked and not copied.
package struct EncodedHoldContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var matterRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                matterRange = try reader.string()
                if matterRange.count == 0 { throw reader.defaultValueWritten() }
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

    /// The case, the request or the order behind it.
    package var matter: String {
        bytes.text(matterRange)
    }

    /// The UTF-8 of `matter`, none if it is absent.
    package var matterUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(matterRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// What the hold is for, in the operator's words.
public struct HoldContent: WireMessage {
    /// The case, the request or the order behind it.
    public var matter: String

    package init(
        matter: String = ""
    ) {
        self.matter = matter
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedHoldContent) throws(WireError) {
        matter = encoded.matter
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedHoldContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !matter.isEmpty { writer.write(matter, field: 1) }
    }
}

/// One `HoldReleased` as it lies in its bytes, checked and not copied.
package struct EncodedHoldReleased: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var holdRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                holdRange = try reader.sized(16)
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

    /// The id of the hold.
    package var hold: UniqueID? {
        bytes.uniqueID(holdRange)
    }

    package func validate() throws(WireError) {}
}

/// The operator released a hold.
///
/// Erasures that waited for it can be carried out.
public struct HoldReleased: WireMessage {
    /// The id of the hold.
    public var hold: UniqueID?

    package init(
        hold: UniqueID? = nil
    ) {
        self.hold = hold
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedHoldReleased) throws(WireError) {
        hold = encoded.hold
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedHoldReleased(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let hold { writer.write(hold, field: 1) }
    }
}

/// One `KeyCopyBegun` as it lies in its bytes, checked and not copied.
package struct EncodedKeyCopyBegun: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var placeRange = WireRange.absent
    fileprivate var labelRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                placeRange = try reader.sized(16)
            case 18:
                labelRange = try reader.string()
                if labelRange.count == 0 { throw reader.defaultValueWritten() }
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

    /// The random id of the place.
    package var place: UniqueID? {
        bytes.uniqueID(placeRange)
    }

    /// What the operator calls the place.
    package var label: String {
        bytes.text(labelRange)
    }

    /// The UTF-8 of `label`, none if it is absent.
    package var labelUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(labelRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// A place was named for a copy of the keys: what is erased from now on lives on there until the
/// copy has carried it out.
public struct KeyCopyBegun: WireMessage {
    /// The random id of the place.
    public var place: UniqueID?

    /// What the operator calls the place.
    public var label: String

    package init(
        place: UniqueID? = nil,
        label: String = ""
    ) {
        self.place = place
        self.label = label
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedKeyCopyBegun) throws(WireError) {
        place = encoded.place
        label = encoded.label
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedKeyCopyBegun(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let place { writer.write(place, field: 1) }
        if !label.isEmpty { writer.write(label, field: 2) }
    }
}

/// One `KeyCopyDone` as it lies in its bytes, checked and not copied.
package struct EncodedKeyCopyDone: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The position of the last event in the backup that the copy belongs to.
    package private(set) var upTo: UInt64 = 0

    /// The version of the newest event of the store's own stream up to there.
    package private(set) var version: UInt64 = 0

    fileprivate var placeRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                placeRange = try reader.sized(16)
            case 16:
                upTo = try reader.uint64()
                if upTo == 0 { throw reader.defaultValueWritten() }
            case 24:
                version = try reader.uint64()
                if version == 0 { throw reader.defaultValueWritten() }
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

    /// The id of the place.
    package var place: UniqueID? {
        bytes.uniqueID(placeRange)
    }

    package func validate() throws(WireError) {}
}

/// A copy of the keys was brought up to date: it has carried out every erasure up to this size.
public struct KeyCopyDone: WireMessage {
    /// The id of the place.
    public var place: UniqueID?

    /// The position of the last event in the backup that the copy belongs to.
    public var upTo: UInt64

    /// The version of the newest event of the store's own stream up to there.
    public var version: UInt64

    package init(
        place: UniqueID? = nil,
        upTo: UInt64 = 0,
        version: UInt64 = 0
    ) {
        self.place = place
        self.upTo = upTo
        self.version = version
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedKeyCopyDone) throws(WireError) {
        place = encoded.place
        upTo = encoded.upTo
        version = encoded.version
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedKeyCopyDone(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let place { writer.write(place, field: 1) }
        if upTo != 0 { writer.write(uint64: upTo, field: 2) }
        if version != 0 { writer.write(uint64: version, field: 3) }
    }
}

/// One `KeyCopyGone` as it lies in its bytes, checked and not copied.
package struct EncodedKeyCopyGone: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var placeRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                placeRange = try reader.sized(16)
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

    /// The id of the place.
    package var place: UniqueID? {
        bytes.uniqueID(placeRange)
    }

    package func validate() throws(WireError) {}
}

/// A copy of the keys exists no more, as the operator says.
public struct KeyCopyGone: WireMessage {
    /// The id of the place.
    public var place: UniqueID?

    package init(
        place: UniqueID? = nil
    ) {
        self.place = place
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedKeyCopyGone) throws(WireError) {
        place = encoded.place
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedKeyCopyGone(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let place { writer.write(place, field: 1) }
    }
}
