package import Messaging

extension MemberFacts {
    /// Whether a user counts for the receipts of a message: a present member, not its sender, and
    /// able to see it.
    package func isInAudience(of message: MessageFacts, history: HistoryPolicy) -> Bool {
        Recipient(self, history: history)?.countsFor(message) ?? false
    }
}
