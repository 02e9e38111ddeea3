// Generated from scrollback/v1/log.proto by `swift package generate-schemas`; not to be edited.

public import Merkle
public import Wire

/// One `LogCreated` as it lies in its bytes, checked and not copied.
package struct EncodedLogCreated: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Random; a restore from a backup begins another one.
    package private(set) var epoch: UInt64 = 0

    fileprivate var logIDRange = WireRange.absent
    fileprivate var importedRange = WireRange.absent

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
            case 26:
                importedRange = try reader.range()
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

    /// The log's own name, which no other log has.
    package var logID: UniqueID? {
        bytes.uniqueID(logIDRange)
    }

    /// The log that it continues, whose events follow this one at their positions.
    package var imported: EncodedImportedLog? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard importedRange.isPresent else { return nil }
            return try EncodedImportedLog(bytes.slice(importedRange))
        }
    }

    /// The bytes of `imported`, none if it is absent.
    package var importedBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(importedRange)
        }
    }

    package func validate() throws(WireError) {
        if let message = try imported { try message.validate() }
    }
}

/// The first event of every log.
///
/// Its sealed content binds the log to its keys.
public struct LogCreated: WireMessage {
    /// The log's own name, which no other log has.
    public var logID: UniqueID?

    /// Random; a restore from a backup begins another one.
    public var epoch: UInt64

    /// The log that it continues, whose events follow this one at their positions.
    public var imported: ImportedLog?

    package init(
        logID: UniqueID? = nil,
        epoch: UInt64 = 0,
        imported: ImportedLog? = nil
    ) {
        self.logID = logID
        self.epoch = epoch
        self.imported = imported
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedLogCreated) throws(WireError) {
        logID = encoded.logID
        epoch = encoded.epoch
        imported =
            encoded.importedRange.isPresent
            ? try ImportedLog(decoding: encoded.importedBytes) : nil
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedLogCreated(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let logID { writer.write(logID, field: 1) }
        if epoch != 0 { writer.write(fixed64: epoch, field: 2) }
        if let imported { writer.write(imported, field: 3) }
    }
}

/// One `ImportedLog` as it lies in its bytes, checked and not copied.
package struct EncodedImportedLog: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// How many events it had then; the new log has as many before anything happens in it.
    package private(set) var events: UInt64 = 0

    /// Its epoch then.
    package private(set) var epoch: UInt64 = 0

    /// No journal was there to say what was erased since; the operator accepted that.
    package private(set) var withoutJournal: Bool = false

    fileprivate var logIDRange = WireRange.absent
    fileprivate var rootRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                logIDRange = try reader.sized(16)
            case 16:
                events = try reader.uint64()
                if events == 0 { throw reader.defaultValueWritten() }
            case 26:
                rootRange = try reader.sized(32)
            case 33:
                epoch = try reader.fixed64()
                if epoch == 0 { throw reader.defaultValueWritten() }
            case 40:
                withoutJournal = try reader.bool()
                if !withoutJournal { throw reader.defaultValueWritten() }
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

    /// Its id.
    package var logID: UniqueID? {
        bytes.uniqueID(logIDRange)
    }

    /// Its root at that size.
    package var root: Digest? {
        bytes.digest(rootRange)
    }

    package func validate() throws(WireError) {}
}

/// A log of which an export of everything was imported.
public struct ImportedLog: WireMessage {
    /// Its id.
    public var logID: UniqueID?

    /// How many events it had then; the new log has as many before anything happens in it.
    public var events: UInt64

    /// Its root at that size.
    public var root: Digest?

    /// Its epoch then.
    public var epoch: UInt64

    /// No journal was there to say what was erased since; the operator accepted that.
    public var withoutJournal: Bool

    package init(
        logID: UniqueID? = nil,
        events: UInt64 = 0,
        root: Digest? = nil,
        epoch: UInt64 = 0,
        withoutJournal: Bool = false
    ) {
        self.logID = logID
        self.events = events
        self.root = root
        self.epoch = epoch
        self.withoutJournal = withoutJournal
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedImportedLog) throws(WireError) {
        logID = encoded.logID
        events = encoded.events
        root = encoded.root
        epoch = encoded.epoch
        withoutJournal = encoded.withoutJournal
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedImportedLog(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let logID { writer.write(logID, field: 1) }
        if events != 0 { writer.write(uint64: events, field: 2) }
        if let root { writer.write(root, field: 3) }
        if epoch != 0 { writer.write(fixed64: epoch, field: 4) }
        if withoutJournal { writer.write(bool: withoutJournal, field: 5) }
    }
}

/// One `LogRestored` as it lies in its bytes, checked and not copied.
package struct EncodedLogRestored: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The epoch that begins with this event; random.
    package private(set) var epoch: UInt64 = 0

    /// How many ContentErased follow directly.
    ///
    /// They name the content whose keys were erased by lost events.
    package private(set) var erasures: UInt32 = 0

    /// How many lines the journal had from which lost events are repeated; absent without a
    /// journal.
    package private(set) var journalLines: UInt64 = 0

    /// No journal was there to say what was erased since; the operator accepted that.
    package private(set) var withoutJournal: Bool = false

    /// A rehearsal: nothing is written to this log any more.
    package private(set) var drill: Bool = false

