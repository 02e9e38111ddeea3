package import Messaging

extension English {
    /// The greatest length of a text in a push.
    package static let notificationLength = 500

    /// Returns a push's text for a recipient who turned previews off.
    package static func hiddenNotification(of category: NotificationItem.Category) -> String {
        switch category {
        case .message: "New message"
        case .reaction: "New reaction"
        case .added: "New conversation"
        case .report: "New report"
        case .standing: "Account notice"
        }
    }

    /// The title of a push about the recipient's standing; it does not name the moderator.
    package static let standingTitle = "Your account"

    /// Returns the text of a push to a moderator about a report.
    package static func notification(ofReport reported: Reported) -> String {
        let target =
            if reported.message != nil {
                "a message"
            } else if reported.conversation != nil {
                "a conversation"
            } else {
                "a person"
            }
        let reason =
            switch reported.reason {
            case .spam: "spam"
            case .harassment: "harassment"
            case .inappropriate: "inappropriate content"
            case .scam: "a scam"
            case .other, .unspecified, .unrecognized: "another reason"
            }
        return "Reported \(target) for \(reason)"
    }

    /// Returns the text of a push to a user whose standing an event changes; nil for another event.
    package static func notification(ofStanding event: Event) -> String? {
        switch event {
        case .warned: "The moderators warned you"
        case .suspended: "The moderators suspended your account"
        case .banned: "The moderators banned your account"
        case .reinstated: "The moderators reinstated your account"
        default: nil
        }
    }

    /// Returns the text of a push about a message: its beginning, with names in place of mentions.
    package static func notification(
        of kind: MessageKind,
        text: String?,
        name: (UserID) -> String
    ) -> String {
        preview(
            of: kind,
            text: text.map { naming(mentionsIn: $0, name) },
            length: notificationLength
        )
    }

    /// Returns the text of a push about a reaction to the recipient's message, with a preview of
    /// it.
    package static func notification(ofReaction reaction: String, to preview: String) -> String {
        let deed =
            switch reaction {
            case "love": "Loved"
            case "like": "Liked"
            case "dislike": "Disliked"
            case "laugh": "Laughed at"
            case "emphasize": "Emphasized"
            case "question": "Questioned"
            default: "Reacted \(reaction) to"
            }
        return "\(deed) '\(preview)'"
    }

    /// Returns a text with a name in place of each mention.
    private static func naming(
        mentionsIn text: String,
        _ name: (UserID) -> String
    ) -> String {
        var named = ""
        var rest = text.startIndex
        for mention in Mention.all(in: text) {
            let start = String.Index(utf16Offset: mention.range.lowerBound, in: text)
            named += "\(text[rest..<start])@\(name(mention.user))"
            rest = String.Index(utf16Offset: mention.range.upperBound, in: text)
        }
        return named + text[rest...]
    }
}
