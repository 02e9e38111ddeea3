package import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
package import Views
package import Wire

/// Which contents name which media, and which media are to be deleted elsewhere.
///
/// No row holds a URL: its name is the first half of HMAC-SHA256 over it, under a secret of the
/// store that is in no file of the views.
package struct MediaDebts: Projector {
    package static let name: StaticString = "owed"
    package static let version: UInt32 = 3
    /// The events whose content may name media.
    private static let naming: Set<UInt32> = [
        EnvelopeEvent.messageSent, EnvelopeEvent.messageAnnotated,
        EnvelopeEvent.conversationCreated, EnvelopeEvent.detailsChanged, EnvelopeEvent.profileSet,
    ]
    package static let events: FoldedEvents = [
        EnvelopeEvent.messageSent, EnvelopeEvent.messageAnnotated,
        EnvelopeEvent.conversationCreated, EnvelopeEvent.detailsChanged, EnvelopeEvent.profileSet,
        EnvelopeEvent.mediaOwed, EnvelopeEvent.contentErased,
    ]

    private let names: RowTable<NameKey, NoFields>
    private let places: RowTable<PlaceKey, NoFields>
    /// How many contents name a medium, so that a missing row of `names` is noticed: it would let a
    /// medium be deleted that is still in use.
    private let counts: RowTable<MediumKey, CountRow>
    private let debts: RowTable<PositionRow, DebtRow>

    package init(_ tables: inout TableList) {
        names = tables.rows("owed.names")
        places = tables.rows("owed.at")
        counts = tables.rows("owed.counts")
        debts = tables.rows("owed")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageSent: try note(record, in: &views)
        case EnvelopeEvent.messageAnnotated:
            let event = try record.structure(EncodedMessageAnnotated.self, for: Self.name)
            if event.hasLinkPreview { try note(record, in: &views) }
        case EnvelopeEvent.conversationCreated, EnvelopeEvent.detailsChanged,
            EnvelopeEvent.profileSet:
            try note(record, in: &views)
        case EnvelopeEvent.mediaOwed:
            let event = try record.structure(EncodedMediaOwed.self, for: Self.name)
            let row = DebtRow(count: event.count, since: record.recorded)
            if try Self.isErased(record, views.log) { return }
            debts.put(row, at: PositionRow(position: record.position), in: &views)
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    /// Notes the media that the event's content names; none where it is erased, or cannot be
    /// opened, which `verify` reports.
    func note(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.seal != nil else { return }
        let position = record.position
        for name in try Self.names(in: record, views.log) {
            names.put(NoFields(), at: NameKey(name: name, position: position), in: &views)
            places.put(NoFields(), at: PlaceKey(position: position, name: name), in: &views)
            try count(name, by: 1, in: &views)
        }
    }

    private static func names(
        in record: borrowing StoredRecord,
        _ log: EventLog
    ) throws(ViewsError) -> [UniqueID] {
        do throws(LogError) {
            var names: [UniqueID] = []
            for url in try media(in: record, log) { names.append(try name(of: url, log)) }
            return names
        } catch .damagedRecord {
            return []
        } catch {
            throw .log(error)
        }
    }

    private func count(
        _ name: UniqueID,
        by change: Int64,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let key = MediumKey(name: name)
        let before = try counts.row(at: key, in: views)?.contents ?? 0
        guard let after = UInt64(exactly: Int64(before) + change) else {
            throw .damagedRow(table: "owed.counts")
        }
        if after == 0 {
            counts.remove(key, in: &views)
        } else {
            counts.put(CountRow(contents: after), at: key, in: &views)
        }
    }

    /// Removes the media of erased contents, and acknowledged media.
    func erase(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        var gone: [PlaceKey] = []
        var paid: [PositionRow] = []
        for range in try record.erasedRanges() where range.count > 0 {
            let first = Position(range.first)
            let last = first.advanced(by: range.count - 1)
            try places.forEach(
                from: PlaceKey(position: first, name: .zero),
                through: PlaceKey(position: last, name: UniqueID(high: .max, low: .max)),
                in: views
            ) { (place, _) throws(ViewsError) in
                gone.append(place)
                return .goOn
            }
            try debts.forEach(
                from: PositionRow(position: first),
                through: PositionRow(position: last),
                in: views
            ) { (debt, _) throws(ViewsError) in
                paid.append(debt)
                return .goOn
            }
        }
        for place in gone {
            names.remove(NameKey(name: place.name, position: place.position), in: &views)
            places.remove(place, in: &views)
            try count(place.name, by: -1, in: &views)
        }
        for debt in paid { debts.remove(debt, in: &views) }
    }

    /// Returns the positions of the contents that name a medium, oldest first.
    ///
    /// - Throws: `damagedRow` if they are not as many as were counted.
    package func positions(
        naming url: String,
        of log: EventLog,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> [Position] {
        let name: UniqueID
        do throws(LogError) {
            name = try Self.name(of: url, log)
        } catch {
            throw .log(error)
        }
        var found: [Position] = []
        try names.forEach(
            from: NameKey(name: name, position: .zero),
            through: NameKey(name: name, position: Position(.max)),
            in: views
        ) { (key, _) throws(ViewsError) in
            found.append(key.position)
            return .goOn
        }
        let counted = try counts.row(at: MediumKey(name: name), in: views)?.contents ?? 0
        guard counted == UInt64(found.count) else { throw .damagedRow(table: "owed.names") }
        return found
    }

    /// Visits the events that say which media are owed and that are not acknowledged, oldest first.
    package func forEachDebt(
        after start: Position = .zero,
        through last: Position = Position(.max),
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (
            _ position: Position, _ count: UInt32, _ since: Timestamp
        ) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard start < last else { return }
        try debts.forEach(
            from: PositionRow(position: start.next),
            through: PositionRow(position: last),
            in: views
        ) { (key, row) throws(ViewsError) in
            try body(key.position, row.count, row.since)
        }
    }
}

// The names of media.
extension MediaDebts {
    /// The media that the content of an event names, each once; none where it is erased.
    package static func media(
        in record: borrowing StoredRecord,
        _ log: EventLog
    ) throws(LogError) -> [String] {
        guard naming.contains(record.envelope.eventNumber) else { return [] }
        var contents = log.contents()
        let content = try contents.content(of: record)
        guard content.state == .present else { return [] }
        var urls: [String] = []
        do throws(WireError) {
            switch record.envelope.eventNumber {
            case EnvelopeEvent.messageSent:
                for attachment in try MessageContent(decoding: content.bytes).attachments {
                    urls += [attachment.url, attachment.thumbnail].compactMap(\.self)
                }
            case EnvelopeEvent.messageAnnotated:
                let words = try AnnotationContent(decoding: content.bytes)
                urls = [words.linkPreview?.image].compactMap(\.self)
            case EnvelopeEvent.conversationCreated:
                urls = [try ConversationContent(decoding: content.bytes).photo].compactMap(\.self)
            case EnvelopeEvent.detailsChanged:
                let changed = try EncodedDetailsChanged(record.envelope.event)
                if changed.detail == .photo {
                    urls = [try DetailsContent(decoding: content.bytes).text]
                }
            case EnvelopeEvent.profileSet:
                urls = [try ProfileContent(decoding: content.bytes).avatar].compactMap(\.self)
            default: break
            }
        } catch {
            return []
        }
        var known = Spellings()
        return urls.filter { known.insert($0) }
    }

    /// The name of a medium in the rows.
    package static func name(of url: String, _ log: EventLog) throws(LogError) -> UniqueID {
        let secret = try log.secret(for: "media")
        let words = Array(url.utf8)
        let digest = secret.withBytes { key in
            var code = HMACSHA256(key: key)
            code.update(words.span.bytes)
            return code.finish()
        }
        return digest.withBytes { UniqueID($0) }
    }

    private static func isErased(
        _ record: borrowing StoredRecord,
        _ log: EventLog
    ) throws(ViewsError) -> Bool {
        do throws(LogError) {
            var contents = log.contents()
            return try contents.content(of: record).state == .erased
        } catch .damagedRecord {
            return false
        } catch {
            throw .log(error)
        }
    }

    private struct NameKey: RowLayout {
        var name = UniqueID.zero
        var position = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&name, "name of the medium")
            fields.field(&position, "position of the content")
        }
    }

    private struct MediumKey: RowLayout {
        var name = UniqueID.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&name, "name of the medium")
        }
    }

    private struct CountRow: RowLayout {
        var contents: UInt64 = 0

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&contents, "contents")
        }
    }

    private struct PlaceKey: RowLayout {
        var position = Position.zero
        var name = UniqueID.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&position, "position of the content")
            fields.field(&name, "name of the medium")
        }
    }

    private struct DebtRow: RowLayout {
        var count: UInt32 = 0
        var since = Timestamp(microseconds: 0)

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&count, "media")
            fields.field(&since, "owed since")
        }
    }
}
