internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Wire

/// The segments and slots that a run adds to the backup before it.
struct BackupCopy: ~Copyable {
    let log: EventLog
    let folders: BackupFolders
    private let slice: Duration
    let stop: BackupStop
    private let progress: (@Sendable (UInt64, UInt64) -> Void)?
    private let keys: KeyCopy
    private let place: UniqueID
    private let run: UInt64
    /// Whether the copy of the keys has the slots of the backup before.
    let isContinued: Bool
    /// The position up to which segments are written.
    private var copied: Position
    /// The position up to which slots are copied.
    private var copiedSlots: Position
    /// The position up to which this backup goes.
    private var size: Position
    /// The position up to which erasures are read from the log.
    private var readErasures: Position
    /// The size of the backup before.
    private let former: Position
    /// The positions that erasures name which the backup before has not carried out.
    private(set) var named = RangeSet<UInt64>()
    /// Those of them that were found since the last copying, in no order.
    private var fresh: [Range<UInt64>] = []
    private var segments: [Segment]
    private var keeping: BackupManifest.Keeping?
    private(set) var written: [Position: Segment] = [:]
    private var bytes: UInt64 = 0
    private var done: UInt64 = 0

    init(
        of log: EventLog,
        in folders: BackupFolders,
        after before: BackupManifest?,
        _ place: KeyPlace,
        _ slice: Duration,
        _ stop: BackupStop,
        _ progress: (@Sendable (UInt64, UInt64) -> Void)?
    ) throws(BackupError) {
        let path = "\(folders.keys)/\(KeyPlace.keysName)"
        let keys = try translating { () throws(LogError) in try KeyCopy(path: path, creates: true) }
        let (now, pending, slots) = try translating { () throws(LogError) in
            let snapshot = try log.snapshot()
            return (snapshot.size, try snapshot.pendingRanges(), try Self.slotCount(path))
        }
        self.log = log
        self.folders = folders
        self.slice = slice
        self.stop = stop
        self.progress = progress
        self.place = place.place
        segments = before?.segments ?? []
        keeping = before?.keeping
        former = before?.size ?? .zero
        run = (before?.run ?? 0) + 1
        size = now
        // A new folder gets all slots.
        isContinued = before.map { place.belongs(to: $0) } ?? false
        copiedSlots = isContinued ? Position(min(former.rawValue, slots)) : .zero
        copied = former
        // What the log's records have lost is in no new segment; old ones and old slots are asked.
        readErasures = before == nil ? now : isContinued ? min(former, place.erased) : former
        self.keys = keys
        fresh = pending.map { $0.lowerBound..<$0.upperBound + 1 }
    }

    private static func slotCount(_ path: String) throws(LogError) -> UInt64 {
        try KeyCopy(path: path, creates: false).slotCount
    }

    /// Writes segments and slots up to the size, and anew those that hold what was erased.
    mutating func copyOn() throws(BackupError) {
        try readErasures(through: size)
        var outdated = Segment.indices(of: fresh, in: segments)
        named = RangeSet(merging: Array(named.ranges) + fresh)
        fresh = []
        if size > copied, let last = segments.indices.last, !segments[last].isFull {
            // Events are added to the last segment.
            outdated.removeAll { $0 == last }
            segments.removeLast()
        }
        let next = segments.last.map(\.last.next) ?? Position(1)
        let total =
            outdated.reduce(0) { $0 + segments[$1].count } + size.rawValue + 1 - next.rawValue
        done = 0
        for index in outdated {
            segments[index] = try write(
                from: segments[index].first,
                through: segments[index].last,
                total: total
            )
        }
        var first = next
        while first <= size {
            let last = Position(min(first.rawValue + Segment.span - 1, size.rawValue))
            segments.append(try write(from: first, through: last, total: total))
            first = last.next
        }
        copied = size
        try translating { () throws(LogError) in
            try keys.copySlots(of: log, from: copiedSlots, through: size)
        }
        copiedSlots = size
    }

