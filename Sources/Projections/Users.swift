package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// A user's profile, settings and standing.
package struct Users: Projector {
    package static let name: StaticString = "users"
    package static let version: UInt32 = 2
    package static let events: FoldedEvents = [
        EnvelopeEvent.profileSet, EnvelopeEvent.userForgotten, EnvelopeEvent.settingsChanged,
        EnvelopeEvent.suspended, EnvelopeEvent.banned, EnvelopeEvent.reinstated,
        EnvelopeEvent.moderatorAppointed, EnvelopeEvent.moderatorDismissed,
    ]

    private let table: RowTable<UserKey, UserRow>

    package init(_ tables: inout TableList) {
        table = tables.rows("users")
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
            throw record.undeclared(by: Self.name)
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
        table.put(row, at: UserKey(user: user), in: &views)
    }

    /// What is known of a user; nil where nothing is.
    package func row(
        of user: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UserRow? {
        try table.row(at: UserKey(user: user), in: views)
    }

    /// Visits everybody of whom something is known, in the order of their ids.
    package func forEach(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID, _ row: UserRow) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try table.forEach(in: .all, views) { (key, row) throws(ViewsError) in
            try body(key.user, row)
        }
    }
}

/// What is known of a user, as their row has it.
package struct UserRow: Hashable, Sendable {
    /// Where the profile lies; nil for who has none.
    package var profile: Position?
    package var settings = Settings()
    package var standing = Standing.good
    package var isModerator = false
}

extension UserRow: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&profile, "profile at")
        var standing = StoredStanding(self.standing)
        fields.flags("moderator, standing") { flags in
            flags.flag(&isModerator)
            flags.number(&standing.number, bits: 2)
        }
        fields.flags("switches") { flags in
            flags.flag(&settings.sendReadReceipts)
            flags.flag(&settings.shareTyping)
            flags.flag(&settings.notifications)
            flags.flag(&settings.sound)
            flags.flag(&settings.badge)
            flags.flag(&settings.saveToPhotos)
            flags.flag(&settings.sharePresence)
        }
        fields.field(&settings.groupAdds, "group adds")
        fields.field(&settings.previews, "previews")
        fields.field(&settings.autoDownload, "automatic downloads")
        fields.field(&settings.imageQuality, "image quality")
        fields.field(&settings.keepMessages, "keep messages")
        fields.field(&standing.until, isThere: standing.hasEnd, "suspended until")
        self.standing = standing.value
    }
}

/// A standing as a number of two bits, and a time.
private struct StoredStanding {
    var number: UInt8 = 0
    var until: Timestamp?

    init(_ standing: Standing) {
        switch standing {
        case .good: number = 0
        case .suspended(until: nil): number = 1
        case .suspended(let end): (number, until) = (2, end)
        case .banned: number = 3
        }
    }

    var hasEnd: Bool { number == 2 }

    var value: Standing {
        switch number {
        case 0: .good
        case 1, 2: .suspended(until: until)
        default: .banned
        }
    }
}
