import DomainSupport
import LogSchema
import Messaging
import Wire

// What every decision and every world must keep to, whatever was asked: the rules once more, each
// as one sentence, and without looking at how they are decided.

extension Decision {
    /// What a decision promises and does not keep, on the world that it was decided on.
    func brokenPromises(to request: Request, on world: World) -> [String] {
        if repeats != nil {
            return events.isEmpty ? [] : ["a repetition has events"]
        }
        var broken: [String] = []
        if let user = request.actor.user, !events.isEmpty,
            world.standing(of: user).isSuspended(at: request.now)
        {
            broken.append("who is suspended does something")
        }
        var released: Set<HoldID> = []
        for new in events {
            if case .holdReleased(let event) = new.event, let hold = event.hold {
                released.insert(HoldID(hold))
            }
            broken += new.broken(request, released, isCreation: isCreation, on: world)
        }
        return broken
    }

    private var isCreation: Bool {
        if case .conversationCreated = events.first?.event { true } else { false }
    }
}

extension NewEvent {
    fileprivate func broken(
        _ request: Request,
        _ released: Set<HoldID>,
        isCreation: Bool,
        on world: World
    ) -> [String] {
        if case .contentErased(let erased) = event {
            return erased.broken(released, now: request.now, on: world)
        }
        guard case .conversation(let id) = stream, let actor = request.actor.user, !isCreation
        else { return [] }
        guard let conversation = world.conversation(id) else { return ["there is no \(id)"] }
        var broken: [String] = []
        let isActive = world.member(actor, of: id)?.isActive ?? false
        // Who bans somebody passes on what they own.
        let isModeration =
            switch event {
            case .messageDeleted, .ownershipPassed: world.isModerator(actor)
            default: false
            }
        if !isActive, !isModeration { broken.append("who is no member does something") }
        if conversation.isClosed, !event.isAllowedWhenClosed {
            broken.append("something happens in what is closed")
        }
        if conversation.kind == .direct {
            if !event.isAllowedInDirect { broken.append("a direct conversation changes") }
            let others = world.activeMembers(of: id).map(\.user).filter { $0 != actor }
            let isSilenced = others.contains {
                world.isBlocked($0, by: actor) || world.isBlocked(actor, by: $0)
            }
            if isSilenced, event.speaks { broken.append("who is blocked, or blocks, speaks") }
        }
        broken += about(actor, in: id, isModeration: isModeration, request.now, on: world)
        return broken
    }

    /// What is wrong with the entries that an event is about.
    private func about(
        _ actor: UserID,
        in id: ConversationID,
        isModeration: Bool,
        _ now: Timestamp,
        on world: World
    ) -> [String] {
        func sees(_ entry: MessageFacts) -> Bool {
            guard let conversation = world.conversation(entry.conversation),
                let member = world.member(actor, of: entry.conversation)
            else { return false }
            return world.visibility(of: member, in: conversation, now: now)
                .showsEntry(at: entry.position, sentAt: entry.sentAt)
        }
        var broken: [String] = []
        if let subject = event.subject {
            guard let entry = world.message(subject), entry.conversation == id else {
                return ["it is about what is not there"]
            }
            if !isModeration, !sees(entry) { broken.append("it is about what is not seen") }
            if event.needsMessage, entry.isSystem { broken.append("an entry is changed") }
            if event.needsContent, entry.isDeleted || entry.isErased {
                broken.append("what is gone is changed")
            }
            if event.needsSender, entry.sender != actor { broken.append("another's is changed") }
        }
        if case .messageSent(let sent, _) = event {
            for reference in [sent.replyTo, sent.forwardedFrom] {
                guard let reference = reference.map(MessageID.init) else { continue }
                guard let entry = world.message(reference), sees(entry), !entry.isSystem else {
                    broken.append("a reference is to what is not seen")
                    continue
                }
                if sent.replyTo == reference.rawValue, entry.ordinal != sent.replyToOrdinal {
                    broken.append("a reply does not know where its parent is")
                }
            }
        }
        return broken
    }
}

extension ContentErased {
    /// What is erased has content that nothing keeps.
    fileprivate func broken(_ released: Set<HoldID>, now: Timestamp, on world: World) -> [String] {
        var broken: [String] = []
        for range in ranges {
            for position in range.first..<range.first + range.count {
                guard
                    let content = world.contents.first(where: { $0.position.rawValue == position })
                else {
                    broken.append("what has no content is erased")
                    continue
                }
                if content.isErased { broken.append("what is erased is erased again") }
                for hold in world.holds where !hold.isReleased && !released.contains(hold.id) {
                    let isHeld =
                        content.stream != .store
                        && (hold.conversation.map { content.stream == .conversation($0) } ?? true)
                        && (hold.user.map { content.actor == $0 } ?? true)
                        && (hold.from.map { content.sentAt >= $0 } ?? true)
                        && (hold.until.map { content.sentAt < $0 } ?? true)
                    if isHeld { broken.append("what is held is erased") }
                }
                if let days = world.minimumDays(of: content),
                    now.microseconds - world.firstSent(content).microseconds
                        < Int64(days) * 86_400_000_000
                {
                    broken.append("what is not old enough is erased")
                }
            }
        }
        return broken
    }
}

