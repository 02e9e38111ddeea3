package import EventLog
internal import LogSchema
internal import Merkle
package import Messaging
package import Views
package import Wire

/// Which requests are about a ride, a favor, a trip.
///
///     contexts      name (16), position of the creation (8)  → conversation (16), cleared at (8)
///     contexts.of   conversation (16)                        → name (16), position (8)
///     contexts.at   position (8)                             → conversation (16)
///
/// What a request is about are words, and no row holds any: a context is named by the first half
/// of HMAC-SHA256 over its kind, a zero byte and its id, under a secret of the store that is in no
/// file of the views. One that was cleared stays there for those who had left before; one whose
/// content was erased is there for no viewer.
package struct Contexts: Projector {
    package static let name: StaticString = "contexts"
    package static let version: UInt32 = 3

    private let requests: ViewTable
    private let names: ViewTable
    private let places: ViewTable

    package init(_ tables: inout TableList) {
        requests = tables.table("contexts")
        names = tables.table("contexts.of")
        places = tables.table("contexts.at")
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
            guard let name = try Self.name(of: event, record, views.log) else { return }
            let key = Self.key(name, record.position)
            views.put(Self.key(conversation).bytes, key.bytes, in: names)
            views.put(key.bytes, Self.row(conversation, cleared: .zero).bytes, in: requests)
            views.put(Self.key(record.position).bytes, Self.key(conversation).bytes, in: places)
        case EnvelopeEvent.contextCleared:
            let conversation = try record.conversation(for: Self.name)
            guard let request = try requestKey(Self.key(conversation), in: views) else { return }
            let row = Self.row(conversation, cleared: record.position)
            views.put(request.bytes, row.bytes, in: requests)
        default:
            break
        }
    }

    /// Forgets the contexts whose content an erasure took.
    func erase(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        var gone: [(place: RowBytes, conversation: RowBytes)] = []
        for range in try record.erasedRanges() where range.count > 0 {
            let last = Position(range.first).advanced(by: range.count - 1)
            let span = KeyRange(from: Self.key(Position(range.first)), through: Self.key(last))
            try views.forEachRow(in: places, span) { (key, row) throws(ViewsError) in
                guard key.byteCount == 8, row.byteCount == 16 else {
                    throw .damagedRow(table: "contexts.at")
                }
                gone.append((Self.key(Position(key.number(at: 0))), Self.key(UniqueID(row))))
                return .goOn
            }
        }
        for (place, conversation) in gone {
            if let request = try requestKey(conversation, in: views) {
                views.remove(request.bytes, in: requests)
            }
            views.remove(conversation.bytes, in: names)
            views.remove(place.bytes, in: places)
        }
    }

    /// The key in the other table of what a conversation is about.
    private func requestKey(
        _ conversation: RowBytes,
        in views: borrowing ViewsWriter
    ) throws(ViewsError) -> RowBytes? {
        guard let row = try views.value(of: conversation.bytes, in: names) else { return nil }
        guard row.byteCount == 24 else { throw .damagedRow(table: "contexts.of") }
        return Self.key(UniqueID(row), Position(row.number(at: 16)))
    }

    /// Visits the requests that are or were about something, in the order of their creation.
    package func forEach(
        _ context: Context,
        of log: EventLog,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ conversation: UniqueID, _ cleared: Position?) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var prefix = RowBytes()
        do throws(LogError) {
            prefix.append(try Self.name(context.kind, context.id, log))
        } catch {
            throw .log(error)
        }
        try views.forEachRow(in: requests, KeyRange(prefix: prefix)) {
            (_, row) throws(ViewsError) in
            guard row.byteCount == 24 else { throw .damagedRow(table: "contexts") }
            return try body(UniqueID(row), row.position(at: 16))
        }
    }
}

// What things are called.
extension Contexts {
    /// The name of what a request is about; nil where that was erased, or cannot be opened, which is
    /// for `verify` to tell.
    private static func name(
        of event: borrowing ConversationCreatedView,
        _ record: borrowing StoredRecord,
        _ log: EventLog
    ) throws(ViewsError) -> UniqueID? {
        do throws(LogError) {
            var contents = log.contents()
            let content = try contents.content(of: record)
            // A log of before has it in the event itself.
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

    private static func row(_ conversation: UniqueID, cleared: Position) -> RowBytes {
        var row = RowBytes()
        row.append(conversation)
        row.append(cleared.rawValue)
        return row
    }

    private static func key(_ name: UniqueID, _ position: Position) -> RowBytes {
        var key = RowBytes()
        key.append(name)
        key.append(position.rawValue)
        return key
    }

    private static func key(_ conversation: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        return key
    }

    private static func key(_ position: Position) -> RowBytes {
        var key = RowBytes()
        key.append(position.rawValue)
        return key
    }
}
