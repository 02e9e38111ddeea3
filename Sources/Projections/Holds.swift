package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// Legal holds, and requests for erasure.
package struct Holds: Projector {
    package static let name: StaticString = "holds"
    package static let version: UInt32 = 2
    package static let events: FoldedEvents = [
        EnvelopeEvent.holdPlaced, EnvelopeEvent.holdReleased, EnvelopeEvent.erasureRequested,
        EnvelopeEvent.userForgotten, EnvelopeEvent.erasureProgress,
    ]

    /// The present state of a hold.
    package struct Row: Hashable, Sendable {
        package var position = Position.zero
        package var released: Position?
    }

    private let holds: RowTable<HoldKey, Row>
    private let erasures: RowTable<PositionRow, NoFields>
    private let erasings: RowTable<PositionRow, ProgressRow>
    private let slices: RowTable<SliceKey, NoFields>

    package init(_ tables: inout TableList) {
        holds = tables.rows("holds")
        erasures = tables.rows("erasures")
        erasings = tables.rows("erasings")
        slices = tables.rows("slices")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.holdPlaced:
            let event = try record.structure(EncodedHoldPlaced.self, for: Self.name)
            let hold = try record.need(event.hold, for: Self.name)
            holds.put(Row(position: record.position), at: HoldKey(hold: hold), in: &views)
        case EnvelopeEvent.holdReleased:
            let event = try record.structure(EncodedHoldReleased.self, for: Self.name)
            let hold = try record.need(event.hold, for: Self.name)
            var row = try record.need(try self.row(of: hold, in: views), for: Self.name)
            row.released = record.position
            holds.put(row, at: HoldKey(hold: hold), in: &views)
        case EnvelopeEvent.erasureRequested, EnvelopeEvent.userForgotten:
            erasures.put(NoFields(), at: PositionRow(position: record.position), in: &views)
        case EnvelopeEvent.erasureProgress:
            let event = try record.structure(EncodedErasureProgress.self, for: Self.name)
            let request = Position(event.request)
            let row = ProgressRow(erased: event.erased, pending: event.pending)
            erasings.put(row, at: PositionRow(position: request), in: &views)
            let slice = SliceKey(request: request, progress: record.position)
            slices.put(NoFields(), at: slice, in: &views)
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    /// Returns the present state of a hold; nil for an unknown id.
    package func row(
        of hold: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Row? {
        try holds.row(at: HoldKey(hold: hold), in: views)
    }

    /// Visits every hold, in the order of their ids.
    package func forEach(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ hold: UniqueID, _ row: Row) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try holds.forEach(in: .all, views) { (key, row) throws(ViewsError) in
            try body(key.hold, row)
        }
    }

    /// Visits the requests for erasure, oldest first.
    package func forEachErasure(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ request: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try erasures.forEach(in: .all, views) { (key, _) throws(ViewsError) in
            try body(key.position)
        }
    }

    /// Returns the progress of an erasure in several appends; nil for any other.
    package func progress(
        ofErasureAt request: Position,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> ErasingProgress? {
        try erasings.row(at: PositionRow(position: request), in: views)?.progress
    }

    /// Visits the erasures in several appends, also finished ones, in the order of the events that
    /// began them.
    package func forEachProgress(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ request: Position, _ progress: ErasingProgress) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try erasings.forEach(in: .all, views) { (key, row) throws(ViewsError) in
            try body(key.position, row.progress)
        }
    }

    /// Visits the appends of an erasure in several, by the positions of their progress events.
    package func forEachSlice(
        ofErasureAt request: Position,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ progress: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try slices.forEach(beginning: PositionRow(position: request), in: views) {
            (key, _) throws(ViewsError) in
            try body(key.progress)
        }
    }

    private struct ProgressRow: RowLayout {
        var erased: UInt64 = 0
        var pending: UInt64 = 0

        var progress: ErasingProgress { ErasingProgress(erased: erased, pending: pending) }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&erased, "contents erased")
            fields.field(&pending, "contents left")
        }
    }

    private struct SliceKey: RowLayout {
        var request = Position.zero
        var progress = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&request, "position of the beginning")
            fields.field(&progress, "position of the progress")
        }
    }

    private struct HoldKey: RowLayout {
        var hold = UniqueID.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&hold, "hold")
        }
    }
}

extension Holds.Row: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&position, "position")
        fields.field(&released, "released at")
    }
}
