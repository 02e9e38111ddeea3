package import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
package import Views
package import Wire

/// Which requests are about a ride, a favor, a trip.
///
///     contexts      name (16), position of the creation (8)  → conversation (16)
///     contexts.of   conversation (16)                        → name (16), position (8)
///
/// A context is named by the first half of SHA-256 over its kind, a zero byte and its id.
package struct Contexts: Projector {
    package static let name: StaticString = "contexts"
    package static let version: UInt32 = 1

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
            var row = RowBytes()
            row.append(conversation)
            views.put(key.bytes, row.bytes, in: requests)
            views.put(row.bytes, key.bytes, in: names)
        case EnvelopeEvent.contextCleared:
            var key = RowBytes()
            key.append(try record.conversation(for: Self.name))
            guard let request = try requestKey(key, in: views) else { return }
            views.remove(request.bytes, in: requests)
            views.remove(key.bytes, in: names)
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

    /// Visits the requests about something, in the order of their creation.
    package func forEach(
        kind: String,
        id: String,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ conversation: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var prefix = RowBytes()
        let (kind, id) = (Array(kind.utf8), Array(id.utf8))
        prefix.append(Self.name(kind.span.bytes, id.span.bytes))
        try views.forEachRow(in: requests, KeyRange(prefix: prefix)) {
            (_, row) throws(ViewsError) in
            guard row.byteCount == UniqueID.byteCount else {
                throw .damagedRow(table: "contexts")
            }
            return try body(UniqueID(row))
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
