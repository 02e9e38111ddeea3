package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// A user's contacts and blocked users, and the users who have blocked the user.
package struct Relations: Projector {
    package static let name: StaticString = "relations"
    package static let version: UInt32 = 2
    package static let events: FoldedEvents = [
        EnvelopeEvent.contactAdded, EnvelopeEvent.contactRemoved, EnvelopeEvent.blocked,
        EnvelopeEvent.unblocked,
    ]

    package enum Kind: UInt8, Sendable {
        case contact = 1
        case blocked = 2
        /// The other user has blocked the owner.
        case blockedBy = 3

        /// The relation as stored for the other user, if it is stored for both.
        fileprivate var opposite: Kind? { self == .blocked ? .blockedBy : nil }
    }

    private let table: RowTable<Key, PositionRow>

    package init(_ tables: inout TableList) {
        table = tables.rows("relations")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.contactAdded:
            let event = try record.structure(EncodedContactAdded.self, for: Self.name)
            try put(.contact, event.user, record, &views)
        case EnvelopeEvent.blocked:
            let event = try record.structure(EncodedBlocked.self, for: Self.name)
            try put(.blocked, event.user, record, &views)
        case EnvelopeEvent.contactRemoved:
            let event = try record.structure(EncodedContactRemoved.self, for: Self.name)
            try remove(.contact, event.user, record, &views)
        case EnvelopeEvent.unblocked:
            let event = try record.structure(EncodedUnblocked.self, for: Self.name)
            try remove(.blocked, event.user, record, &views)
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    private func put(
        _ kind: Kind,
        _ other: UniqueID?,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let row = PositionRow(position: record.position)
        let key = try key(kind, other, record)
        table.put(row, at: key, in: &views)
        if let opposite = key.opposite { table.put(row, at: opposite, in: &views) }
    }

    private func remove(
        _ kind: Kind,
        _ other: UniqueID?,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let key = try key(kind, other, record)
        table.remove(key, in: &views)
        if let opposite = key.opposite { table.remove(opposite, in: &views) }
    }

    private func key(
        _ kind: Kind,
        _ other: UniqueID?,
        _ record: borrowing StoredRecord
    ) throws(ViewsError) -> Key {
        guard record.stream.kind == .user else { throw record.unfoldable(by: Self.name) }
        let other = try record.need(other, for: Self.name)
        return Key(owner: record.stream.id, kind: kind, other: other)
    }

    /// Whether a user is in a relation to an owner.
    package func holds(
        _ kind: Kind,
        of owner: UniqueID,
        to other: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Bool {
        try table.has(Key(owner: owner, kind: kind, other: other), in: views)
    }

    /// Returns the position where a relation began; nil where there is none.
    package func since(
        _ kind: Kind,
        of owner: UniqueID,
        to other: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Position? {
        try table.row(at: Key(owner: owner, kind: kind, other: other), in: views)?.position
    }

    /// Visits the users in a relation to an owner, in the order of their ids, with the position
    /// where it began.
    package func forEach(
        _ kind: Kind,
        of owner: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ other: UniqueID, _ since: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try table.forEach(
            from: Key(owner: owner, kind: kind, other: .zero),
            through: Key(owner: owner, kind: kind, other: .greatest),
            in: views
        ) { (key, row) throws(ViewsError) in
            try body(key.other, row.position)
        }
    }

    private struct Key: RowLayout {
        var owner = UniqueID.zero
        var kind = Kind.contact
        var other = UniqueID.zero

        var opposite: Key? {
            kind.opposite.map { Key(owner: other, kind: $0, other: owner) }
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&owner, "owner")
            fields.field(&kind, "kind")
            fields.field(&other, "other user")
        }
    }
}
