package import LogSchema
internal import Wire

/// The meaning of an event to users, before visibility is decided.
///
/// It says which message, member or matter an event is about, and which users it can concern at
/// all. The caller adds texts and the present state.
package enum EventMeaning: Hashable, Sendable {
    /// Concerns the users who see the conversation in which it happened.
    case inConversation(ConversationID, InConversation)
    /// To one user alone.
    case personal(UserID, Personal)
    /// Concerns all users who could see the erased content, also former members.
    case erased([PositionRange])
    /// To every moderator but the reporter.
    case reported(ReportID)

    package enum InConversation: Hashable, Sendable {
        /// Sending reads what came before.
        case sent(ordinal: UInt64, Move)
        /// Also an annotation added to a message later.
        case edited(ordinal: UInt64)
        case deleted(ordinal: UInt64)
        case reacted(ordinal: UInt64, MessageID, by: UserID)
        case reached(Move)
        /// `ends`: whether it is the end of a membership.
        case member(UserID, ordinal: UInt64?, ends: Bool)
        case details(ordinal: UInt64?)
        case custom(by: UserID)
    }

    /// A member's progress in receiving and reading.
    package struct Move: Hashable, Sendable {
        package let user: UserID
        /// How many countable messages there are up to there.
        package let messageNumber: UInt64
        package let isReading: Bool
        /// Whether others are shown it as a delivery at most.
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
        case standing

        /// The conversation that the event is about.
        package var conversation: ConversationID? {
            switch self {
            case .row(_, let conversation): conversation
            case .profile, .settings, .relation, .standing: nil
            }
        }
    }
}

extension RecordedEvent {
    /// Returns the event's meaning to a user; nil for an event that concerns no user.
    package var meaning: EventMeaning? {
        switch (stream, event.matter(by: actor.user)) {
        case (.store, .erased(let ranges)?): .erased(ranges)
        case (.store, .reported(let report)?): .reported(report)
        case (.user(let owner), .personal(let matter)?): .personal(owner, matter)
        case (.conversation(let conversation), .inConversation(let matter)?):
            .inConversation(conversation, matter)
        default: nil
        }
    }
}

/// The subject of an event, before its stream is considered.
private enum EventMatter {
    case inConversation(EventMeaning.InConversation)
    case personal(EventMeaning.Personal)
    case erased([PositionRange])
    case reported(ReportID)
}

