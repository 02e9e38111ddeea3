package import Messaging

/// What a chat says of itself in English, for those who want it said.
///
/// Every answer can do without: the data it is made of stands beside it. All of it is pure and
/// takes names, never looks them up.
package enum English {
    /// What somebody is called who has no name, never had one or is forgotten.
    package static let unknown = "Unknown"

    /// What stands in the place of a message that was deleted.
    package static let deletedMessage = "This message was deleted"

    /// What a conversation shows that nobody wrote in.
    package static let emptyConversation = "No messages yet"

    /// What a list shows that has no conversation.
    package static let emptyList = "No conversations yet"

    /// What somebody is called wherever a name is shown: the full name, else the username.
    package static func name(of profile: ProfileContent?) -> String {
        name(fullName: profile?.fullName, username: profile?.username)
    }

    /// What somebody is called wherever a name is shown: the full name, else the username.
    package static func name(fullName: String?, username: String?) -> String {
        if let fullName, !fullName.isEmpty { return fullName }
        if let username, !username.isEmpty { return username }
        return unknown
    }

    /// What an untitled conversation is called after the people in it, the viewer apart.
    ///
    /// The names are in the order of `ConversationFaces`; the first two are used, and the others
    /// counted.
    package static func title(naming names: [String], others: Int) -> String {
        guard let first = names.first else { return "You" }
        guard names.count > 1, others > 1 else { return first }
        let pair = "\(first), \(names[1])"
        return others > 2 ? "\(pair) and \(counted(others - 2))" : pair
    }

    /// Who is typing, named in the order given; nil if nobody is.
    package static func typing(_ names: [String]) -> String? {
        switch names.count {
        case 0: nil
        case 1: "\(names[0]) is typing..."
        case 2: "\(names[0]) and \(names[1]) are typing..."
        default:
            "\(names[0]), \(names[1]), and \(counted(names.count - 2)) are typing..."
        }
    }

    private static func counted(_ others: Int) -> String {
        others == 1 ? "1 other" : "\(others) others"
    }
}
