package import Wire

// What somebody keeps about a conversation concerns nobody else, so that it may be changed once the
// conversation is closed as well. Whoever has left may still take it out of their list and clear it.

extension Mute: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        _ = try facts.seat(of: actor, in: conversation, now: asked.now)
        let personal = facts.personal(actor, in: conversation)
        if personal.isMuted && personal.mutedUntil == until { return Decision() }
        let muted = Muted(conversation: conversation.rawValue, until: until?.microseconds)
        return Decision([NewEvent(.muted(muted), in: .user(actor))])
    }
}

extension Arrange: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        if !action.isForFormerMembers { try seat.requireMember() }
        if isAlreadySo(for: seat, now: asked.now, on: facts) { return Decision() }
        return Decision([NewEvent(event, in: .user(actor))])
    }

    private func isAlreadySo(
        for seat: Seat,
        now: Timestamp,
        on facts: borrowing some Facts & ~Copyable
    ) -> Bool {
        let personal = facts.personal(seat.member.user, in: conversation)
        return switch action {
        case .unmute: !personal.isMuted(at: now)
        case .pin: personal.isPinned
        case .unpin: !personal.isPinned
        case .archive: personal.isArchived
        case .unarchive: !personal.isArchived
        case .hide: personal.isHidden
        case .unhide: !personal.isHidden
        case .clearHistory: !facts.hasSomethingToClear(seat)
        }
    }

    private var event: Event {
        let id = conversation.rawValue
        return switch action {
        case .unmute: .unmuted(Unmuted(conversation: id))
        case .pin: .pinned(Pinned(conversation: id))
        case .unpin: .unpinned(Unpinned(conversation: id))
        case .archive: .archived(Archived(conversation: id))
        case .unarchive: .unarchived(Unarchived(conversation: id))
        case .hide: .hidden(Hidden(conversation: id))
        case .unhide: .unhidden(Unhidden(conversation: id))
        case .clearHistory: .historyCleared(HistoryCleared(conversation: id))
        }
    }
}

extension Arrange.Action {
    /// Whether it is about what stays in somebody's list after they have left.
    fileprivate var isForFormerMembers: Bool {
        switch self {
        case .hide, .unhide, .clearHistory: true
        case .unmute, .pin, .unpin, .archive, .unarchive: false
        }
    }
}

extension ClearAll: UserRule {
    /// Clears and hides the conversations for which this is still to be done, in the order of
    /// joining; what is more than one append takes is left for the next time.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        var events: [NewEvent] = []
        for conversation in facts.conversations(of: actor) {
            for action in [Arrange.Action.clearHistory, .hide] {
                let arrange = Arrange(action, conversation: conversation)
                events += try arrange.decide(by: actor, asked, on: facts).events
            }
            if events.count > Limits.eventsOfClearing - 2 { break }
        }
        return Decision(events)
    }
}

extension PersonalFacts {
    /// Whether a conversation is muted at a time; muting can have ended by itself.
    package func isMuted(at now: Timestamp) -> Bool {
        isMuted && mutedUntil.map { now < $0 } ?? true
    }
}

extension Facts where Self: ~Copyable {
    /// Whether there is an entry that clearing would take away.
    ///
    /// What is only no longer kept counts, for it comes back when the setting changes.
    fileprivate func hasSomethingToClear(_ seat: Seat) -> Bool {
        let everything = Visibility(
            history: seat.conversation.history,
            intervals: seat.member.intervals,
            cleared: seat.visibility.cleared
        )
        return newestEntry(of: seat.conversation.id, for: everything) != nil
    }
}
