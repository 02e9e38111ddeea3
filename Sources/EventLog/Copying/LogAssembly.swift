internal import Glibc
internal import LMDB
internal import LogSchema
package import Merkle
package import Wire

/// A new log.mdb that is made of the records of another one, in their order.
///
/// - Records get the bytes that they have, or lose their sealed content. So leaves and root stay
///   what they were.
/// - The tiles and the rows of restores follow from the records; the tree is computed, not copied.
/// - Nothing is flushed before `finish`: until then the file belongs to a folder, or has a name,
///   that no crash leaves behind as a log.
package struct LogAssembly: ~Copyable {
    private let log: EventLog
    private var transaction: WriteTransaction?
    private var tree: TreeState
    private var record = WireWriter()
    /// The bytes put since the last commit.
    private var uncommitted = 0
    /// The position of the newest record.
    package private(set) var size = Position.zero

    /// A transaction must not dirty too many pages.
    private static let committedBytes = 16 << 20

    /// Begins a log file in a folder.
    ///
    /// - Parameters:
    ///   - directory: The place; its log.mdb does not exist.
    ///   - identity: What the format row is to say.
    ///   - bytes: The expected size of the file; its address space follows it.
    /// - Throws: what opening a log file throws.
    package init(
        at directory: StoreDirectory,
        of identity: LogIdentity,
        expecting bytes: UInt64
    ) throws(LogError) {
        let log = try Self.opened(at: directory, of: identity, expecting: bytes)
        let tree = try TreeState(size: 0, in: try log.snapshot())
        let transaction = try Self.begun(in: log, with: identity.format)
        self.log = log
        self.tree = tree
        self.transaction = consume transaction
    }

    private static func opened(
        at directory: StoreDirectory,
        of identity: LogIdentity,
        expecting bytes: UInt64
    ) throws(LogError) -> EventLog {
        var options = EventLog.Options()
        options.expectedBytes = bytes
        options.flushing = .never
        let (environment, table) = try EventLog.openEnvironment(
            directory,
            access: .writing,
            options: options,
            creates: true
        )
        return EventLog(
            directory: directory,
            access: .writing,
            format: identity.format,
            environment: environment,
            table: table,
            pages: PageGuard(environment, size: nil),
            keys: try KeyFile(path: directory.keysPath, forWriting: false, mapBytes: 1 << 20),
            lock: nil
        )
    }

    private static func begun(
        in log: EventLog,
        with format: LogFormat
    ) throws(LogError) -> WriteTransaction {
        var transaction = try log.beginWriting()
        try format.withBytes { (row) throws(LogError) in
            try transaction.put(row, at: .format, in: log.table, .insert)
        }
        return transaction
    }

    /// The root of the records so far.
    package var root: Digest { tree.frontier.root }

    /// Appends the next record.
    ///
    /// - Throws: `damagedRecord` if it is not the next one.
    package mutating func append(
        _ stored: borrowing StoredRecord,
        withoutContent: Bool = false
    ) throws(LogError) {
        guard stored.position == size.next else { throw .damagedRecord(stored.position, .gap) }
        if uncommitted > Self.committedBytes { try commit() }
        let key = LogKey.record(stored.position)
        if withoutContent, stored.sealed.byteCount > 0 {
            stored.frame(withoutContentInto: &record)
            try transaction?.append(record, at: key, in: log.table)
            uncommitted += record.count
        } else {
            try transaction?.put(stored.bytes, at: key, in: log.table, .append)
            uncommitted += stored.bytes.byteCount
        }
        if stored.envelope.eventNumber == EnvelopeEvent.logRestored {
            try transaction?.put(RawSpan(), at: .restore(stored.position), in: log.table, .insert)
        }
        if stored.envelope.eventNumber == EnvelopeEvent.journalBegun {
            try transaction?.put(RawSpan(), at: .journal(stored.position), in: log.table, .insert)
        }
        for level in 0..<tree.append(stored.leafHash) {
            try transaction?.insert(tree, level: level, in: log.table)
        }
        size = stored.position
    }

    /// Adds a signed checkpoint of this log.
    package mutating func add(checkpoint note: [UInt8], of size: Position) throws(LogError) {
        try transaction?.put(note.span.bytes, at: .checkpoint(size), in: log.table, .insert)
    }

    /// Adds the row of an erasure that is logged and not carried out.
    mutating func add(pendingErasure position: Position) throws(LogError) {
        try transaction?.put(RawSpan(), at: .pendingErasure(position), in: log.table, .insert)
    }

    /// Commits the rest and flushes the file.
    package consuming func finish() throws(LogError) {
        if let open = transaction.take() { try Self.commit(open) }
        log.close()
        try OpenFile(log.directory.logPath, O_RDWR).flush()
    }

    private mutating func commit() throws(LogError) {
        if let open = transaction.take() { try Self.commit(open) }
        transaction = try log.beginWriting()
        uncommitted = 0
    }

    private static func commit(_ transaction: consuming WriteTransaction) throws(LogError) {
        do throws(LMDBError) {
            try transaction.commit()
        } catch {
            throw LogError(error)
        }
    }
}

/// The format row of a log.
package struct LogIdentity: Equatable, Sendable {
    package var log: UniqueID
    package var epoch: UInt64
    /// The oldest software that may read the log.
    package var minimumReader: UInt32

    package init(of log: UniqueID, epoch: UInt64, minimumReader: UInt32) {
        self.log = log
        self.epoch = epoch
        self.minimumReader = minimumReader
    }

    init(_ format: LogFormat) {
        self.init(of: format.logID, epoch: format.epoch, minimumReader: format.minimumReader)
    }

    var format: LogFormat {
        var format = LogFormat(logID: log, epoch: epoch)
        format.minimumReader = minimumReader
        return format
    }

    /// The reader number of this software.
    package static var currentReader: UInt32 { LogFormat.currentReader }

    /// Whether this software knows every event of such a log.
    package var isReadable: Bool { minimumReader <= LogFormat.currentReader }
}

extension LogSnapshot {
    /// Returns the format row.
    package borrowing func identity() throws(LogError) -> LogIdentity {
        LogIdentity(try format(path: "log.mdb"))
    }

    /// Visits the signed checkpoints that the log keeps, by size.
    package borrowing func forEachCheckpoint(
        _ body: (_ size: Position, _ note: [UInt8]) -> Void
    ) throws(LogError) {
        try visit(.checkpoint) { size, note in
            body(Position(size), note.withUnsafeBytes { Array($0) })
        }
    }

    /// The positions that logged erasures name and that are not all erased yet.
    package borrowing func pendingRanges() throws(LogError) -> [ClosedRange<UInt64>] {
        try pendingErasures().flatMap(\.erasure.ranges)
    }
}
