internal import LogSchema
package import Wire

extension Event {
    /// The number of the event's field in the envelope.
    package var number: UInt32 {
        switch self {
        case .logCreated: EnvelopeEvent.logCreated
        case .logRestored: EnvelopeEvent.logRestored
        case .configurationChanged: EnvelopeEvent.configurationChanged
        case .moderatorAppointed: EnvelopeEvent.moderatorAppointed
        case .moderatorDismissed: EnvelopeEvent.moderatorDismissed
        case .retentionSet: EnvelopeEvent.retentionSet
        case .erasureRequested: EnvelopeEvent.erasureRequested
        case .contentErased: EnvelopeEvent.contentErased
        case .holdPlaced: EnvelopeEvent.holdPlaced
        case .holdReleased: EnvelopeEvent.holdReleased
        case .customRecorded: EnvelopeEvent.customRecorded
        case .retentionRun: EnvelopeEvent.retentionRun
        case .erasureProgress: EnvelopeEvent.erasureProgress
        case .conversationCreated: EnvelopeEvent.conversationCreated
        case .detailsChanged: EnvelopeEvent.detailsChanged
        case .contextCleared: EnvelopeEvent.contextCleared
        case .conversationClosed: EnvelopeEvent.conversationClosed
        case .requestCancelled: EnvelopeEvent.requestCancelled
        case .participantAdded: EnvelopeEvent.participantAdded
        case .participantLeft: EnvelopeEvent.participantLeft
        case .participantRemoved: EnvelopeEvent.participantRemoved
        case .roleChanged: EnvelopeEvent.roleChanged
        case .permissionsChanged: EnvelopeEvent.permissionsChanged
        case .ownershipPassed: EnvelopeEvent.ownershipPassed
        case .messageSent: EnvelopeEvent.messageSent
        case .messageEdited: EnvelopeEvent.messageEdited
        case .messageDeleted: EnvelopeEvent.messageDeleted
        case .messageAnnotated: EnvelopeEvent.messageAnnotated
        case .reactionSet: EnvelopeEvent.reactionSet
        case .reactionRemoved: EnvelopeEvent.reactionRemoved
        case .deliveredUpTo: EnvelopeEvent.deliveredUpTo
        case .readUpTo: EnvelopeEvent.readUpTo
        case .markedUnread: EnvelopeEvent.markedUnread
        case .muted: EnvelopeEvent.muted
        case .unmuted: EnvelopeEvent.unmuted
        case .pinned: EnvelopeEvent.pinned
        case .unpinned: EnvelopeEvent.unpinned
        case .archived: EnvelopeEvent.archived
        case .unarchived: EnvelopeEvent.unarchived
        case .hidden: EnvelopeEvent.hidden
        case .unhidden: EnvelopeEvent.unhidden
        case .historyCleared: EnvelopeEvent.historyCleared
        case .profileSet: EnvelopeEvent.profileSet
        case .settingsChanged: EnvelopeEvent.settingsChanged
        case .contactAdded: EnvelopeEvent.contactAdded
        case .contactRemoved: EnvelopeEvent.contactRemoved
        case .blocked: EnvelopeEvent.blocked
        case .unblocked: EnvelopeEvent.unblocked
        case .userForgotten: EnvelopeEvent.userForgotten
        case .reported: EnvelopeEvent.reported
        case .reportResolved: EnvelopeEvent.reportResolved
        case .warned: EnvelopeEvent.warned
        case .suspended: EnvelopeEvent.suspended
        case .banned: EnvelopeEvent.banned
        case .reinstated: EnvelopeEvent.reinstated
        }
    }

