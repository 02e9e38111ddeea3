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

    static let byteCount = 52
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
        guard bytes.byteCount >= 20, Self.hasMagic(bytes) else {
            throw .damagedFile(path: path, reason: "its first row is not that of a log")
        }
        let format = bytes.unsafeLoadUnaligned(fromByteOffset: 16, as: UInt32.self).littleEndian
        guard format <= Self.currentFormat else {
            throw .newerFormat(format: format, supported: Self.currentFormat)
        }
        guard bytes.byteCount == Self.byteCount,
            checksum(bytes.extracting(0..<48))
                == bytes.unsafeLoadUnaligned(fromByteOffset: 48, as: UInt32.self).littleEndian
        else { throw .damagedFile(path: path, reason: "its first row is damaged") }
        self.format = format
        minimumReader =
            bytes.unsafeLoadUnaligned(fromByteOffset: 20, as: UInt32.self).littleEndian
        logID = UniqueID(bytes, at: 24)
        epoch = bytes.unsafeLoadUnaligned(fromByteOffset: 40, as: UInt64.self).littleEndian
        guard minimumReader <= reader else {
            throw .newerReaderNeeded(reader: minimumReader, supported: reader)
        }
    }

    /// Lends the row's bytes.
    func withBytes<Result>(
        _ body: (RawSpan) throws(LogError) -> Result
    ) throws(LogError) -> Result {
        var row = InlineArray<52, UInt8>(repeating: 0)
        for index in 0..<16 { row[index] = Self.magic.utf8Start[index] }
        func store(_ value: UInt64, count: Int, at offset: Int) {
            for index in 0..<count {
                row[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
            }
        }
        store(UInt64(format), count: 4, at: 16)
        store(UInt64(minimumReader), count: 4, at: 20)
        store(logID.high.byteSwapped, count: 8, at: 24)
        store(logID.low.byteSwapped, count: 8, at: 32)
        store(epoch, count: 8, at: 40)
        store(UInt64(checksum(row.span.bytes.extracting(0..<48))), count: 4, at: 48)
        return try body(row.span.bytes)
    }

    private static func hasMagic(_ bytes: RawSpan) -> Bool {
        for index in 0..<16
        where bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt8.self)
            != magic.utf8Start[index]
        {
            return false
        }
        return true
    }
}

/// The CRC-32C of some bytes.
func checksum(_ bytes: RawSpan) -> UInt32 {
    bytes.withUnsafeBytes { scrollback_crc32c(0, $0.baseAddress, $0.count) }
}
