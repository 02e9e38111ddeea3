internal import LogSchema
internal import Messaging
internal import Projections
internal import Views
internal import Wire

extension UserQueryEvaluator {
    /// Returns the change by an erasure of content that the viewer could see; nil if there was
    /// none.
    ///
    /// Former members get it too: erased content is erased for all users. If more was erased than
    /// is read here, the change says that there is more.
    mutating func erasure(
        of ranges: [PositionRange],
        _ reading: inout ChangeReading
    ) throws(QueryError) -> (conversation: ConversationID?, erasure: ChangeItem.Erasure)? {
        var erased = Erased()
        var left = Limits.eventsLookedAt
        for range in ranges {
            for offset in 0..<min(range.count, UInt64(left) + 1) {
                guard left > 0, erased.messages.count < Limits.erasedInChange else {
                    erased.isMore = true
                    break
                }
                left -= 1
                reading.looked += 1
                try add(Position(range.first + offset), to: &erased, &reading)
            }
            if erased.isMore { break }
        }
        guard erased.isMore || !erased.conversations.isEmpty else { return nil }
        return (
            erased.isMore || erased.conversations.count > 1
                ? reading.conversation : erased.conversations.first,
            ChangeItem.Erasure(
                messages: erased.messages,
                customs: erased.customs,
                isMore: erased.isMore
            )
        )
    }

    private borrowing func add(
        _ position: Position,
        to erased: inout Erased,
        _ reading: inout ChangeReading
    ) throws(QueryError) {
        let event = try ask { (state) throws(Refusal) in state.event(at: position) }
        guard let event, case .conversation(let conversation) = event.stream,
            reading.covers(conversation), let seat = try seat(in: conversation, &reading)
        else { return }
        if let ordinal = event.event.entryWithContent {
            guard let entry = try entry(at: ordinal, from: seat),
                try see(entry, at: ordinal, from: seat) != nil,
                let id = try ask({ (state) throws(Refusal) in state.id(of: entry) })
            else { return }
            if erased.named.insert(id).inserted { erased.messages.append(id) }
        } else if case .customRecorded = event.event {
            guard seat.visibility.showsEntry(at: position, sentAt: event.recorded) else { return }
            erased.customs.append(position)
        } else {
            return
        }
        erased.conversations.insert(conversation)
    }
}

/// The erased messages and events found so far.
private struct Erased {
    var messages: [MessageID] = []
    var customs: [Position] = []
    var named: Set<MessageID> = []
    var conversations: Set<ConversationID> = []
    var isMore = false
}
