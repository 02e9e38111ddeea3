package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Reactions by message and user, now and at any position.
///
/// The present ones are counted by kind, and lie in the order of their setting, so that the first
/// of thousands are found quickly. Each ended interval has a row of its own: who sets and removes a
/// reaction again and again never makes a row longer.
package struct Reactions: Projector {
    package static let name: StaticString = "reactions"
    package static let version: UInt32 = 3
    package static let events: FoldedEvents = [
        EnvelopeEvent.reactionSet, EnvelopeEvent.reactionRemoved,
    ]

    /// A user's reaction on a message.
    package struct Reaction: Hashable, Sendable {
        package let user: UniqueID
        package let reaction: String
        /// The position where it was set.
        package let position: Position
    }

    /// One interval in which a reaction was set.
    package struct Time: Hashable, Sendable {
        package let reaction: Reaction
        /// The position where it was removed; nil while it is set.
        package let removed: Position?
    }

    private let table: RowTable<Key, Standing>
    private let ended: RowTable<EndedKey, Ending>
    private let groups: RowTable<GroupKey, Tally>
    private let order: RowTable<PlaceKey, UserKey>

    package init(_ tables: inout TableList) {
        table = tables.rows("reactions")
        ended = tables.rows("reactions.ended")
        groups = tables.rows("reactions.groups")
        order = tables.rows("reactions.order")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.reactionSet:
            let event = try record.structure(EncodedReactionSet.self, for: Self.name)
            if event.replacedUTF8.byteCount > 0 {
                try end(try key(event.replaced, at: event.ordinal, record), record, &views)
            }
            try begin(try key(event.reaction, at: event.ordinal, record), record, &views)
        case EnvelopeEvent.reactionRemoved:
            let event = try record.structure(EncodedReactionRemoved.self, for: Self.name)
            try end(try key(event.reaction, at: event.ordinal, record), record, &views)
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    private func begin(
        _ key: Key,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        if try table.has(key, in: views) { throw record.unfoldable(by: Self.name) }
        table.put(Standing(set: record.position), at: key, in: &views)
        try join(key, record, &views)
    }

    private func end(
        _ key: Key,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let standing = try table.row(at: key, in: views) else {
            throw record.unfoldable(by: Self.name)
        }
        table.remove(key, in: &views)
        let removed = Ending(removed: record.position)
        ended.put(removed, at: EndedKey(key, set: standing.set), in: &views)
        try part(key, setAt: standing.set, &views)
    }

    /// Adds a newly set reaction to the counts.
    private func join(
        _ key: Key,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        var tally = try groups.row(at: key.group, in: views) ?? Tally(oldest: record.position)
        tally.count += 1
        groups.put(tally, at: key.group, in: &views)
        let place = PlaceKey(key.entry, key.reaction, set: record.position)
        order.put(UserKey(user: key.user), at: place, in: &views)
    }

    /// Removes an ended reaction from the counts.
    private func part(
        _ key: Key,
        setAt set: Position,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        order.remove(PlaceKey(key.entry, key.reaction, set: set), in: &views)
        guard var tally = try groups.row(at: key.group, in: views), tally.count > 0 else {
            throw views.damage(in: groups.table)
        }
        tally.count -= 1
        guard tally.count > 0 else { return groups.remove(key.group, in: &views) }
        if tally.oldest == set {
            try forEachPlace(of: key.entry, key.reaction, in: views) { set, _ in
                tally.oldest = set
                return .stop
            }
        }
        groups.put(tally, at: key.group, in: &views)
    }

    private func key(
        _ reaction: String,
        at ordinal: UInt64,
        _ record: borrowing StoredRecord
    ) throws(ViewsError) -> Key {
        guard (1...Limits.reactionBytes).contains(reaction.utf8.count) else {
            throw record.unfoldable(by: Self.name)
        }
        let conversation = try record.conversation(for: Self.name)
        return Key(
            entry: EntryKey(conversation: conversation, ordinal: ordinal),
            user: try record.actor(for: Self.name),
            reaction: reaction
        )
    }

    /// Visits a user's reactions on a message.
    package func forEach(
        of conversation: UniqueID,
        _ ordinal: UInt64,
        user: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (Reaction) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let entry = EntryKey(conversation: conversation, ordinal: ordinal)
        let range = KeyRange(prefix: UserPrefix(entry: entry, user: user).rowBytes)
        try forEachStanding(in: range, views) { (_, reaction) throws(ViewsError) in
            try body(reaction)
        }
    }

    /// Visits the present reactions on entries between two ordinals, both included: for each entry
    /// in the order of the users' ids.
    package func forEachStanding(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, Reaction) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = EntryKey.range(of: conversation, from: first, through: last)
        try forEachStanding(in: range, views, body)
    }

    private func forEachStanding(
        in range: KeyRange,
        _ views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, Reaction) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try table.forEach(in: range, views) { (key, standing) throws(ViewsError) in
            let (user, reaction) = (key.user, key.reaction)
            let set = Reaction(user: user, reaction: reaction, position: standing.set)
            return try body(key.entry.ordinal, set)
        }
    }

    /// Visits every interval of reactions on entries between two ordinals, both included: the
    /// present ones, then the ended ones.
    package func forEachTime(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, Time) throws(ViewsError) -> Void
    ) throws(ViewsError) {
        let range = EntryKey.range(of: conversation, from: first, through: last)
        try forEachStanding(in: range, views) { (ordinal, reaction) throws(ViewsError) in
            try body(ordinal, Time(reaction: reaction, removed: nil))
            return .goOn
        }
        try ended.forEach(in: range, views) { (key, ending) throws(ViewsError) in
            let (user, reaction) = (key.user, key.reaction)
            let set = Reaction(user: user, reaction: reaction, position: key.set)
            try body(key.entry.ordinal, Time(reaction: set, removed: ending.removed))
            return .goOn
        }
    }
}

