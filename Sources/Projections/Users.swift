package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// What is known of a user: profile, settings, standing.
///
///     users   user (16)
///         → profile at (8), flags (1), switches (1), group adds, previews, automatic downloads,
///           image quality, keep messages (1 each), suspended until (8)
package struct Users: Projector {
    package static let name: StaticString = "users"
    package static let version: UInt32 = 1

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("users")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.profileSet:
            try changeOwn(record, &views) { $0.profile = record.position }
        case EnvelopeEvent.userForgotten:
            try changeOwn(record, &views) { $0.profile = nil }
        case EnvelopeEvent.settingsChanged:
            let change = try decoded(record)
            try changeOwn(record, &views) { $0.settings.apply(change) }
        case EnvelopeEvent.suspended:
            let until = try record.structure(SuspendedView.self, for: Self.name).until
            try changeOwn(record, &views) { row in
                row.standing = .suspended(until: until.map(Timestamp.init(microseconds:)))
            }
        case EnvelopeEvent.banned:
            try changeOwn(record, &views) { $0.standing = .banned }
        case EnvelopeEvent.reinstated:
            try changeOwn(record, &views) { $0.standing = .good }
        case EnvelopeEvent.moderatorAppointed:
            let event = try record.structure(ModeratorAppointedView.self, for: Self.name)
            let user = try record.need(event.user, for: Self.name)
            try change(user, &views) { $0.isModerator = true }
        case EnvelopeEvent.moderatorDismissed:
            let event = try record.structure(ModeratorDismissedView.self, for: Self.name)
            let user = try record.need(event.user, for: Self.name)
            try change(user, &views) { $0.isModerator = false }
        default:
            break
        }
    }

    private func decoded(_ record: borrowing StoredRecord) throws(ViewsError) -> SettingsChanged {
        do throws(WireError) {
            return try SettingsChanged(decoding: record.envelope.event)
        } catch {
            throw record.unfoldable(by: Self.name)
        }
    }

    /// Changes the row of the user in whose stream the event is.
    private func changeOwn(
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter,
        _ body: (inout UserRow) -> Void
    ) throws(ViewsError) {
        guard record.stream.kind == .user else { throw record.unfoldable(by: Self.name) }
        try change(record.stream.id, &views, body)
    }

    private func change(
        _ user: UniqueID,
        _ views: inout ViewsWriter,
        _ body: (inout UserRow) -> Void
    ) throws(ViewsError) {
        var row = try self.row(of: user, in: views) ?? UserRow()
        body(&row)
        views.put(Self.key(user).bytes, row.row.bytes, in: table)
    }

    /// What is known of a user; nil where nothing is.
    package func row(
        of user: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UserRow? {
        guard let row = try views.value(of: Self.key(user).bytes, in: table) else { return nil }
        return try UserRow(row)
    }

    /// Visits everybody of whom something is known, in the order of their ids.
    package func forEach(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID, _ row: UserRow) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: table, .all) { (key, row) throws(ViewsError) in
            guard key.byteCount == UniqueID.byteCount else { throw .damagedRow(table: "users") }
            return try body(UniqueID(key), try UserRow(row))
        }
    }

    private static func key(_ user: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(user)
        return key
    }
}

/// What is known of a user, as their row has it.
package struct UserRow: Hashable, Sendable {
    /// Where the profile lies; nil for who has none.
    package var profile: Position?
    package var settings = Settings()
    package var standing = Standing.good
    package var isModerator = false

    init() {}

    init(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == 23 else { throw .damagedRow(table: "users") }
        let profile = row.number(at: 0)
        self.profile = profile == 0 ? nil : Position(profile)
        let flags = row.byte(at: 8)
        isModerator = flags & 1 != 0
        let until = Timestamp(microseconds: Int64(bitPattern: row.number(at: 15)))
        switch flags >> 1 & 3 {
        case 0: standing = .good
        case 1: standing = .suspended(until: nil)
        case 2: standing = .suspended(until: until)
        default: standing = .banned
        }
        let switches = row.byte(at: 9)
        settings.sendReadReceipts = switches & 1 != 0
        settings.shareTyping = switches & 2 != 0
        settings.notifications = switches & 4 != 0
        settings.sound = switches & 8 != 0
        settings.badge = switches & 16 != 0
        settings.saveToPhotos = switches & 32 != 0
        settings.groupAdds = GroupAdds(rawValue: Int32(row.byte(at: 10)))
        settings.previews = Previews(rawValue: Int32(row.byte(at: 11)))
        settings.autoDownload = AutoDownload(rawValue: Int32(row.byte(at: 12)))
        settings.imageQuality = ImageQuality(rawValue: Int32(row.byte(at: 13)))
        settings.keepMessages = KeepMessages(rawValue: Int32(row.byte(at: 14)))
    }

    fileprivate var row: RowBytes {
        var flags: UInt8 = isModerator ? 1 : 0
        var until: Timestamp?
        switch standing {
        case .good: break
        case .suspended(let end):
            until = end
            flags |= (end == nil ? 1 : 2) << 1
        case .banned: flags |= 3 << 1
        }
        var switches: UInt8 = settings.sendReadReceipts ? 1 : 0
        if settings.shareTyping { switches |= 2 }
        if settings.notifications { switches |= 4 }
        if settings.sound { switches |= 8 }
        if settings.badge { switches |= 16 }
        if settings.saveToPhotos { switches |= 32 }
        var row = RowBytes()
        row.append(profile?.rawValue ?? 0)
        row.append(flags)
        row.append(switches)
        row.append(UInt8(truncatingIfNeeded: settings.groupAdds.rawValue))
        row.append(UInt8(truncatingIfNeeded: settings.previews.rawValue))
        row.append(UInt8(truncatingIfNeeded: settings.autoDownload.rawValue))
        row.append(UInt8(truncatingIfNeeded: settings.imageQuality.rawValue))
        row.append(UInt8(truncatingIfNeeded: settings.keepMessages.rawValue))
        row.append(UInt64(bitPattern: until?.microseconds ?? 0))
        return row
    }
}
