internal import EventLog
internal import LogSchema
package import Messaging
package import Projections
internal import Views
internal import Wire

extension ReadingFacts where Self: ~Copyable {
    package func message(_ id: MessageID) -> MessageFacts? {
        let found = lookUp { (views, _) throws(ViewsError) -> (UniqueID, UInt64, TimelineEntry)? in
            guard let place = try projectors.messages.place(of: id.rawValue, in: views),
                let entry = try projectors.timeline.entry(
                    at: place.ordinal,
                    of: place.conversation,
                    in: views
                )
            else { return nil }
            return (place.conversation, place.ordinal, entry)
        }
        guard let (conversation, ordinal, entry) = found else { return nil }
        return facts(id, in: ConversationID(conversation), at: ordinal, entry)
    }

    /// Returns an entry's facts for the rules.
    func facts(
        _ id: MessageID,
        in conversation: ConversationID,
        at ordinal: UInt64,
        _ entry: TimelineEntry
    ) -> MessageFacts {
        MessageFacts(
            id: id,
            conversation: conversation,
            position: entry.position,
            ordinal: ordinal,
            messageNumber: entry.messageNumber,
            sender: UserID(entry.sender),
            sentAt: entry.sentAt,
            isSystem: entry.isSystem,
            isDeleted: entry.deleted != nil,
            isErased: entry.isErased
        )
    }

    package func newestEntry(
        of conversation: ConversationID,
        for viewer: Visibility
    ) -> MessageFacts? {
        let found = lookUp { (views, _) throws(ViewsError) -> (UInt64, TimelineEntry)? in
            guard let newest = viewer.newest else { return nil }
            let id = conversation.rawValue
            let last = try projectors.timeline.lastOrdinal(of: id, asOf: newest, in: views)
            // Almost always it is the last one, which is looked up for less than a walk takes.
            if let entry = try projectors.timeline.entry(at: last, of: id, in: views),
                viewer.showsEntry(at: entry.position, sentAt: entry.sentAt)
            {
                return (last, entry)
            }
            var found: (UInt64, TimelineEntry)?
            try projectors.timeline.forEachEntry(
                of: id,
                from: 1,
                through: last,
                descending: true,
                in: views
            ) { ordinal, entry in
                // Earlier entries were cleared as well, or are too old.
                if entry.position <= viewer.cleared { return .stop }
                if let keptFrom = viewer.keptFrom, entry.sentAt < keptFrom { return .stop }
                guard viewer.showsEntry(at: entry.position, sentAt: entry.sentAt) else {
                    return .goOn
                }
                found = (ordinal, entry)
                return .stop
            }
            return found
        }
        guard let (ordinal, entry) = found, let id = id(of: entry) else { return nil }
        return facts(id, in: conversation, at: ordinal, entry)
    }

    /// The id under which an entry is known.
    package func id(of entry: TimelineEntry) -> MessageID? {
        guard !entry.isSystem else { return event(at: entry.position)?.event.entryID }
        return id(ofMessageAt: entry.position)
    }

    /// The id of the message that was sent at a position.
    func id(ofMessageAt position: Position) -> MessageID? {
        // It is in the envelope, so nothing is unsealed.
        lookUp { (_, records) throws(ViewsError) in
            try records.readRecord(position) { (record) throws(LogError) in
                do throws(WireError) {
                    return try EncodedMessageSent(record.envelope.event).message.map(MessageID.init)
                } catch {
                    throw .damagedRecord(position, .frame(error))
                }
            }
        }
    }

    package func text(of message: MessageID) -> String? {
        let place = lookUp { (views, _) throws(ViewsError) -> Position? in
            guard let place = try projectors.messages.place(of: message.rawValue, in: views)
            else { return nil }
            return try projectors.timeline.entry(
                at: place.ordinal,
                of: place.conversation,
                in: views
            )?.content
        }
        return place.flatMap { words(at: $0)?.text }
    }

    package func linkPreview(of message: MessageID) -> LinkPreview? {
        let place = lookUp { (views, _) throws(ViewsError) -> Position? in
            guard let place = try projectors.messages.place(of: message.rawValue, in: views)
            else { return nil }
            return try projectors.timeline.entry(
                at: place.ordinal,
                of: place.conversation,
                in: views
            )?.linkPreview
        }
        guard let place, case .messageAnnotated(_, let content)? = event(at: place)?.event else {
            return nil
        }
        return content?.linkPreview
    }

    /// The text that a message was sent with or was given by an edit at a position, and when.
    func words(at position: Position) -> SentWords? {
        withEvent(at: position) { (event, content) throws(WireError) in
            try SentWords(of: event, content)
        }
    }

    package func outcome(of command: CommandID, by actor: Actor) -> CommandFacts? {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.commands.positions(
                of: command.rawValue,
                by: actor.user?.rawValue,
                in: views
            ).map { CommandFacts(first: $0.first, last: $0.last) }
        }
    }
}

extension Event {
    /// The id of the entry that the event makes in a timeline; nil where it makes none.
    var entryID: MessageID? {
        switch self {
        case .messageSent(let event, _): event.message.map(MessageID.init)
        case .conversationCreated(let event, _): event.entry.map(MessageID.init)
        case .detailsChanged(let event, _): event.entry.map(MessageID.init)
        case .participantAdded(let event): event.entry.map(MessageID.init)
        case .participantLeft(let event): event.entry.map(MessageID.init)
        case .participantRemoved(let event): event.entry.map(MessageID.init)
        default: nil
        }
    }
}

/// A message's content, from its sending or from an edit.
struct SentWords {
    /// Nil where it was erased.
    let text: String?
    /// The time of writing as shown to users.
    let sent: Timestamp

    /// Reads it where it lies; without a text for what is neither a sending nor an edit.
    init(of event: borrowing EncodedEvent, _ content: borrowing Content) throws(WireError) {
        sent = event.sent
        switch event.number {
        case EnvelopeEvent.messageSent where content.state == .present:
            text = try EncodedMessageContent(content.bytes).text
        case EnvelopeEvent.messageEdited where content.state == .present:
            text = try EncodedEditContent(content.bytes).text
        default:
            text = nil
        }
    }
}

extension EncodedMessageSent {
    /// Reads an event as the sending of a message; nil for another one.
    @_lifetime(copy event)
    init?(of event: borrowing EncodedEvent) throws(WireError) {
        guard event.number == EnvelopeEvent.messageSent else { return nil }
        try self.init(event.structure)
    }
}

extension Event {
    /// The text that a message was sent with or was given by an edit.
    var text: String? {
        switch self {
        case .messageSent(_, let content): content?.text
        case .messageEdited(_, let content): content?.text
        default: nil
        }
    }
}
