import DomainSupport
import LogSchema
import Messaging
import Testing
import Wire

/// What was so before: events that are recorded as they are, without asking any rule.
extension Scenario {
    /// Records an event as it is, in the stream of somebody.
    mutating func given(_ event: Event, ofUser user: UserID, by actor: Actor? = nil) {
        append([NewEvent(event, in: .user(user))], by: actor ?? .user(user), command: nil)
    }

    /// Records an event as it is, in a conversation.
    mutating func given(_ event: Event, in conversation: ConversationID, by user: UserID) {
        append([NewEvent(event, in: .conversation(conversation))], by: .user(user), command: nil)
    }

    /// Records an event as it is, in the stream of the store.
    mutating func given(_ event: Event, by actor: Actor = .operator) {
        append([NewEvent(event, in: .store)], by: actor, command: nil)
    }

    /// A direct conversation that the first has begun with the other.
    mutating func direct(_ creator: UserID, _ other: UserID) -> ConversationID {
        begin(ConversationCreated(kind: .direct, with: other.rawValue), by: creator, with: [other])
    }

    /// A group of its creator and others.
    mutating func group(
        by creator: UserID,
        with others: [UserID],
        title: String? = nil,
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full
    ) -> ConversationID {
        begin(
            ConversationCreated(kind: .group, reactions: reactions, history: history),
            title: title,
            by: creator,
            with: others
        )
    }

    /// A request about something.
    mutating func request(
        by creator: UserID,
        with others: [UserID],
        about context: Context = Context(kind: "ride", id: "7"),
        title: String? = nil,
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full
    ) -> ConversationID {
        begin(
            ConversationCreated(
                kind: .request,
                reactions: reactions,
                history: history
            ),
            title: title,
            about: context,
            by: creator,
            with: others
        )
    }

    private mutating func begin(
        _ created: ConversationCreated,
        title: String? = nil,
        about context: Context? = nil,
        by creator: UserID,
        with others: [UserID]
    ) -> ConversationID {
        let id = ConversationID(nextID())
        var created = created
        if created.reactions == .unspecified { created.reactions = .tapback }
        if created.history == .unspecified { created.history = .full }
        if created.kind != .direct { created.entry = nextID() }
        created.members = UInt32(others.count + 1)
        let isEmpty = title == nil && context == nil
        let content =
            isEmpty
            ? nil
            : ConversationContent(
                title: title,
                contextKind: context?.kind,
                contextID: context?.id
            )
        let founders = ([creator] + others).map { user in
            Event.participantAdded(
                ParticipantAdded(
                    user: user.rawValue,
                    role: user == creator ? .creator : .member,
                    founder: true
                )
            )
        }
        append(
            ([.conversationCreated(created, content)] + founders).map {
                NewEvent($0, in: .conversation(id))
            },
            by: .user(creator),
            command: nil
        )
        return id
    }

    /// A text that somebody has sent.
    @discardableResult
    mutating func text(
        _ text: String = "hello",
        in conversation: ConversationID,
        by sender: UserID,
        replyTo: MessageID? = nil,
        forwardedFrom: MessageID? = nil
    ) -> MessageID {
        sent(
            MessageContent(text: text),
            in: conversation,
            by: sender,
            replyTo: replyTo,
            forwardedFrom: forwardedFrom
        )
    }

    /// A message that somebody has sent.
    @discardableResult
    mutating func sent(
        _ content: MessageContent,
        in conversation: ConversationID,
        by sender: UserID,
        replyTo: MessageID? = nil,
        forwardedFrom: MessageID? = nil
    ) -> MessageID {
        let id = MessageID(nextID())
        let kind: MessageKind =
            switch content.attachments.first?.kind {
            case .image?: .image
            case .audio?: .audio
            case .file?: .file
            case .unspecified?, .unrecognized?, nil: content.location == nil ? .text : .location
            }
        let message = MessageSent(
            message: id.rawValue,
            kind: kind,
            replyTo: replyTo?.rawValue,
            replyToOrdinal: replyTo.flatMap { world.message($0)?.ordinal } ?? 0,
            forwardedFrom: forwardedFrom?.rawValue,
            attachments: content.attachments.map(\.kind),
            location: content.location != nil,
            characters: UInt32(content.text.count),
            ordinal: world.nextOrdinal(in: conversation),
            messageNumber: (world.conversation(conversation)?.messageCount ?? 0) + 1
        )
        given(.messageSent(message, content), in: conversation, by: sender)
        return id
    }