extension Event {
    /// Returns the event's subject; nil for an event that concerns no user.
    ///
    /// The one handwritten switch over all events, so that a new event must be given its meaning to
    /// users here.
    fileprivate func matter(by actor: UserID?) -> EventMatter? {
        func inConversation(_ meaning: (UserID) -> EventMeaning.InConversation?) -> EventMatter? {
            actor.flatMap(meaning).map(EventMatter.inConversation)
        }
        // The operator changes conversations too, and is not a user.
        func member(_ user: UniqueID?, ordinal: UInt64? = nil, ends: Bool = false) -> EventMatter? {
            EventMeaning.InConversation.member(user, ordinal: ordinal, ends: ends)
                .map(EventMatter.inConversation)
        }
        func personal(_ meaning: EventMeaning.Personal?) -> EventMatter? {
            meaning.map(EventMatter.personal)
        }
        return switch self {
        case .messageSent(let sent, _):
            inConversation { actor in
                let before = sent.messageNumber &- 1
                return .sent(
                    ordinal: sent.ordinal,
                    .init(actor, upTo: before, isReading: true, isSilent: sent.silent)
                )
            }
        case .messageEdited(let edited, _):
            inConversation { _ in .edited(ordinal: edited.ordinal) }
        case .messageAnnotated(let annotated, _):
            inConversation { _ in .edited(ordinal: annotated.ordinal) }
        case .messageDeleted(let deleted):
            inConversation { _ in .deleted(ordinal: deleted.ordinal) }
        case .reactionSet(let set):
            inConversation { .reacted(set.message, ordinal: set.ordinal, by: $0) }
        case .reactionRemoved(let removed):
            inConversation { .reacted(removed.message, ordinal: removed.ordinal, by: $0) }
        case .deliveredUpTo(let move):
            inConversation { actor in
                .reached(.init(actor, upTo: move.messageNumber, isReading: false))
            }
        case .readUpTo(let move):
            inConversation { actor in
                let number = move.messageNumber
                return .reached(
                    .init(actor, upTo: number, isReading: true, isSilent: move.silent)
                )
            }
        case .participantAdded(let added):
            member(added.user, ordinal: added.entry == nil ? nil : added.ordinal)
        case .participantLeft(let left): member(left.user, ordinal: left.ordinal, ends: true)
        case .participantRemoved(let removed):
            member(removed.user, ordinal: removed.ordinal, ends: true)
        case .roleChanged(let changed): member(changed.user)
        case .permissionsChanged(let changed): member(changed.user)
        case .ownershipPassed(let passed): member(passed.user)
        case .conversationCreated(let created, _):
            .inConversation(.details(ordinal: created.entry == nil ? nil : 1))
        case .detailsChanged(let changed, _): .inConversation(.details(ordinal: changed.ordinal))
        case .contextCleared, .conversationClosed, .requestCancelled:
            .inConversation(.details(ordinal: nil))
        case .customRecorded: inConversation { .custom(by: $0) }

        case .markedUnread(let event): personal(.row(.unread, event.conversation))
        case .muted(let event): personal(.row(.muted, event.conversation))
        case .unmuted(let event): personal(.row(.muted, event.conversation))
        case .notificationsSet(let event): personal(.row(.notifications, event.conversation))
        case .pinned(let event): personal(.row(.pinned, event.conversation))
        case .unpinned(let event): personal(.row(.pinned, event.conversation))
        case .archived(let event): personal(.row(.archived, event.conversation))
        case .unarchived(let event): personal(.row(.archived, event.conversation))
        case .hidden(let event): personal(.row(.hidden, event.conversation))
        case .unhidden(let event): personal(.row(.hidden, event.conversation))
        case .historyCleared(let event): personal(.row(.cleared, event.conversation))
        case .profileSet, .userForgotten: personal(.profile)
        case .settingsChanged: personal(.settings)
        case .contactAdded(let event): personal(.relation(.contact, event.user))
        case .contactRemoved(let event): personal(.relation(.contact, event.user))
        case .blocked(let event): personal(.relation(.block, event.user))
        case .unblocked(let event): personal(.relation(.block, event.user))
        case .warned, .suspended, .banned, .reinstated: personal(.standing)

        case .contentErased(let erased): .erased(erased.ranges)
        case .reported(let reported, _):
            reported.report.map { EventMatter.reported(ReportID($0)) }

        case .logCreated, .logRestored, .configurationChanged, .moderatorAppointed,
            .moderatorDismissed, .retentionSet, .erasureRequested, .holdPlaced, .holdReleased,
            .retentionRun, .erasureProgress, .contentOpened, .exportMade, .mediaOwed,
            .reportResolved, .journalBegun, .keyCopyBegun, .keyCopyDone, .keyCopyGone:
            nil
        }
    }

    /// The ordinal of the entry whose content the event holds: for an edit, that of the message.
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
    /// Whether it is the viewer's own membership or reading, which the viewer may see even after
    /// clearing the history.
    package func isOwnMatter(of viewer: UserID) -> Bool {
        switch self {
        case .member(let user, _, _): user == viewer
        case .reached(let move): move.user == viewer
        case .sent, .edited, .deleted, .reacted, .details, .custom: false
        }
    }

    /// That a reaction was set or removed; nil where no message is named.
    fileprivate static func reacted(
        _ message: UniqueID?,
        ordinal: UInt64,
        by user: UserID
    ) -> Self? {
        message.map { .reacted(ordinal: ordinal, MessageID($0), by: user) }
    }

    /// Returns an event's effect on a member; nil if it names none.
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
