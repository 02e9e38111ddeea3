// Generated from the schemas by `swift package generate-schemas`; not to be edited.

public import LogSchema
package import Wire

/// Everything that can happen: the structure of an event, and its content if the event can have
/// one.
///
/// Content is nil where none was given, and after it was erased.
public enum Event: Hashable, Sendable {
    /// The first event of every log.
    ///
    /// Its sealed content binds the log to its keys.
    case logCreated(LogCreated)
    /// The operator changed the configuration.
    ///
    /// An absent field stays as it was.
    case configurationChanged(ConfigurationChanged)
    /// The operator made a user a moderator.
    case moderatorAppointed(ModeratorAppointed)
    /// The operator made a moderator an ordinary user again.
    case moderatorDismissed(ModeratorDismissed)
    /// The operator set the retention of one kind of conversation, where an absent bound is none,
    /// or of one conversation, where an absent bound is that of its kind.
    case retentionSet(RetentionSet)
    /// The operator requested that content is erased.
    ///
    /// What can be erased at once is named by an erasure in the same append; the rest waits for
    /// holds and minimum retention to end.
    case erasureRequested(ErasureRequested, ErasureContent?)
    /// Content was erased: the only reason for which content may be missing.
    case contentErased(ContentErased)
    /// The operator placed a legal hold: what it covers may not be erased while it lasts.
    ///
    /// Each field that is present narrows it.
    case holdPlaced(HoldPlaced, HoldContent?)
    /// The operator released a hold.
    ///
    /// Erasures that waited for it can be carried out.
    case holdReleased(HoldReleased)
    /// The embedder recorded an event of its own, in a conversation's stream or the store's.
    case customRecorded(CustomRecorded, CustomContent?)
    /// The log was continued from an earlier state of its own, under a new epoch.
    ///
    /// Events that were committed after that state are lost.
    case logRestored(LogRestored)
    /// The operator ran the retention: content that is too old is erased, and so are earlier
    /// requests that nothing delays any more.
    ///
    /// What can be erased at once is named by an erasure in the same append.
    case retentionRun(RetentionRun)
    /// An erasure that takes more than one append came this far; each of these appends has one.
    case erasureProgress(ErasureProgress)
    /// Other people's words were opened, for a reason that was given.
    ///
    /// Several looks of one looker at the same thing for the same reason within a quarter of an
    /// hour are one event.
    case contentOpened(ContentOpened, LookContent?)
    /// Words left the store in an export.
    ///
    /// Without a conversation, a user and times it held everything.
    case exportMade(ExportMade, ExportContent?)
    /// Content is erased in the same append that was the last to name some media, which must now be
    /// deleted where they are.
    ///
    /// The event loses its own content when that is acknowledged.
    case mediaOwed(MediaOwed, OwedContent?)
    /// A conversation was created; the first event of its stream.
    ///
    /// Its first members follow in the same append.
    case conversationCreated(ConversationCreated, ConversationContent?)
    /// The title or the photo was changed, or removed: then there is no content.
    case detailsChanged(DetailsChanged, DetailsContent?)
    /// The context of a request was removed, for example a cancelled ride.
    case contextCleared(ContextCleared)
    /// The conversation was closed: no member can write here any more.
    case conversationClosed(ConversationClosed)
    /// What a request was about was cancelled; the conversation goes on.
    case requestCancelled(RequestCancelled)
    /// A user became a member, for the first time or again.
    case participantAdded(ParticipantAdded)
    /// A member left.
    case participantLeft(ParticipantLeft)
    /// A member was removed by another member or by the operator.
    case participantRemoved(ParticipantRemoved)
    /// A member became an admin, or an admin a member.
    case roleChanged(RoleChanged)
    /// The permissions of a member were set; all flags as they are from now on.
    case permissionsChanged(PermissionsChanged)
    /// This member became the creator.
    case ownershipPassed(OwnershipPassed)
    /// A message was sent.
    case messageSent(MessageSent, MessageContent?)
    /// The text of a message was replaced.
    case messageEdited(MessageEdited, EditContent?)
    /// A message was deleted; its place in the timeline stays.
    case messageDeleted(MessageDeleted)
    /// Something was found out about a message after it was sent.
    ///
    /// An absent field stays as it was.
    case messageAnnotated(MessageAnnotated, AnnotationContent?)
    /// A user reacted to a message.
    case reactionSet(ReactionSet)
    /// A user removed a reaction.
    case reactionRemoved(ReactionRemoved)
    /// A device of the actor received everything up to this entry of the timeline.
    case deliveredUpTo(DeliveredUpTo)
    /// The actor read everything up to this entry of the timeline; without an entry, a conversation
    /// that had none for them.
    case readUpTo(ReadUpTo)
    /// The actor marked this message, and all after it, as unread.
    case markedUnread(MarkedUnread)
    /// The actor muted a conversation.
    case muted(Muted)
    /// The actor unmuted a conversation.
    case unmuted(Unmuted)
    /// The actor pinned a conversation above the others.
    case pinned(Pinned)
    /// The actor unpinned a conversation.
    case unpinned(Unpinned)
    /// The actor archived a conversation.
    case archived(Archived)
    /// The actor took a conversation out of the archive.
    case unarchived(Unarchived)
    /// The actor hid a conversation until a message is sent there.
    case hidden(Hidden)
    /// The actor showed a hidden conversation again.
    case unhidden(Unhidden)
    /// The actor cleared the history of a conversation: everything up to this event is gone for
    /// them.
    case historyCleared(HistoryCleared)
    /// The actor switched the notifications of a conversation off, or on again.
    case notificationsSet(NotificationsSet)
    /// A user set the profile.
    ///
    /// All of it is content.
    case profileSet(ProfileSet, ProfileContent?)
    /// A user changed settings.
    ///
    /// An absent field stays as it was.
    case settingsChanged(SettingsChanged)
    /// The actor added a contact.
    case contactAdded(ContactAdded)
    /// The actor removed a contact.
    case contactRemoved(ContactRemoved)
    /// The actor blocked a user.
    case blocked(Blocked)
    /// The actor unblocked a user.
    case unblocked(Unblocked)
    /// The operator erased a user's profile and everything that the user wrote, which an erasure
    /// names.
    case userForgotten(UserForgotten, ForgettingContent?)
    /// A user reported a message, a conversation or a user to the moderators.
    case reported(Reported, ReportContent?)
    /// A moderator resolved a report.
    case reportResolved(ReportResolved, ResolutionContent?)
    /// A moderator warned the user in whose stream this event is.
    case warned(Warned)
    /// A moderator suspended the user in whose stream this event is: they can do nothing for a
    /// while.
    case suspended(Suspended)
    /// A moderator banned the user in whose stream this event is.
    case banned(Banned)
    /// A moderator ended the suspension or ban of the user in whose stream this event is.
    case reinstated(Reinstated)
    /// The store is mirrored in a journal from here on, so it is not opened for writing without
    /// one.
    case journalBegun(JournalBegun)
    /// A place was named for a copy of the keys: what is erased from now on lives on there until
    /// the copy has carried it out.
    case keyCopyBegun(KeyCopyBegun)
    /// A copy of the keys was brought up to date: it has carried out every erasure up to this size.
    case keyCopyDone(KeyCopyDone)
    /// A copy of the keys exists no more, as the operator says.
    case keyCopyGone(KeyCopyGone)
}

