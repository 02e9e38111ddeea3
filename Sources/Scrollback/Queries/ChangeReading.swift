internal import EventLog
internal import Messaging
internal import Views
internal import Wire

/// The look-ups made for one page of changes, and the number of events read.
struct ChangeReading {
    /// Only what concerns this one, where one is asked for.
    let conversation: ConversationID?
    /// The number of events read.
    var looked = 0
    fileprivate var seats: [ConversationID: Seat?] = [:]
    fileprivate var chats: [ConversationID: SeenChat] = [:]
    fileprivate var rows: [ConversationID: ConversationItem] = [:]
    fileprivate var related: [UserID: Bool] = [:]
    fileprivate var items: [EntryPlace: MessageItem?] = [:]

    init(in conversation: ConversationID?) { self.conversation = conversation }

    /// Whether the query includes changes of a conversation, or of none.
    func covers(_ conversation: ConversationID?) -> Bool {
        self.conversation == nil || self.conversation == conversation
    }

    fileprivate struct EntryPlace: Hashable {
        let conversation: ConversationID
        let ordinal: UInt64
    }
}

// The present state added to changes: each object is looked up once for a page.
extension UserQueryEvaluator {
    /// Returns the viewer's seat in a conversation; nil if the viewer was never a member.
    borrowing func seat(
        in id: ConversationID,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> Seat? {
        if let known = reading.seats[id] { return known }
        let seat = try ask { (state) throws(Refusal) -> Seat? in
            guard state.member(viewer, of: id) != nil else { return nil }
            return try state.anySeat(of: viewer, in: id, now: now)
        }
        reading.seats[id] = .some(seat)
        return seat
    }

    borrowing func seenChat(
        _ id: ConversationID,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> SeenChat {
        if let known = reading.chats[id] { return known }
        let seen = try seenChat(id)
        reading.chats[id] = seen
        return seen
    }

    /// Whether the viewer gets changes of a person's profile; never if one conversation is
    /// requested.
    mutating func isToldOfProfile(
        of user: UserID,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> Bool {
        guard reading.conversation == nil else { return false }
        if let known = reading.related[user] { return known }
        let isRelated = try isRelated(to: user)
        reading.related[user] = isRelated
        return isRelated
    }

    /// A conversation as the viewer's list shows it.
    mutating func row(
        of id: ConversationID,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> ConversationItem {
        if let known = reading.rows[id] { return known }
        let row = try row(of: try seenChat(id, &reading))
        reading.rows[id] = row
        return row
    }

    /// Returns an entry of a timeline; nil if the viewer cannot see it.
    mutating func item(
        at ordinal: UInt64,
        from seat: Seat,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> MessageItem? {
        let place = ChangeReading.EntryPlace(
            conversation: seat.conversation.id,
            ordinal: ordinal
        )
        if let known = reading.items[place] { return known }
        let entry = try entry(at: ordinal, from: seat)
        let item = try entry.flatMap { (entry) throws(QueryError) in
            try items(of: [PlacedEntry(ordinal, entry)], from: seat).first
        }
        reading.items[place] = .some(item)
        return item
    }
}
