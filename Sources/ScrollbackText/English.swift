package import Messaging

/// English texts for the parts of a chat that no user writes.
///
/// Their use is optional: every answer has the data of such a text beside it. All functions are
/// pure and take names, and never look them up.
package enum English {
    /// The name of a user who has none, or was forgotten.
    package static let unknown = "Unknown"

    /// The text in the place of a deleted message.
    package static let deletedMessage = "This message was deleted"

    /// The text of a conversation without messages.
    package static let emptyConversation = "No messages yet"

    /// The text of a list without conversations.
    package static let emptyList = "No conversations yet"

    /// Returns a user's display name: the full name, else the username.
    package static func name(of profile: ProfileContent?) -> String {
        name(fullName: profile?.fullName, username: profile?.username)
    }

    /// Returns a user's display name: the full name, else the username.
    package static func name(fullName: String?, username: String?) -> String {
        if let fullName, !fullName.isEmpty { return fullName }
        if let username, !username.isEmpty { return username }
        return unknown
    }

    /// Returns the title of an untitled conversation, made of its people without the viewer.
    ///
    /// The names are in the order of `ConversationFaces`; the first two are used, and the others
    /// counted.
    package static func title(naming names: [String], others: Int) -> String {
        guard let first = names.first else { return "You" }
        guard names.count > 1, others > 1 else { return first }
        let pair = "\(first), \(names[1])"
        return others > 2 ? "\(pair) and \(counted(others - 2))" : pair
    }

    /// Returns the text about the members who are typing, in the order given; nil if there are
    /// none.
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