extension Event {
    /// The number of the event's field in the envelope.
    package var number: UInt32 {
        switch self {
        case .logCreated: EnvelopeEvent.logCreated
        case .configurationChanged: EnvelopeEvent.configurationChanged
        case .moderatorAppointed: EnvelopeEvent.moderatorAppointed
        case .moderatorDismissed: EnvelopeEvent.moderatorDismissed
        case .retentionSet: EnvelopeEvent.retentionSet
        case .erasureRequested: EnvelopeEvent.erasureRequested
        case .contentErased: EnvelopeEvent.contentErased
        case .holdPlaced: EnvelopeEvent.holdPlaced
        case .holdReleased: EnvelopeEvent.holdReleased
        case .customRecorded: EnvelopeEvent.customRecorded
        case .logRestored: EnvelopeEvent.logRestored
        case .retentionRun: EnvelopeEvent.retentionRun
        case .erasureProgress: EnvelopeEvent.erasureProgress
        case .contentOpened: EnvelopeEvent.contentOpened
        case .exportMade: EnvelopeEvent.exportMade
        case .mediaOwed: EnvelopeEvent.mediaOwed
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
        case .notificationsSet: EnvelopeEvent.notificationsSet
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
        case .journalBegun: EnvelopeEvent.journalBegun
        case .keyCopyBegun: EnvelopeEvent.keyCopyBegun
        case .keyCopyDone: EnvelopeEvent.keyCopyDone
        case .keyCopyGone: EnvelopeEvent.keyCopyGone
        }
    }

