public import LogSchema

/// Everything that can have happened: the structure, and the content where the event has any.
///
/// The schemas define what each event holds; this is what the rules write and the views fold.
/// Content is nil where a person gave none, and once it is erased.
public enum Event: Hashable, Sendable {
    case logCreated(LogCreated)
    case logRestored(LogRestored)

    case configurationChanged(ConfigurationChanged)
    case moderatorAppointed(ModeratorAppointed)
    case moderatorDismissed(ModeratorDismissed)
    case retentionSet(RetentionSet)
    case erasureRequested(ErasureRequested, ErasureContent?)
    case contentErased(ContentErased)
    case holdPlaced(HoldPlaced, HoldContent?)
    case holdReleased(HoldReleased)
    case customRecorded(CustomRecorded, CustomContent?)
    case retentionRun(RetentionRun)
    case erasureProgress(ErasureProgress)

    case conversationCreated(ConversationCreated, ConversationContent?)
    case detailsChanged(DetailsChanged, DetailsContent?)
    case contextCleared(ContextCleared)
    case conversationClosed(ConversationClosed)
    case requestCancelled(RequestCancelled)

    case participantAdded(ParticipantAdded)
    case participantLeft(ParticipantLeft)
    case participantRemoved(ParticipantRemoved)
    case roleChanged(RoleChanged)
    case permissionsChanged(PermissionsChanged)
    case ownershipPassed(OwnershipPassed)

    case messageSent(MessageSent, MessageContent?)
    case messageEdited(MessageEdited, EditContent?)
    case messageDeleted(MessageDeleted)
    case messageAnnotated(MessageAnnotated, AnnotationContent?)

    case reactionSet(ReactionSet)
    case reactionRemoved(ReactionRemoved)

    case deliveredUpTo(DeliveredUpTo)
    case readUpTo(ReadUpTo)

    case markedUnread(MarkedUnread)
    case muted(Muted)
    case unmuted(Unmuted)
    case pinned(Pinned)
    case unpinned(Unpinned)
    case archived(Archived)
    case unarchived(Unarchived)
    case hidden(Hidden)
    case unhidden(Unhidden)
    case historyCleared(HistoryCleared)

    case profileSet(ProfileSet, ProfileContent?)
    case settingsChanged(SettingsChanged)
    case contactAdded(ContactAdded)
    case contactRemoved(ContactRemoved)
    case blocked(Blocked)
    case unblocked(Unblocked)
    case userForgotten(UserForgotten, ForgettingContent?)

    case reported(Reported, ReportContent?)
    case reportResolved(ReportResolved, ResolutionContent?)
    case warned(Warned)
    case suspended(Suspended)
    case banned(Banned)
    case reinstated(Reinstated)
}
