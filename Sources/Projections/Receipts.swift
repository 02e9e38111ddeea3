package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// How far each member has received and read a conversation, now and at any position, as their
/// devices reported it.
///
/// A move holds the marks after it, which count entries. Marks never go back, so the first move
/// that reached an entry can be found by bisection. The newest moves lie together, so that those of
/// all members are one walk; no move is kept twice.
///
/// The reading that a sending implies is stored with the senders, so that a sending writes nothing
/// here.
package struct Receipts: Projector {
    package static let name: StaticString = "receipts"
    package static let version: UInt32 = 2
    package static let events: FoldedEvents = [EnvelopeEvent.deliveredUpTo, EnvelopeEvent.readUpTo]

    let newest: RowTable<MemberKey, Move>
    private let earlier: RowTable<MemberPositionKey, Move>

    package init(_ tables: inout TableList) {
        newest = tables.rows("receipts")
        earlier = tables.rows("receipts.earlier")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.deliveredUpTo:
            let event = try record.structure(EncodedDeliveredUpTo.self, for: Self.name)
            let ordinal = event.ordinal
            try move(record, &views) { $0.delivered = max($0.delivered, ordinal) }
        case EnvelopeEvent.readUpTo:
            let event = try record.structure(EncodedReadUpTo.self, for: Self.name)
            let (ordinal, isSilent) = (event.ordinal, event.silent)
            try move(record, &views) { marks in
                marks.delivered = max(marks.delivered, ordinal)
                marks.read = max(marks.read, ordinal)
                if !isSilent { marks.loudlyRead = max(marks.loudlyRead, ordinal) }
            }
        default:
            throw record.undeclared(by: Self.name)
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
        // A repeated reading is kept too: for a viewer who was away at the first one it is the
        // first.
        if let before {
            let key = MemberPositionKey(of: user, in: conversation, at: before.position)
            earlier.put(before, at: key, in: &views)
        }
        let move = Move(position: record.position, at: record.sent, marks: marks)
        newest.put(move, at: MemberKey(conversation: conversation, user: user), in: &views)
    }
}

extension Receipts {
    /// A member's marks: how far they have received and read.
    package struct Marks: Hashable, Sendable {
        package var delivered: UInt64 = 0
        package var read: UInt64 = 0
        /// The mark of the reading that others may see.
        package var loudlyRead: UInt64 = 0
    }

    /// A change of a member's marks.
    package struct Move: Hashable, Sendable {
        package private(set) var position = Position.zero
        package private(set) var at = Timestamp(microseconds: 0)
        /// The marks after it.
        package private(set) var marks = Marks()
    }

    /// Returns a member's newest move; nil if there is none.
    package func newest(
        of user: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Move? {
        try newest.row(at: MemberKey(conversation: conversation, user: user), in: views)
    }

    /// Returns a member's newest move at a position; nil if there was none then.
    package func newest(
        of user: UniqueID,
        in conversation: UniqueID,
        asOf position: Position,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Move? {
        let last = try newest(of: user, in: conversation, views: views)
        guard let last, last.position > position else { return last }
        var found: Move?
        try earlier.forEach(
            from: MemberPositionKey(of: user, in: conversation, at: .zero),
            through: MemberPositionKey(of: user, in: conversation, at: position),
            descending: true,
            in: views
        ) { (_, move) throws(ViewsError) in
            found = move
            return .stop
        }
        return found
    }

    /// Visits a member's moves between two positions, both included.
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
        var isOver = false
        try earlier.forEach(
            from: MemberPositionKey(of: user, in: conversation, at: positions.lowerBound),
            through: MemberPositionKey(of: user, in: conversation, at: positions.upperBound),
            descending: newestFirst,
            in: views
        ) { (_, move) throws(ViewsError) in
            let visit = try body(move)
            isOver = visit == .stop
            return visit
        }
        if !newestFirst, !isOver, let last { _ = try body(last) }
    }

    /// Returns a member's first move after one position, and up to another, that reaches a mark.
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
                var next: Move?
                try earlier.forEach(
                    from: MemberPositionKey(of: user, in: conversation, at: Position(number)),
                    through: MemberPositionKey(of: user, in: conversation, at: end),
                    in: views
                ) { (_, move) throws(ViewsError) in
                    next = move
                    return .stop
                }
                return next.map { ($0.position.rawValue, $0) }
            },
            where: { reaches($0.marks) }
        )
        return first ?? last
    }
}

extension Receipts.Move: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&position, "position")
        fields.field(&at, "time")
        fields.field(&marks.delivered, "delivered up to")
        fields.field(&marks.read, "read up to")
        fields.field(&marks.loudlyRead, "loudly read up to")
    }
}
