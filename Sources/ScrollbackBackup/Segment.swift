internal import EventLog
internal import Glibc
internal import LogSchema
internal import Merkle
internal import Wire

/// A part of a backup: the records of some events that follow each other, in a file that never
/// changes.
///
///     0   16  "scrollback part\n"
///     16  16  log id
///     32   8  the position of the first event, little-endian like all numbers here
///     40   8  how many events
///     48      each record: 4 bytes with its length, and its bytes as in the log
///
/// - Every segment but the last has `span` events, so a segment is a perfect subtree of the log's
///   tree, and a backup of a few new events writes at most one old segment anew.
/// - A segment that holds content erased since is written anew, under the number of a later run.
struct Segment: Equatable, Sendable {
    static let span: UInt64 = 1 << 14
    static let prefix = "events."
    fileprivate static let headerBytes = 48
    /// The greatest length of a record: an envelope, sealed content, and their frame.
    fileprivate static let maximumRecordBytes =
        LogWriter.maximumEnvelopeBytes + LogWriter.maximumContentBytes + 64

    var first: Position
    var count: UInt64
    /// The run of the backup that wrote the file.
    var run: UInt64
    var bytes: UInt64
    /// The erasures among its events.
    var erasures: UInt64
    /// SHA-256 of the file.
    var sum: Digest
    /// The root of the tree whose leaves are its events.
    var root: Digest

    var isFull: Bool { count == Self.span }
    var last: Position { Position(first.rawValue + count - 1) }
    var range: Range<UInt64> { first.rawValue..<first.rawValue + count }

    /// The name of its file.
    var name: String { Self.name(first, run) }

    static func name(_ first: Position, _ run: UInt64) -> String {
        let digits = "\(first)"
        let zeros = String(repeating: "0", count: max(0, 12 - digits.count))
        return "\(prefix)\(zeros)\(digits).\(run)"
    }

    /// What the manifest says of it.
    var line: String { "\(first) \(count) \(run) \(bytes) \(erasures) \(sum) \(root)" }
}

extension Segment {
    init?(line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 7, let first = UInt64(words[0]), let count = UInt64(words[1]),
            let run = UInt64(words[2]), let bytes = UInt64(words[3]),
            let erasures = UInt64(words[4]), let sum = Digest(hexadecimal: words[5]),
            let root = Digest(hexadecimal: words[6]),
            first > 0, first % Self.span == 1, (1...Self.span).contains(count), erasures <= count
        else { return nil }
        self.init(
            first: Position(first),
            count: count,
            run: run,
            bytes: bytes,
            erasures: erasures,
            sum: sum,
            root: root
        )
    }
}

/// Writes a segment's file, with mode 0600, hashed while it is written.
struct SegmentWriter: ~Copyable {
    private let file: OpenFile
    private let first: Position
    private let run: UInt64
    private let count: UInt64
    private var written: UInt64 = 0
    private var erasures: UInt64 = 0
    private var buffer: [UInt8] = []
    private var byteCount: UInt64 = 0
    private var sum = SHA256()
    private var tree = Frontier()

    private static let bufferBytes = 1 << 18

    init(
        in folder: String,
        of log: UniqueID,
        from first: Position,
        through last: Position,
        run: UInt64
    ) throws(LogError) {
        // A run that was cut short may have left a file of the name.
        file = try OpenFile(
            "\(folder)/\(Segment.name(first, run))",
            O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
        )
        self.first = first
        self.run = run
        count = last.rawValue - first.rawValue + 1
        buffer = Segment.header(of: log, first, count)
    }

    /// Adds the next record, in memory: whoever appends has a snapshot open.
    mutating func append(_ record: borrowing StoredRecord, withoutContent: Bool) {
        if withoutContent, record.sealed.byteCount > 0 {
            append(record.withoutContent())
        } else {
            append(record.bytes.withUnsafeBytes { Array($0) })
        }
        tree.append(record.leafHash)
        written += 1
        if record.envelope.eventNumber == EnvelopeEvent.contentErased { erasures += 1 }
    }

    /// Whether so much waits that it should be written out.
    var isFull: Bool { buffer.count >= Self.bufferBytes }

    private mutating func append(_ record: [UInt8]) {
        buffer.append(UInt32(record.count))
        buffer += record
    }

