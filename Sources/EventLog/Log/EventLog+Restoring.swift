internal import LMDB
internal import LogSchema
package import Wire

/// The treatment, at opening for writing, of a log that is older than its keys.
package enum OlderLog: Equatable, Sendable {
    case refused
    /// The log continues under a new epoch from this time on; its missing events are lost.
    case accepted(at: Timestamp)
    /// The log comes from a backup: it continues under a new epoch in any case.
    case fromBackup(Restoration)
}

/// A restore of a copied log, which begins when the copy is opened for the first time.
package struct Restoration: Equatable, Sendable {
    package let time: Timestamp
    /// The journal's last line that was read; nil without a journal.
    package let journal: JournalLine?
    /// Whether nothing is ever written to the store afterwards.
    package let isDrill: Bool
    /// Whether the operator goes on without the journal of the log.
    package let isWithoutJournal: Bool

    package init(
        at time: Timestamp,
        with journal: JournalLine?,
        isDrill: Bool = false,
        isWithoutJournal: Bool = false
    ) {
        self.time = time
        self.journal = journal
        self.isDrill = isDrill
        self.isWithoutJournal = isWithoutJournal
    }

    /// Software that knows no journal would write past it, or to a rehearsal.
    fileprivate var leastReader: UInt32 {
        journal != nil || isDrill || isWithoutJournal
            ? LogFormat.readerOfJournals : LogFormat.readerOfRestores
    }
}

/// The loss when a log continues from an earlier state.
package struct Restored: Equatable, Sendable {
    /// The position of the last event before the restore.
    package let fork: Position
    /// The number of lost events; nil if unknown.
    package let lost: UInt64?
    /// The number of contents that had lost their keys, and are named as erased.
    package let named: UInt64

    package init(fork: Position, lost: UInt64?, named: UInt64) {
        self.fork = fork
        self.lost = lost
        self.named = named
    }
}

// A restore is one commit that appends `LogRestored` and begins the epoch, then commits of the
// erasures that it announces, then new slots for all lost events, then a mark of the new epoch. A
// crash between these steps leaves a mark of the old epoch, or fewer erasures than announced: the
// next opening continues from there. A log of another line has a mark of an epoch that it never had,
// and what continues there is what accepts it once more, with one more epoch.

extension EventLog {
    /// The relation of a log to the mark beside its keys.
    private enum Standing {
        case fits
        /// It was restored, and a crash interrupted that.
        case unfinished
        /// It lacks events; the number committed is nil if only the slots show it.
        case older(NewerEvents, committed: UInt64?)
        /// Its epoch and that of the mark do not follow from each other.
        case otherLine
    }

    /// Accepts a log that has every committed event, and restores an older one if that is accepted.
    ///
    /// - Returns: the loss by the restore; nil if nothing was lost.
    func admit(
        _ known: LogMark.Value?,
        _ options: Options,
        isBehindJournal: Bool
    ) throws(LogError) -> Restored? {
        let size = try snapshot().size.rawValue
        let olderLog = options.olderLog
        if case .fromBackup(let restoration) = options.olderLog {
            // What the journal names is erased behind this event, in the journal's order.
            let lost = LostContent(storeHead: try lostContent().storeHead)
            return try restore(restoration, committed: nil, lost)
        }
        let line = try options.journal?.line()
        switch try standing(known, size) {
        case .fits where isBehindJournal:
            guard case .accepted(let time) = olderLog else { return nil }
            return try restore(Restoration(at: time, with: line), committed: nil, lostContent())
        case .fits: return nil
        case .unfinished:
            try finishRestore(lostContent(), Timestamp(microseconds: 0))
            return nil
        case .older(let sign, let committed):
            guard case .accepted(let time) = olderLog else {
                throw .olderLog(path: directory.logPath, events: size, shownBy: sign)
            }
            let restoration = Restoration(at: time, with: line)
            return try restore(restoration, committed: committed, lostContent())
        case .otherLine:
            guard case .accepted(let time) = olderLog else { throw otherEpoch(size) }
            let lost = try lostContent(checkingSeals: true)
            return try restore(Restoration(at: time, with: line), committed: nil, lost)
        }
    }

