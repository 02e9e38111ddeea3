package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// The one direct conversation of every two users.
package struct Directs: Projector {
    package static let name: StaticString = "directs"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [EnvelopeEvent.conversationCreated]

    private let table: RowTable<Key, ConversationValue>

    package init(_ tables: inout TableList) {
        table = tables.rows("directs")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.conversationCreated else {
            throw record.undeclared(by: Self.name)
        }
        let event = try record.structure(EncodedConversationCreated.self, for: Self.name)
        guard event.kind == .direct else { return }
        let key = Key(
            try record.actor(for: Self.name),
            try record.need(event.with, for: Self.name)
        )
        let conversation = try record.conversation(for: Self.name)
        table.put(ConversationValue(conversation: conversation), at: key, in: &views)
    }

    /// Returns the direct conversation of two users; nil if they have none.
    package func conversation(
        of one: UniqueID,
        and other: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UniqueID? {
        try table.row(at: Key(one, other), in: views)?.conversation
    }

    private struct Key: RowLayout {
        var lesser = UniqueID.zero
        var greater = UniqueID.zero

        init() {}

        init(_ one: UniqueID, _ other: UniqueID) {
            lesser = min(one, other)
            greater = max(one, other)
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&lesser, "lesser user")
            fields.field(&greater, "greater user")
        }
    }
}