    /// Whether there is content, which is stored apart from the structure.
    package var hasContent: Bool {
        switch self {
        case .logCreated: false
        case .configurationChanged: false
        case .moderatorAppointed: false
        case .moderatorDismissed: false
        case .retentionSet: false
        case .erasureRequested(_, let content): content != nil
        case .contentErased: false
        case .holdPlaced(_, let content): content != nil
        case .holdReleased: false
        case .customRecorded(_, let content): content != nil
        case .logRestored: false
        case .retentionRun: false
        case .erasureProgress: false
        case .contentOpened(_, let content): content != nil
        case .exportMade(_, let content): content != nil
        case .mediaOwed(_, let content): content != nil
        case .conversationCreated(_, let content): content != nil
        case .detailsChanged(_, let content): content != nil
        case .contextCleared: false
        case .conversationClosed: false
        case .requestCancelled: false
        case .participantAdded: false
        case .participantLeft: false
        case .participantRemoved: false
        case .roleChanged: false
        case .permissionsChanged: false
        case .ownershipPassed: false
        case .messageSent(_, let content): content != nil
        case .messageEdited(_, let content): content != nil
        case .messageDeleted: false
        case .messageAnnotated(_, let content): content != nil
        case .reactionSet: false
        case .reactionRemoved: false
        case .deliveredUpTo: false
        case .readUpTo: false
        case .markedUnread: false
        case .muted: false
        case .unmuted: false
        case .pinned: false
        case .unpinned: false
        case .archived: false
        case .unarchived: false
        case .hidden: false
        case .unhidden: false
        case .historyCleared: false
        case .notificationsSet: false
        case .profileSet(_, let content): content != nil
        case .settingsChanged: false
        case .contactAdded: false
        case .contactRemoved: false
        case .blocked: false
        case .unblocked: false
        case .userForgotten(_, let content): content != nil
        case .reported(_, let content): content != nil
        case .reportResolved(_, let content): content != nil
        case .warned: false
        case .suspended: false
        case .banned: false
        case .reinstated: false
        case .journalBegun: false
        case .keyCopyBegun: false
        case .keyCopyDone: false
        case .keyCopyGone: false
        }
    }

    /// Writes the structure, which stands in the envelope.
    package func encodeStructure(into writer: inout WireWriter) {
        switch self {
        case .logCreated(let event): event.encode(into: &writer)
        case .configurationChanged(let event): event.encode(into: &writer)
        case .moderatorAppointed(let event): event.encode(into: &writer)
        case .moderatorDismissed(let event): event.encode(into: &writer)
        case .retentionSet(let event): event.encode(into: &writer)
        case .erasureRequested(let event, _): event.encode(into: &writer)
        case .contentErased(let event): event.encode(into: &writer)
        case .holdPlaced(let event, _): event.encode(into: &writer)
        case .holdReleased(let event): event.encode(into: &writer)
        case .customRecorded(let event, _): event.encode(into: &writer)
        case .logRestored(let event): event.encode(into: &writer)
        case .retentionRun(let event): event.encode(into: &writer)
        case .erasureProgress(let event): event.encode(into: &writer)
        case .contentOpened(let event, _): event.encode(into: &writer)
        case .exportMade(let event, _): event.encode(into: &writer)
        case .mediaOwed(let event, _): event.encode(into: &writer)
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
        case .notificationsSet(let event): event.encode(into: &writer)
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
        case .journalBegun(let event): event.encode(into: &writer)
        case .keyCopyBegun(let event): event.encode(into: &writer)
        case .keyCopyDone(let event): event.encode(into: &writer)
        case .keyCopyGone(let event): event.encode(into: &writer)
        }
    }

