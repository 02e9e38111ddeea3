internal import LogSchema
package import Messaging
internal import Wire

extension World {
    /// Takes over what an event says.
    package mutating func fold(_ record: RecordedEvent) throws(Misfit) {
        rememberContent(of: record)
        switch record.stream {
        case .store: try foldStore(record)
        case .user(let user): try foldUser(record, user)
        case .conversation(let id):
            if case .conversationCreated(let created, let content) = record.event {
                try create(id, created, content, record)
            }
            guard conversations[id] != nil else { throw Misfit() }
            try foldConversation(record, id)
        }
    }

    private mutating func rememberContent(of record: RecordedEvent) {
        guard record.event.hasContent else { return }
        var kind: ConversationKind?
        if case .conversationCreated(let created, _) = record.event {
            kind = created.kind
        } else if case .conversation(let id) = record.stream {
            kind = conversations[id]?.kind
        }
        contents.append(
            ContentFacts(
                position: record.position,
                stream: record.stream,
                actor: record.actor.user,
                sentAt: record.recorded,
                recorded: record.recorded,
                kind: kind,
                message: record.event.wordsOf,
                role: record.event.role
            )
        )
    }

    // MARK: - The store

    private mutating func foldStore(_ record: RecordedEvent) throws(Misfit) {
        switch record.event {
        case .logCreated, .logRestored, .customRecorded, .retentionRun, .erasureProgress,
            .contentOpened, .exportMade, .mediaOwed, .journalBegun:
            break
        case .configurationChanged(let change):
            if let limit = change.textLimit { configuration.textLimit = Int(limit) }
            if let receipts = change.receipts { configuration.receipts = receipts }
            if let rate = change.rateLimit {
                configuration.rateLimits = [rate] + change.furtherRateLimits
            }
            if change.removesRateLimit { configuration.rateLimits = [] }
            if let emails = change.emails { configuration.emails = emails }
            if let looks = change.looks { configuration.looks = looks }
            if let limits = change.limits {
                let present = configuration.limits
                configuration.limits = ConfiguredLimits(
                    attachments: limits.attachments.map { Int($0) } ?? present.attachments,
                    audioSeconds: limits.audioSeconds.map { Int($0) } ?? present.audioSeconds,
                    imageBytes: limits.imageBytes ?? present.imageBytes,
                    members: limits.members.map { Int($0) } ?? present.members
                )
            }
        case .moderatorAppointed(let event): moderators.insert(try user(event.user))
        case .moderatorDismissed(let event): moderators.remove(try user(event.user))
        case .retentionSet(let event):
            let bounds = Retention(
                minimumDays: event.minimumDays.map(Int.init),
                maximumDays: event.maximumDays.map(Int.init)
            )
            if let id = event.conversation.map(ConversationID.init) {
                guard conversations[id]?.kind == event.kind else { throw Misfit() }
                own[id] =
                    bounds == Retention() ? nil : OwnRetention(id, of: event.kind, bounds)
            } else {
                retentions[event.kind] = bounds
            }
        case .erasureRequested(let event, _):
            let target: Erase.Target =
                if let message = event.message {
                    .message(MessageID(message))
                } else if let user = event.user {
                    .user(UserID(user))
                } else if let conversation = event.conversation {
                    .conversation(ConversationID(conversation))
                } else {
                    throw Misfit()
                }
            erasures.append(
                ErasureFacts(
                    position: record.position,
                    target: target,
                    includesForwards: event.forwards
                )
            )
        case .contentErased(let event): try erase(event, before: record.position)
        case .holdPlaced(let event, _):
            guard let id = event.hold, hold(HoldID(id)) == nil else { throw Misfit() }
            holds.append(
                HoldFacts(
                    id: HoldID(id),
                    position: record.position,
                    conversation: event.conversation.map(ConversationID.init),
                    user: event.user.map(UserID.init),
                    from: event.from.map(Timestamp.init(microseconds:)),
                    until: event.until.map(Timestamp.init(microseconds:))
                )
            )
        case .keyCopyBegun, .keyCopyDone, .keyCopyGone:
            keyCopies.take(record)
        case .holdReleased(let event):
            guard let place = holds.firstIndex(where: { $0.id.rawValue == event.hold }) else {
                throw Misfit()
            }
            holds[place].isReleased = true
        case .reported(let event, _):
            guard let id = event.report, reports[ReportID(id)] == nil else { throw Misfit() }
            reports[ReportID(id)] = ReportFacts(
                id: ReportID(id),
                position: record.position,
                user: event.user.map(UserID.init),
                isResolved: false
            )
        case .reportResolved(let event, _):
            guard let id = event.report, reports[ReportID(id)]?.isResolved == false else {
                throw Misfit()
            }
            reports[ReportID(id)]?.isResolved = true
        default: throw Misfit()
        }
    }

