internal import EventLog
internal import LMDB
internal import Scrollback
package import Workload

/// The rows that a store of ours writes, batch by batch, to be written again by themselves.
///
/// The log's rows are taken as they lie in the file when all is done. What a batch does to the
/// views is seen by comparing their file before and after it, whatever tables there are.
package struct CapturedRows: Sendable {
    /// The rows of the events that come before the traffic: the creation's and the founding's.
    package private(set) var preamble = Batch()
    package private(set) var batches: [Batch] = []
    package private(set) var viewTables: [String] = []
    /// What a walk over all tables must give.
    package private(set) var expected = FloorContents()
    /// The same without the views.
    package private(set) var expectedLog = FloorContents()
    private var bytes: [UInt8] = []

    /// Rows as places in the buffer, each table's in key order.
    package struct Batch: Sendable {
        package fileprivate(set) var records: [Row] = []
        fileprivate(set) var tiles: [Row] = []
        /// For each of the views' tables.
        fileprivate(set) var views: [[Row]] = []
    }

    package struct Row: BitwiseCopyable, Sendable {
        let start: Int
        let keyCount: Int
        /// Negative for a row that is taken away.
        let valueCount: Int
    }

    private static let recordKind: UInt8 = 0xF0
    private static let tileKind: UInt8 = 0x02

    /// The events of the traffic.
    package var eventCount: Int { batches.reduce(0) { $0 + $1.records.count } }

    /// Has a new store in a folder do the workload, and looks on.
    package init(
        of workload: Workload,
        traffic count: Int? = nil,
        batch: Int,
        in folder: String
    ) async throws {
        let store = ScrollbackStore(in: folder)
        try store.create()
        let engine = try store.open()
        let founding = 0..<workload.founding.operations
        let end = count.map { founding.upperBound + $0 } ?? workload.operations.count
        try await ScrollbackStore.carryOut(workload, founding, on: engine)
        let watch = try ViewsWatch(path: try store.viewsPath())
        viewTables = watch.names
        preamble.views = try changes(seenBy: watch)
        for start in stride(from: founding.upperBound, to: end, by: batch) {
            let part = start..<min(start + batch, end)
            try await ScrollbackStore.carryOut(workload, part, batch: batch, on: engine)
            var captured = Batch()
            captured.views = try changes(seenBy: watch)
            batches.append(captured)
        }
        expected = watch.contents
        watch.close()
        engine.close()
        // The log's own first event and those of the founding come before.
        try captureLog(
            of: store,
            first: UInt64(workload.founding.events) + 2,
            batch: batch
        )
    }

    private mutating func changes(seenBy watch: ViewsWatch) throws -> [[Row]] {
        var rows: [[Row]] = Array(repeating: [], count: viewTables.count)
        try watch.forEachChange { table, key, value in
            rows[table].append(append(key, value))
        }
        return rows
    }

    private mutating func captureLog(
        of store: ScrollbackStore,
        first: UInt64,
        batch: Int
    ) throws {
        try FloorStore.walk(log: store.directory.logPath) { key, value in
            let kind = key.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt8.self)
            let number = key.bigEndian(at: 1)
            var position: UInt64 = 1
            if kind == Self.recordKind { position = number }
            if kind == Self.tileKind {
                // A tile is written with the event that fills it.
                let (level, index) = (number >> 56, number & (1 << 56 - 1))
                position = (index + 1) << (8 * (level + 1))
            }
            let row = append(key, value)
            expectedLog.note(table: 0, key, value)
            let isRecord = kind == Self.recordKind
            if position < first {
                if isRecord { preamble.records.append(row) } else { preamble.tiles.append(row) }
            } else {
                let place = Int(position - first) / batch
                if isRecord {
                    batches[place].records.append(row)
                } else {
                    batches[place].tiles.append(row)
                }
            }
        }
        expected.add(expectedLog)
    }

    /// Lends a row's key and value; no value for a row that is taken away.
    package func with<Failure: Error>(
        _ row: Row,
        _ body: (RawSpan, RawSpan?) throws(Failure) -> Void
    ) throws(Failure) {
        let all = bytes.span.bytes
        let valueStart = row.start + row.keyCount
        let key = all.extracting(row.start..<valueStart)
        if row.valueCount < 0 {
            try body(key, nil)
        } else {
            try body(key, all.extracting(valueStart..<valueStart + row.valueCount))
        }
    }

    private mutating func append(_ key: RawSpan, _ value: RawSpan?) -> Row {
        let start = bytes.count
        key.withUnsafeBytes { bytes.append(contentsOf: $0) }
        guard let value else { return Row(start: start, keyCount: key.byteCount, valueCount: -1) }
        value.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return Row(start: start, keyCount: key.byteCount, valueCount: value.byteCount)
    }
}

/// What lies in the floor's tables: how many rows, and which.
package struct FloorContents: Equatable, Sendable {
    package private(set) var rows = 0
    private var sum: UInt64 = 0

    /// Notes a row; the log is table 0, the views' tables follow.
    mutating func note(table: Int, _ key: RawSpan, _ value: RawSpan) {
        rows += 1
        sum &+= EventDigest.of(value, from: EventDigest.of(key, from: UInt64(table)))
    }

    mutating func add(_ other: FloorContents) {
        rows += other.rows
        sum &+= other.sum
    }
}

extension RawSpan {
    /// The big-endian number at an offset.
    func bigEndian(at offset: Int) -> UInt64 {
        UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
