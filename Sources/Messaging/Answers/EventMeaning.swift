package import LogSchema
internal import Wire

/// What an event can mean to somebody, before it is asked what of it they may see.
///
/// Where a person's words and the present state come in is for whoever asks: this says which
/// message, member or matter an event is about, and to whose eyes it is at all.
package enum EventMeaning: Hashable, Sendable {
    /// To those who see the conversation in which it happened.
    case inConversation(ConversationID, InConversation)
    /// To one user alone.
    case personal(UserID, Personal)
    /// To everybody who could see what was there; nobody's leaving keeps it from them.
    case erased([PositionRange])

    package enum InConversation: Hashable, Sendable {
        /// Sending reads what came before.
        case sent(ordinal: UInt64, Move)
        /// Also what was found out about a message later on.
        case edited(ordinal: UInt64)
        case deleted(ordinal: UInt64)
        case reacted(ordinal: UInt64, MessageID, by: UserID)
        case reached(Move)
        /// `ends`: whether it is the end of a membership.
        case member(UserID, ordinal: UInt64?, ends: Bool)
        case details(ordinal: UInt64?)
        case custom(by: UserID)
    }

    /// How far somebody has come.
    package struct Move: Hashable, Sendable {
        package let user: UserID
        /// How many countable messages there are up to there.
        package let messageNumber: UInt64
        package let isReading: Bool
        /// Nobody is told of it.
        package let isSilent: Bool

        package init(
            _ user: UserID,
            upTo messageNumber: UInt64,
            isReading: Bool,
            isSilent: Bool = false
        ) {
            self.user = user
            self.messageNumber = messageNumber
            self.isReading = isReading
            self.isSilent = isSilent
        }
    }

    package enum Personal: Hashable, Sendable {
        case row(ChangeItem.RowMatter, ConversationID)
        case profile, settings
        case relation(ChangeItem.RelationMatter, UserID)
        case standing, warning

        /// The conversation that it is about.
        package var conversation: ConversationID? {
            switch self {
            case .row(_, let conversation): conversation
            case .profile, .settings, .relation, .standing, .warning: nil
            }
        }
    }
}

extension RecordedEvent {
    /// What the event can mean to a user; nil for what is none of any user's.
    package var meaning: EventMeaning? {
        switch stream {
        case .store:
            guard case .contentErased(let erased) = event else { return nil }
            return .erased(erased.ranges)
        case .user(let owner):
            return event.personalMeaning.map { .personal(owner, $0) }
        case .conversation(let conversation):
            return actor.user.flatMap { actor in
                event.meaning(by: actor).map { .inConversation(conversation, $0) }
            }
        }
    }
}

extension Event {
    /// What it means in a conversation's stream.
    fileprivate func meaning(by actor: UserID) -> EventMeaning.InConversation? {
        switch self {
        case .messageSent(let sent, _):
            let move = EventMeaning.Move(
                actor,
                upTo: sent.messageNumber &- 1,
                isReading: true,
                isSilent: sent.silent
            )
            return .sent(ordinal: sent.ordinal, move)
        case .messageEdited(let edited, _): return .edited(ordinal: edited.ordinal)
        case .messageAnnotated(let annotated, _): return .edited(ordinal: annotated.ordinal)
        case .messageDeleted(let deleted): return .deleted(ordinal: deleted.ordinal)
        case .reactionSet(let set):
            return set.message.map { .reacted(ordinal: set.ordinal, MessageID($0), by: actor) }
        case .reactionRemoved(let removed):
            return removed.message.map {
                .reacted(ordinal: removed.ordinal, MessageID($0), by: actor)
            }
        case .deliveredUpTo(let move):
            return .reached(.init(actor, upTo: move.messageNumber, isReading: false))
        case .readUpTo(let move):
            return .reached(
                .init(actor, upTo: move.messageNumber, isReading: true, isSilent: move.silent)
            )
        case .participantAdded(let added):
            let ordinal = added.entry == nil ? nil : added.ordinal
            return .member(added.user, ordinal: ordinal)
        case .participantLeft(let left):
            return .member(left.user, ordinal: left.ordinal, ends: true)
        case .participantRemoved(let removed):
            return .member(removed.user, ordinal: removed.ordinal, ends: true)
        case .roleChanged(let changed): return .member(changed.user)
        case .permissionsChanged(let changed): return .member(changed.user)
        case .ownershipPassed(let passed): return .member(passed.user)
        case .conversationCreated(let created, _):
            return .details(ordinal: created.entry == nil ? nil : 1)
        case .detailsChanged(let changed, _): return .details(ordinal: changed.ordinal)
        case .contextCleared, .conversationClosed, .requestCancelled:
            return .details(ordinal: nil)
        case .customRecorded: return .custom(by: actor)
        case .logCreated, .logRestored, .configurationChanged, .moderatorAppointed,
            .moderatorDismissed,
            .retentionSet, .erasureRequested, .contentErased, .holdPlaced, .holdReleased,
            .retentionRun, .erasureProgress,
            .markedUnread, .muted, .unmuted, .pinned, .unpinned, .archived, .unarchived, .hidden,
            .unhidden, .historyCleared, .profileSet, .settingsChanged, .contactAdded,
            .contactRemoved, .blocked, .unblocked, .userForgotten, .reported, .reportResolved,
            .warned, .suspended, .banned, .reinstated:
            return nil
        }
    }