    /// Whether the event has content that is sealed.
    package var hasContent: Bool {
        switch self {
        case .erasureRequested(_, let content): content != nil
        case .holdPlaced(_, let content): content != nil
        case .customRecorded(_, let content): content != nil
        case .conversationCreated(_, let content): content != nil
        case .detailsChanged(_, let content): content != nil
        case .messageSent(_, let content): content != nil
        case .messageEdited(_, let content): content != nil
        case .messageAnnotated(_, let content): content != nil
        case .profileSet(_, let content): content != nil
        case .userForgotten(_, let content): content != nil
        case .reported(_, let content): content != nil
        case .reportResolved(_, let content): content != nil
        case .logCreated, .logRestored, .configurationChanged, .moderatorAppointed,
            .moderatorDismissed, .retentionSet, .contentErased, .holdReleased, .retentionRun,
            .erasureProgress, .contextCleared, .conversationClosed,
            .requestCancelled, .participantAdded, .participantLeft, .participantRemoved,
            .roleChanged, .permissionsChanged, .ownershipPassed, .messageDeleted, .reactionSet,
            .reactionRemoved, .deliveredUpTo, .readUpTo, .markedUnread, .muted, .unmuted,
            .pinned, .unpinned, .archived, .unarchived, .hidden, .unhidden, .historyCleared,
            .settingsChanged, .contactAdded, .contactRemoved, .blocked, .unblocked, .warned,
            .suspended, .banned, .reinstated:
            false
        }
    }

    /// Writes what stands in the envelope.
    package func encodeStructure(into writer: inout WireWriter) {
        switch self {
        case .logCreated(let event): event.encode(into: &writer)
        case .logRestored(let event): event.encode(into: &writer)
        case .configurationChanged(let event): event.encode(into: &writer)
        case .moderatorAppointed(let event): event.encode(into: &writer)
        case .moderatorDismissed(let event): event.encode(into: &writer)
        case .retentionSet(let event): event.encode(into: &writer)
        case .erasureRequested(let event, _): event.encode(into: &writer)
        case .contentErased(let event): event.encode(into: &writer)
        case .holdPlaced(let event, _): event.encode(into: &writer)
        case .holdReleased(let event): event.encode(into: &writer)
        case .customRecorded(let event, _): event.encode(into: &writer)
        case .retentionRun(let event): event.encode(into: &writer)
        case .erasureProgress(let event): event.encode(into: &writer)
        case .conversationCreated(let event, _): event.encode(into: &writer)
        case .detailsChanged(let event, _): event.encode(into: &writer)
        case .contextCleared(let event): event.encode(into: &writer)
        case .conversationClosed(let event): event.encode(into: &writer)
        case .requestCancelled(let event): event.encode(into: &writer)
        case .participantAdded(let event): event.encode(into: &writer)
        case .participantLeft(let event): event.encode(into: &writer)
        case .participantRemoved(let event): event.encode(into: &writer)
        case .roleChanged(let event): event.encode(into: &writer)
        case .permissionsChanged(let event): event.encode(into: &writer)
        case .ownershipPassed(let event): event.encode(into: &writer)
        case .messageSent(let event, _): event.encode(into: &writer)
        case .messageEdited(let event, _): event.encode(into: &writer)
        case .messageDeleted(let event): event.encode(into: &writer)
        case .messageAnnotated(let event, _): event.encode(into: &writer)
        case .reactionSet(let event): event.encode(into: &writer)
        case .reactionRemoved(let event): event.encode(into: &writer)
        case .deliveredUpTo(let event): event.encode(into: &writer)
        case .readUpTo(let event): event.encode(into: &writer)
        case .markedUnread(let event): event.encode(into: &writer)
        case .muted(let event): event.encode(into: &writer)
        case .unmuted(let event): event.encode(into: &writer)
        case .pinned(let event): event.encode(into: &writer)
        case .unpinned(let event): event.encode(into: &writer)
        case .archived(let event): event.encode(into: &writer)
        case .unarchived(let event): event.encode(into: &writer)
        case .hidden(let event): event.encode(into: &writer)
        case .unhidden(let event): event.encode(into: &writer)
        case .historyCleared(let event): event.encode(into: &writer)
        case .profileSet(let event, _): event.encode(into: &writer)
        case .settingsChanged(let event): event.encode(into: &writer)
        case .contactAdded(let event): event.encode(into: &writer)
        case .contactRemoved(let event): event.encode(into: &writer)
        case .blocked(let event): event.encode(into: &writer)
        case .unblocked(let event): event.encode(into: &writer)
        case .userForgotten(let event, _): event.encode(into: &writer)
        case .reported(let event, _): event.encode(into: &writer)
        case .reportResolved(let event, _): event.encode(into: &writer)
        case .warned(let event): event.encode(into: &writer)
        case .suspended(let event): event.encode(into: &writer)
        case .banned(let event): event.encode(into: &writer)
        case .reinstated(let event): event.encode(into: &writer)
        }
    }

