package import Messaging
internal import Views

extension EngineSnapshot {
    /// The titles of conversations, for the operator; those without a title are left out.
    package borrowing func titles(
        of conversations: [ConversationID]
    ) throws(QueryError) -> [ConversationID: String] {
        var titles: [ConversationID: String] = [:]
        for conversation in conversations {
            if let title = details(of: conversation).title { titles[conversation] = title }
        }
        if let failure = takeFailure() { throw .failed(.views(failure)) }
        return titles
    }
}
