package import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
package import Views
package import Wire

/// Which requests are about a ride, a favor, a trip.
///
///     contexts      name (16), position of the creation (8)  → conversation (16), cleared at (8)
///     contexts.of   conversation (16)                        → name (16), position (8)
///
/// A context is named by the first half of SHA-256 over its kind, a zero byte and its id. One that
/// was cleared stays there for those who had left before.
package struct Contexts: Projector {
    package static let name: StaticString = "contexts"
    package static let version: UInt32 = 2

    private let requests: ViewTable
    private let names: ViewTable

    package init(_ tables: inout TableList) {
        requests = tables.table("contexts")
        names = tables.table("contexts.of")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.conversationCreated:
            let event = try record.structure(ConversationCreatedView.self, for: Self.name)
            guard event.kind == .request else { return }
            let conversation = try record.conversation(for: Self.name)
            var key = RowBytes()
            key.append(Self.name(event.contextKindUTF8, event.contextIDUTF8))
            key.append(record.position.rawValue)
            var of = RowBytes()
            of.append(conversation)
            views.put(of.bytes, key.bytes, in: names)
            views.put(key.bytes, Self.row(conversation, cleared: .zero).bytes, in: requests)
        case EnvelopeEvent.contextCleared:
            let conversation = try record.conversation(for: Self.name)
            var of = RowBytes()
            of.append(conversation)
            guard let request = try requestKey(of, in: views) else { return }
            let row = Self.row(conversation, cleared: record.position)
            views.put(request.bytes, row.bytes, in: requests)
        default:
            break
        }
    }

    /// The key in the other table of what a conversation is about.
    private func requestKey(
        _ conversation: RowBytes,
        in views: borrowing ViewsWriter
    ) throws(ViewsError) -> RowBytes? {
        guard let row = try views.value(of: conversation.bytes, in: names) else { return nil }
        guard row.byteCount == 24 else { throw .damagedRow(table: "contexts.of") }
        var request = RowBytes()
        request.append(UniqueID(row))
        request.append(row.number(at: 16))
        return request
    }

    private static func row(_ conversation: UniqueID, cleared: Position) -> RowBytes {
        var row = RowBytes()
        row.append(conversation)
        row.append(cleared.rawValue)
        return row
    }

    /// Visits the requests that are or were about something, in the order of their creation.
    package func forEach(
        kind: String,
        id: String,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ conversation: UniqueID, _ cleared: Position?) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var prefix = RowBytes()
        let (kind, id) = (Array(kind.utf8), Array(id.utf8))
        prefix.append(Self.name(kind.span.bytes, id.span.bytes))
        try views.forEachRow(in: requests, KeyRange(prefix: prefix)) {
            (_, row) throws(ViewsError) in
            guard row.byteCount == 24 else { throw .damagedRow(table: "contexts") }
            return try body(UniqueID(row), row.position(at: 16))
        }
    }

    private static func name(_ kind: RawSpan, _ id: RawSpan) -> UniqueID {
        var hash = SHA256()
        hash.update(kind)
        hash.update(0)
        hash.update(id)
        let digest = hash.finish()
        return digest.withBytes { UniqueID($0) }
    }
}
