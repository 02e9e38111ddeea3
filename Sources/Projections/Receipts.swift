package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// How far everybody's devices have a conversation and how far it is read, now and at any
/// position, as they said themselves.
///
///     receipts           conversation (16), user (16)                → the newest move
///     receipts.earlier   conversation (16), user (16), position (8)  → a move before it
///
/// A move is its position (8) and time (8), and the marks after it: delivered (8), read (8) and
/// loudly read up to (8), which count entries. Marks never go back, so that the first move that
/// reached an entry can be sought. The newest moves stand together, so that those of all members
/// are one walk; no move is kept twice.
///
/// What a sending has read stands with the senders, so that it writes nothing here.
package struct Receipts: Projector {
    package static let name: StaticString = "receipts"
    package static let version: UInt32 = 2

    private let newest: ViewTable
    private let earlier: ViewTable

    package init(_ tables: inout TableList) {
        newest = tables.table("receipts")
        earlier = tables.table("receipts.earlier")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.deliveredUpTo:
            let event = try record.structure(DeliveredUpToView.self, for: Self.name)
            let ordinal = event.ordinal
            try move(record, &views) { $0.delivered = max($0.delivered, ordinal) }
        case EnvelopeEvent.readUpTo:
            let event = try record.structure(ReadUpToView.self, for: Self.name)
            let (ordinal, isSilent) = (event.ordinal, event.silent)
            try move(record, &views) { marks in
                marks.delivered = max(marks.delivered, ordinal)
                marks.read = max(marks.read, ordinal)
                if !isSilent { marks.loudlyRead = max(marks.loudlyRead, ordinal) }
            }
        default:
            break
        }
    }

    private func move(
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter,
        _ body: (inout Marks) -> Void
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        let user = try record.actor(for: Self.name)
        let before = try newest(of: user, in: conversation, views: views)
        var marks = before?.marks ?? Marks()
        body(&marks)
        // A reading again of what was read is kept too: for a viewer who was away at the first one
        // it is the first.
        if let before {
            var key = Self.key(conversation, user)
            key.append(before.position.rawValue)
            views.put(key.bytes, before.row.bytes, in: earlier)
        }
        let move = Move(position: record.position, at: record.sent, marks: marks)
        views.put(Self.key(conversation, user).bytes, move.row.bytes, in: newest)
    }
}

extension Receipts {
    /// How far somebody has come.
    package struct Marks: Hashable, Sendable {
        package var delivered: UInt64 = 0
        package var read: UInt64 = 0
        /// Up to where others may be told of the reading.
        package var loudlyRead: UInt64 = 0
    }

    /// That somebody has come further.
    package struct Move: Hashable, Sendable {
        package let position: Position
        package let at: Timestamp
        /// The marks after it.
        package let marks: Marks
    }

    /// The newest move of somebody; nil for who has made none.
    package func newest(
        of user: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Move? {
        guard let row = try views.value(of: Self.key(conversation, user).bytes, in: newest)
        else { return nil }
        return try Move(row)
    }

    /// The newest move of somebody at a position; nil for who had made none then.
    package func newest(
        of user: UniqueID,
        in conversation: UniqueID,
        asOf position: Position,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Move? {
        let last = try newest(of: user, in: conversation, views: views)
        guard let last, last.position > position else { return last }
        var found: Move?
        let range = Self.range(conversation, user, from: .zero, through: position, descending: true)
        try views.forEachRow(in: earlier, range) { (_, row) throws(ViewsError) in
            found = try Move(row)
            return .stop
        }
        return found
    }

    /// Visits the newest move of everybody who has made one, in the order of their ids.
    package func forEachNewest(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID, _ move: Move) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var prefix = RowBytes()
        prefix.append(conversation)
        try views.forEachRow(in: newest, KeyRange(prefix: prefix)) {
            (key, row) throws(ViewsError) in
            guard key.byteCount == 32 else { throw Self.damaged }
            return try body(UniqueID(key, at: 16), try Move(row))
        }
    }

    /// Visits the moves of somebody between two positions, both included.
    package func forEachMove(
        of user: UniqueID,
        in conversation: UniqueID,
        within positions: ClosedRange<Position>,
        newestFirst: Bool,
        views: borrowing some ViewReading & ~Copyable,
        _ body: (Move) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let last = try newest(of: user, in: conversation, views: views)
            .flatMap { positions.contains($0.position) ? $0 : nil }
        if newestFirst, let last, try body(last) == .stop { return }
        let range = Self.range(
            conversation,
            user,
            from: positions.lowerBound,
            through: positions.upperBound,
            descending: newestFirst
        )
        var isOver = false
        try views.forEachRow(in: earlier, range) { (_, row) throws(ViewsError) in
            let visit = try body(try Move(row))
            isOver = visit == .stop
            return visit
        }
        if !newestFirst, !isOver, let last { _ = try body(last) }
    }

    /// The first move of somebody behind a position, and not behind another, that reaches a mark.
    package func first(
        of user: UniqueID,
        in conversation: UniqueID,
        behind position: Position,
        asOf end: Position,
        views: borrowing some ViewReading & ~Copyable,
        where reaches: (Marks) -> Bool
    ) throws(ViewsError) -> Move? {
        guard let last = try newest(of: user, in: conversation, asOf: end, views: views),
            last.position > position, reaches(last.marks)
        else { return nil }
        let first = try Staircase.first(
            from: position.next.rawValue,
            through: last.position.rawValue - 1,
            seek: { (number) throws(ViewsError) in
                let range = Self.range(conversation, user, from: Position(number), through: end)
                var next: Move?
                try views.forEachRow(in: earlier, range) { (_, row) throws(ViewsError) in
                    next = try Move(row)
                    return .stop
                }
                return next.map { ($0.position.rawValue, $0) }
            },
            where: { reaches($0.marks) }
        )
        return first ?? last
    }

    private static func range(
        _ conversation: UniqueID,
        _ user: UniqueID,
        from first: Position,
        through last: Position,
        descending: Bool = false
    ) -> KeyRange {
        var (lower, upper) = (key(conversation, user), key(conversation, user))
        lower.append(first.rawValue)
        upper.append(last.rawValue)
        return KeyRange(from: lower, through: upper, descending: descending)
    }

    private static func key(_ conversation: UniqueID, _ user: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(user)
        return key
    }

    fileprivate static var damaged: ViewsError { .damagedRow(table: "receipts") }
}

extension Receipts.Move {
    init(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == 40 else { throw Receipts.damaged }
        self.init(
            position: Position(row.number(at: 0)),
            at: Timestamp(microseconds: Int64(bitPattern: row.number(at: 8))),
            marks: Receipts.Marks(
                delivered: row.number(at: 16),
                read: row.number(at: 24),
                loudlyRead: row.number(at: 32)
            )
        )
    }

    fileprivate var row: RowBytes {
        var row = RowBytes()
        row.append(position.rawValue)
        row.append(UInt64(bitPattern: at.microseconds))
        row.append(marks.delivered)
        row.append(marks.read)
        row.append(marks.loudlyRead)
        return row
    }
}