    /// Only what is earlier and has content can be erased, and only once.
    private mutating func erase(_ event: ContentErased, before end: Position) throws(Misfit) {
        for range in event.ranges {
            guard range.count > 0 else { throw Misfit() }
            for position in range.first..<range.first + range.count {
                guard position < end.rawValue else { throw Misfit() }
                loseContent(at: Position(position))
            }
        }
        for (id, message) in messages where !message.isSystem && !message.isErased {
            let isErased = isErased(id)
            messages[id]?.isErased = isErased
        }
    }

    /// Whether the newest words of a message are gone; older ones do not come back.
    private func isErased(_ message: MessageID) -> Bool {
        contents(of: message)
            .last { !(event(at: $0.position)?.event.isAnnotation ?? false) }?.isErased ?? false
    }

    // MARK: - Users

    private mutating func foldUser(_ record: RecordedEvent, _ owner: UserID) throws(Misfit) {
        switch record.event {
        case .profileSet, .warned: break
        case .userForgotten:
            erasures.append(
                ErasureFacts(position: record.position, target: .user(owner), forgetsUser: true)
            )
        case .settingsChanged(let change): settings[owner, default: Settings()].apply(change)
        case .contactAdded(let event): contacts[owner, default: []].insert(try user(event.user))
        case .contactRemoved(let event): contacts[owner, default: []].remove(try user(event.user))
        case .blocked(let event): blocks[owner, default: []].insert(try user(event.user))
        case .unblocked(let event): blocks[owner, default: []].remove(try user(event.user))
        case .suspended(let event):
            standings[owner] = .suspended(until: event.until.map(Timestamp.init(microseconds:)))
        case .banned: standings[owner] = .banned
        case .reinstated: standings[owner] = .good
        case .markedUnread(let event):
            try keep(owner, event.conversation) {
                $0.marker = min($0.marker, event.messageNumber)
            }
        case .muted(let event):
            try keep(owner, event.conversation) {
                $0.isMuted = true
                $0.mutedUntil = event.until.map(Timestamp.init(microseconds:))
            }
        case .unmuted(let event):
            try keep(owner, event.conversation) {
                $0.isMuted = false
                $0.mutedUntil = nil
            }
        case .notificationsSet(let event):
            try keep(owner, event.conversation) { $0.hasNotifications = event.on }
        case .pinned(let event): try keep(owner, event.conversation) { $0.isPinned = true }
        case .unpinned(let event): try keep(owner, event.conversation) { $0.isPinned = false }
        case .archived(let event): try keep(owner, event.conversation) { $0.isArchived = true }
        case .unarchived(let event): try keep(owner, event.conversation) { $0.isArchived = false }
        case .hidden(let event): try keep(owner, event.conversation) { $0.isHidden = true }
        case .unhidden(let event): try keep(owner, event.conversation) { $0.isHidden = false }
        case .historyCleared(let event):
            try keep(owner, event.conversation) { $0.cleared = record.position }
        default: throw Misfit()
        }
    }

