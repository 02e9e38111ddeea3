// Generated from scrollback/v1/receipt.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `DeliveredUpTo` as it lies in its bytes, checked and not copied.
package struct EncodedDeliveredUpTo: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The entry's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    /// How many countable messages there are up to and including the entry.
    package private(set) var messageNumber: UInt64 = 0

    fileprivate var upToRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                upToRange = try reader.sized(16)
            case 16:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 24:
                messageNumber = try reader.uint64()
                if messageNumber == 0 { throw reader.defaultValueWritten() }
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

    /// The id of the entry.
    package var upTo: UniqueID? {
        bytes.uniqueID(upToRange)
    }

    package func validate() throws(WireError) {}
}

/// A device of the actor received everything up to this entry of the timeline.
public struct DeliveredUpTo: WireMessage {
    /// The id of the entry.
    public var upTo: UniqueID?

    /// The entry's place in the timeline.
    public var ordinal: UInt64

    /// How many countable messages there are up to and including the entry.
    public var messageNumber: UInt64

    package init(
        upTo: UniqueID? = nil,
        ordinal: UInt64 = 0,
        messageNumber: UInt64 = 0
    ) {
        self.upTo = upTo
        self.ordinal = ordinal
        self.messageNumber = messageNumber
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedDeliveredUpTo) throws(WireError) {
        upTo = encoded.upTo
        ordinal = encoded.ordinal
        messageNumber = encoded.messageNumber
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedDeliveredUpTo(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let upTo { writer.write(upTo, field: 1) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 2) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 3) }
    }
}

/// One `ReadUpTo` as it lies in its bytes, checked and not copied.
package struct EncodedReadUpTo: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The entry's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    /// How many countable messages there are up to and including the entry.
    package private(set) var messageNumber: UInt64 = 0

    /// The actor's receipts are off: the marker moves and no one is notified.
    package private(set) var silent: Bool = false

    fileprivate var upToRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                upToRange = try reader.sized(16)
            case 16:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 24:
                messageNumber = try reader.uint64()
                if messageNumber == 0 { throw reader.defaultValueWritten() }
            case 32:
                silent = try reader.bool()
                if !silent { throw reader.defaultValueWritten() }
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

    /// The id of the entry.
    package var upTo: UniqueID? {
        bytes.uniqueID(upToRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor read everything up to this entry of the timeline; without an entry, a conversation
/// that had none for them.
public struct ReadUpTo: WireMessage {
    /// The id of the entry.
    public var upTo: UniqueID?

    /// The entry's place in the timeline.
    public var ordinal: UInt64

    /// How many countable messages there are up to and including the entry.
    public var messageNumber: UInt64

    /// The actor's receipts are off: the marker moves and no one is notified.
    public var silent: Bool

    package init(
        upTo: UniqueID? = nil,
        ordinal: UInt64 = 0,
        messageNumber: UInt64 = 0,
        silent: Bool = false
    ) {
        self.upTo = upTo
        self.ordinal = ordinal
        self.messageNumber = messageNumber
        self.silent = silent
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedReadUpTo) throws(WireError) {
        upTo = encoded.upTo
        ordinal = encoded.ordinal
        messageNumber = encoded.messageNumber
        silent = encoded.silent
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedReadUpTo(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let upTo { writer.write(upTo, field: 1) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 2) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 3) }
        if silent { writer.write(bool: silent, field: 4) }
    }
}
