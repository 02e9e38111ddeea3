internal import EventLog
internal import Glibc
internal import LogSchema
internal import Merkle
internal import Wire

/// Reads pages, one after the other, on one thread.
///
/// A fault does not end a page: the first is noted, and the rest is read as far as possible,
/// because a later erasure may explain content that is missing earlier.
struct PageWalk: ~Copyable {
    private let log: EventLog
    private let intervalMask: UInt64
    private var contents: ContentReader
    private var streams = StreamTable()
    /// The leaf hashes of the present tile.
    private var leaves = [Digest](repeating: .zero, count: Tile.fullWidth)
    /// Whether the record of each leaf could not be read.
    private var isUnknown = [Bool](repeating: false, count: Tile.fullWidth)
    private var unknownCount = 0
    private var result: PageResult

    /// Makes a walk that reports its progress after each interval of records.
    init(_ log: EventLog, interval: UInt64) {
        self.log = log
        intervalMask = interval <= 1 ? 0 : UInt64.max >> UInt64((interval - 1).leadingZeroBitCount)
        contents = log.contents()
        result = PageResult(Page(first: 0, end: 0, firstRecord: 0, sizes: []))
    }

    /// Reads a page; `goOn` gets the number of its records read and decides whether to continue.
    mutating func read(_ page: Page, goOn: (UInt64) -> Bool) -> PageResult {
        result = PageResult(page)
        unknownCount = 0
        do throws(LogError) {
            try readTiles(page, log.snapshot())
            var index = max(page.first, page.firstRecord)
            // Large contents take long to open: the page is read in several snapshots.
            while index < page.end, !result.isCancelled {
                try readRecords(from: &index, page, log.snapshot(), goOn)
            }
        } catch {
            let read = result.records + result.unreadable
            let position = Position(max(page.first, page.firstRecord) + read + 1)
            if let finding = Finding(ofFile: error, at: position) {
                result.finding.note(finding)
                result.unreadable += 1
            } else {
                result.failure = error
            }
        }
        result.streams = streams.takeRuns()
        return result
    }

    /// Reads the tiles before the first record as they are stored.
    private mutating func readTiles(
        _ page: Page,
        _ snapshot: borrowing LogSnapshot
    ) throws(LogError) {
        var index = page.first
        while index < min(page.firstRecord, page.end) {
            let isSound = try readTile(index / Page.tileWidth, snapshot)
            result.tiles.append(TileRoot(hash: TreeHash.root(of: leaves.span), isSound: isSound))
            keepEdges(page, tile: index / Page.tileWidth)
            index += Page.tileWidth
        }
    }

    private mutating func readTile(
        _ number: UInt64,
        _ snapshot: borrowing LogSnapshot
    ) throws(LogError) -> Bool {
        guard let tile = try snapshot.storedTile(level: 0, index: number),
            tile.byteCount == Tile.fullWidth * Digest.byteCount
        else {
            noteMissingTile(number)
            return false
        }
        leaves.withUnsafeMutableBytes { leaves in
            tile.withUnsafeBytes { leaves.copyMemory(from: $0) }
        }
        return true
    }

    /// Reads records through one snapshot, for as long as one may be held.
    private mutating func readRecords(
        from index: inout UInt64,
        _ page: Page,
        _ snapshot: borrowing LogSnapshot,
        _ goOn: (UInt64) -> Bool
    ) throws(LogError) {
        let deadline = ContinuousClock.now + EventLog.longestSlice
        var isOver = false
        while index < page.end, !isOver, !result.isCancelled {
            // A new cursor after each gap.
            var records = try snapshot.records(from: Position(index + 1))
            var isGap = false
            while index < page.end, !isGap, !isOver {
                do throws(LogError) {
                    guard let record = try records.next() else {
                        isGap = true
                        break
                    }
                    take(record)
                } catch .damagedRecord(_, .gap) {
                    isGap = true
                    break
                } catch .damagedRecord(_, .checksum) {
                    noteUnreadable(index, .checksum, "\(RecordFault.checksum)")
                } catch .damagedRecord(_, let fault) {
                    noteUnreadable(index, .record, "\(fault)")
                }
                index += 1
                if index % Page.tileWidth == 0 || index == page.end {
                    try closeTile(page, behind: index, snapshot)
                }
                if index & intervalMask == 0 || index == page.end, !goOn(result.records) {
                    result.isCancelled = true
                    return
                }
                isOver = index.isMultiple(of: Self.recordsPerLook) && .now > deadline
            }
            if isGap {
                try skip(&index, page, snapshot)
            } else if !(try records.isFollowedByRecord()) {
                note(.rows, at: Position(index + 1), "a row that no log writes lies before it")
            }
        }
    }

    /// The number of records between two checks of the clock: each may have a content of a
    /// mebibyte.
    private static let recordsPerLook: UInt64 = 64

    /// Notes that records are missing, and moves to the next existing one.
    private mutating func skip(
        _ index: inout UInt64,
        _ page: Page,
        _ snapshot: borrowing LogSnapshot
    ) throws(LogError) {
        let next = try snapshot.firstRecord(atOrAfter: Position(index + 1))
        let end = max(index + 1, min(page.end, next?.index ?? page.end))
        while index < end {
            noteUnreadable(index, .density, "there is no event")
            index += 1
            if index % Page.tileWidth == 0 || index == page.end {
                try closeTile(page, behind: index, snapshot)
            }
        }
    }

