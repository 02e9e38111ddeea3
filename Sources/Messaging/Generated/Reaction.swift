// Generated from scrollback/v1/reaction.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `ReactionSet` as it lies in its bytes, checked and not copied.
package struct EncodedReactionSet: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The message's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    fileprivate var messageRange = WireRange.absent
    fileprivate var reactionRange = WireRange.absent
    fileprivate var replacedRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                messageRange = try reader.sized(16)
            case 16:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 26:
                reactionRange = try reader.string()
                if reactionRange.count == 0 { throw reader.defaultValueWritten() }
            case 34:
                replacedRange = try reader.string()
                if replacedRange.count == 0 { throw reader.defaultValueWritten() }
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

    /// The id of the message.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    /// One of the six names, or one emoji.
    package var reaction: String {
        bytes.text(reactionRange)
    }

    /// The UTF-8 of `reaction`, none if it is absent.
    package var reactionUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(reactionRange)
        }
    }

    /// The actor's reaction that this one takes the place of.
    package var replaced: String {
        bytes.text(replacedRange)
    }

    /// The UTF-8 of `replaced`, none if it is absent.
    package var replacedUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(replacedRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// A user reacted to a message.
public struct ReactionSet: WireMessage {
    /// The id of the message.
    public var message: UniqueID?

    /// The message's place in the timeline.
    public var ordinal: UInt64

    /// One of the six names, or one emoji.
    public var reaction: String

    /// The actor's reaction that this one takes the place of.
    public var replaced: String

    package init(
        message: UniqueID? = nil,
        ordinal: UInt64 = 0,
        reaction: String = "",
        replaced: String = ""
    ) {
        self.message = message
        self.ordinal = ordinal
        self.reaction = reaction
        self.replaced = replaced
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedReactionSet) throws(WireError) {
        message = encoded.message
        ordinal = encoded.ordinal
        reaction = encoded.reaction
        replaced = encoded.replaced
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedReactionSet(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let message { writer.write(message, field: 1) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 2) }
        if !reaction.isEmpty { writer.write(reaction, field: 3) }
        if !replaced.isEmpty { writer.write(replaced, field: 4) }
    }
}

/// One `ReactionRemoved` as it lies in its bytes, checked and not copied.
package struct EncodedReactionRemoved: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The message's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    fileprivate var messageRange = WireRange.absent
    fileprivate var reactionRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                messageRange = try reader.sized(16)
            case 16:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 26:
                reactionRange = try reader.string()
                if reactionRange.count == 0 { throw reader.defaultValueWritten() }
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

    /// The id of the message.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    /// The reaction that is gone.
    package var reaction: String {
        bytes.text(reactionRange)
    }

    /// The UTF-8 of `reaction`, none if it is absent.
    package var reactionUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(reactionRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// A user removed a reaction.
public struct ReactionRemoved: WireMessage {
    /// The id of the message.
    public var message: UniqueID?

    /// The message's place in the timeline.
    public var ordinal: UInt64

    /// The reaction that is gone.
    public var reaction: String

    package init(
        message: UniqueID? = nil,
        ordinal: UInt64 = 0,
        reaction: String = ""
    ) {
        self.message = message
        self.ordinal = ordinal
        self.reaction = reaction
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedReactionRemoved) throws(WireError) {
        message = encoded.message
        ordinal = encoded.ordinal
        reaction = encoded.reaction
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedReactionRemoved(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let message { writer.write(message, field: 1) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 2) }
        if !reaction.isEmpty { writer.write(reaction, field: 3) }
    }
}
