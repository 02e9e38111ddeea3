package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Where title and photo stand, as of any position.
///
///     details   conversation (16), detail (1), position (8)  → whether it was cleared (1)
///
/// A conversation's creation counts as the first of each, whether it had one or not.
package struct Details: Projector {
    package static let name: StaticString = "details"
    package static let version: UInt32 = 1

    /// What is kept of a conversation beside its members and messages.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case title = 1
        case photo = 2
    }

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("details")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.conversationCreated:
            let isCleared = record.envelope.seal == nil
            for kind in Kind.allCases { try put(kind, isCleared, record, &views) }
        case EnvelopeEvent.detailsChanged:
            let event = try record.structure(DetailsChangedView.self, for: Self.name)
            guard let number = UInt8(exactly: event.detail.rawValue),
                let kind = Kind(rawValue: number)
            else { throw record.unfoldable(by: Self.name) }
            try put(kind, event.cleared, record, &views)
        default:
            break
        }
    }

    private func put(
        _ kind: Kind,
        _ isCleared: Bool,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        var row = RowBytes()
        row.append(UInt8(isCleared ? 1 : 0))
        views.put(Self.key(conversation, kind, record.position).bytes, row.bytes, in: table)
    }

    /// Where a title or photo was given last, up to a position; nil where there was none then.
    package func position(
        of kind: Kind,
        of conversation: UniqueID,
        asOf position: Position = Position(.max),
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Position? {
        var found: Position?
        let range = KeyRange(
            from: Self.key(conversation, kind, .zero),
            through: Self.key(conversation, kind, position),
            descending: true
        )
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 25, row.byteCount == 1 else {
                throw .damagedRow(table: "details")
            }
            found = row.byte(at: 0) == 0 ? Position(key.number(at: 17)) : nil
            return .stop
        }
        return found
    }

    private static func key(
        _ conversation: UniqueID,
        _ kind: Kind,
        _ position: Position
    ) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(kind.rawValue)
        key.append(position.rawValue)
        return key
    }
}
