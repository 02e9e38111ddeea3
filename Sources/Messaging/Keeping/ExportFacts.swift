internal import LogSchema
package import Wire

/// An export that the log notes, as far as it says what it held.
package struct ExportFacts: Hashable, Sendable {
    /// The position of the event that notes it.
    package var position: Position
    package var scope: ExportScope
    /// The position whose state it shows.
    package var upTo: Position

    package init(at position: Position, _ scope: ExportScope, upTo: Position) {
        self.position = position
        self.scope = scope
        self.upTo = upTo
    }

    /// Creates the facts of an export from its event; nil for another event.
    package init?(_ recorded: RecordedEvent) {
        guard let item = ExportItem(recorded) else { return nil }
        self.init(at: item.position, item.scope, upTo: item.upTo)
    }

    /// Whether it may have held a content: words of deleted messages count, though an export may
    /// have left them out.
    func held(_ content: ContentFacts) -> Bool {
        guard content.position <= upTo else { return false }
        if let conversation = scope.conversation, content.stream != .conversation(conversation) {
            return false
        }
        if let user = scope.user, content.actor != user, content.stream != .user(user) {
            return false
        }
        if let from = scope.from, content.recorded < from { return false }
        if let until = scope.until, content.recorded >= until { return false }
        return true
    }
}
