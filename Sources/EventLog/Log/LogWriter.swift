internal import LMDB
internal import LogSchema
package import Merkle
package import Wire

/// Appends to the log, in batches that are stored whole or not at all; belongs to one thread.
///
///     try writer.begin()
///     try writer.confirm(head, of: stream)
///     try writer.append(draft, recorded: now)
///     try writer.commit()                        // now a power cut cannot take it
///
/// - What it keeps between batches (the tree's edge, links, the newest time) follows from the
///   log, is thrown away with a batch that is undone, and is then read from the log again.
package struct LogWriter: ~Copyable {
    package let log: EventLog
    /// The position of the newest event, those of the open batch included.
    package private(set) var size: Position
    /// The time of the newest event, those of the open batch included.
    package private(set) var newestTime: Timestamp

    /// The mark beside the keys; nil while the log is being created.
    private let mark: LogMark?
    /// Whether slots were added, or more events than a block has, since the mark was flushed.
    private var owesMarkFlush = false
    private var tree: TreeState
    /// The newest event of streams written recently, as confirmed by the log.
    private var links: [StreamID: Link] = [:]
    /// The end of the log when the open batch began.
    private var committed: (size: Position, newestTime: Timestamp)
    /// Whether the tree and the links belong to a batch that was undone.
    private var isStale = false
    /// The known least reader of the log with the open batch; the true one may be higher.
    private var leastReader: UInt32 = 1
    private var transaction: WriteTransaction?
    private var envelope: WireWriter
    private var record: WireWriter
    private var sealer: Sealer
    /// Whether there may be a logged erasure that is not carried out.
    package private(set) var hasPendingErasures: Bool

    /// The committed end of the log.
    private struct Edge {
        let size: Position
        let newestTime: Timestamp
        let tree: TreeState
        let hasPendingErasures: Bool

        init(of log: EventLog) throws(LogError) {
            let snapshot = try log.snapshot()
            size = snapshot.size
            newestTime =
                size == .zero
                ? Timestamp(microseconds: 0) : try snapshot.record(at: size).recorded
            tree = try TreeState(size: size.rawValue, in: snapshot)
            hasPendingErasures = try snapshot.hasPendingErasures()
        }
    }

    private struct Link: BitwiseCopyable {
        var head: StreamHead
        var leafHash: Digest
    }

    /// The greatest length of an envelope in bytes; a longer event is split into several.
    package static let maximumEnvelopeBytes = Disclosure.maximumEnvelopeBytes
    /// The greatest length of a content in bytes.
    package static let maximumContentBytes = Disclosure.maximumContentBytes
    /// Links beyond this number are forgotten between batches.
    static let keptLinks = 65_536

    /// Makes the writer of a log that this process opened for writing.
    package init(_ log: EventLog) throws(LogError) {
        guard log.access == .writing else { throw .readOnly }
        let edge = try Edge(of: log)
        self.log = log
        mark = log.mark
        size = edge.size
        newestTime = edge.newestTime
        tree = edge.tree
        committed = (edge.size, edge.newestTime)
        envelope = WireWriter()
        record = WireWriter()
        sealer = Sealer()
        hasPendingErasures = edge.hasPendingErasures
        transaction = nil
    }

    /// Begins a batch.
    ///
    /// - Precondition: the previous batch was committed or abandoned.
    package mutating func begin() throws(LogError) {
        precondition(transaction == nil, "A batch ends before the next one begins.")
        if isStale { try reload() }
        if links.count > Self.keptLinks { links.removeAll(keepingCapacity: true) }
        committed = (size, newestTime)
        transaction = try log.beginWriting()
    }

    /// Undoes the batch.
    package mutating func abandon() {
        guard transaction.take() != nil else { return }
        sealer.forget()
        goBack()
    }

    /// Returns to the end of the log at the batch's beginning.
    private mutating func goBack() {
        leastReader = 1
        // The tree is ahead of the size where a tile could not be stored.
        guard tree.frontier.size != committed.size.rawValue else { return }
        size = committed.size
        newestTime = committed.newestTime
        isStale = true
    }

    /// Returns the head of a stream, if this batch or a recent one wrote to it.
    package func head(of stream: StreamID) -> StreamHead? { links[stream]?.head }

    /// The root of the tree, including the events of the open batch.
    package var root: Digest { tree.frontier.root }

    /// Accepts a stream's head from a view, after checking the record that it names.
    ///
    /// A stream without events has none.
    ///
    /// - Throws: `headNotConfirmed` if the record is another one: the views are damaged.
    package mutating func confirm(
        _ claimed: StreamHead?,
        of stream: StreamID
    ) throws(LogError) {
        let leafHash = try confirmedLink(claimed, of: stream)
        let head = claimed ?? StreamHead(version: .zero, position: .zero)
        links[stream] = Link(head: head, leafHash: leafHash)
    }

    /// Returns the leaf hash that links to a head, if the named record is that head.
    ///
    /// - Throws: `headNotConfirmed` if it is another record.
    package borrowing func confirmedLink(
        _ claimed: StreamHead?,
        of stream: StreamID
    ) throws(LogError) -> Digest {
        guard let claimed else { return .zero }
        guard claimed.position > .zero, claimed.position <= size else {
            throw .headNotConfirmed(claimed.position)
        }
        let record = try recordInBatch(at: claimed.position)
        guard record.stream == stream, record.version == claimed.version else {
            throw .headNotConfirmed(claimed.position)
        }
        return record.leafHash
    }

    /// Appends one event to a stream whose head is known.
    ///
    /// If its own time is earlier than the newest event's, it is recorded at the newest event's
    /// time. An erasure is noted as pending in the same batch, so that it is carried out even after
    /// a crash. An event that older software would misunderstand raises the log's minimum reader in
    /// the same batch.
    ///
    /// - Throws: `eventTooLarge` and `invalidErasure` before anything is changed; after any other
    ///   error the batch can only be abandoned.
    /// - Precondition: `head(of:)` knows the stream, or `confirm` was called for it.
    package mutating func append(
        _ draft: borrowing Draft,
        recorded: Timestamp
    ) throws(LogError) {
        guard let link = links[draft.stream] else {
            preconditionFailure("The head of a stream is confirmed before anything is appended.")
        }
        guard draft.content.byteCount <= Self.maximumContentBytes else {
            throw .eventTooLarge(bytes: draft.content.byteCount, limit: Self.maximumContentBytes)
        }
        if draft.leastReader > leastReader { try requireReader(draft.leastReader) }
        let position = size.next
        let erases = draft.type == EnvelopeEvent.contentErased
        if erases { _ = try Erasure(valid: draft.body, at: position) }
        let version = link.head.version.next
        let time = max(recorded, newestTime)
        try ensureSlot(at: position.index)
        let slot = try log.keys.slot(at: position.index)
        let seal =
            draft.content.byteCount == 0
            ? nil : Sealer.seal(of: draft.content, salt: slot.salt)
        envelope.removeAll()
        Envelope(draft, version: version, time: time, previous: link.leafHash, seal: seal)
            .encode(into: &envelope, event: draft.type, body: draft.body)
        guard envelope.count <= Self.maximumEnvelopeBytes else {
            throw .eventTooLarge(bytes: envelope.count, limit: Self.maximumEnvelopeBytes)
        }
        record.frame(envelope, draft.content, seal: seal, slot: slot, &sealer)
        try store(at: position, of: draft.stream, version: version, time: time)
        if erases {
            try note(.pendingErasure(position))
            hasPendingErasures = true
        }
        if draft.type == EnvelopeEvent.logRestored { try note(.restore(position)) }
        if draft.type == EnvelopeEvent.journalBegun { try note(.journal(position)) }
    }

    /// Stores the framed record as the newest event.
    private mutating func store(
        at position: Position,
        of stream: StreamID,
        version: Version,
        time: Timestamp
    ) throws(LogError) {
        let leaf = TreeHash.leaf(envelope.bytes)
        try transaction?.append(record, at: .record(position), in: log.table)
        for level in 0..<tree.append(leaf) {
            try log.pages.check(at: tree.fullTileKey(level: level))
            try transaction?.insert(tree, level: level, in: log.table)
        }
        links[stream] = Link(
            head: StreamHead(version: version, position: position),
            leafHash: leaf
        )
        size = position
        newestTime = time
    }

    /// Appends an event of another log, at its position there: all that its envelope says stays,
    /// but the link to the stream's previous event and the seal, which are of this log.
    ///
    /// Erased content keeps the seal that it had, and is not noted as pending: the caller zeroes
    /// the slots of all named positions at the end.
    ///
    /// - Precondition: the stream's head is known, and the other log is sound.
    mutating func append(
        _ imported: borrowing EncodedEnvelope,
        of stream: StreamID,
        content: RawSpan,
        isErased: Bool
    ) throws(LogError) {
        guard let link = links[stream] else {
            preconditionFailure("The head of a stream is confirmed before anything is appended.")
        }
        let restores = imported.eventNumber == EnvelopeEvent.logRestored
        if restores { try requireReader(LogFormat.readerOfRestores) }
        let position = size.next
        try ensureSlot(at: position.index)
        let slot = try log.keys.slot(at: position.index)
        var fields: Envelope
        do throws(WireError) {
            fields = try Envelope(imported)
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
        guard fields.version == link.head.version.next.rawValue else {
            throw .damagedRecord(position, .link)
        }
        fields.previous = fields.version == 1 ? nil : link.leafHash
        if !isErased {
            fields.seal =
                content.byteCount == 0 ? nil : Sealer.seal(of: content, salt: slot.salt)
        }
        envelope.removeAll()
        fields.encode(into: &envelope, event: imported.eventNumber, body: imported.event)
        let seal = isErased ? nil : fields.seal
        record.frame(envelope, content, seal: seal, slot: slot, &sealer)
        try store(
            at: position,
            of: stream,
            version: Version(fields.version),
            time: Timestamp(microseconds: fields.recorded)
        )
        if restores { try note(.restore(position)) }
        if imported.eventNumber == EnvelopeEvent.journalBegun { try note(.journal(position)) }
    }

    /// Adds a row that has a key and no value.
    private mutating func note(_ key: LogKey) throws(LogError) {
        try log.pages.check(at: key)
        try transaction?.put(RawSpan(), at: key, in: log.table, .insert)
    }

    /// Returns the record at a position, also of the open batch; valid until the next change.
    @_lifetime(borrow self)
    borrowing func recordInBatch(at position: Position) throws(LogError) -> StoredRecord {
        guard position > .zero, position <= size else {
            throw .noSuchPosition(position, size: size)
        }
        try log.pages.check(at: position)
        guard let bytes = try transaction?.row(.record(position), in: log.table) else {
            throw .damagedRecord(position, .gap)
        }
        return try StoredRecord(at: position, bytes)
    }

    /// Returns the event appended last, as a reader will see it; valid until the next change.
    @_lifetime(borrow self)
    package borrowing func newest() throws(LogError) -> StoredRecord {
        try StoredRecord(at: size, trusting: record.bytes)
    }

    /// Makes the batch durable: after it returns, a power cut cannot lose the batch.
    ///
    /// - Throws: `storageFull` if it is certain that nothing was stored and that writing can
    ///   continue; else `outcomeUnknown`, after which the log must be opened again.
    package mutating func commit() throws(CommitFailure) {
        guard let open = transaction.take() else { return }
        sealer.forget()
        let before = log.lastTransactionID
        do throws(LMDBError) {
            try open.commit()
        } catch {
            goBack()
            let isUndone =
                before != nil && log.lastTransactionID == before && log.canBeginWriting()
            if isUndone && log.isFull(error) { throw .storageFull }
            throw .outcomeUnknown(error)
        }
        // Not before: the mark is never above the durable size of the log.
        mark?.note(size.rawValue)
        // The blocks that the batch needed were added with the mark of before it.
        if size.rawValue - committed.size.rawValue > KeyFile.slotsPerBlock {
            owesMarkFlush = true
            try? flushMark()
        }
    }

    /// Carries out the committed erasures; see `Erasure`.
    ///
    /// `erased` receives the positions that can no longer be opened, as soon as that is so.
    ///
    /// - Returns: the number of records whose content was removed.
    /// - Precondition: no batch is open.
    @discardableResult
    package mutating func carryOutErasures(
        _ erased: ([ClosedRange<UInt64>]) -> Void = { _ in }
    ) throws(LogError) -> UInt64 {
        precondition(transaction == nil, "Erasures are carried out between batches.")
        let count = try log.carryOutErasures(erased)
        hasPendingErasures = false
        return count
    }

    /// Keeps a signed checkpoint, durably, in a batch of its own.
    ///
    /// - Throws: `refused` if the log contradicts it.
    /// - Precondition: no batch is open.
    package mutating func keep(checkpoint note: SignedNote) throws(CheckpointFailure) {
        guard let size = try log.sizeToKeep(note) else { return }
        do throws(LogError) {
            try begin()
            let bytes = note.bytes
            try log.pages.check(at: .checkpoint(size))
            try transaction?.put(bytes.span.bytes, at: .checkpoint(size), in: log.table, .replace)
        } catch {
            abandon()
            throw .log(error)
        }
        do throws(CommitFailure) {
            try commit()
        } catch {
            throw .commit(error)
        }
    }

    /// Adds a block of slots when less than one is left, so that no append has to wait for it.
    package mutating func prepareAhead() throws(LogError) {
        try ensureSlot(at: size.rawValue + KeyFile.slotsPerBlock)
    }

    /// Adds a block of slots if need be, and flushes the mark with it, because the mark must not be
    /// further behind the log than that.
    private mutating func ensureSlot(at index: UInt64) throws(LogError) {
        if try log.keys.ensureSlot(at: index) { owesMarkFlush = true }
        try flushMark()
    }

    /// Flushes the mark if that is owed; where it fails, no event is appended before it succeeds.
    private mutating func flushMark() throws(LogError) {
        guard owesMarkFlush else { return }
        try mark?.flush()
        owesMarkFlush = false
    }

    /// Raises the log's minimum reader, so that older software refuses the log; it takes effect
    /// with the batch.
    ///
    /// - Precondition: this software is itself such a reader.
    private mutating func requireReader(_ reader: UInt32) throws(LogError) {
        precondition(reader <= LogFormat.currentReader, "A log must stay readable for its writer.")
        var format = try formatInBatch()
        leastReader = max(reader, format.minimumReader)
        guard reader > format.minimumReader else { return }
        format.minimumReader = reader
        try put(format)
    }

    private borrowing func formatInBatch() throws(LogError) -> LogFormat {
        guard let row = try transaction?.row(.format, in: log.table) else {
            preconditionFailure("The number is raised in the batch that needs it.")
        }
        return try LogFormat(row, path: log.directory.logPath)
    }

    /// Begins another epoch with the batch that appends the restore.
    package mutating func beginEpoch(_ epoch: UInt64) throws(LogError) {
        try requireReader(LogFormat.readerOfRestores)
        var format = try formatInBatch()
        format.epoch = epoch
        try put(format)
    }

    /// Writes the format row.
    mutating func put(_ format: LogFormat) throws(LogError) {
        try format.withBytes { (row) throws(LogError) in
            try transaction?.put(row, at: .format, in: log.table, .replace)
        }
    }

    private mutating func reload() throws(LogError) {
        let edge = try Edge(of: log)
        size = edge.size
        newestTime = edge.newestTime
        tree = edge.tree
        committed = (size, newestTime)
        links.removeAll(keepingCapacity: true)
        isStale = false
    }
}
