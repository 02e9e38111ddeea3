internal import Glibc
package import LMDB
package import Merkle
package import Wire

/// Events on their way into the log: all of them or none.
///
/// `commit` consumes it; one that is dropped without is undone.
package struct LogBatch: ~Copyable {
    private let writer: LogWriter
    private var transaction: WriteTransaction?

    /// The most bytes that an envelope may have; what is longer becomes several events.
    package static let maximumEnvelopeBytes = 32 << 10
    /// The most bytes that a content may have.
    package static let maximumContentBytes = 1 << 20

    init(_ writer: LogWriter, _ transaction: consuming WriteTransaction) {
        self.writer = writer
        self.transaction = consume transaction
    }

    deinit {
        if transaction != nil { writer.isStale = true }
    }

    /// The position of the newest event, those of this batch included.
    package var size: Position { writer.size }

    /// The time of the newest event, those of this batch included.
    package var newestTime: Timestamp { writer.newestTime }

    /// The root of the tree, with the events of this batch.
    package var root: Digest { writer.tree.frontier.root }

    /// The head of a stream, if this batch or a recent one wrote to it.
    package func head(of stream: StreamID) -> StreamHead? { writer.links[stream]?.head }

    /// Takes a view's word for a stream's head, after looking at the record that it names.
    ///
    /// - Parameter claimed: nil for a stream without events.
    /// - Throws: `headNotConfirmed` if the record is another one: the views are not to be trusted.
    package mutating func confirm(
        _ claimed: StreamHead?,
        of stream: StreamID
    ) throws(LogError) {
        guard let claimed else {
            let head = StreamHead(version: .zero, position: .zero)
            writer.links[stream] = LogWriter.Link(head: head, leafHash: .zero)
            return
        }
        guard claimed.position > .zero, claimed.position <= size else {
            throw .headNotConfirmed(claimed.position)
        }
        let key = LogKey.record(claimed.position)
        let link: LogWriter.Link
        do throws(LMDBError) {
            guard let bytes = try transaction?.value(of: key.bytes.span.bytes, in: writer.log.table)
            else { throw LogError.damagedRecord(claimed.position, .gap) }
            let record = try StoredRecord(at: claimed.position, bytes)
            guard record.stream == stream, record.version == claimed.version else {
                throw LogError.headNotConfirmed(claimed.position)
            }
            link = LogWriter.Link(head: claimed, leafHash: record.leafHash)
        } catch let error as LMDBError {
            throw LogError(error)
        }
        writer.links[stream] = link
    }

    /// Appends one event to a stream whose head is known.
    ///
    /// - Parameter recorded: taken as the newest event's time where it would be earlier.
    /// - Precondition: `head(of:)` knows the stream, or `confirm` was called for it.
    package mutating func append(
        _ draft: borrowing Draft,
        recorded: Timestamp
    ) throws(LogError) {
        guard let link = writer.links[draft.stream] else {
            preconditionFailure("The head of a stream is confirmed before anything is appended.")
        }
        guard draft.content.byteCount <= Self.maximumContentBytes else {
            throw .eventTooLarge(
                bytes: draft.content.byteCount, limit: Self.maximumContentBytes)
        }
        let position = writer.size.next
        let version = link.head.version.next
        let time = max(recorded, writer.newestTime)
        try writer.log.keys.ensureSlot(at: position.index)

        let slot = try writer.log.keys.slot(at: position.index)
        let seal =
            draft.content.byteCount == 0
            ? nil : Sealer.seal(of: draft.content, salt: slot.salt)
        let envelope = Envelope(
            schema: LogFormat.currentReader,
            recorded: time.microseconds,
            sent: draft.sent?.microseconds,
            streamKind: UInt32(draft.stream.kind.rawValue),
            stream: draft.stream.kind == .store ? nil : draft.stream.id,
            version: version.rawValue,
            actor: draft.actor,
            command: draft.command,
            previous: version.rawValue == 1 ? nil : link.leafHash,
            seal: seal)
        writer.envelope.removeAll()
        envelope.encode(into: &writer.envelope, event: draft.type, body: draft.body)
        guard writer.envelope.count <= Self.maximumEnvelopeBytes else {
            throw .eventTooLarge(
                bytes: writer.envelope.count, limit: Self.maximumEnvelopeBytes)
        }
        writer.frameRecord(seal: seal, slot: slot, content: draft.content)

        let leaf = TreeHash.leaf(writer.envelope.bytes)
        do throws(LMDBError) {
            let key = LogKey.record(position)
            try transaction?.put(
                key.bytes.span.bytes, writer.record.bytes, in: writer.log.table, .append)
        } catch {
            throw LogError(error)
        }
        try writer.tree.append(leaf, into: &transaction!, table: writer.log.table)
        writer.links[draft.stream] = LogWriter.Link(
            head: StreamHead(version: version, position: position), leafHash: leaf)
        writer.size = position
        writer.newestTime = time
    }

    /// The event appended last, as a reader will see it.
    @_lifetime(borrow self)
    package borrowing func newest() throws(LogError) -> StoredRecord {
        let record = try StoredRecord(at: writer.size, trusting: writer.record.bytes)
        return _overrideLifetime(record, borrowing: self)
    }

    /// Writes the format row.
    mutating func put(_ format: LogFormat) throws(LogError) {
        do throws(LMDBError) {
            try format.withBytes { (row) throws(LogError) in
                do throws(LMDBError) {
                    try transaction?.put(
                        LogKey.format.bytes.span.bytes, row, in: writer.log.table)
                } catch {
                    throw LogError(error)
                }
            }
        }
    }

    /// Makes the events durable: when this returns, a power cut cannot take them.
    ///
    /// - Throws: `storageFull` if it is certain that nothing was stored and that writing can go
    ///   on; else `outcomeUnknown`, after which the log must be opened again.
    package consuming func commit() throws(CommitFailure) {
        let environment = writer.log.environment
        let before = environment.lastTransactionID
        guard let open = transaction.take() else { return }
        do throws(LMDBError) {
            try open.commit()
        } catch {
            writer.isStale = true
            let isCertain =
                environment.lastTransactionID == before && writer.log.canBeginWriting()
            if isCertain && writer.log.isFull(error) { throw .storageFull }
            throw .outcomeUnknown(error)
        }
    }
}