    /// A message that somebody has deleted, the sender if nobody else is named.
    mutating func deleted(_ message: MessageID, by user: UserID? = nil) {
        guard let facts = world.message(message) else {
            Issue.record("there is no message to delete")
            return
        }
        let event = MessageDeleted(
            message: message.rawValue,
            ordinal: facts.ordinal,
            messageNumber: facts.messageNumber,
            sender: facts.sender.rawValue
        )
        given(.messageDeleted(event), in: facts.conversation, by: user ?? facts.sender)
    }

    mutating func edited(_ message: MessageID, to text: String) {
        guard let facts = world.message(message) else {
            Issue.record("there is no message to edit")
            return
        }
        let event = MessageEdited(
            message: message.rawValue,
            ordinal: facts.ordinal,
            messageNumber: facts.messageNumber,
            characters: UInt32(text.count)
        )
        given(
            .messageEdited(event, EditContent(text: text)),
            in: facts.conversation,
            by: facts.sender
        )
    }

    /// Some content that was erased.
    mutating func erased(_ contents: [ContentFacts]) {
        let ranges = contents.map { PositionRange(first: $0.position.rawValue, count: 1) }
        given(.contentErased(ContentErased(ranges: ranges)))
    }

    /// Somebody who was added to a conversation, or added again.
    mutating func added(
        _ user: UserID,
        to conversation: ConversationID,
        by actor: UserID,
        role: Role = .member,
        permissions: Permissions = Permissions()
    ) {
        let event = ParticipantAdded(
            user: user.rawValue,
            role: role,
            canAdd: permissions.canAdd,
            canRemove: permissions.canRemove,
            canEdit: permissions.canEdit,
            entry: nextID(),
            messageNumber: world.conversation(conversation)?.messageCount ?? 0,
            ordinal: world.nextOrdinal(in: conversation)
        )
        given(.participantAdded(event), in: conversation, by: actor)
    }

    /// Somebody who has left a conversation, which nobody else is creator of thereby.
    mutating func left(_ conversation: ConversationID, by user: UserID) {
        let event = ParticipantLeft(
            user: user.rawValue,
            entry: nextID(),
            ordinal: world.nextOrdinal(in: conversation)
        )
        given(.participantLeft(event), in: conversation, by: user)
    }

    mutating func removed(_ user: UserID, from conversation: ConversationID, by actor: UserID) {
        let event = ParticipantRemoved(
            user: user.rawValue,
            entry: nextID(),
            ordinal: world.nextOrdinal(in: conversation)
        )
        given(.participantRemoved(event), in: conversation, by: actor)
    }

    mutating func role(
        _ role: Role,
        of user: UserID,
        in conversation: ConversationID,
        by actor: UserID
    ) {
        let event = RoleChanged(user: user.rawValue, role: role)
        given(.roleChanged(event), in: conversation, by: actor)
    }

    mutating func permissions(
        _ permissions: Permissions,
        of user: UserID,
        in conversation: ConversationID,
        by actor: UserID
    ) {
        let event = PermissionsChanged(
            user: user.rawValue,
            canAdd: permissions.canAdd,
            canRemove: permissions.canRemove,
            canEdit: permissions.canEdit
        )
        given(.permissionsChanged(event), in: conversation, by: actor)
    }

    mutating func closed(_ conversation: ConversationID, by user: UserID) {
        let event = ConversationClosed(reason: .completed)
        given(.conversationClosed(event), in: conversation, by: user)
    }

    mutating func blocked(_ user: UserID, by owner: UserID) {
        given(.blocked(Blocked(user: user.rawValue)), ofUser: owner)
    }

    mutating func contact(_ user: UserID, of owner: UserID) {
        given(.contactAdded(ContactAdded(user: user.rawValue)), ofUser: owner)
    }

    mutating func settings(_ change: SettingsChanged, of user: UserID) {
        given(.settingsChanged(change), ofUser: user)
    }

    mutating func moderator(_ user: UserID) {
        given(.moderatorAppointed(ModeratorAppointed(user: user.rawValue)))
    }

    mutating func suspended(_ user: UserID, until: Timestamp? = nil) {
        given(.suspended(Suspended(until: until?.microseconds)), ofUser: user, by: .operator)
    }

    mutating func historyCleared(_ conversation: ConversationID, by user: UserID) {
        let event = HistoryCleared(conversation: conversation.rawValue)
        given(.historyCleared(event), ofUser: user)
    }

    mutating func configured(_ change: ConfigurationChanged) {
        given(.configurationChanged(change))
    }
}