    /// Changes what somebody keeps about a conversation that they are or were in.
    private mutating func keep(
        _ owner: UserID,
        _ id: UniqueID?,
        _ change: (inout PersonalFacts) -> Void
    ) throws(Misfit) {
        guard let id = id.map(ConversationID.init), member(owner, of: id) != nil else {
            throw Misfit()
        }
        change(&personal[id, default: [:]][owner, default: PersonalFacts()])
    }

    // MARK: - Conversations

    private mutating func create(
        _ id: ConversationID,
        _ created: ConversationCreated,
        _ content: ConversationContent?,
        _ record: RecordedEvent
    ) throws(Misfit) {
        guard conversations[id] == nil, let creator = record.actor.user else { throw Misfit() }
        conversations[id] = ConversationFacts(
            id: id,
            position: record.position,
            kind: created.kind,
            reactions: created.reactions,
            history: created.history,
            createdBy: creator,
            with: created.with.map(UserID.init),
            context: Context(of: created, content, isErased: record.isErased)
        )
        if created.kind == .direct {
            let pair: Set = [creator, try user(created.with)]
            guard pair.count == 2, directs[pair] == nil else { throw Misfit() }
            directs[pair] = id
        }
    }

    private mutating func foldConversation(
        _ record: RecordedEvent,
        _ id: ConversationID
    ) throws(Misfit) {
        switch record.event {
        case .conversationCreated(let event, _):
            if event.kind != .direct { try addEntry(event.entry, at: 1, record, id) }
        case .detailsChanged(let event, _):
            try addEntry(event.entry, at: event.ordinal, record, id)
        case .contextCleared: conversations[id]?.context = nil
        case .conversationClosed: conversations[id]?.isClosed = true
        case .requestCancelled, .customRecorded: break
        case .participantAdded(let event): try join(event, record, id)
        case .participantLeft(let event):
            try end(try user(event.user), record, id)
            try addEntry(event.entry, at: event.ordinal, record, id)
        case .participantRemoved(let event):
            try end(try user(event.user), record, id)
            try addEntry(event.entry, at: event.ordinal, record, id)
        case .roleChanged(let event):
            try change(try user(event.user), of: id) { $0.role = event.role }
        case .permissionsChanged(let event):
            try change(try user(event.user), of: id) {
                $0.permissions = Permissions(
                    canAdd: event.canAdd,
                    canRemove: event.canRemove,
                    canEdit: event.canEdit
                )
            }
        case .ownershipPassed(let event):
            guard let owner = event.from.map(UserID.init) ?? record.actor.user,
                member(owner, of: id)?.role == .creator
            else { throw Misfit() }
            try change(owner, of: id) {
                $0.role = event.formerRole == .admin ? .admin : .member
                $0.permissions = Permissions()
            }
            try change(try user(event.user), of: id) { $0.role = .creator }
        case .messageSent(let event, _): try send(event, record, id)
        case .messageEdited(let event, _):
            _ = try place(event.message, ordinal: event.ordinal, number: event.messageNumber, id)
        case .messageAnnotated(let event, _):
            _ = try place(event.message, ordinal: event.ordinal, number: event.messageNumber, id)
        case .messageDeleted(let event):
            let message = try place(
                event.message,
                ordinal: event.ordinal,
                number: event.messageNumber,
                id
            )
            guard event.sender == message.sender.rawValue else { throw Misfit() }
            messages[message.id]?.isDeleted = true
        case .reactionSet(let event):
            let message = try place(event.message, ordinal: event.ordinal, id)
            let actor = try actor(record)
            var mine = reactions(of: actor, on: message.id)
            if !event.replaced.isEmpty {
                guard mine.contains(event.replaced) else { throw Misfit() }
                mine.removeAll { $0 == event.replaced }
            }
            guard !mine.contains(event.reaction) else { throw Misfit() }
            reactions[message.id, default: [:]][actor] = mine + [event.reaction]
        case .reactionRemoved(let event):
            let message = try place(event.message, ordinal: event.ordinal, id)
            let actor = try actor(record)
            let mine = reactions(of: actor, on: message.id)
            guard mine.contains(event.reaction) else { throw Misfit() }
            reactions[message.id, default: [:]][actor] = mine.filter { $0 != event.reaction }
        case .deliveredUpTo(let event):
            let entry = try place(
                event.upTo,
                ordinal: event.ordinal,
                number: event.messageNumber,
                id
            )
            try keep(try actor(record), id.rawValue) {
                $0.deliveredUpTo = max($0.deliveredUpTo, entry.ordinal)
            }
        case .readUpTo(let event):
            if event.upTo == nil {
                guard event.ordinal == 0, event.messageNumber == 0 else { throw Misfit() }
                try keep(try actor(record), id.rawValue) { $0.hasRead = true }
                return
            }
            let entry = try place(
                event.upTo,
                ordinal: event.ordinal,
                number: event.messageNumber,
                id
            )
            try read(entry, isSilent: event.silent, by: try actor(record), id)
        default: throw Misfit()
        }
    }

