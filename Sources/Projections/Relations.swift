package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Whom a user has among their contacts, and whom they have blocked.
///
///     relations   owner (16), kind (1), other (16)  → position (8)
package struct Relations: Projector {
    package static let name: StaticString = "relations"
    package static let version: UInt32 = 1

    package enum Kind: UInt8, Sendable {
        case contact = 1
        case blocked = 2
    }

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("relations")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.contactAdded:
            let event = try record.structure(ContactAddedView.self, for: Self.name)
            try put(.contact, event.user, record, &views)
        case EnvelopeEvent.blocked:
            let event = try record.structure(BlockedView.self, for: Self.name)
            try put(.blocked, event.user, record, &views)
        case EnvelopeEvent.contactRemoved:
            let event = try record.structure(ContactRemovedView.self, for: Self.name)
            views.remove(try key(.contact, event.user, record).bytes, in: table)
        case EnvelopeEvent.unblocked:
            let event = try record.structure(UnblockedView.self, for: Self.name)
            views.remove(try key(.blocked, event.user, record).bytes, in: table)
        default:
            break
        }
    }

    private func put(
        _ kind: Kind,
        _ other: UniqueID?,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        var row = RowBytes()
        row.append(record.position.rawValue)
        views.put(try key(kind, other, record).bytes, row.bytes, in: table)
    }

    private func key(
        _ kind: Kind,
        _ other: UniqueID?,
        _ record: borrowing StoredRecord
    ) throws(ViewsError) -> RowBytes {
        guard record.stream.kind == .user else { throw record.unfoldable(by: Self.name) }
        return Self.key(record.stream.id, kind, try record.need(other, for: Self.name))
    }

    /// Whether somebody stands in a relation to an owner.
    package func holds(
        _ kind: Kind,
        of owner: UniqueID,
        to other: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Bool {
        try views.value(of: Self.key(owner, kind, other).bytes, in: table) != nil
    }

    /// Visits everybody who stands in a relation to an owner, in the order of their ids, with where
    /// that began.
    package func forEach(
        _ kind: Kind,
        of owner: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ other: UniqueID, _ since: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var prefix = RowBytes()
        prefix.append(owner)
        prefix.append(kind.rawValue)
        try views.forEachRow(in: table, KeyRange(prefix: prefix)) { (key, row) throws(ViewsError) in
            guard key.byteCount == 33, row.byteCount == 8 else {
                throw .damagedRow(table: "relations")
            }
            return try body(UniqueID(key, at: 17), Position(row.number(at: 0)))
        }
    }

    private static func key(_ owner: UniqueID, _ kind: Kind, _ other: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(owner)
        key.append(kind.rawValue)
        key.append(other)
        return key
    }
}