    /// What it means in a user's own stream.
    fileprivate var personalMeaning: EventMeaning.Personal? {
        switch self {
        case .markedUnread(let event): .row(.unread, event.conversation)
        case .muted(let event): .row(.muted, event.conversation)
        case .unmuted(let event): .row(.muted, event.conversation)
        case .pinned(let event): .row(.pinned, event.conversation)
        case .unpinned(let event): .row(.pinned, event.conversation)
        case .archived(let event): .row(.archived, event.conversation)
        case .unarchived(let event): .row(.archived, event.conversation)
        case .hidden(let event): .row(.hidden, event.conversation)
        case .unhidden(let event): .row(.hidden, event.conversation)
        case .historyCleared(let event): .row(.cleared, event.conversation)
        case .profileSet, .userForgotten: .profile
        case .settingsChanged: .settings
        case .contactAdded(let event): .relation(.contact, event.user)
        case .contactRemoved(let event): .relation(.contact, event.user)
        case .blocked(let event): .relation(.block, event.user)
        case .unblocked(let event): .relation(.block, event.user)
        case .suspended, .banned, .reinstated: .standing
        case .warned: .warning
        case .logCreated, .logRestored, .configurationChanged, .moderatorAppointed,
            .moderatorDismissed,
            .retentionSet, .erasureRequested, .contentErased, .holdPlaced, .holdReleased,
            .retentionRun, .erasureProgress,
            .customRecorded, .conversationCreated, .detailsChanged, .contextCleared,
            .conversationClosed, .requestCancelled, .participantAdded, .participantLeft,
            .participantRemoved, .roleChanged, .permissionsChanged, .ownershipPassed,
            .messageSent, .messageEdited, .messageDeleted, .messageAnnotated, .reactionSet,
            .reactionRemoved, .deliveredUpTo, .readUpTo, .reported, .reportResolved:
            nil
        }
    }

    /// Where the entry of a timeline stands of which the event holds content: the message's own,
    /// for an edit.
    package var entryWithContent: UInt64? {
        switch self {
        case .messageSent(let sent, _): sent.ordinal
        case .messageEdited(let edited, _): edited.ordinal
        case .messageAnnotated(let annotated, _): annotated.ordinal
        case .conversationCreated(let created, _): created.entry == nil ? nil : 1
        case .detailsChanged(let changed, _): changed.ordinal
        default: nil
        }
    }
}

extension EventMeaning.InConversation {
    /// Whether it is the viewer's own membership or reading, which stays theirs to know whatever
    /// they have cleared away.
    package func isOwnMatter(of viewer: UserID) -> Bool {
        switch self {
        case .member(let user, _, _): user == viewer
        case .reached(let move): move.user == viewer
        case .sent, .edited, .deleted, .reacted, .details, .custom: false
        }
    }

    /// What happens to a member; nil where none is named.
    fileprivate static func member(
        _ user: UniqueID?,
        ordinal: UInt64? = nil,
        ends: Bool = false
    ) -> Self? {
        user.map { .member(UserID($0), ordinal: ordinal, ends: ends) }
    }
}

extension EventMeaning.Personal {
    fileprivate static func row(
        _ matter: ChangeItem.RowMatter,
        _ conversation: UniqueID?
    ) -> Self? {
        conversation.map { .row(matter, ConversationID($0)) }
    }

    fileprivate static func relation(
        _ matter: ChangeItem.RelationMatter,
        _ user: UniqueID?
    ) -> Self? {
        user.map { .relation(matter, UserID($0)) }
    }
}
