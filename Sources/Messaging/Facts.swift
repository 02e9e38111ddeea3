package import Wire

/// The look-ups on which rules decide; the views answer them, and a dictionary in tests.
///
/// A command sees everything that was appended before it, even within the same append. The look-up
/// of a missing object returns nil; whether the actor may know of an object is decided by the
/// rules.
package protocol Facts: ~Copyable {
    /// The position of the newest event.
    var size: Position { get }

    var configuration: Configuration { get }

    func conversation(_ id: ConversationID) -> ConversationFacts?

    /// Returns a present or former member.
    func member(_ user: UserID, of conversation: ConversationID) -> MemberFacts?

    /// The members a conversation has now, in the order in which they joined.
    func activeMembers(of conversation: ConversationID) -> [MemberFacts]

    /// The title and the photo a conversation has now.
    func details(of conversation: ConversationID) -> ConversationContent

    /// The one direct conversation of two users.
    func direct(between one: UserID, and other: UserID) -> ConversationID?

    /// Returns every conversation that a user is or was a member of, in the order of joining.
    func conversations(of user: UserID) -> [ConversationID]

    /// A message or another entry of a timeline.
    func message(_ id: MessageID) -> MessageFacts?

    /// The newest entry of a conversation that a viewer can see.
    func newestEntry(of conversation: ConversationID, for viewer: Visibility) -> MessageFacts?

    /// The text that a message has now; nil where it has no content any more.
    func text(of message: MessageID) -> String?

    /// The preview of a link that a message shows now; nil for none, and after its erasure.
    func linkPreview(of message: MessageID) -> LinkPreview?

    /// Returns a user's reactions on a message.
    func reactions(of user: UserID, on message: MessageID) -> [String]

    /// Returns the position up to which a user has cleared a conversation; `zero` if never.
    func cleared(by user: UserID, in conversation: ConversationID) -> Position

    /// Returns a user's own settings of a conversation.
    func personal(_ user: UserID, in conversation: ConversationID) -> PersonalFacts

    /// Returns a user's profile; nil if there is none, or the user was forgotten.
    func profile(of user: UserID) -> ProfileContent?
    /// Whether a user was forgotten and has set no profile since.
    func isForgotten(_ user: UserID) -> Bool
    func settings(of user: UserID) -> Settings
    func standing(of user: UserID) -> Standing
    func isModerator(_ user: UserID) -> Bool
    func isContact(_ user: UserID, of owner: UserID) -> Bool
    func isBlocked(_ user: UserID, by owner: UserID) -> Bool
    /// Whether a user ever sent a message to a conversation, even if it was deleted or erased
    /// since.
    func hasWritten(_ user: UserID, in conversation: ConversationID) -> Bool

    func report(_ id: ReportID) -> ReportFacts?
    func hold(_ id: HoldID) -> HoldFacts?
    /// Returns a copy of the keys that was begun, also one that is gone.
    func keyCopy(_ place: KeyCopyID) -> KeyCopyFacts?
    /// The holds that are not released, in the order in which they were placed.
    func activeHolds() -> [HoldFacts]
    func retention(of kind: ConversationKind) -> Retention
    /// The bounds that single conversations have of their own, in the order of their ids.
    func ownRetentions() -> [OwnRetention]

    /// Every event of a message that has or had content: sent, edited, annotated.
    func contents(of message: MessageID) -> [ContentFacts]
    /// Visits events of a conversation that have or had content, ascending from after a position,
    /// until the body returns false.
    ///
    /// - Returns: the last event that was visited; nil if none is left after it.
    func forEachContent(
        of conversation: ConversationID,
        after position: Position,
        atMost count: Int,
        _ visit: (ContentFacts) -> Bool
    ) -> Position?
    /// Visits the events between two positions that have or had content, ascending, until the body
    /// says no.
    ///
    /// Whether one fits is asked of its envelope alone: its kind is not known then, and whether it
    /// is erased.
    func forEachContent(
        after position: Position,
        through last: Position,
        where fits: (ContentFacts) -> Bool,
        _ visit: (ContentFacts) -> Bool
    )
    /// The messages that were forwarded from a message.
    func forwards(of message: MessageID) -> [MessageID]
    /// The positions of contents that name a medium and are still there, as an index says.
    func contentsNaming(media url: String) -> [Position]
    /// The events up to a position that say which media are owed and that are not acknowledged,
    /// oldest first.
    func mediaDebts(through last: Position) -> [Position]
    /// Returns every request for erasure that may not be finished.
    func erasureRequests() -> ErasureRequests
    /// How far an erasure has come that takes more than one append; nil for one that does not.
    func progress(ofErasureAt request: Position) -> ErasingProgress?
    /// The exports that the log notes, in their order.
    func exports() -> [ExportFacts]
    /// The plan of an erasure; nil where making it takes longer than others can wait, so that the
    /// command is decided again later.
    func plan(of scope: ErasureScope) -> ErasurePlan?

    /// Returns the events of a command that creates nothing, if it was carried out.
    func outcome(of command: CommandID, by actor: Actor) -> CommandFacts?

    /// Returns the event at a position.
    func event(at position: Position) -> RecordedEvent?
}

extension Facts where Self: ~Copyable {
    /// The position of the first event that was recorded at a time or later; the next one if none
    /// was.
    ///
    /// - Complexity: O(log n) events, whose times ascend.
    func firstEvent(recordedAtOrAfter time: Timestamp) -> Position {
        var (first, end) = (Position(1), size.next)
        while first < end {
            let middle = Position(first.rawValue + (end.rawValue - first.rawValue) / 2)
            // A look-up that failed is kept, and the command with it refused.
            if let event = event(at: middle), event.recorded < time {
                first = middle.next
            } else {
                end = middle
            }
        }
        return first
    }
}