    /// Writes what is sealed; nothing where there is no content.
    package func encodeContent(into writer: inout WireWriter) {
        switch self {
        case .erasureRequested(_, let content): content?.encode(into: &writer)
        case .holdPlaced(_, let content): content?.encode(into: &writer)
        case .customRecorded(_, let content): content?.encode(into: &writer)
        case .conversationCreated(_, let content): content?.encode(into: &writer)
        case .detailsChanged(_, let content): content?.encode(into: &writer)
        case .messageSent(_, let content): content?.encode(into: &writer)
        case .messageEdited(_, let content): content?.encode(into: &writer)
        case .messageAnnotated(_, let content): content?.encode(into: &writer)
        case .profileSet(_, let content): content?.encode(into: &writer)
        case .userForgotten(_, let content): content?.encode(into: &writer)
        case .reported(_, let content): content?.encode(into: &writer)
        case .reportResolved(_, let content): content?.encode(into: &writer)
        case .logCreated, .logRestored, .configurationChanged, .moderatorAppointed,
            .moderatorDismissed, .retentionSet, .contentErased, .holdReleased, .retentionRun,
            .erasureProgress, .contextCleared, .conversationClosed,
            .requestCancelled, .participantAdded, .participantLeft, .participantRemoved,
            .roleChanged, .permissionsChanged, .ownershipPassed, .messageDeleted, .reactionSet,
            .reactionRemoved, .deliveredUpTo, .readUpTo, .markedUnread, .muted, .unmuted,
            .pinned, .unpinned, .archived, .unarchived, .hidden, .unhidden, .historyCleared,
            .settingsChanged, .contactAdded, .contactRemoved, .blocked, .unblocked, .warned,
            .suspended, .banned, .reinstated:
            break
        }
    }

