package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// What may not be erased, and which erasures were asked for.
///
///     holds      hold (16) → position (8), released at (8)
///     erasures   position of the request (8) → nothing
///     erasings   position of what began it (8) → contents erased (8), contents left (8)
///     slices     position of what began it (8), position of the progress (8) → nothing
package struct Holds: Projector {
    package static let name: StaticString = "holds"
    package static let version: UInt32 = 2

    /// A hold as it stands.
    package struct Row: Hashable, Sendable {
        package var position: Position
        package var released: Position?
    }

    private let holds: ViewTable
    private let erasures: ViewTable
    private let erasings: ViewTable
    private let slices: ViewTable

    package init(_ tables: inout TableList) {
        holds = tables.table("holds")
        erasures = tables.table("erasures")
        erasings = tables.table("erasings")
        slices = tables.table("slices")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.holdPlaced:
            let event = try record.structure(HoldPlacedView.self, for: Self.name)
            let hold = try record.need(event.hold, for: Self.name)
            put(Row(position: record.position), of: hold, in: &views)
        case EnvelopeEvent.holdReleased:
            let event = try record.structure(HoldReleasedView.self, for: Self.name)
            let hold = try record.need(event.hold, for: Self.name)
            var row = try record.need(try self.row(of: hold, in: views), for: Self.name)
            row.released = record.position
            put(row, of: hold, in: &views)
        case EnvelopeEvent.erasureRequested, EnvelopeEvent.userForgotten:
            views.put(Self.key(record.position).bytes, RawSpan(), in: erasures)
        case EnvelopeEvent.erasureProgress:
            let event = try record.structure(ErasureProgressView.self, for: Self.name)
            var key = Self.key(Position(event.request))
            var row = RowBytes()
            row.append(event.erased)
            row.append(event.pending)
            views.put(key.bytes, row.bytes, in: erasings)
            key.append(record.position.rawValue)
            views.put(key.bytes, RawSpan(), in: slices)
        default:
            break
        }
    }

    private func put(_ row: Row, of hold: UniqueID, in views: inout ViewsWriter) {
        var bytes = RowBytes()
        bytes.append(row.position.rawValue)
        bytes.append(row.released?.rawValue ?? 0)
        views.put(Self.key(hold).bytes, bytes.bytes, in: holds)
    }

    /// A hold as it stands; nil for an id that none has.
    package func row(
        of hold: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Row? {
        guard let row = try views.value(of: Self.key(hold).bytes, in: holds) else { return nil }
        return try Self.row(row)
    }

    /// Visits every hold, in the order of their ids.
    package func forEach(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ hold: UniqueID, _ row: Row) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: holds, .all) { (key, row) throws(ViewsError) in
            guard key.byteCount == UniqueID.byteCount else { throw Self.damaged }
            return try body(UniqueID(key), try Self.row(row))
        }
    }

    /// Visits the requests for erasure, oldest first.
    package func forEachErasure(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ request: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: erasures, .all) { (key, _) throws(ViewsError) in
            guard key.byteCount == 8 else { throw .damagedRow(table: "erasures") }
            return try body(Position(key.number(at: 0)))
        }
    }

    /// How far an erasure has come that takes more than one append; nil for one that does not.
    package func progress(
        ofErasureAt request: Position,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> ErasingProgress? {
        guard let row = try views.value(of: Self.key(request).bytes, in: erasings) else {
            return nil
        }
        return try Self.progress(row)
    }

    /// Visits the erasures that took or take more than one append, in the order of what began
    /// them.
    package func forEachProgress(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ request: Position, _ progress: ErasingProgress) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: erasings, .all) { (key, row) throws(ViewsError) in
            guard key.byteCount == 8 else { throw .damagedRow(table: "erasings") }
            return try body(Position(key.number(at: 0)), try Self.progress(row))
        }
    }

    /// Visits the appends of an erasure that takes more than one, by the position of what each
    /// says of its progress.
    package func forEachSlice(
        ofErasureAt request: Position,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ progress: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(prefix: Self.key(request))
        try views.forEachRow(in: slices, range) { (key, _) throws(ViewsError) in
            guard key.byteCount == 16 else { throw .damagedRow(table: "slices") }
            return try body(Position(key.number(at: 8)))
        }
    }

    private static func progress(_ row: RawSpan) throws(ViewsError) -> ErasingProgress {
        guard row.byteCount == 16 else { throw .damagedRow(table: "erasings") }
        return ErasingProgress(erased: row.number(at: 0), pending: row.number(at: 8))
    }

    private static func key(_ position: Position) -> RowBytes {
        var key = RowBytes()
        key.append(position.rawValue)
        return key
    }

    private static func row(_ row: RawSpan) throws(ViewsError) -> Row {
        guard row.byteCount == 16 else { throw damaged }
        let released = row.number(at: 8)
        return Row(
            position: Position(row.number(at: 0)),
            released: released == 0 ? nil : Position(released)
        )
    }

    private static var damaged: ViewsError { .damagedRow(table: "holds") }

    private static func key(_ hold: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(hold)
        return key
    }
}
