package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// The positions of a conversation's titles and photos.
///
/// A conversation's creation counts as the first of each, whether it had one or not.
package struct Details: Projector {
    package static let name: StaticString = "details"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [
        EnvelopeEvent.conversationCreated, EnvelopeEvent.detailsChanged,
    ]

    /// A detail of a conversation that this view keeps.
    package enum Kind: UInt8, Sendable, CaseIterable {
        case title = 1
        case photo = 2
    }

    private let table: RowTable<Key, Row>

    package init(_ tables: inout TableList) {
        table = tables.rows("details")
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
            let event = try record.structure(EncodedDetailsChanged.self, for: Self.name)
            guard let number = UInt8(exactly: event.detail.rawValue),
                let kind = Kind(rawValue: number)
            else { throw record.unfoldable(by: Self.name) }
            try put(kind, event.cleared, record, &views)
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    private func put(
        _ kind: Kind,
        _ isCleared: Bool,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let key = Key(
            conversation: try record.conversation(for: Self.name),
            kind: kind,
            position: record.position
        )
        table.put(Row(isCleared: isCleared), at: key, in: &views)
    }

    /// Returns the position of the newest title or photo at a position; nil if there was none then.
    package func position(
        of kind: Kind,
        of conversation: UniqueID,
        asOf position: Position = Position(.max),
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Position? {
        var found: Position?
        try table.forEach(
            from: Key(conversation: conversation, kind: kind, position: .zero),
            through: Key(conversation: conversation, kind: kind, position: position),
            descending: true,
            in: views
        ) { (key, row) throws(ViewsError) in
            found = row.isCleared ? nil : key.position
            return .stop
        }
        return found
    }

    private struct Key: RowLayout {
        var conversation = UniqueID.zero
        var kind = Kind.title
        var position = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.field(&kind, "title or photo")
            fields.field(&position, "position")
        }
    }

    private struct Row: RowLayout {
        var isCleared = false

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.flags("is cleared") { $0.flag(&isCleared) }
        }
    }
}
