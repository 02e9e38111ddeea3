internal import Messaging
internal import Projections
internal import Views
internal import Wire

extension UserQueryEvaluator {
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
        for user in try people(in: seen) where user != viewer {
            if isBlocked(by: user) {
                if search.isPart(of: name(of: user)) { return true }
            } else if let profile = profile(of: user) {
                if search.isPart(of: profile.username) { return true }
                if let fullName = profile.fullName, search.isPart(of: fullName) { return true }
            }
        }
        return false
    }

    /// Returns the members that the viewer may know, without reading their roles.
    private borrowing func people(in seen: SeenChat) throws(QueryError) -> [UserID] {
        guard seen.isActive else {
            return try members(of: seen, includingFormer: false).map(\.user)
        }
        return try read { (state) throws(ViewsError) in
            var users: [UserID] = []
            try state.projectors.membership.forEachActive(of: seen.id.rawValue, in: state.views) {
                users.append(UserID($0))
                return .goOn
            }
            return users
        }
    }
}
