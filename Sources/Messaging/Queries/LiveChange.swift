/// A change that is not logged and so has no position: typing and presence.
///
/// It shows the present state. A slow or interrupted feed gets no earlier ones: ask `typing` and
/// `presence` for the present state.
public enum LiveChange: Hashable, Sendable {
    /// The members who type in a conversation now; none after the last one has stopped.
    case typing(ConversationID, TypingItem)
    /// The presence of a user related to the viewer; nil if the user no longer shares it.
    case presence(PresenceItem)
}