    /// Reads an event; nil for one that these schemas do not know.
    ///
    /// Pass nil as the content where there is none, or none any more.
    ///
    /// - Throws: where the bytes are not what an encoder of these schemas writes.
    package init?(number: UInt32, structure: RawSpan, content: RawSpan?) throws(WireError) {
        switch number {
        case EnvelopeEvent.logCreated:
            self = .logCreated(try LogCreated(decoding: structure))
        case EnvelopeEvent.logRestored:
            self = .logRestored(try LogRestored(decoding: structure))
        case EnvelopeEvent.configurationChanged:
            self = .configurationChanged(try ConfigurationChanged(decoding: structure))
        case EnvelopeEvent.moderatorAppointed:
            self = .moderatorAppointed(try ModeratorAppointed(decoding: structure))
        case EnvelopeEvent.moderatorDismissed:
            self = .moderatorDismissed(try ModeratorDismissed(decoding: structure))
        case EnvelopeEvent.retentionSet:
            self = .retentionSet(try RetentionSet(decoding: structure))
        case EnvelopeEvent.erasureRequested:
            self = .erasureRequested(
                try ErasureRequested(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.contentErased:
            self = .contentErased(try ContentErased(decoding: structure))
        case EnvelopeEvent.holdPlaced:
            self = .holdPlaced(
                try HoldPlaced(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.holdReleased:
            self = .holdReleased(try HoldReleased(decoding: structure))
        case EnvelopeEvent.customRecorded:
            self = .customRecorded(
                try CustomRecorded(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.retentionRun:
            self = .retentionRun(try RetentionRun(decoding: structure))
        case EnvelopeEvent.erasureProgress:
            self = .erasureProgress(try ErasureProgress(decoding: structure))
        case EnvelopeEvent.conversationCreated:
            self = .conversationCreated(
                try ConversationCreated(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.detailsChanged:
            self = .detailsChanged(
                try DetailsChanged(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.contextCleared:
            self = .contextCleared(try ContextCleared(decoding: structure))
        case EnvelopeEvent.conversationClosed:
            self = .conversationClosed(try ConversationClosed(decoding: structure))
        case EnvelopeEvent.requestCancelled:
            self = .requestCancelled(try RequestCancelled(decoding: structure))
        case EnvelopeEvent.participantAdded:
            self = .participantAdded(try ParticipantAdded(decoding: structure))
        case EnvelopeEvent.participantLeft:
            self = .participantLeft(try ParticipantLeft(decoding: structure))
        case EnvelopeEvent.participantRemoved:
            self = .participantRemoved(try ParticipantRemoved(decoding: structure))
        case EnvelopeEvent.roleChanged:
            self = .roleChanged(try RoleChanged(decoding: structure))
        case EnvelopeEvent.permissionsChanged:
            self = .permissionsChanged(try PermissionsChanged(decoding: structure))
        case EnvelopeEvent.ownershipPassed:
            self = .ownershipPassed(try OwnershipPassed(decoding: structure))
        case EnvelopeEvent.messageSent:
            self = .messageSent(
                try MessageSent(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.messageEdited:
            self = .messageEdited(
                try MessageEdited(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.messageDeleted:
            self = .messageDeleted(try MessageDeleted(decoding: structure))
        case EnvelopeEvent.messageAnnotated:
            self = .messageAnnotated(
                try MessageAnnotated(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.reactionSet:
            self = .reactionSet(try ReactionSet(decoding: structure))
        case EnvelopeEvent.reactionRemoved:
            self = .reactionRemoved(try ReactionRemoved(decoding: structure))
        case EnvelopeEvent.deliveredUpTo:
            self = .deliveredUpTo(try DeliveredUpTo(decoding: structure))
        case EnvelopeEvent.readUpTo:
            self = .readUpTo(try ReadUpTo(decoding: structure))
        case EnvelopeEvent.markedUnread:
            self = .markedUnread(try MarkedUnread(decoding: structure))
        case EnvelopeEvent.muted:
            self = .muted(try Muted(decoding: structure))
        case EnvelopeEvent.unmuted:
            self = .unmuted(try Unmuted(decoding: structure))
        case EnvelopeEvent.pinned:
            self = .pinned(try Pinned(decoding: structure))
        case EnvelopeEvent.unpinned:
            self = .unpinned(try Unpinned(decoding: structure))
        case EnvelopeEvent.archived:
            self = .archived(try Archived(decoding: structure))
        case EnvelopeEvent.unarchived:
            self = .unarchived(try Unarchived(decoding: structure))
        case EnvelopeEvent.hidden:
            self = .hidden(try Hidden(decoding: structure))
        case EnvelopeEvent.unhidden:
            self = .unhidden(try Unhidden(decoding: structure))
        case EnvelopeEvent.historyCleared:
            self = .historyCleared(try HistoryCleared(decoding: structure))
        case EnvelopeEvent.profileSet:
            self = .profileSet(
                try ProfileSet(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.settingsChanged:
            self = .settingsChanged(try SettingsChanged(decoding: structure))
        case EnvelopeEvent.contactAdded:
            self = .contactAdded(try ContactAdded(decoding: structure))
        case EnvelopeEvent.contactRemoved:
            self = .contactRemoved(try ContactRemoved(decoding: structure))
        case EnvelopeEvent.blocked:
            self = .blocked(try Blocked(decoding: structure))
        case EnvelopeEvent.unblocked:
            self = .unblocked(try Unblocked(decoding: structure))
        case EnvelopeEvent.userForgotten:
            self = .userForgotten(
                try UserForgotten(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.reported:
            self = .reported(
                try Reported(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.reportResolved:
            self = .reportResolved(
                try ReportResolved(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.warned:
            self = .warned(try Warned(decoding: structure))
        case EnvelopeEvent.suspended:
            self = .suspended(try Suspended(decoding: structure))
        case EnvelopeEvent.banned:
            self = .banned(try Banned(decoding: structure))
        case EnvelopeEvent.reinstated:
            self = .reinstated(try Reinstated(decoding: structure))
        default:
            return nil
        }
    }

    private static func decoded<Content: WireMessage>(
        _ content: RawSpan?
    ) throws(WireError) -> Content? {
        guard let content else { return nil }
        return try Content(decoding: content)
    }
}
