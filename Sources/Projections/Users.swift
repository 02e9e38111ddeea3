package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// A user's profile, settings and standing, and the moderators.
package struct Users: Projector {
    package static let name: StaticString = "users"
    package static let version: UInt32 = 2
    package static let events: FoldedEvents = [
        EnvelopeEvent.profileSet, EnvelopeEvent.userForgotten, EnvelopeEvent.settingsChanged,
        EnvelopeEvent.warned, EnvelopeEvent.suspended, EnvelopeEvent.banned,
        EnvelopeEvent.reinstated,
        EnvelopeEvent.moderatorAppointed, EnvelopeEvent.moderatorDismissed,
    ]

    private let table: RowTable<UserKey, UserRow>
    /// The position where each moderator was appointed.
    private let moderators: RowTable<PositionRow, UserKey>

    package init(_ tables: inout TableList) {
        table = tables.rows("users")
        moderators = tables.rows("users.moderators")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.profileSet:
            try changeOwn(record, &views) { row in
                row.profile = record.position
                row.isForgotten = false
            }
        case EnvelopeEvent.userForgotten:
            try changeOwn(record, &views) { row in
                row.profile = nil
                row.isForgotten = true
            }
        case EnvelopeEvent.settingsChanged:
            let change = try decoded(record)
            try changeOwn(record, &views) { $0.settings.apply(change) }
        case EnvelopeEvent.warned:
            try judge(record, &views) { $0.warnings += 1 }
        case EnvelopeEvent.suspended:
            let until = try record.structure(EncodedSuspended.self, for: Self.name).until
            try judge(record, &views) { row in
                row.standing = .suspended(until: until.map(Timestamp.init(microseconds:)))
            }
        case EnvelopeEvent.banned:
            try judge(record, &views) { $0.standing = .banned }
        case EnvelopeEvent.reinstated:
            try judge(record, &views) { $0.standing = .good }
        case EnvelopeEvent.moderatorAppointed:
            let event = try record.structure(EncodedModeratorAppointed.self, for: Self.name)
            try appoint(try record.need(event.user, for: Self.name), at: record.position, &views)
        case EnvelopeEvent.moderatorDismissed:
            let event = try record.structure(EncodedModeratorDismissed.self, for: Self.name)
            try appoint(try record.need(event.user, for: Self.name), at: nil, &views)
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

    /// Changes how moderators judge the user in whose stream the event is.
    private func judge(
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter,
        _ body: (inout UserRow) -> Void
    ) throws(ViewsError) {
        let position = record.position
        try changeOwn(record, &views) { row in
            body(&row)
            row.judged = position
        }
    }

    /// Makes a user a moderator at a position, or dismisses them.
    private func appoint(
        _ user: UniqueID,
        at position: Position?,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        if let before = try row(of: user, in: views)?.appointed {
            moderators.remove(PositionRow(position: before), in: &views)
        }
        if let position {
            moderators.put(UserKey(user: user), at: PositionRow(position: position), in: &views)
        }
        try change(user, &views) { $0.appointed = position }
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

    /// Returns a user's row; nil if the user has none.
    package func row(
        of user: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UserRow? {
        try table.row(at: UserKey(user: user), in: views)
    }

    /// Visits the moderators appointed after a position, in the order of appointment.
    package func forEachModerator(
        appointedAfter position: Position = .zero,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID, _ appointed: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try moderators.forEach(
            from: PositionRow(position: position.next),
            through: PositionRow(position: Position(.max)),
            in: views
        ) { (key, row) throws(ViewsError) in
            try body(row.user, key.position)
        }
    }

    /// Visits all users with a row, in the order of their ids.
    package func forEach(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID, _ row: UserRow) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try table.forEach(in: .all, views) { (key, row) throws(ViewsError) in
            try body(key.user, row)
        }
    }
}

/// A user's profile, settings and standing, as stored in their row.
package struct UserRow: Hashable, Sendable {
    /// The position of the profile; nil if there is none.
    package var profile: Position?
    package var settings = Settings()
    package var standing = Standing.good
    /// The number of warnings by moderators.
    package var warnings: UInt32 = 0
    /// The position of the newest warning, suspension, ban or reinstatement.
    package var judged: Position?
    /// The position where they were made a moderator; nil if they are not one.
    package var appointed: Position?
    /// Whether they were forgotten, and have set no profile since.
    package var isForgotten = false

    package var isModerator: Bool { appointed != nil }
}

extension UserRow: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&profile, "profile at")
        var standing = StoredStanding(self.standing)
        fields.flags("standing, forgotten") { flags in
            flags.number(&standing.number, bits: 2)
            flags.flag(&isForgotten)
        }
        fields.flags("switches") { flags in
            flags.flag(&settings.sendReadReceipts)
            flags.flag(&settings.shareTyping)
            flags.flag(&settings.notifications)
            flags.flag(&settings.sound)
            flags.flag(&settings.badge)
            flags.flag(&settings.saveToPhotos)
            flags.flag(&settings.sharePresence)
            flags.flag(&settings.vibration)
        }
        fields.field(&settings.groupAdds, "group adds")
        fields.field(&settings.previews, "previews")
        fields.field(&settings.autoDownload, "automatic downloads")
        fields.field(&settings.imageQuality, "image quality")
        fields.field(&settings.keepMessages, "keep messages")
        fields.field(&warnings, "warnings")
        fields.field(&judged, "judged at")
        fields.field(&appointed, "moderator since")
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