    private func standing(
        _ known: LogMark.Value?,
        _ size: UInt64
    ) throws(LogError) -> Standing {
        let newest = try snapshot().newestRestore()
        let isCutShort = newest.map { $0.end > size } ?? false
        guard let known, known.logID == id else {
            // Slots are added less than two blocks ahead of the log.
            let most = (size / KeyFile.slotsPerBlock + 3) * KeyFile.slotsPerBlock
            guard keys.slotCount > most else { return isCutShort ? .unfinished : .fits }
            return .older(.keys(directory.keysPath, slots: keys.slotCount), committed: nil)
        }
        if known.epoch == epoch {
            guard known.events > size else { return isCutShort ? .unfinished : .fits }
            return .older(
                .mark(directory.markPath, committed: known.events),
                committed: known.events
            )
        }
        guard let newest, let ended = newest.event.earlier.last(where: { $0.epoch == known.epoch })
        else { return .otherLine }
        if known.events <= ended.fork { return isCutShort ? .unfinished : .fits }
        return ended == newest.ended && ended.committed == known.events ? .unfinished : .otherLine
    }

    private func restore(
        _ restoration: Restoration,
        committed: UInt64?,
        _ lost: LostContent
    ) throws(LogError) -> Restored {
        let fork = try snapshot().size
        var generator = SystemRandomNumberGenerator()
        let ended = EarlierEpoch(
            epoch: epoch,
            fork: fork.rawValue,
            committed: committed ?? 0
        )
        let restored = LogRestored(
            epoch: UInt64.random(in: 1 ... .max, using: &generator),
            earlier: epochs.earlier + [ended],
            erasures: UInt32(lost.erasures.count),
            journalLines: restoration.journal?.number ?? 0,
            journalSum: restoration.journal?.sum,
            withoutJournal: restoration.isWithoutJournal,
            drill: restoration.isDrill
        )
        var writer = try LogWriter(self)
        try writer.begin()
        try writer.confirm(lost.storeHead, of: .store)
        var events = EventList()
        events.add(
            EnvelopeEvent.logRestored,
            to: .store,
            leastReader: restoration.leastReader
        ) { restored.encode(into: &$0) }
        try writer.append(events[0], recorded: restoration.time)
        try writer.beginEpoch(restored.epoch)
        try writer.commitWhole()
        try finishRestore(lost, restoration.time)
        return Restored(
            fork: fork,
            lost: committed.map { $0 - fork.rawValue },
            named: lost.ranges.reduce(0) { $0 + $1.count }
        )
    }

    /// Appends the erasures that the newest restore announces and the log lacks, and replaces the
    /// slots that sealed lost events.
    private func finishRestore(_ lost: LostContent, _ time: Timestamp) throws(LogError) {
        try readEpochs()
        guard let newest = try snapshot().newestRestore() else { return }
        var writer = try LogWriter(self)
        var size = try snapshot().size.rawValue
        let erasures = lost.erasures
        while size < newest.end, size - newest.position.rawValue < UInt64(erasures.count) {
            let done = Int(size - newest.position.rawValue)
            var events = EventList()
            for erasure in erasures[done..<min(done + Self.erasuresPerCommit, erasures.count)] {
                events.add(EnvelopeEvent.contentErased, to: .store) { erasure.encode(into: &$0) }
            }
            try writer.begin()
            try writer.confirm(try storeHead(at: Position(size)), of: .store)
            for index in 0..<events.count { try writer.append(events[index], recorded: time) }
            try writer.commitWhole()
            size += UInt64(events.count)
        }
        // Otherwise later events would have content under these slots.
        guard size == newest.end else { return }
        try keys.renewUnused(from: newest.position.index)
        _ = try keys.ensureSlot(at: size)
    }

    /// The head of the store's own stream, to which the newest event belongs.
    private func storeHead(at position: Position) throws(LogError) -> StreamHead {
        // Written as one expression, the optimizer produces code that its own verifier refuses.
        let snapshot = try snapshot()
        let version = try snapshot.record(at: position).version
        return StreamHead(version: version, position: position)
    }

    private func otherEpoch(_ size: UInt64) -> LogError {
        .otherEpoch(path: directory.logPath, mark: directory.markPath, events: size)
    }

