package import EventLog
internal import LogSchema
package import Views
package import Wire

/// An outline of each event in nine bytes: its type and traces of the identifiers in it.
///
/// The index of the operator's searches. A search reads the outlines in the order of the log and
/// then only the records that may fit; a trace of 16 bits matches one in 65,536 identifiers
/// wrongly. The index is dense, and grows at its end only: 32 outlines in a row, so that an event
/// costs one addition to a row that is in memory.
package struct Outlines: Projector {
    package static let name: StaticString = "outlines"
    package static let version: UInt32 = 1
    package static let events = FoldedEvents.every

    private let table: RowTable<Key, Row>

    package init(_ tables: inout TableList) {
        table = tables.rows("outlines")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        let place = Self.place(of: record.position)
        try table.append(
            EventOutline(record),
            at: place.number,
            to: Key(row: place.row),
            in: &views
        )
    }

    /// Visits the positions between two, both included, whose events may fit a search.
    ///
    /// - Complexity: a row for 32 events between the positions.
    package func forEachCandidate(
        of search: EventSearch,
        from first: Position,
        through last: Position,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard .zero < first, first <= last else { return }
        let range = KeyRange(
            from: Key(row: Self.place(of: first).row).rowBytes,
            through: Key(row: Self.place(of: last).row).rowBytes
        )
        // The expected number of the next row: none may be missing in between.
        var next = Self.place(of: first).row
        var seen = Position.zero
        var isOver = false
        try table.forEachRow(in: range, views) { (key, row) throws(ViewsError) in
            guard key.row == next else { throw views.damage(in: table.table) }
            next += 1
            let beginning = key.row * UInt64(Row.limit) + 1
            for place in 0..<row.count {
                seen = Position(beginning + UInt64(place))
                guard seen >= first, seen <= last, search.mayFind(row[place]) else { continue }
                if case .stop = try body(seen) {
                    isOver = true
                    return .stop
                }
            }
            return .goOn
        }
        guard isOver || seen >= last else { throw views.damage(in: table.table) }
    }

    /// Returns the row of an event's outline, and the number of outlines before it there.
    private static func place(of position: Position) -> (row: UInt64, number: Int) {
        let (row, number) = (position.rawValue - 1).quotientAndRemainder(
            dividingBy: UInt64(Row.limit)
        )
        return (row, Int(number))
    }
}

extension Outlines {
    private struct Key: RowLayout {
        var row: UInt64 = 0

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&row, "row")
        }
    }

    /// The outlines of successive events.
    private struct Row: RowOfElements {
        typealias Element = EventOutline

        static let limit = 32

        private var outlines: [EventOutline] = []

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&outlines, limit: Self.limit, "outlines")
        }
    }
}

/// An event's type and traces of its identifiers.
struct EventOutline: RowLayout {
    /// The number of the type; `otherType` for a greater one.
    private(set) var type: UInt8 = 0
    /// Whether the event has more identifiers than there is room for.
    private var hasMore = false
    /// Up to four traces, the first one lowest.
    private var traces: UInt64 = 0

    static let otherType: UInt8 = 127

    init() {}

    /// Outlines the actor, the user's stream, and the identifiers in the structure.
    init(_ record: borrowing StoredRecord) {
        type = Self.type(of: record.envelope.eventNumber)
        if let actor = record.envelope.actor { add(actor) }
        if record.stream.kind == .user { add(record.stream.id) }
        do throws(WireError) {
            var reader = try WireReader(record.envelope.event)
            while let id = try reader.nextIdentifier() { add(id) }
        } catch {
            // An unreadable event may contain any identifier.
            hasMore = true
        }
    }

    private mutating func add(_ id: UniqueID) {
        let trace = Self.trace(of: id)
        var shift: UInt64 = 0
        while shift < 64 {
            let known = UInt16(truncatingIfNeeded: traces >> shift)
            if known == trace { return }
            if known == 0 {
                traces |= UInt64(trace) << shift
                return
            }
            shift += 16
        }
        hasMore = true
    }

    /// Whether the event may have an identifier with a trace.
    func mayHave(_ trace: UInt16) -> Bool {
        if hasMore { return true }
        var rest = traces
        while rest != 0 {
            if UInt16(truncatingIfNeeded: rest) == trace { return true }
            rest >>= 16
        }
        return false
    }

    static func type(of number: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: min(number, UInt32(otherType)))
    }

    /// Returns the trace of an identifier, which is never 0, because 0 stands for none.
    static func trace(of id: UniqueID) -> UInt16 {
        var mixed = id.high ^ (id.low &* 0x9E37_79B9_7F4A_7C15)
        mixed ^= mixed >> 32
        mixed &*= 0xD6E8_FEB8_6659_FD93
        return max(1, UInt16(truncatingIfNeeded: mixed >> 48))
    }

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.flags("type, has more") { flags in
            flags.number(&type, bits: 7)
            flags.flag(&hasMore)
        }
        fields.field(&traces, "traces of four identifiers")
    }
}

/// The conditions of a search for events, as outlines have them.
package struct EventSearch: Sendable {
    private let types: Set<UInt8>
    private let traces: [UInt16]

    /// Searches for events of some types, or of all if none is given, that contain all given
    /// identifiers.
    package init(types: some Sequence<UInt32>, identifiers: [UniqueID]) {
        self.types = Set(types.map { EventOutline.type(of: $0) })
        traces = identifiers.map { EventOutline.trace(of: $0) }
    }

    /// Whether it has any condition.
    package var isSelective: Bool { !types.isEmpty || !traces.isEmpty }

    /// Whether every event that may fit does: the outlines have the types themselves.
    package var isExact: Bool {
        traces.isEmpty && types.allSatisfy { $0 < EventOutline.otherType }
    }

    func mayFind(_ outline: EventOutline) -> Bool {
        for trace in traces where !outline.mayHave(trace) { return false }
        return types.isEmpty || types.contains(outline.type)
    }
}
