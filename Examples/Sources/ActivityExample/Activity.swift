import Scrollback

/// How many messages each user sent on each day, and how many points the application gave for it:
/// a view of an embedder's own, folded from built-in events and from one that the embedder records.
///
///     days  user (16), days since 1970 (4) → messages (8), points (8)
struct Activity: CustomProjector {
    /// One user's day.
    struct Day: Hashable, Sendable {
        /// How many days after 1 January 1970, in UTC.
        var number: UInt32
        /// How many messages the user sent on it.
        var messages: UInt64 = 0
        /// How many points the user was given on it.
        var points: UInt64 = 0
    }

    /// An event of this application that this version of the view was not made for.
    struct UnknownPoints: Error {}

    let name = "activity"
    let version: UInt32 = 1
    let tables = ["days"]

    init() {}

    func fold(_ event: borrowing CustomEvent, into rows: inout CustomRows) throws {
        guard case .user(let user) = event.actor else { return }
        switch try event.structure() {
        case .messageSent:
            try count(event.sent, of: user, into: &rows) { $0.messages += 1 }
        case .customRecorded(let recorded, _) where recorded.type == "points.daily":
            try count(event.sent, of: user, into: &rows) { $0.points += 10 }
        case .customRecorded(let recorded, _) where recorded.type.hasPrefix("points."):
            throw UnknownPoints()
        default:
            // Everything else that happens is no activity; nor is what later versions will record.
            break
        }
    }

    private func count(
        _ moment: Timestamp,
        of user: UserID,
        into rows: inout CustomRows,
        _ change: (inout Day) -> Void
    ) throws {
        var day = Day(number: UInt32(clamping: moment.microseconds / 86_400_000_000))
        var key = RowBytes()
        key.append(user)
        key.append(day.number)
        if let row = try rows.value(of: key.bytes, in: "days") {
            day.messages = row.number(at: 0)
            day.points = row.number(at: 8)
        }
        change(&day)
        var value = RowBytes()
        value.append(day.messages)
        value.append(day.points)
        try rows.put(key.bytes, value.bytes, in: "days")
    }

    /// A user's days on which there was something to count, in their order.
    static func days(of user: UserID, in store: Store) throws -> [Day] {
        var prefix = RowBytes()
        prefix.append(user)
        let range = CustomRange(prefix: prefix.bytes.withUnsafeBytes { Array($0) })
        return try store.readView("activity") { view in
            var days: [Day] = []
            try view.forEachRow(in: "days", range) { key, value in
                // The key goes on behind the user's sixteen bytes.
                let number = key.withUnsafeBytes { $0[16...].reduce(0) { $0 << 8 | UInt32($1) } }
                days.append(
                    Day(number: number, messages: value.number(at: 0), points: value.number(at: 8))
                )
                return .goOn
            }
            return days
        }
    }
}
