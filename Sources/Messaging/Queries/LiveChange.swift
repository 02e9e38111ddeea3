/// A change that is not logged and so has no position: who types, and who is online.
///
/// It shows what holds now. A feed that was slow or interrupted has no earlier ones: ask `typing`
/// and `presence` for what holds.
public enum LiveChange: Hashable, Sendable {
    /// The members who type in a conversation now; none after the last one has stopped.
    case typing(ConversationID, TypingItem)
    /// The presence of a person who is related to the viewer; nil if the person no longer shows it.
    case presence(PresenceItem)
}