    /// A transaction must not dirty too many pages, and an erasure takes up to eight.
    private static let erasuresPerCommit = 256
}

extension LogWriter {
    /// Makes the batch durable where nothing else writes: a failure ends the work.
    mutating func commitWhole() throws(LogError) {
        do throws(CommitFailure) {
            try commit()
        } catch {
            switch error {
            case .storageFull: throw .storageFull
            case .outcomeUnknown(let cause): throw .storage(cause)
            }
        }
    }
}

/// The contents of an older log that its keys no longer open.
private struct LostContent {
    /// The positions whose keys were erased by events that the log lacks.
    var ranges: [PositionRange] = []
    /// The newest event of the store's own stream.
    var storeHead: StreamHead?

    /// The number of ranges that always fit into an envelope.
    private static let rangesPerErasure = 1_000

    var erasures: [ContentErased] {
        stride(from: 0, to: ranges.count, by: Self.rangesPerErasure).map { start in
            let end = min(start + Self.rangesPerErasure, ranges.count)
            return ContentErased(ranges: Array(ranges[start..<end]))
        }
    }

    mutating func add(_ number: UInt64) {
        if let last = ranges.last, last.first + last.count == number {
            ranges[ranges.count - 1].count += 1
        } else {
            ranges.append(PositionRange(first: number, count: 1))
        }
    }
}

extension EventLog {
    /// Finds the content whose slots are zeros.
    ///
    /// Checking seals refuses a log with content that its slot does not open, because a restore
    /// made the slot anew.
    private func lostContent(checkingSeals: Bool = false) throws(LogError) -> LostContent {
        var lost = LostContent()
        var contents = contents()
        let snapshot = try snapshot()
        var records = try snapshot.records(from: Position(1))
        while let record = try records.next() {
            if record.stream == .store {
                lost.storeHead = StreamHead(version: record.version, position: record.position)
            }
            if record.sealed.byteCount == 0 { continue }
            if try keys.slot(at: record.position.index).isErased {
                lost.add(record.position.rawValue)
            } else if checkingSeals, try contents.condition(of: record) == .spoiled {
                throw otherEpoch(snapshot.size.rawValue)
            }
        }
        return lost
    }
}

/// A restore as recorded in the log.
struct FoundRestore {
    let position: Position
    let event: LogRestored
    /// The epoch that it ended.
    let ended: EarlierEpoch

    /// The position of the last erasure that belongs to it, or its own.
    var end: UInt64 { position.rawValue + UInt64(event.erasures) }
}

extension LogSnapshot {
    /// The restore that began the present epoch; nil in the first one.
    borrowing func newestRestore() throws(LogError) -> FoundRestore? {
        guard let number = try numbers(of: .restore).last else { return nil }
        let record = try record(at: Position(number))
        guard record.envelope.eventNumber == EnvelopeEvent.logRestored else {
            throw .damagedRecord(record.position, .field("event"))
        }
        let event: LogRestored
        do throws(WireError) {
            event = try LogRestored(decoding: record.envelope.event)
        } catch {
            throw .damagedRecord(record.position, .frame(error))
        }
        guard let ended = event.earlier.last else {
            throw .damagedRecord(record.position, .field("event"))
        }
        return FoundRestore(position: record.position, event: event, ended: ended)
    }
}

extension EventLog {
    /// The log's name in checkpoints of its present epoch, unless another is given.
    ///
    /// A restored log may have another root at a size that was signed before: under the same origin
    /// that would look like forgery.
    package var origin: String {
        let epochs = epochs
        return epochs.isRestored ? origin(epochs.current) : "scrollback/\(id)"
    }

    /// The log's names in checkpoints of its earlier epochs, and the size up to which each is
    /// valid.
    package var earlierOrigins: [(origin: String, fork: UInt64)] {
        epochs.earlier.enumerated().map { index, epoch in
            (index == 0 ? "scrollback/\(id)" : origin(epoch.epoch), epoch.fork)
        }
    }

    private func origin(_ epoch: UInt64) -> String { "scrollback/\(id)/\(epoch.hexadecimalText)" }
}
