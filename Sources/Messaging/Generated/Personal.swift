// Generated from scrollback/v1/personal.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `MarkedUnread` as it lies in its bytes, checked and not copied.
package struct MarkedUnreadView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing MarkedUnreadView) throws(WireError) {
        conversation = view.conversation
        from = view.from
        ordinal = view.ordinal
        messageNumber = view.messageNumber
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(MarkedUnreadView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
        if let from { writer.write(from, field: 2) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 3) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 4) }
    }
}

/// One `Muted` as it lies in its bytes, checked and not copied.
package struct MutedView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing MutedView) throws(WireError) {
        conversation = view.conversation
        until = view.until
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(MutedView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
        if let until { writer.write(int64: until, field: 2) }
    }
}

/// One `Unmuted` as it lies in its bytes, checked and not copied.
package struct UnmutedView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing UnmutedView) throws(WireError) {
        conversation = view.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(UnmutedView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `NotificationsSet` as it lies in its bytes, checked and not copied.
package struct NotificationsSetView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing NotificationsSetView) throws(WireError) {
        conversation = view.conversation
        on = view.on
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(NotificationsSetView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
        if on { writer.write(bool: on, field: 2) }
    }
}

/// One `Pinned` as it lies in its bytes, checked and not copied.
package struct PinnedView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing PinnedView) throws(WireError) {
        conversation = view.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(PinnedView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Unpinned` as it lies in its bytes, checked and not copied.
package struct UnpinnedView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing UnpinnedView) throws(WireError) {
        conversation = view.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(UnpinnedView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Archived` as it lies in its bytes, checked and not copied.
package struct ArchivedView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing ArchivedView) throws(WireError) {
        conversation = view.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(ArchivedView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Unarchived` as it lies in its bytes, checked and not copied.
package struct UnarchivedView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing UnarchivedView) throws(WireError) {
        conversation = view.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(UnarchivedView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Hidden` as it lies in its bytes, checked and not copied.
package struct HiddenView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing HiddenView) throws(WireError) {
        conversation = view.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(HiddenView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `Unhidden` as it lies in its bytes, checked and not copied.
package struct UnhiddenView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing UnhiddenView) throws(WireError) {
        conversation = view.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(UnhiddenView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}

/// One `HistoryCleared` as it lies in its bytes, checked and not copied.
package struct HistoryClearedView: WireView, ~Escapable {
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

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing HistoryClearedView) throws(WireError) {
        conversation = view.conversation
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(HistoryClearedView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let conversation { writer.write(conversation, field: 1) }
    }
}
