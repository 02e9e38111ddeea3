internal import CPlatform
internal import Wire

/// The first row of every log: what it is, who it is, and who may read it.
///
///     0   16  "scrollback log\n" and a zero
///     16   4  format, little-endian like all numbers here
///     20   4  the least reader that knows every event type in the log
///     24  16  log id
///     40   8  epoch
///     48   4  CRC-32C of the 48 bytes before
struct LogFormat: Equatable {
    var format: UInt32 = Self.currentFormat
    var minimumReader: UInt32 = 1
    var logID: UniqueID
    var epoch: UInt64

    /// The layout that this software writes.
    static let currentFormat: UInt32 = 1
    /// The reader number of this software; raised with every new type of event.
    static let currentReader: UInt32 = 4
    /// The first reader that knows restores: an older one would take positions of two epochs for
    /// those of one.
    static let readerOfRestores: UInt32 = 2
    /// The first reader that knows journals: an older one would write past them.
    static let readerOfJournals: UInt32 = 4

    /// Where each field begins.
    private enum Place {
        static let format = 16
        static let minimumReader = 20
        static let logID = 24
        static let epoch = 40
    }

    private static let magic: StaticString = "scrollback log\n\0"

    init(logID: UniqueID, epoch: UInt64) {
        self.logID = logID
        self.epoch = epoch
    }

    /// Reads the row, and refuses a log that is damaged, of another kind, or newer than a reader.
    init(
        _ bytes: RawSpan,
        path: String,
        for reader: UInt32 = Self.currentReader
    ) throws(LogError) {
        guard bytes.byteCount >= Place.minimumReader, bytes.begins(with: Self.magic) else {
            throw .damagedFile(path: path, reason: "its first row is not that of a log")
        }
        let format = bytes.number(at: Place.format, as: UInt32.self)
        guard format <= Self.currentFormat else {
            throw .newerFormat(format: format, supported: Self.currentFormat)
        }
        guard SummedFields.areWhole(bytes) else {
            throw .damagedFile(path: path, reason: "its first row is damaged")
        }
        self.format = format
        minimumReader = bytes.number(at: Place.minimumReader, as: UInt32.self)
        logID = UniqueID(bytes, at: Place.logID)
        epoch = bytes.number(at: Place.epoch, as: UInt64.self)
        guard minimumReader <= reader else {
            throw .newerReaderNeeded(reader: minimumReader, supported: reader)
        }
    }

    /// Lends the row's bytes.
    func withBytes<Result>(
        _ body: (RawSpan) throws(LogError) -> Result
    ) throws(LogError) -> Result {
        var row = SummedFields()
        row.put(Self.magic)
        row.put(format, at: Place.format)
        row.put(minimumReader, at: Place.minimumReader)
        row.put(logID, at: Place.logID)
        row.put(epoch, at: Place.epoch)
        return try row.withBytes(body)
    }
}

/// The CRC-32C of some bytes.
func checksum(_ bytes: RawSpan) -> UInt32 {
    bytes.withUnsafeBytes { scrollback_crc32c(0, $0.baseAddress, $0.count) }
}
