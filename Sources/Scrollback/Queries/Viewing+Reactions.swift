internal import EventLog
package import Messaging
internal import Projections
internal import Views
internal import Wire

extension Viewing {
    /// Who has reacted how to a message; nothing for one that is gone.
    package mutating func reactions(on id: MessageID) throws(QueryError) -> [ReactionGroup] {
        let (seen, message, seat) = try seenEntry(id)
        let times = try reactionTimes(at: [message.ordinal], in: seat.conversation.id)
        var groups: [ReactionGroup] = []
        for group in standing(times.first?.times ?? [], on: seen, from: seat).groups {
            var users: [TimedPerson] = []
            for time in group.times {
                let at = try sentAt(time.set)
                users.append(TimedPerson(user: time.user, name: name(of: time.user), at: at))
            }
            groups.append(
                ReactionGroup(
                    reaction: group.reaction,
                    isMine: group.times.contains { $0.user == viewer },
                    users: users
                )
            )
        }
        return try whole(groups)
    }

    /// The reactions on an entry, as far as the viewer may know of them.
    borrowing func standing(
        _ times: [ReactionTime],
        on seen: SeenEntry,
        from seat: Seat
    ) -> StandingReactions {
        StandingReactions(
            seen.isGone ? [] : times,
            on: seen.entry.position,
            policy: seat.conversation.reactions,
            for: seat.visibility
        )
    }

    /// Every time that reactions stood on some entries, which are given in ascending order, for
    /// each that has any: one walk for those that follow each other.
    borrowing func reactionTimes(
        at ordinals: [UInt64],
        in conversation: ConversationID
    ) throws(QueryError) -> [ReactedEntry] {
        try read { (state) throws(ViewsError) in
            var reacted: [ReactedEntry] = []
            var start = 0
            while start < ordinals.count {
                var end = start
                while end + 1 < ordinals.count, ordinals[end + 1] == ordinals[end] + 1 { end += 1 }
                try state.projectors.reactions.forEachTime(
                    of: conversation.rawValue,
                    from: ordinals[start],
                    through: ordinals[end],
                    in: state.views
                ) { ordinal, time in
                    if reacted.last?.ordinal != ordinal {
                        reacted.append(ReactedEntry(ordinal: ordinal, times: []))
                    }
                    reacted[reacted.count - 1].times.append(ReactionTime(time))
                    return .goOn
                }
                start = end + 1
            }
            return reacted
        }
    }

    private borrowing func sentAt(_ position: Position) throws(QueryError) -> Timestamp {
        try found(in: "reactions") { (state) in
            state.withRecord(at: position) { (record) throws(LogError) in record.sent }
        }
    }
}

/// Every time that reactions stood on an entry.
struct ReactedEntry {
    let ordinal: UInt64
    fileprivate(set) var times: [ReactionTime]
}

extension ReactionTime {
    fileprivate init(_ time: Reactions.Time) {
        self.init(
            user: UserID(time.reaction.user),
            reaction: time.reaction.reaction,
            set: time.reaction.position,
            removed: time.removed
        )
    }
}
