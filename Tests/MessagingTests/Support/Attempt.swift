import DomainSupport
import Messaging
import Testing

/// Something that somebody tries in a conversation, for rules that hold for many commands alike.
struct Attempt: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Why somebody is refused it; nil if they are not.
    let refusal: @Sendable (Scenario, ConversationID, UserID) -> Refusal?

    init(
        _ description: String,
        refusal: @escaping @Sendable (Scenario, ConversationID, UserID) -> Refusal?
    ) {
        testDescription = description
        self.refusal = refusal
    }
}
