package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Who reacted to what and how, now and at any position.
///
///     reactions          conversation (16), ordinal (8), user (16), reaction (1 to 64)
///                        → for each time it stood: set at (8), removed at (8; 0 while it stands)
///     reactions.groups   conversation (16), ordinal (8), reaction (1 to 64)
///                        → how many stand (8), where the oldest of them was set (8)
///     reactions.order    conversation (16), ordinal (8), length (1), reaction, set at (8)
///                        → user (16); those that stand, so that the first of thousands are found
package struct Reactions: Projector {
    package static let name: StaticString = "reactions"
    package static let version: UInt32 = 2

    /// A reaction of somebody on a message.
    package struct Reaction: Hashable, Sendable {
        package let user: UniqueID
        package let reaction: String
        /// Where it was set.
        package let position: Position
    }

    /// One time that a reaction stood, or stands.
    package struct Time: Hashable, Sendable {
        package let reaction: Reaction
        /// Where it was taken off; nil while it stands.
        package let removed: Position?
    }

    private let table: ViewTable
    private let groups: ViewTable
    private let order: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("reactions")
        groups = tables.table("reactions.groups")
        order = tables.table("reactions.order")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.reactionSet:
            let event = try record.structure(ReactionSetView.self, for: Self.name)
            if event.replacedUTF8.byteCount > 0 {
                try end(event.replacedUTF8, at: event.ordinal, record, &views)
            }
            let key = try key(event.reactionUTF8, at: event.ordinal, record)
            var bytes = try history(of: key, in: views)
            guard Self.standing(bytes) == nil else { throw record.unfoldable(by: Self.name) }
            bytes.append(record.position)
            bytes.append(.zero)
            views.put(key.bytes, bytes.span.bytes, in: table)
            try join(event.reactionUTF8, at: event.ordinal, record, &views)
        case EnvelopeEvent.reactionRemoved:
            let event = try record.structure(ReactionRemovedView.self, for: Self.name)
            try end(event.reactionUTF8, at: event.ordinal, record, &views)
        default:
            break
        }
    }

    private func end(
        _ reaction: RawSpan,
        at ordinal: UInt64,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let key = try key(reaction, at: ordinal, record)
        var bytes = try history(of: key, in: views)
        guard let set = Self.standing(bytes) else { throw record.unfoldable(by: Self.name) }
        bytes.removeLast(8)
        bytes.append(record.position)
        views.put(key.bytes, bytes.span.bytes, in: table)
        try part(reaction, at: ordinal, setAt: set, record, &views)
    }

    /// Counts a reaction that was set.
    private func join(
        _ reaction: RawSpan,
        at ordinal: UInt64,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        let key = Self.groupKey(conversation, ordinal, reaction)
        var tally = try self.tally(of: key, in: views) ?? Tally(count: 0, oldest: record.position)
        tally.count += 1
        views.put(key.bytes, tally.row.bytes, in: groups)
        var place = Self.orderPrefix(conversation, ordinal, reaction)
        place.append(record.position.rawValue)
        var user = RowBytes()
        user.append(try record.actor(for: Self.name))
        views.put(place.bytes, user.bytes, in: order)
    }

    /// Counts a reaction no longer that ended.
    private func part(
        _ reaction: RawSpan,
        at ordinal: UInt64,
        setAt set: Position,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        let key = Self.groupKey(conversation, ordinal, reaction)
        let prefix = Self.orderPrefix(conversation, ordinal, reaction)
        var place = prefix
        place.append(set.rawValue)
        views.remove(place.bytes, in: order)
        guard var tally = try tally(of: key, in: views), tally.count > 0 else {
            throw Self.damaged("reactions.groups")
        }
        tally.count -= 1
        guard tally.count > 0 else {
            views.remove(key.bytes, in: groups)
            return
        }
        if tally.oldest == set {
            try forEachPlace(in: KeyRange(prefix: prefix), views) { set, _ in
                tally.oldest = set
                return .stop
            }
        }
        views.put(key.bytes, tally.row.bytes, in: groups)
    }

    private func tally(
        of key: RowBytes,
        in views: borrowing ViewsWriter
    ) throws(ViewsError) -> Tally? {
        guard let row = try views.value(of: key.bytes, in: groups) else { return nil }
        return try Tally(row)
    }

    private func key(
        _ reaction: RawSpan,
        at ordinal: UInt64,
        _ record: borrowing StoredRecord
    ) throws(ViewsError) -> RowBytes {
        guard (1...Limits.reactionBytes).contains(reaction.byteCount) else {
            throw record.unfoldable(by: Self.name)
        }
        var key = Self.prefix(try record.conversation(for: Self.name), ordinal)
        key.append(try record.actor(for: Self.name))
        for offset in 0..<reaction.byteCount { key.append(reaction.byte(at: offset)) }
        return key
    }

    private func history(
        of key: RowBytes,
        in views: borrowing ViewsWriter
    ) throws(ViewsError) -> [UInt8] {
        guard let row = try views.value(of: key.bytes, in: table) else { return [] }
        guard row.byteCount > 0, row.byteCount % 16 == 0 else { throw Self.damaged }
        return row.withUnsafeBytes { Array($0) }
    }

    /// Where the last time began, if it lasts.
    private static func standing(_ bytes: [UInt8]) -> Position? {
        guard bytes.count >= 16 else { return nil }
        let row = bytes.span.bytes
        guard row.number(at: row.byteCount - 8) == 0 else { return nil }
        return Position(row.number(at: row.byteCount - 16))
    }

    /// Visits the reactions that somebody has on a message.
    package func forEach(
        of conversation: UniqueID,
        _ ordinal: UInt64,
        user: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (Reaction) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var prefix = Self.prefix(conversation, ordinal)
        prefix.append(user)
        try forEachTime(in: KeyRange(prefix: prefix), views) { (_, time) throws(ViewsError) in
            guard time.removed == nil else { return .goOn }
            return try body(time.reaction)
        }
    }

    /// Visits every time that a reaction stood or stands on entries between two ordinals, both
    /// included: for each entry in the order of the users' ids.
    package func forEachTime(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, Time) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(
            from: Self.prefix(conversation, first),
            through: KeyRange(prefix: Self.prefix(conversation, last)).upper
        )
        try forEachTime(in: range, views, body)
    }

    private func forEachTime(
        in range: KeyRange,
        _ views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, Time) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard key.byteCount > 40, row.byteCount > 0, row.byteCount % 16 == 0 else {
                throw Self.damaged
            }
            let reaction = key.extracting(40..<key.byteCount).withUnsafeBytes {
                String(decoding: $0, as: UTF8.self)
            }
            for start in stride(from: 0, to: row.byteCount, by: 16) {
                let removed = row.number(at: start + 8)
                let time = Time(
                    reaction: Reaction(
                        user: UniqueID(key, at: 24),
                        reaction: reaction,
                        position: Position(row.number(at: start))
                    ),
                    removed: removed == 0 ? nil : Position(removed)
                )
                if case .stop = try body(key.number(at: 16), time) { return .stop }
            }
            return .goOn
        }
    }

    private static var damaged: ViewsError { .damagedRow(table: "reactions") }

    private static func damaged(_ table: StaticString) -> ViewsError {
        .damagedRow(table: table.description)
    }

    private static func groupKey(
        _ conversation: UniqueID,
        _ ordinal: UInt64,
        _ reaction: RawSpan
    ) -> RowBytes {
        var key = prefix(conversation, ordinal)
        for offset in 0..<reaction.byteCount { key.append(reaction.byte(at: offset)) }
        return key
    }

    /// The length keeps one reaction's rows apart from those of a longer one that begins so.
    private static func orderPrefix(
        _ conversation: UniqueID,
        _ ordinal: UInt64,
        _ reaction: RawSpan
    ) -> RowBytes {
        var key = prefix(conversation, ordinal)
        key.append(UInt8(reaction.byteCount))
        for offset in 0..<reaction.byteCount { key.append(reaction.byte(at: offset)) }
        return key
    }

    private static func prefix(_ conversation: UniqueID, _ ordinal: UInt64) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(ordinal)
        return key
    }
}