/// Why a commit did not return.
package enum CommitFailure: Error, Equatable, Sendable {
    /// Nothing was stored; writing goes on when there is room.
    case storageFull
    /// The events may or may not be stored; nothing more is written until the log is reopened.
    case outcomeUnknown(LMDBError)
}

extension LogWriter {
    /// Puts envelope, sealed content and checksum together.
    fileprivate func frameRecord(seal: Digest?, slot: Slot, content: RawSpan) {
        record.removeAll()
        record.write(envelope.bytes, field: 1)
        if let seal {
            record.write(sealer.apply(slot, seal: seal, to: content), field: 2)
        }
        let sum = checksum(record.bytes)
        record.write(fixed32: sum, field: 3)
    }
}

let diskFull = ENOSPC
let quotaExceeded = EDQUOT

extension EventLog {
    /// Below this many free bytes an I/O error is taken for a full disk.
    private static let littleRoom: UInt64 = 16 << 20

    /// The bytes that are free where the log lies; nil if it cannot be asked.
    package var freeBytes: UInt64? {
        var status = statvfs()
        guard statvfs(directory.logPath, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    fileprivate func isFull(_ error: LMDBError) -> Bool {
        switch error {
        case .mapFull, .system(errno: diskFull), .system(errno: quotaExceeded): true
        // Some filesystems only find out while writing back.
        case .system(errno: EIO): (freeBytes ?? .max) < Self.littleRoom
        default: false
        }
    }

    fileprivate func canBeginWriting() -> Bool {
        do throws(LMDBError) {
            try environment.beginWriting().abort()
            return true
        } catch {
            return false
        }
    }
}
