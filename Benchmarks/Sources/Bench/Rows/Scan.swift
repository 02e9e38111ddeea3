import Contestants
import EventLog
import Measuring
import Scrollback
import Wire
import Workload

/// Asks how fast the log is read from end to end, each record checked and decoded.
func scanRecords(_ count: Int) -> RowPlan {
    let name = "scan and decode every record of \(Text.number(Double(count)))"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.whole(count)
        return Row(
            name,
            compared: .timePerEvent,
            with: Names.floor,
            targets: [Target(Names.scrollback, .atLeast(.rate, 3e6))],
            bounds: "Half is decoding the envelope, a third the checksum, which is what first "
                + "touches the bytes; the rest is LMDB's stepping. SQLite keeps no checksums.",
            contestants: [
                RecordScan(store: try await fixtures.store(workload), count: count),
                SQLiteScan(
                    store: try fixtures.database(workload),
                    count: count,
                    hasTexts: false
                ),
                FloorScan(folder: try await fixtures.floor(workload), count: count),
            ]
        )
    }
}

/// Asks the same with every content decrypted and held against its seal.
func scanContents(_ count: Int) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "scan \(events) records with content opened and seals checked"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.whole(count)
        return Row(
            name,
            compared: .timePerEvent,
            with: Names.floor,
            targets: [Target(Names.scrollback, .atLeast(.rate, 1e6))],
            bounds: "Half is reading the record, as above; the rest is computing each content's "
                + "seal and decrypting it. SQLite reads a plain text.",
            contestants: [
                ContentScan(store: try await fixtures.store(workload), count: count),
                SQLiteScan(
                    store: try fixtures.database(workload),
                    count: count,
                    hasTexts: true
                ),
                FloorScan(folder: try await fixtures.floor(workload), count: count),
            ]
        )
    }
}

private struct RecordScan: Contestant {
    let name = Names.scrollback
    let store: ScrollbackStore
    let count: Int

    func run(in folder: String) async throws -> Sample {
        let log = try store.openLog(.reading)
        defer { log.close() }
        var (found, versions) = (0, UInt64(0))
        let meter = Meter()
        let snapshot = try log.snapshot()
        var records = try snapshot.records(from: Position(2))
        while let record = try records.next() {
            found += 1
            versions &+= record.version.rawValue
        }
        let usage = meter.read()
        try demand(found == count && versions >= UInt64(count), "\(found) records were found")
        var sample = Sample(usage, events: count)
        sample.noteRate(usage, events: count)
        return sample
    }
}

private struct ContentScan: Contestant {
    let name = Names.scrollback
    let store: ScrollbackStore
    let count: Int

    func run(in folder: String) async throws -> Sample {
        let log = try store.openLog(.reading)
        defer { log.close() }
        var (found, bytes) = (0, 0)
        let meter = Meter()
        let snapshot = try log.snapshot()
        var contents = log.contents()
        var records = try snapshot.records(from: Position(2))
        while let record = try records.next() {
            found += 1
            bytes += try contents.content(of: record).bytes.byteCount
        }
        let usage = meter.read()
        try demand(found == count && bytes > 0, "\(found) records were found")
        var sample = Sample(usage, events: count)
        sample.noteRate(usage, events: count)
        return sample
    }
}

/// Every column of every event; nothing is checked, for SQLite keeps no checksums.
private struct SQLiteScan: Contestant {
    let name = Names.sqlite
    let store: SQLiteStore
    let count: Int
    let hasTexts: Bool

    func run(in _: String) async throws -> Sample {
        let events = try SQLiteEvents(store)
        defer { events.close() }
        let meter = Meter()
        let (found, bytes) = try events.scan(hasTexts: hasTexts)
        let usage = meter.read()
        try demand(found == count && (bytes > 0) == hasTexts, "\(found) events were found")
        var sample = Sample(usage, events: count)
        sample.noteRate(usage, events: count)
        return sample
    }
}

/// A walk over the same rows that looks at each one's last byte and understands nothing.
private struct FloorScan: Contestant {
    let name = Names.floor
    let folder: String
    let count: Int

    func run(in _: String) async throws -> Sample {
        let floor = try FloorStore(in: folder)
        var sum = 0
        let meter = Meter()
        let found = try floor.scan { record in
            sum &+= Int(
                record.unsafeLoadUnaligned(fromByteOffset: record.byteCount - 1, as: UInt8.self)
            )
        }
        let usage = meter.read()
        floor.close()
        try demand(found == count + 1 && sum > 0, "\(found) rows were found")
        var sample = Sample(usage, events: count)
        sample.noteRate(usage, events: count)
        return sample
    }
}