    fileprivate var earlierRun = WireRun.none
    fileprivate var journalSumRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 9:
                epoch = try reader.fixed64()
                if epoch == 0 { throw reader.defaultValueWritten() }
            case 18:
                earlierRun = try reader.run(tag, of: .bytes)
            case 24:
                erasures = try reader.uint32()
                if erasures == 0 { throw reader.defaultValueWritten() }
            case 32:
                journalLines = try reader.uint64()
                if journalLines == 0 { throw reader.defaultValueWritten() }
            case 42:
                journalSumRange = try reader.sized(32)
            case 48:
                withoutJournal = try reader.bool()
                if !withoutJournal { throw reader.defaultValueWritten() }
            case 56:
                drill = try reader.bool()
                if !drill { throw reader.defaultValueWritten() }
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

    /// The epochs before it, oldest first.
    package var earlier: RepeatedMessages<EncodedEarlierEpoch> {
        @_lifetime(copy self)
        get {
            RepeatedMessages<EncodedEarlierEpoch>(earlierRun, in: bytes)
        }
    }

    /// The sum of the last of those lines.
    package var journalSum: Digest? {
        bytes.digest(journalSumRange)
    }

    package func validate() throws(WireError) {
        try earlier.validate()
    }
}

/// The log was continued from an earlier state of its own, under a new epoch.
///
/// Events that were committed after that state are lost.
public struct LogRestored: WireMessage {
    /// The epoch that begins with this event; random.
    public var epoch: UInt64

    /// The epochs before it, oldest first.
    public var earlier: [EarlierEpoch]

    /// How many ContentErased follow directly.
    ///
    /// They name the content whose keys were erased by lost events.
    public var erasures: UInt32

    /// How many lines the journal had from which lost events are repeated; absent without a
    /// journal.
    public var journalLines: UInt64

    /// The sum of the last of those lines.
    public var journalSum: Digest?

    /// No journal was there to say what was erased since; the operator accepted that.
    public var withoutJournal: Bool

    /// A rehearsal: nothing is written to this log any more.
    public var drill: Bool

    package init(
        epoch: UInt64 = 0,
        earlier: [EarlierEpoch] = [],
        erasures: UInt32 = 0,
        journalLines: UInt64 = 0,
        journalSum: Digest? = nil,
        withoutJournal: Bool = false,
        drill: Bool = false
    ) {
        self.epoch = epoch
        self.earlier = earlier
        self.erasures = erasures
        self.journalLines = journalLines
        self.journalSum = journalSum
        self.withoutJournal = withoutJournal
        self.drill = drill
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedLogRestored) throws(WireError) {
        epoch = encoded.epoch
        earlier = try encoded.earlier.array(of: EarlierEpoch.self)
        erasures = encoded.erasures
        journalLines = encoded.journalLines
        journalSum = encoded.journalSum
        withoutJournal = encoded.withoutJournal
        drill = encoded.drill
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedLogRestored(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if epoch != 0 { writer.write(fixed64: epoch, field: 1) }
        for value in earlier { writer.write(value, field: 2) }
        if erasures != 0 { writer.write(uint32: erasures, field: 3) }
        if journalLines != 0 { writer.write(uint64: journalLines, field: 4) }
        if let journalSum { writer.write(journalSum, field: 5) }
        if withoutJournal { writer.write(bool: withoutJournal, field: 6) }
        if drill { writer.write(bool: drill, field: 7) }
    }
}

/// One `JournalBegun` as it lies in its bytes, checked and not copied.
package struct EncodedJournalBegun: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The store was opened for writing without its journal; the operator accepted that.
    package private(set) var setAside: Bool = false

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                setAside = try reader.bool()
                if !setAside { throw reader.defaultValueWritten() }
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

/// The store is mirrored in a journal from here on, so it is not opened for writing without one.
public struct JournalBegun: WireMessage {
    /// The store was opened for writing without its journal; the operator accepted that.
    public var setAside: Bool

    package init(
        setAside: Bool = false
    ) {
        self.setAside = setAside
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedJournalBegun) throws(WireError) {
        setAside = encoded.setAside
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedJournalBegun(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if setAside { writer.write(bool: setAside, field: 1) }
    }
}

/// One `EarlierEpoch` as it lies in its bytes, checked and not copied.
package struct EncodedEarlierEpoch: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Its number.
    package private(set) var epoch: UInt64 = 0

    /// The last of its positions that belongs to this log.
    package private(set) var fork: UInt64 = 0

    /// How many events were committed in it; absent where that is not known.
    package private(set) var committed: UInt64 = 0

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 9:
                epoch = try reader.fixed64()
                if epoch == 0 { throw reader.defaultValueWritten() }
            case 16:
                fork = try reader.uint64()
                if fork == 0 { throw reader.defaultValueWritten() }
            case 24:
                committed = try reader.uint64()
                if committed == 0 { throw reader.defaultValueWritten() }
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

/// An epoch that a restore ended.
public struct EarlierEpoch: WireMessage {
    /// Its number.
    public var epoch: UInt64

    /// The last of its positions that belongs to this log.
    public var fork: UInt64

    /// How many events were committed in it; absent where that is not known.
    public var committed: UInt64

    package init(
        epoch: UInt64 = 0,
        fork: UInt64 = 0,
        committed: UInt64 = 0
    ) {
        self.epoch = epoch
        self.fork = fork
        self.committed = committed
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedEarlierEpoch) throws(WireError) {
        epoch = encoded.epoch
        fork = encoded.fork
        committed = encoded.committed
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedEarlierEpoch(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if epoch != 0 { writer.write(fixed64: epoch, field: 1) }
        if fork != 0 { writer.write(uint64: fork, field: 2) }
        if committed != 0 { writer.write(uint64: committed, field: 3) }
    }
}