    private mutating func write(
        from first: Position,
        through last: Position,
        total: UInt64
    ) throws(BackupError) -> Segment {
        var writer = try translating { () throws(LogError) in
            try SegmentWriter(
                in: folders.backup,
                of: log.id,
                from: first,
                through: last,
                run: run
            )
        }
        var next: Position? = first
        while let from = next {
            try stop.check()
            next = try translating { () throws(LogError) in
                let next = try log.visitSlice(from: from, through: last, slice: slice) {
                    (record) throws(LogError) in
                    try take(record, into: &writer)
                    return !writer.isFull
                }
                // The snapshot has ended: the disk may take its time, and so may who is told.
                try writer.writeOut()
                return next
            }
            progress?(done, max(done, total))
        }
        let segment: Segment
        do throws(LogError) { segment = try writer.finish() } catch { throw BackupError(error) }
        written[first] = segment
        bytes += segment.bytes
        return segment
    }

    private mutating func take(
        _ record: borrowing StoredRecord,
        into writer: inout SegmentWriter
    ) throws(LogError) {
        // A slot of zeros is an erasure's that is logged and found after the copying, or rotten:
        // the check that follows tells them apart.
        let isGone = try log.isErased(at: record.position)
        let isErased = isGone || named.contains(record.position.rawValue)
        writer.append(record, withoutContent: isErased)
        if record.stream == .store, record.position >= keeping?.position ?? .zero {
            keeping = BackupManifest.Keeping(position: record.position, leaf: record.leafHash)
        }
        done += 1
    }

    private mutating func readErasures(through last: Position) throws(BackupError) {
        guard readErasures < last else { return }
        try translating { () throws(LogError) in
            try log.forEachRecord(from: readErasures.next, through: last, slice: slice) {
                (record) throws(LogError) in
                for range in try record.envelope.erasedPositions(at: record.position) {
                    fresh.append(range.lowerBound..<range.upperBound + 1)
                }
            }
        }
        readErasures = last
    }

    /// Takes the newest erasure that was logged meanwhile as the new size.
    ///
    /// - Returns: whether there was one.
    mutating func goOnToNewestErasure() throws(BackupError) -> Bool {
        let newest = try translating { () throws(LogError) in
            let now = try log.snapshot().size
            var newest: Position?
            guard now > size else { return newest }
            try log.forEachRecord(from: size.next, through: now, slice: slice) {
                (record) throws(LogError) in
                if record.envelope.eventNumber == EnvelopeEvent.contentErased {
                    newest = record.position
                }
            }
            return newest
        }
        guard let newest else { return false }
        size = newest
        return true
    }

    /// The manifest of what is written.
    func manifest() throws(BackupError) -> BackupManifest {
        let size = size
        let (identity, root, checkpoints) = try translating { () throws(LogError) in
            let snapshot = try log.snapshot()
            var checkpoints: [BackupManifest.Checkpoint] = []
            try snapshot.forEachCheckpoint { covered, note in
                guard covered <= size else { return }
                checkpoints.append(BackupManifest.Checkpoint(size: covered, note: note))
            }
            return (try snapshot.identity(), try snapshot.root(at: size), checkpoints)
        }
        guard let keeping else {
            throw BackupError(.unavailable, "the log has no event of its own stream")
        }
        return BackupManifest(
            identity: identity,
            place: place,
            run: run,
            size: size,
            root: root,
            keeping: keeping,
            segments: segments,
            checkpoints: checkpoints
        )
    }

    /// Zeroes the slots that the manifest's erasures name.
    func eraseSlots() throws(BackupError) {
        let ranges = named.ranges.map { $0.lowerBound...$0.upperBound - 1 }
        try translating { () throws(LogError) in try keys.erase(ranges) }
    }

    func report(_ manifest: BackupManifest) -> BackupReport {
        BackupReport(
            log: log.id,
            epoch: manifest.identity.epoch,
            size: manifest.size,
            root: manifest.root,
            checkpoint: manifest.checkpoints.last?.size,
            place: KeyCopyID(place),
            newEvents: manifest.size.rawValue - former.rawValue,
            written: UInt64(written.count),
            segments: UInt64(manifest.segments.count),
            bytes: bytes,
            erasures: manifest.erasures,
            keeping: nil,
            alsoKeep: BackupReport.alsoKept
        )
    }
}

extension BackupReport {
    static let journal =
        "the journal, the file that --journal names: a restore repeats from it what came later"

    fileprivate static let alsoKept = [
        "the program's own configuration: options, custom views, files of API keys",
        "private keys that sign checkpoints",
        "the marks of consumers that follow the store",
        "media that messages name by URL",
    ]
}