    /// Writes what waits to the file.
    mutating func writeOut() throws(LogError) {
        let bytes = buffer
        buffer = []
        buffer.reserveCapacity(Self.bufferBytes)
        try file.write(bytes.span.bytes, at: byteCount)
        sum.update(bytes.span.bytes)
        byteCount += UInt64(bytes.count)
    }

    /// Flushes the file, and returns how the manifest lists it.
    consuming func finish() throws(LogError) -> Segment {
        precondition(written == count, "A segment has the records that its head announces.")
        try writeOut()
        try file.flush()
        // The check after it reads the disk.
        posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
        return Segment(
            first: first,
            count: count,
            run: run,
            bytes: byteCount,
            erasures: erasures,
            sum: sum.finish(),
            root: tree.root
        )
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(bigEndian number: UInt64) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

extension Segment {
    /// Reads the file, checks all of it, and lends each record in order.
    ///
    /// The sum is known at the end: what was lent before counts only if nothing is thrown.
    ///
    /// - Throws: `damaged` for a file that is not what the manifest lists.
    func forEachRecord(
        in folder: String,
        of log: UniqueID,
        _ body: (borrowing StoredRecord) throws(BackupError) -> Void
    ) throws(BackupError) {
        let path = "\(folder)/\(name)"
        guard access(path, F_OK) == 0 else { throw damage("it is missing") }
        var reader = try translating { () throws(LogError) in try SegmentReader(path) }
        guard reader.byteCount == bytes else { throw damage("it has another length") }
        let header = try translating { () throws(LogError) in
            try reader.next(Segment.headerBytes)
        }
        guard header == Segment.header(of: log, first, count) else {
            throw damage("it begins as another one")
        }
        var tree = Frontier()
        var erasures: UInt64 = 0
        for number in range {
            let bytes = try translating { () throws(LogError) in try reader.nextRecord() }
            guard let bytes else { throw damage("it ends early") }
            let record: StoredRecord
            do throws(LogError) {
                record = try StoredRecord(at: Position(number), bytes.span.bytes)
            } catch {
                throw damage("\(error)")
            }
            tree.append(record.leafHash)
            if record.envelope.eventNumber == EnvelopeEvent.contentErased { erasures += 1 }
            try body(record)
        }
        guard reader.isAtEnd, reader.finish() == sum else { throw damage("its sum is another one") }
        guard tree.root == root, erasures == self.erasures else {
            throw damage("its events are not those that the manifest lists")
        }
    }

    private func damage(_ fault: String) -> BackupError {
        BackupError(
            .damaged,
            "\(name) of the backup is damaged: \(fault); restore from another backup"
        )
    }

    fileprivate static func header(
        of log: UniqueID,
        _ first: Position,
        _ count: UInt64
    ) -> [UInt8] {
        var bytes = Array("scrollback part\n".utf8)
        bytes.append(bigEndian: log.high)
        bytes.append(bigEndian: log.low)
        bytes.append(first.rawValue)
        bytes.append(count)
        return bytes
    }
}

/// Reads a segment's file in chunks, hashed while it is read.
private struct SegmentReader: ~Copyable {
    let byteCount: UInt64
    private let file: OpenFile
    private var offset: UInt64 = 0
    private var chunk: [UInt8] = []
    private var used = 0
    private var sum = SHA256()

    private static let chunkBytes = 1 << 18

    init(_ path: String) throws(LogError) {
        let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW)
        byteCount = try file.byteCount
        self.file = file
    }

    var isAtEnd: Bool { offset == byteCount && used == chunk.count }

    /// The next bytes; nil if the file ends before.
    mutating func next(_ count: Int) throws(LogError) -> [UInt8]? {
        if chunk.count - used < count {
            chunk.removeFirst(used)
            used = 0
            let more = try file.bytes(limit: max(Self.chunkBytes, count), from: offset)
            sum.update(more.span.bytes)
            offset += UInt64(more.count)
            chunk += more
        }
        guard chunk.count - used >= count else { return nil }
        defer { used += count }
        return Array(chunk[used..<used + count])
    }

    /// The bytes of the next record; nil if the file ends before, or no record is so long.
    mutating func nextRecord() throws(LogError) -> [UInt8]? {
        guard let length = try next(4) else { return nil }
        let count = length.span.bytes.unsafeLoadUnaligned(as: UInt32.self).littleEndian
        guard count <= Segment.maximumRecordBytes else { return nil }
        return try next(Int(count))
    }

    consuming func finish() -> Digest { sum.finish() }
}