    private mutating func noteUnreadable(_ index: UInt64, _ clause: Clause, _ note: String) {
        result.finding.note(Finding(clause, at: Position(index + 1), note))
        result.unreadable += 1
        isUnknown[Int(index % Page.tileWidth)] = true
        unknownCount += 1
    }

    private mutating func noteMissingTile(_ number: UInt64) {
        let words = "it fills tile \(number) of level 0, which is missing or of another length"
        note(.missingTile, at: Position((number + 1) * Page.tileWidth), words)
    }
}

extension PageWalk {
    /// Checks one record, in the order of its parts, not in the order of the clauses.
    private mutating func take(_ record: borrowing StoredRecord) {
        let position = record.position
        let leafHash = record.leafHash
        leaves[Int(position.index % Page.tileWidth)] = leafHash
        result.records += 1

        let time = record.recorded
        if result.firstTime == nil { result.firstTime = (position, time) }
        if time < result.lastTime {
            note(.time, at: position, "it is older than the event before it")
        } else {
            result.lastTime = time
        }

        let fault = streams.add(
            record.stream,
            at: position,
            version: record.version,
            previous: record.envelope.previous ?? .zero,
            leafHash: leafHash
        )
        if let fault { note(fault, at: position, Self.words(of: fault)) }
        lookAtContent(record)
        if ClearWords.holdsContext(record) { result.clearContexts += 1 }

        switch record.envelope.eventNumber {
        case EnvelopeEvent.contentErased:
            result.keeping.append(position)
            result.erasures.append(position)
        case EnvelopeEvent.logRestored:
            result.keeping.append(position)
            result.rows.append(.restore(position))
        case EnvelopeEvent.journalBegun:
            result.rows.append(.journal(position))
        case EnvelopeEvent.holdPlaced, EnvelopeEvent.holdReleased:
            result.keeping.append(position)
        default: break
        }
    }

    private mutating func lookAtContent(_ record: borrowing StoredRecord) {
        do throws(LogError) {
            var condition = try contents.condition(of: record)
            // Its slot may have been zeroed while it was opened.
            if condition == .spoiled { condition = try contents.condition(of: record) }
            switch condition {
            case .none: break
            case .present:
                result.withContent += 1
                result.content.notePresent(record.position.index)
            case .erased:
                result.erased += 1
                result.content.noteGone(record.position.index)
            case .leftInRecord, .leftInSlot:
                result.content.noteLeft(record.position.index)
            case .spoiled:
                note(.seal, at: record.position, "its content is not what was sealed")
            }
        } catch {
            note(.keys, at: record.position, "it has no slot")
        }
    }

    static func words(of fault: Clause) -> String {
        fault == .version
            ? "its version is not the next of its stream"
            : "it does not name its stream's previous event"
    }

    private mutating func note(_ clause: Clause, at position: Position, _ note: String) {
        result.finding.note(Finding(clause, at: position, note))
    }

    /// Compares a full tile with the leaves, and keeps results that other pages need.
    private mutating func closeTile(
        _ page: Page,
        behind index: UInt64,
        _ snapshot: borrowing LogSnapshot
    ) throws(LogError) {
        let number = (index - 1) / Page.tileWidth
        keepEdges(page, tile: number)
        if index % Page.tileWidth == 0 {
            let isSound = try compareTile(number, snapshot)
            result.tiles.append(TileRoot(hash: TreeHash.root(of: leaves.span), isSound: isSound))
        }
        if unknownCount > 0 {
            for place in isUnknown.indices { isUnknown[place] = false }
            unknownCount = 0
        }
    }

    private mutating func compareTile(
        _ number: UInt64,
        _ snapshot: borrowing LogSnapshot
    ) throws(LogError) -> Bool {
        guard let tile = try snapshot.storedTile(level: 0, index: number),
            tile.byteCount == Tile.fullWidth * Digest.byteCount
        else {
            noteMissingTile(number)
            return false
        }
        let isEqual = leaves.withUnsafeBytes { computed in
            tile.withUnsafeBytes { stored in
                guard let stored = stored.baseAddress, let start = computed.baseAddress else {
                    return false
                }
                return memcmp(start, stored, computed.count) == 0
            }
        }
        if isEqual { return true }
        for place in leaves.indices where !isUnknown[place] {
            let start = place * Digest.byteCount
            let stored = Digest(tile.extracting(start..<start + Digest.byteCount))
            if stored != leaves[place] {
                note(
                    .tile,
                    at: Position(number * Page.tileWidth + UInt64(place) + 1),
                    "tile \(number) of level 0 has another hash of it"
                )
                return false
            }
        }
        return false
    }

    /// Keeps the open tile's subtrees for each size within a tile.
    private mutating func keepEdges(_ page: Page, tile number: UInt64) {
        for size in page.sizes where size / Page.tileWidth == number {
            var subtrees: [Digest] = []
            var start = 0
            let count = Int(size % Page.tileWidth)
            for bit in (0..<Tile.levelHeight).reversed() where count >> bit & 1 == 1 {
                let part = leaves.span.extracting(start..<start + 1 << bit)
                subtrees.append(TreeHash.root(of: part))
                start += 1 << bit
            }
            result.edges[size] = subtrees
        }
    }
}

extension Finding {
    /// Makes a finding of an error of the log's file; nil for other errors.
    init?(ofFile error: LogError, at position: Position) {
        guard error.isDamageOfFile else { return nil }
        if case .damagedPage(let fault) = error {
            self.init(.pages, at: position, "\(fault)")
        } else {
            self.init(.file, at: position, "\(error)")
        }
    }
}