    /// Writes the content, which is sealed; nothing if there is none.
    package func encodeContent(into writer: inout WireWriter) {
        switch self {
        case .logCreated: break
        case .configurationChanged: break
        case .moderatorAppointed: break
        case .moderatorDismissed: break
        case .retentionSet: break
        case .erasureRequested(_, let content): content?.encode(into: &writer)
        case .contentErased: break
        case .holdPlaced(_, let content): content?.encode(into: &writer)
        case .holdReleased: break
        case .customRecorded(_, let content): content?.encode(into: &writer)
        case .logRestored: break
        case .retentionRun: break
        case .erasureProgress: break
        case .contentOpened(_, let content): content?.encode(into: &writer)
        case .exportMade(_, let content): content?.encode(into: &writer)
        case .mediaOwed(_, let content): content?.encode(into: &writer)
        case .conversationCreated(_, let content): content?.encode(into: &writer)
        case .detailsChanged(_, let content): content?.encode(into: &writer)
        case .contextCleared: break
        case .conversationClosed: break
        case .requestCancelled: break
        case .participantAdded: break
        case .participantLeft: break
        case .participantRemoved: break
        case .roleChanged: break
        case .permissionsChanged: break
        case .ownershipPassed: break
        case .messageSent(_, let content): content?.encode(into: &writer)
        case .messageEdited(_, let content): content?.encode(into: &writer)
        case .messageDeleted: break
        case .messageAnnotated(_, let content): content?.encode(into: &writer)
        case .reactionSet: break
        case .reactionRemoved: break
        case .deliveredUpTo: break
        case .readUpTo: break
        case .markedUnread: break
        case .muted: break
        case .unmuted: break
        case .pinned: break
        case .unpinned: break
        case .archived: break
        case .unarchived: break
        case .hidden: break
        case .unhidden: break
        case .historyCleared: break
        case .notificationsSet: break
        case .profileSet(_, let content): content?.encode(into: &writer)
        case .settingsChanged: break
        case .contactAdded: break
        case .contactRemoved: break
        case .blocked: break
        case .unblocked: break
        case .userForgotten(_, let content): content?.encode(into: &writer)
        case .reported(_, let content): content?.encode(into: &writer)
        case .reportResolved(_, let content): content?.encode(into: &writer)
        case .warned: break
        case .suspended: break
        case .banned: break
        case .reinstated: break
        case .journalBegun: break
        case .keyCopyBegun: break
        case .keyCopyDone: break
        case .keyCopyGone: break
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
        case EnvelopeEvent.logRestored:
            self = .logRestored(try LogRestored(decoding: structure))
        case EnvelopeEvent.retentionRun:
            self = .retentionRun(try RetentionRun(decoding: structure))
        case EnvelopeEvent.erasureProgress:
            self = .erasureProgress(try ErasureProgress(decoding: structure))
        case EnvelopeEvent.contentOpened:
            self = .contentOpened(
                try ContentOpened(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.exportMade:
            self = .exportMade(
                try ExportMade(decoding: structure),
                try Self.decoded(content)
            )
        case EnvelopeEvent.mediaOwed:
            self = .mediaOwed(
                try MediaOwed(decoding: structure),
                try Self.decoded(content)
            )
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
        case EnvelopeEvent.notificationsSet:
            self = .notificationsSet(try NotificationsSet(decoding: structure))
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
        case EnvelopeEvent.journalBegun:
            self = .journalBegun(try JournalBegun(decoding: structure))
        case EnvelopeEvent.keyCopyBegun:
            self = .keyCopyBegun(try KeyCopyBegun(decoding: structure))
        case EnvelopeEvent.keyCopyDone:
            self = .keyCopyDone(try KeyCopyDone(decoding: structure))
        case EnvelopeEvent.keyCopyGone:
            self = .keyCopyGone(try KeyCopyGone(decoding: structure))
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
