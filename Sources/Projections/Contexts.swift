package import EventLog
internal import LogSchema
internal import Merkle
package import Messaging
package import Views
package import Wire

/// The requests by their context, such as a ride, a favor or a trip.
///
/// No row holds the words of a context: its name is the first half of HMAC-SHA256 over its kind, a
/// zero byte and its id, under a secret of the store that is in no file of the views. A cleared
/// context remains for members who left before; a context whose content was erased is visible to no
/// viewer.
package struct Contexts: Projector {
    package static let name: StaticString = "contexts"
    package static let version: UInt32 = 3
    package static let events: FoldedEvents = [
        EnvelopeEvent.conversationCreated, EnvelopeEvent.contextCleared,
        EnvelopeEvent.contentErased,
    ]

    private let requests: RowTable<Key, Row>
    private let names: RowTable<ConversationKey, Key>
    private let places: RowTable<PositionRow, ConversationKey>

    package init(_ tables: inout TableList) {
        requests = tables.rows("contexts")
        names = tables.rows("contexts.of")
        places = tables.rows("contexts.at")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.conversationCreated:
            let event = try record.structure(EncodedConversationCreated.self, for: Self.name)
            guard event.kind == .request else { return }
            let conversation = try record.conversation(for: Self.name)
            guard let name = try Self.name(of: event, record, views.log) else { return }
            let request = Key(name: name, position: record.position)
            let key = ConversationKey(conversation: conversation)
            names.put(request, at: key, in: &views)
            requests.put(Row(conversation: conversation), at: request, in: &views)
            places.put(key, at: PositionRow(position: record.position), in: &views)
        case EnvelopeEvent.contextCleared:
            let conversation = try record.conversation(for: Self.name)
            let key = ConversationKey(conversation: conversation)
            guard let request = try names.row(at: key, in: views) else { return }
            let row = Row(conversation: conversation, cleared: record.position)
            requests.put(row, at: request, in: &views)
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    /// Removes the contexts whose content was erased.
    func erase(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        var gone: [(place: PositionRow, conversation: ConversationKey)] = []
        for range in try record.erasedRanges() where range.count > 0 {
            let first = Position(range.first)
            try places.forEach(
                from: PositionRow(position: first),
                through: PositionRow(position: first.advanced(by: range.count - 1)),
                in: views
            ) { (place, conversation) throws(ViewsError) in
                gone.append((place, conversation))
                return .goOn
            }
        }
        for (place, conversation) in gone {
            if let request = try names.row(at: conversation, in: views) {
                requests.remove(request, in: &views)
            }
            names.remove(conversation, in: &views)
            places.remove(place, in: &views)
        }
    }

    /// Visits the requests that have or had a context, in the order of their creation.
    package func forEach(
        _ context: Context,
        of log: EventLog,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ conversation: UniqueID, _ cleared: Position?) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let name: UniqueID
        do throws(LogError) {
            name = try Self.name(context.kind, context.id, log)
        } catch {
            throw .log(error)
        }
        try requests.forEach(
            from: Key(name: name, position: .zero),
            through: Key(name: name, position: Position(.max)),
            in: views
        ) { (_, row) throws(ViewsError) in
            try body(row.conversation, row.cleared)
        }
    }
}

// The names of contexts.
extension Contexts {
    /// Returns the name of a request's context; nil if the context was erased, or cannot be opened,
    /// which `verify` reports.
    private static func name(
        of event: borrowing EncodedConversationCreated,
        _ record: borrowing StoredRecord,
        _ log: EventLog
    ) throws(ViewsError) -> UniqueID? {
        do throws(LogError) {
            var contents = log.contents()
            let content = try contents.content(of: record)
            // Older logs have it in the event itself.
            if event.contextKindUTF8.byteCount > 0, content.state != .erased {
                return try name(event.contextKind, event.contextID, log)
            }
            guard content.state == .present,
                let words = try? ConversationContent(decoding: content.bytes),
                let kind = words.contextKind, let id = words.contextID
            else { return nil }
            return try name(kind, id, log)
        } catch .damagedRecord {
            return nil
        } catch {
            throw .log(error)
        }
    }

    private static func name(
        _ kind: String,
        _ id: String,
        _ log: EventLog
    ) throws(LogError) -> UniqueID {
        let secret = try log.secret(for: "contexts")
        let words = Array(kind.utf8) + [0] + Array(id.utf8)
        let digest = secret.withBytes { key in
            var code = HMACSHA256(key: key)
            code.update(words.span.bytes)
            return code.finish()
        }
        return digest.withBytes { UniqueID($0) }
    }

    private struct Key: RowLayout {
        var name = UniqueID.zero
        var position = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&name, "name of the context")
            fields.field(&position, "position of the creation")
        }
    }

    private struct Row: RowLayout {
        var conversation = UniqueID.zero
        var cleared: Position?

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.field(&cleared, "cleared at")
        }
    }
}
