internal import Glibc
internal import Wire

/// How long the log was, written beside the keys: what shows that a log.mdb is older than they are.
///
/// An older log put beside newer keys looks sound, and making its unused slots anew would destroy
/// what seals the events behind its end. So `<keys>.mark` says how many events were committed, and
/// no slot is made anew that an event of this log may have used.
///
///     0   16  "scrollback mark\n"
///     16  16  log id
///     32   8  epoch, little-endian like all numbers here
///     40   8  how many events were committed
///     48   4  CRC-32C of the 48 bytes before
///
/// - Two copies, at 0 and 512, are written in turn, so that a torn write leaves the other one.
/// - It is written after each commit, and flushed when a block of slots is added and after a commit
///   of more events than a block has: other commits wait for no flush of it, and after a power cut
///   it is behind the log by less than two blocks, or by the last commit if that was a longer one.
/// - It is never above the log's durable size, because the commit it follows is durable.
/// - A store without one gets it when it is opened for writing, unless the number of slots shows
///   an older log: they are added about two blocks ahead of it.
final class LogMark: @unchecked Sendable {
    // Sendable: used by the thread that opens the log, then by the one that appends to it.

    struct Value: Equatable {
        var logID: UniqueID
        var epoch: UInt64
        var events: UInt64
    }

    /// A value as read from the file, and the number of its copy.
    struct Copy {
        var value: Value
        var index: UInt64
    }

    static let copyStride: UInt64 = 512
    static let byteCount = SummedFields.byteCount
    fileprivate static let magic: StaticString = "scrollback mark\n"

    /// Where each field of a copy begins.
    fileprivate enum Place {
        static let logID = 16
        static let epoch = 32
        static let events = 40
    }

    let path: String
    private var file: OpenFile?
    private var value: Value
    private var nextCopy: UInt64 = 0
    /// Whether the newest value did not get into the file.
    private var isBehind = false

    /// Reads a mark; nil if there is none.
    ///
    /// - Throws: `damagedMark` if neither copy is valid.
    static func read(_ path: String) throws(LogError) -> Copy? {
        let file: OpenFile
        do throws(LogError) {
            file = try OpenFile(path, O_RDONLY)
        } catch .system(_, _, ENOENT) {
            return nil
        }
        let bytes = try file.bytes(limit: Int(2 * copyStride))
        let copies = (0..<2).compactMap { index in
            Value(bytes, at: index * Int(copyStride)).map { Copy(value: $0, index: UInt64(index)) }
        }
        // Both are of one epoch of one log, and the larger one is the newer one.
        guard let newest = copies.max(by: { $0.value.events < $1.value.events }) else {
            throw .damagedMark(path: path)
        }
        return newest
    }

    /// Makes the mark state a log's size, durably; writes a new mark if the file has none, or one
    /// of another log or epoch.
    init(_ path: String, replacing known: Copy?, by log: Value) throws(LogError) {
        self.path = path
        value = log
        if let known, known.value.logID == log.logID, known.value.epoch == log.epoch {
            // The other copy may be torn: then this one is the only good one.
            nextCopy = 1 - known.index
            file = try OpenFile(path, O_RDWR)
            try write()
        } else {
            try Self.create(at: path, of: log)
            file = try OpenFile(path, O_RDWR)
        }
        try flush()
    }

    /// Creates a log's mark, durably, replacing any existing file.
    static func create(at path: String, of log: Value) throws(LogError) {
        var bytes = [UInt8](repeating: 0, count: Int(2 * copyStride))
        log.withBytes { copy in
            for index in 0..<byteCount {
                bytes[index] = copy.unsafeLoad(fromByteOffset: index, as: UInt8.self)
                bytes[Int(copyStride) + index] = bytes[index]
            }
        }
        let folder = StoreDirectory(path: path).parent
        try OpenFile.replace(path, with: bytes.span.bytes, in: folder)
    }

    /// Records a number of durably committed events.
    ///
    /// If it cannot be written now, it is written with the next number, or by `flush` at the
    /// latest: the events are stored already.
    func note(_ events: UInt64) {
        guard events != value.events || isBehind else { return }
        value.events = events
        do throws(LogError) {
            try write()
        } catch {
            isBehind = true
        }
    }

    /// Waits until the newest value is on the disk.
    func flush() throws(LogError) {
        if isBehind { try write() }
        try file?.flushData()
    }

    private func write() throws(LogError) {
        try value.withBytes { (copy) throws(LogError) in
            try file?.write(copy, at: nextCopy * Self.copyStride)
        }
        nextCopy = 1 - nextCopy
        isBehind = false
    }
}

extension LogMark.Value {
    /// Reads a copy; nil if it is not valid.
    fileprivate init?(_ file: [UInt8], at offset: Int) {
        guard file.count >= offset + LogMark.byteCount else { return nil }
        let bytes = file.span.bytes.extracting(offset..<offset + LogMark.byteCount)
        guard bytes.begins(with: LogMark.magic), SummedFields.areWhole(bytes) else { return nil }
        logID = UniqueID(bytes, at: LogMark.Place.logID)
        epoch = bytes.number(at: LogMark.Place.epoch, as: UInt64.self)
        events = bytes.number(at: LogMark.Place.events, as: UInt64.self)
    }

    /// Lends a copy's bytes.
    fileprivate func withBytes<Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        var copy = SummedFields()
        copy.put(LogMark.magic)
        copy.put(logID, at: LogMark.Place.logID)
        copy.put(epoch, at: LogMark.Place.epoch)
        copy.put(events, at: LogMark.Place.events)
        try copy.withBytes(body)
    }
}