// The present reactions, without reading the rows of all users who reacted.
extension Reactions {
    /// The number of present reactions of a kind on a message, and the position of the oldest.
    package struct Tally: Hashable, Sendable {
        package fileprivate(set) var count: UInt64 = 0
        package fileprivate(set) var oldest = Position.zero
    }

    /// Visits the kinds of present reactions on entries between two ordinals, both included: for
    /// each entry in the order of the reactions' bytes.
    package func forEachGroup(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, _ reaction: String, Tally) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = EntryKey.range(of: conversation, from: first, through: last)
        try groups.forEach(in: range, views) { (key, tally) throws(ViewsError) in
            try body(key.entry.ordinal, key.reaction, tally)
        }
    }

    /// Visits the users with a reaction on a message, in the order of setting, after a position.
    package func forEachUser(
        with reaction: String,
        on ordinal: UInt64,
        of conversation: UniqueID,
        setAfter position: Position = .zero,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ set: Position, _ user: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard (1...Limits.reactionBytes).contains(reaction.utf8.count) else { return }
        let entry = EntryKey(conversation: conversation, ordinal: ordinal)
        try forEachPlace(of: entry, reaction, setAfter: position, in: views, body)
    }

    private func forEachPlace(
        of entry: EntryKey,
        _ reaction: String,
        setAfter position: Position = .zero,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ set: Position, _ user: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try order.forEach(
            from: PlaceKey(entry, reaction, set: position.next),
            through: PlaceKey(entry, reaction, set: Position(.max)),
            in: views
        ) { (key, row) throws(ViewsError) in
            try body(key.set, row.user)
        }
    }
}

extension Reactions {
    private struct Key: RowLayout {
        var entry = EntryKey()
        var user = UniqueID.zero
        var reaction = ""

        var group: GroupKey { GroupKey(entry: entry, reaction: reaction) }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            entry.visit(&fields)
            fields.field(&user, "user")
            fields.text(&reaction, "reaction")
            if reaction.isEmpty { fields.refuse() }
        }
    }

    /// The beginning of the keys of a user's reactions on a message.
    private struct UserPrefix: RowLayout {
        var entry = EntryKey()
        var user = UniqueID.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            entry.visit(&fields)
            fields.field(&user, "user")
        }
    }

    private struct GroupKey: RowLayout {
        var entry = EntryKey()
        var reaction = ""

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            entry.visit(&fields)
            fields.text(&reaction, "reaction")
            if reaction.isEmpty { fields.refuse() }
        }
    }

    /// The length keeps a reaction's rows apart from those of a longer one that begins so.
    private struct PlaceKey: RowLayout {
        private var entry = EntryKey()
        private var reaction = ""
        private(set) var set = Position.zero

        init() {}

        init(_ entry: EntryKey, _ reaction: String, set: Position) {
            self.entry = entry
            self.reaction = reaction
            self.set = set
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            entry.visit(&fields)
            fields.shortText(&reaction, "reaction")
            if reaction.isEmpty { fields.refuse() }
            fields.field(&set, "set at")
        }
    }

    /// The key of an interval that has ended.
    private struct EndedKey: RowLayout {
        private(set) var entry = EntryKey()
        private(set) var user = UniqueID.zero
        private(set) var reaction = ""
        private(set) var set = Position.zero

        init() {}

        init(_ key: Key, set: Position) {
            (entry, user, reaction) = (key.entry, key.user, key.reaction)
            self.set = set
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            entry.visit(&fields)
            fields.field(&user, "user")
            fields.shortText(&reaction, "reaction")
            if reaction.isEmpty { fields.refuse() }
            fields.field(&set, "set at")
        }
    }

    private struct Standing: RowLayout {
        var set = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&set, "set at")
        }
    }

    private struct Ending: RowLayout {
        var removed = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&removed, "removed at")
        }
    }
}

extension Reactions.Tally: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&count, "standing")
        fields.field(&oldest, "oldest set at")
    }
}

extension EntryKey {
    /// The keys that begin with entries between two ordinals, both included.
    fileprivate static func range(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64
    ) -> KeyRange {
        KeyRange(
            beginning: EntryKey(conversation: conversation, ordinal: first),
            through: EntryKey(conversation: conversation, ordinal: last)
        )
    }
}
