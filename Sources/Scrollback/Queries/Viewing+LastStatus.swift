internal import Messaging

extension Viewing {
    /// How far what was said last has come; nil for what is not the viewer's own message.
    borrowing func lastStatus(
        of last: SeenEntry,
        in seen: SeenChat
    ) throws(QueryError) -> ReceiptSummary.Status? {
        nil
    }
}
