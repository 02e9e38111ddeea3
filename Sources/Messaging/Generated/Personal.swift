// Generated from scrollback/v1/personal.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `MarkedUnread` as it lies in its bytes, checked and not copied.
package struct EncodedMarkedUnread: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The entry's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    /// How many countable messages there are before the entry.
    package private(set) var messageNumber: UInt64 = 0

    fileprivate var conversationRange = WireRange.absent
    fileprivate var fromRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
            case 18:
                fromRange = try reader.sized(16)
            case 24:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 32:
                messageNumber = try reader.uint64()
                if messageNumber == 0 { throw reader.defaultValueWritten() }
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

    /// The conversation that shows as unread.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    /// The first entry that is unread again.
    package var from: UniqueID? {
        bytes.uniqueID(fromRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor marked this message, and all after it, as unread.
public struct MarkedUnread: WireMessage {
    /// The conversation that shows as unread.
    public var conversation: UniqueID?

    /// The first entry that is unread again.
    public var from: UniqueID?

    /// The entry's place in the timeline.
    public var ordinal: UInt64

    /// How many countable messages there are before the entry.
    public var messageNumber: UInt64

    package init(
        conversation: UniqueID? = nil,
        from: UniqueID? = nil,
        ordinal: UInt64 = 0,
        messageNumber: UInt64 = 0
    ) {
        self.conversation = conversation
        self.from = from
        self.ordinal = ordinal
        self.messageNumber = messageNumber
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedMarkedUnread) throws(WireError) {
        conversation = encoded.conversation
        from = encoded.from
        ordinal = encoded.ordinal
        messageNumber = encoded.messageNumber
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedMarkedUnread(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
        if let from { writer.write(from, field: 2) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 3) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 4) }
    }
}

/// One `Muted` as it lies in its bytes, checked and not copied.
package struct EncodedMuted: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// In microseconds since 1970 UTC; absent for always.
    package private(set) var until: Int64?

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
            case 16:
                until = try reader.int64()
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

    /// The conversation that is mute.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor muted a conversation.
public struct Muted: WireMessage {
    /// The conversation that is mute.
    public var conversation: UniqueID?

    /// In microseconds since 1970 UTC; absent for always.
    public var until: Int64?

    package init(
        conversation: UniqueID? = nil,
        until: Int64? = nil
    ) {
        self.conversation = conversation
        self.until = until
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedMuted) throws(WireError) {
        conversation = encoded.conversation
        until = encoded.until
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedMuted(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
        if let until { writer.write(int64: until, field: 2) }
    }
}

/// One `Unmuted` as it lies in its bytes, checked and not copied.
package struct EncodedUnmuted: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
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

    /// The conversation that is heard.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor unmuted a conversation.
public struct Unmuted: WireMessage {
    /// The conversation that is heard.
    public var conversation: UniqueID?

    package init(
        conversation: UniqueID? = nil
    ) {
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedUnmuted) throws(WireError) {
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedUnmuted(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `NotificationsSet` as it lies in its bytes, checked and not copied.
package struct EncodedNotificationsSet: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// It sends them.
    package private(set) var on: Bool = false

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
            case 16:
                on = try reader.bool()
                if !on { throw reader.defaultValueWritten() }
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

    /// The conversation that sends notifications, or does not.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor switched the notifications of a conversation off, or on again.
public struct NotificationsSet: WireMessage {
    /// The conversation that sends notifications, or does not.
    public var conversation: UniqueID?

    /// It sends them.
    public var on: Bool

    package init(
        conversation: UniqueID? = nil,
        on: Bool = false
    ) {
        self.conversation = conversation
        self.on = on
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedNotificationsSet) throws(WireError) {
        conversation = encoded.conversation
        on = encoded.on
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedNotificationsSet(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
        if on { writer.write(bool: on, field: 2) }
    }
}

/// One `Pinned` as it lies in its bytes, checked and not copied.
package struct EncodedPinned: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
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

    /// The conversation that is pinned.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor pinned a conversation above the others.
public struct Pinned: WireMessage {
    /// The conversation that is pinned.
    public var conversation: UniqueID?

    package init(
        conversation: UniqueID? = nil
    ) {
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedPinned) throws(WireError) {
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedPinned(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Unpinned` as it lies in its bytes, checked and not copied.
package struct EncodedUnpinned: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
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

    /// The conversation that was pinned.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor unpinned a conversation.
public struct Unpinned: WireMessage {
    /// The conversation that was pinned.
    public var conversation: UniqueID?

    package init(
        conversation: UniqueID? = nil
    ) {
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedUnpinned) throws(WireError) {
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedUnpinned(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Archived` as it lies in its bytes, checked and not copied.
package struct EncodedArchived: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
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

    /// The conversation that is archived.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor archived a conversation.
public struct Archived: WireMessage {
    /// The conversation that is archived.
    public var conversation: UniqueID?

    package init(
        conversation: UniqueID? = nil
    ) {
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedArchived) throws(WireError) {
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedArchived(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Unarchived` as it lies in its bytes, checked and not copied.
package struct EncodedUnarchived: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
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

    /// The conversation that was archived.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor took a conversation out of the archive.
public struct Unarchived: WireMessage {
    /// The conversation that was archived.
    public var conversation: UniqueID?

    package init(
        conversation: UniqueID? = nil
    ) {
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedUnarchived) throws(WireError) {
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedUnarchived(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Hidden` as it lies in its bytes, checked and not copied.
package struct EncodedHidden: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
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

    /// The conversation that is out of sight.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor hid a conversation until a message is sent there.
public struct Hidden: WireMessage {
    /// The conversation that is out of sight.
    public var conversation: UniqueID?

    package init(
        conversation: UniqueID? = nil
    ) {
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedHidden) throws(WireError) {
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedHidden(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Unhidden` as it lies in its bytes, checked and not copied.
package struct EncodedUnhidden: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
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

    /// The conversation that was hidden.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor showed a hidden conversation again.
public struct Unhidden: WireMessage {
    /// The conversation that was hidden.
    public var conversation: UniqueID?

    package init(
        conversation: UniqueID? = nil
    ) {
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedUnhidden) throws(WireError) {
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedUnhidden(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `HistoryCleared` as it lies in its bytes, checked and not copied.
package struct EncodedHistoryCleared: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var conversationRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                conversationRange = try reader.sized(16)
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

    /// The conversation whose history it was.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor cleared the history of a conversation: everything up to this event is gone for them.
public struct HistoryCleared: WireMessage {
    /// The conversation whose history it was.
    public var conversation: UniqueID?

    package init(
        conversation: UniqueID? = nil
    ) {
        self.conversation = conversation
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedHistoryCleared) throws(WireError) {
        conversation = encoded.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedHistoryCleared(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}