extension World {
    /// The minimum of a content's conversation, or of the kind of that.
    fileprivate func minimumDays(of content: ContentFacts) -> Int? {
        guard let kind = content.kind else { return nil }
        let own = ownRetentions().first { content.stream == .conversation($0.conversation) }
        return own?.retention.minimumDays ?? retention(of: kind).minimumDays
    }

    /// When content was sent: a later change of a message is as old as the message.
    fileprivate func firstSent(_ content: ContentFacts) -> Timestamp {
        let message: UniqueID? =
            switch event(at: content.position)?.event {
            case .messageEdited(let edited, _): edited.message
            case .messageAnnotated(let annotated, _): annotated.message
            default: nil
            }
        let parts = message.map { contents(of: MessageID($0)) } ?? []
        return parts.map(\.sentAt).min() ?? content.sentAt
    }

    /// What does not hold of a world, however it came about.
    func brokenPromises() -> [String] {
        var broken: [String] = []
        for (id, conversation) in conversations {
            let active = activeMembers(of: id)
            if conversation.memberCount != active.count { broken.append("members are miscounted") }
            if active.count > Limits.members { broken.append("there are too many members") }
            let creators = active.count { $0.role == .creator }
            if !active.isEmpty, creators != 1 { broken.append("there are \(creators) creators") }
            if active.isEmpty, !conversation.isClosed { broken.append("nobody is in what is open") }
            if conversation.kind == .direct, active.count != 2 {
                broken.append("a direct conversation has \(active.count) members")
            }
            for member in members[id, default: []] { broken += brokenPromises(of: member, in: id) }
            broken += brokenPromises(ofTimelineIn: id)
        }
        let directs = conversations.values.filter { $0.kind == .direct }
        if directs.count != self.directs.count { broken.append("a pair has two conversations") }
        for hold in holds where hold.isReleased == activeHolds().contains(hold) {
            broken.append("a hold is released and holds")
        }
        return broken
    }

    private func brokenPromises(of member: MemberFacts, in id: ConversationID) -> [String] {
        var broken: [String] = []
        let ends = member.intervals.flatMap { [$0.joined] + ($0.left.map { [$0] } ?? []) }
        if ends != ends.sorted() { broken.append("intervals overlap") }
        if member.intervals.dropLast().contains(where: { $0.left == nil }) {
            broken.append("an earlier interval has no end")
        }
        guard let conversation = conversations[id] else { return broken }
        let personal = personal(member.user, in: id)
        if personal.marker > conversation.messageCount { broken.append("the marker is ahead") }
        if personal.readUpTo > conversation.entryCount { broken.append("reading is ahead") }
        if personal.loudlyReadUpTo > personal.readUpTo { broken.append("told is more than read") }
        if personal.readUpTo > personal.deliveredUpTo { broken.append("read and not delivered") }
        return broken
    }

    private func brokenPromises(ofTimelineIn id: ConversationID) -> [String] {
        let entries = timelines[id, default: []].compactMap { messages[$0] }
        var broken: [String] = []
        if entries.map(\.ordinal) != entries.indices.map({ UInt64($0 + 1) }) {
            broken.append("ordinals have gaps")
        }
        var number: UInt64 = 0
        for entry in entries {
            if !entry.isSystem { number += 1 }
            if entry.messageNumber != number { broken.append("numbers of messages have gaps") }
        }
        if conversations[id]?.entryCount != UInt64(entries.count) {
            broken.append("entries are miscounted")
        }
        if conversations[id]?.messageCount != number { broken.append("messages are miscounted") }
        if conversations[id]?.kind == .direct, entries.contains(where: \.isSystem) {
            broken.append("a direct conversation tells of itself")
        }
        return broken
    }
}

extension Event {
    /// The entry that an event of a conversation is about.
    fileprivate var subject: MessageID? {
        let id: UniqueID? =
            switch self {
            case .messageEdited(let event, _): event.message
            case .messageDeleted(let event): event.message
            case .messageAnnotated(let event, _): event.message
            case .reactionSet(let event): event.message
            case .reactionRemoved(let event): event.message
            case .deliveredUpTo(let event): event.upTo
            case .readUpTo(let event): event.upTo
            default: nil
            }
        return id.map(MessageID.init)
    }

    fileprivate var needsMessage: Bool {
        switch self {
        case .deliveredUpTo, .readUpTo: false
        default: true
        }
    }

    fileprivate var needsContent: Bool {
        switch self {
        case .deliveredUpTo, .readUpTo: false
        default: true
        }
    }

    fileprivate var needsSender: Bool {
        switch self {
        case .messageEdited, .messageAnnotated: true
        default: false
        }
    }

    fileprivate var speaks: Bool {
        switch self {
        case .messageSent, .messageEdited, .messageAnnotated, .reactionSet: true
        default: false
        }
    }

    fileprivate var isAllowedWhenClosed: Bool {
        switch self {
        case .participantLeft, .ownershipPassed, .deliveredUpTo, .readUpTo, .contextCleared,
            .requestCancelled:
            true
        default: false
        }
    }

    fileprivate var isAllowedInDirect: Bool {
        switch self {
        case .messageSent, .messageEdited, .messageDeleted, .messageAnnotated, .reactionSet,
            .reactionRemoved, .deliveredUpTo, .readUpTo, .customRecorded:
            true
        default: false
        }
    }
}
