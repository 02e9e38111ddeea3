// Generated from scrollback/v1/log.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `LogCreated` as it lies in its bytes, checked and not copied.
package struct LogCreatedView: WireView, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Random; a restore from a backup begins another one.
    package private(set) var epoch: UInt64 = 0

    fileprivate var logIDRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                logIDRange = try reader.sized(16)
            case 17:
                epoch = try reader.fixed64()
                if epoch == 0 { throw reader.defaultValueWritten() }
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

    /// The log's own name, which no other log has.
    package var logID: UniqueID? {
        bytes.uniqueID(logIDRange)
    }

    package func validate() throws(WireError) {}
}

/// The first event of every log.
///
/// Its sealed content binds the log to its keys.
public struct LogCreated: WireMessage {
    /// The log's own name, which no other log has.
    public var logID: UniqueID?

    /// Random; a restore from a backup begins another one.
    public var epoch: UInt64

    package init(
        logID: UniqueID? = nil,
        epoch: UInt64 = 0
    ) {
        self.logID = logID
        self.epoch = epoch
    }

    /// Copies a view, without the fields that these schemas do not know.
    package init(_ view: borrowing LogCreatedView) throws(WireError) {
        logID = view.logID
        epoch = view.epoch
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(LogCreatedView(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let logID { writer.write(logID, field: 1) }
        if epoch != 0 { writer.write(fixed64: epoch, field: 2) }
    }
}