// What stands now, without a look at everybody who reacted.
extension Reactions {
    /// How many reactions of a kind stand on a message, and where the oldest of them was set.
    package struct Tally: Hashable, Sendable {
        package fileprivate(set) var count: UInt64
        package fileprivate(set) var oldest: Position
    }

    /// Visits the kinds of reactions that stand on entries between two ordinals, both included:
    /// for each entry in the order of the reactions' bytes.
    package func forEachGroup(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, _ reaction: String, Tally) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(
            from: Self.prefix(conversation, first),
            through: KeyRange(prefix: Self.prefix(conversation, last)).upper
        )
        try views.forEachRow(in: groups, range) { (key, row) throws(ViewsError) in
            guard key.byteCount > 24 else { throw Self.damaged("reactions.groups") }
            let reaction = key.extracting(24..<key.byteCount).withUnsafeBytes {
                String(decoding: $0, as: UTF8.self)
            }
            return try body(key.number(at: 16), reaction, try Tally(row))
        }
    }

    /// Visits who has a reaction on a message, in the order of setting, behind a position.
    package func forEachUser(
        with reaction: String,
        on ordinal: UInt64,
        of conversation: UniqueID,
        setAfter position: Position = .zero,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ set: Position, _ user: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard (1...Limits.reactionBytes).contains(reaction.utf8.count) else { return }
        let prefix = Self.orderPrefix(conversation, ordinal, reaction.utf8Span.span.bytes)
        var start = prefix
        start.append(position.rawValue &+ 1)
        let range = KeyRange(from: start, through: KeyRange(prefix: prefix).upper)
        try forEachPlace(in: range, views, body)
    }

    private func forEachPlace(
        in range: KeyRange,
        _ views: borrowing some ViewReading & ~Copyable,
        _ body: (_ set: Position, _ user: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: order, range) { (key, row) throws(ViewsError) in
            guard key.byteCount > 33, row.byteCount == 16 else {
                throw Self.damaged("reactions.order")
            }
            return try body(Position(key.number(at: key.byteCount - 8)), UniqueID(row))
        }
    }
}

extension Reactions.Tally {
    fileprivate init(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == 16 else { throw .damagedRow(table: "reactions.groups") }
        self.init(count: row.number(at: 0), oldest: Position(row.number(at: 8)))
    }

    fileprivate var row: RowBytes {
        var row = RowBytes()
        row.append(count)
        row.append(oldest.rawValue)
        return row
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ position: Position) {
        Swift.withUnsafeBytes(of: position.rawValue.bigEndian) { self += $0 }
    }
}