    private mutating func join(
        _ event: ParticipantAdded,
        _ record: RecordedEvent,
        _ id: ConversationID
    ) throws(Misfit) {
        let joining = try user(event.user)
        guard let conversation = conversations[id] else { throw Misfit() }
        let former = member(joining, of: id)
        guard former?.isActive != true else { throw Misfit() }
        let joined = event.founder ? conversation.position : record.position
        everMembers[id, default: []].insert(joining)
        if former != nil { members[id, default: []].removeAll { $0.user == joining } }
        members[id, default: []].append(
            MemberFacts(
                user: joining,
                role: event.role,
                permissions: Permissions(
                    canAdd: event.canAdd,
                    canRemove: event.canRemove,
                    canEdit: event.canEdit
                ),
                intervals: (former?.intervals ?? []) + [
                    MemberFacts.Interval(
                        joined: joined,
                        since: event.historyFrom == 0 ? nil : Position(event.historyFrom)
                    )
                ]
            )
        )
        conversations[id]?.memberCount += 1
        if former == nil { conversationsOfUsers[joining, default: []].append(id) }
        if !event.founder {
            try addEntry(event.entry, at: event.ordinal, record, id)
            guard event.messageNumber == conversation.messageCount else { throw Misfit() }
        }
        try keep(joining, id.rawValue) {
            $0.marker = max($0.marker, conversation.messageCount)
            $0.isHidden = false
        }
    }

    private mutating func end(
        _ user: UserID,
        _ record: RecordedEvent,
        _ id: ConversationID
    ) throws(Misfit) {
        try change(user, of: id) { member in
            member.intervals[member.intervals.count - 1].left = record.position
        }
        conversations[id]?.memberCount -= 1
    }

    /// Changes somebody who is a member now.
    private mutating func change(
        _ user: UserID,
        of id: ConversationID,
        _ change: (inout MemberFacts) -> Void
    ) throws(Misfit) {
        guard let place = members[id]?.firstIndex(where: { $0.user == user && $0.isActive }) else {
            throw Misfit()
        }
        change(&members[id, default: []][place])
    }

    /// A message is read by its sender, with everything before, and brings the conversation
    /// back to those who hid it and can see the message.
    private mutating func send(
        _ event: MessageSent,
        _ record: RecordedEvent,
        _ id: ConversationID
    ) throws(Misfit) {
        let sender = try actor(record)
        conversations[id]?.messageCount += 1
        let message = try addEntry(
            event.message,
            at: event.ordinal,
            record,
            id,
            isMessage: true
        )
        guard message.messageNumber == event.messageNumber else { throw Misfit() }
        try read(message, isSilent: event.silent, by: sender, id)
        for member in members[id, default: []] where member.isActive {
            try keep(member.user, id.rawValue) { $0.isHidden = false }
        }
    }

    private mutating func read(
        _ entry: MessageFacts,
        isSilent: Bool,
        by user: UserID,
        _ id: ConversationID
    ) throws(Misfit) {
        try keep(user, id.rawValue) {
            $0.hasRead = true
            $0.marker = max($0.marker, entry.messageNumber)
            $0.readUpTo = max($0.readUpTo, entry.ordinal)
            $0.deliveredUpTo = max($0.deliveredUpTo, entry.ordinal)
            if !isSilent { $0.loudlyReadUpTo = max($0.loudlyReadUpTo, entry.ordinal) }
        }
    }

