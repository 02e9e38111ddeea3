internal import Messaging
internal import Projections
internal import Views
internal import Wire

extension Viewing {
    /// The first part of a conversation that holds the text of a search; nil for one that is not
    /// found.
    mutating func firstMatch(
        _ seen: SeenChat,
        _ search: FoldedText
    ) throws(QueryError) -> ConversationItem.Match? {
        if try isTitled(seen, search) { return .title }
        if try hasPerson(seen, search) { return .people }
        return try isSaidLast(in: seen, search) ? .last : nil
    }

    /// Whether a search finds a conversation; the names of a large group are read last.
    mutating func matches(_ seen: SeenChat, _ search: FoldedText) throws(QueryError) -> Bool {
        if try isTitled(seen, search) { return true }
        if try isSaidLast(in: seen, search) { return true }
        return try hasPerson(seen, search)
    }

    private mutating func isTitled(
        _ seen: SeenChat,
        _ search: FoldedText
    ) throws(QueryError) -> Bool {
        search.isPart(of: try title(of: seen))
    }

    private borrowing func isSaidLast(
        in seen: SeenChat,
        _ search: FoldedText
    ) throws(QueryError) -> Bool {
        guard let last = try lastEntry(of: seen), !last.entry.isSystem,
            let text = text(at: last.content)
        else { return false }
        return search.isPart(of: text)
    }

    private mutating func hasPerson(
        _ seen: SeenChat,
        _ search: FoldedText
    ) throws(QueryError) -> Bool {
        for member in try members(of: seen, includingFormer: false) where member.user != viewer {
            let names: [String]
            if isBlocked(by: member.user) {
                names = [name(of: member.user)]
            } else {
                let profile = profile(of: member.user)
                names = [profile?.username, profile?.fullName].compactMap { $0 }
            }
            if names.contains(where: { search.isPart(of: $0) }) { return true }
        }
        return false
    }
}
