import EventLog
import LogSchema
import Projections
import Views
import Wire

/// Counts the events of each stream, so that an event folded twice or never shows.
///
///     tally.counts  kind (1), id (16) → count (8), the newest event's structure
///     tally.marks   position (8)      → count (8); an event of type 200 removes the one before
struct Tally<Revision: TallyRevision>: Projector {
    static var name: StaticString { "tally" }
    static var version: UInt32 { Revision.version }
    static var events: FoldedEvents { .every }

    let counts: ViewTable
    let marks: ViewTable

    init(_ tables: inout TableList) {
        counts = tables.table("tally.counts")
        marks = tables.table("tally.marks")
    }

    func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        var key = RowBytes()
        key.append(record.stream.kind.rawValue)
        key.append(record.stream.id)
        let before = try views.value(of: key.bytes, in: counts)?.number(at: 0) ?? 0
        var count = RowBytes()
        count.append(before + 1)
        let row = count.bytes.array + record.envelope.event.array
        views.put(key.bytes, row.span.bytes, in: counts)
        views.put(position(record.position).bytes, count.bytes, in: marks)
        if record.envelope.eventNumber == 200 {
            views.remove(position(Position(record.position.index)).bytes, in: marks)
        }
    }

    private func position(_ position: Position) -> RowBytes {
        var key = RowBytes()
        key.append(position.rawValue)
        return key
    }
}

protocol TallyRevision: Sendable { static var version: UInt32 { get } }

enum FirstRevision: TallyRevision { static let version: UInt32 = 1 }
enum SecondRevision: TallyRevision { static let version: UInt32 = 2 }

/// The stream heads, and a view that tells when something was folded twice.
struct Projectors<Revision: TallyRevision>: ProjectorSet {
    let streams: Streams
    let tally: Tally<Revision>

    init(_ tables: inout TableList) {
        streams = tables.declare(Streams.self)
        tally = tables.declare(Tally<Revision>.self)
    }

    func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        try streams.apply(record, to: &views)
        try tally.apply(record, to: &views)
    }
}

typealias TestProjectors = Projectors<FirstRevision>

/// A table that nothing is folded into.
struct PlainTable: Projector, ProjectorSet {
    static let name: StaticString = "plain"
    static let version: UInt32 = 1
    static let events: FoldedEvents = []

    let first: ViewTable
    let second: ViewTable

    init(_ tables: inout TableList) {
        first = tables.table("plain.first")
        second = tables.table("plain.second")
    }

    func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {}
}