    @discardableResult
    private mutating func addEntry(
        _ entry: UniqueID?,
        at ordinal: UInt64,
        _ record: RecordedEvent,
        _ id: ConversationID,
        isMessage: Bool = false
    ) throws(Misfit) -> MessageFacts {
        guard let entry = entry.map(MessageID.init), messages[entry] == nil else { throw Misfit() }
        conversations[id]?.entryCount += 1
        guard let conversation = conversations[id], conversation.entryCount == ordinal else {
            throw Misfit()
        }
        let message = MessageFacts(
            id: entry,
            conversation: id,
            position: record.position,
            ordinal: conversation.entryCount,
            messageNumber: conversation.messageCount,
            sender: isMessage ? try actor(record) : record.actor.user ?? UserID(.zero),
            sentAt: record.recorded,
            isSystem: !isMessage
        )
        messages[entry] = message
        timelines[id, default: []].append(entry)
        return message
    }

    /// An entry that an event is about, which says where it lies as it does lie.
    private func place(
        _ message: UniqueID?,
        ordinal: UInt64,
        number: UInt64? = nil,
        _ id: ConversationID
    ) throws(Misfit) -> MessageFacts {
        guard let message = message.flatMap({ messages[MessageID($0)] }),
            message.conversation == id, message.ordinal == ordinal,
            number.map({ $0 == message.messageNumber }) ?? true
        else { throw Misfit() }
        return message
    }

    private func user(_ id: UniqueID?) throws(Misfit) -> UserID {
        guard let id else { throw Misfit() }
        return UserID(id)
    }

    private func actor(_ record: RecordedEvent) throws(Misfit) -> UserID {
        guard let user = record.actor.user else { throw Misfit() }
        return user
    }
}

extension Event {
    /// The message whose words an event holds, or held.
    package var wordsOf: MessageID? {
        switch self {
        case .messageSent(let event, _): event.message.map(MessageID.init)
        case .messageEdited(let event, _): event.message.map(MessageID.init)
        case .messageAnnotated(let event, _): event.message.map(MessageID.init)
        default: nil
        }
    }

    fileprivate var role: ContentFacts.Role {
        switch self {
        case .messageSent: .sending
        case .messageEdited, .messageAnnotated: .change
        case .customRecorded: .custom
        case .profileSet: .profile
        default: .other
        }
    }

    package var isAnnotation: Bool { if case .messageAnnotated = self { true } else { false } }

    /// The event as it is read once its content is erased.
    package var withoutContent: Event {
        switch self {
        case .erasureRequested(let event, _): .erasureRequested(event, nil)
        case .holdPlaced(let event, _): .holdPlaced(event, nil)
        case .customRecorded(let event, _): .customRecorded(event, nil)
        case .contentOpened(let event, _): .contentOpened(event, nil)
        case .exportMade(let event, _): .exportMade(event, nil)
        case .mediaOwed(let event, _): .mediaOwed(event, nil)
        case .conversationCreated(let event, _): .conversationCreated(event, nil)
        case .detailsChanged(let event, _): .detailsChanged(event, nil)
        case .messageSent(let event, _): .messageSent(event, nil)
        case .messageEdited(let event, _): .messageEdited(event, nil)
        case .messageAnnotated(let event, _): .messageAnnotated(event, nil)
        case .profileSet(let event, _): .profileSet(event, nil)
        case .userForgotten(let event, _): .userForgotten(event, nil)
        case .reported(let event, _): .reported(event, nil)
        case .reportResolved(let event, _): .reportResolved(event, nil)
        default: self
        }
    }
}

extension World {
    /// Where the next entry of a conversation stands.
    package func nextOrdinal(in conversation: ConversationID) -> UInt64 {
        (conversations[conversation]?.entryCount ?? 0) + 1
    }
}
