public import Messaging
public import Wire

extension Command {
    /// Keeps a conversation from making itself heard, for ever or until a time.
    public static func mute(_ conversation: ConversationID, until: Timestamp? = nil) -> Command {
        .mute(Mute(conversation: conversation, until: until))
    }

    /// Lets a conversation make itself heard again.
    public static func unmute(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.unmute, conversation: conversation))
    }

    /// Puts a conversation above the others in one's list.
    public static func pin(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.pin, conversation: conversation))
    }

    /// Puts a pinned conversation among the others again.
    public static func unpin(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.unpin, conversation: conversation))
    }

    /// Puts a conversation out of the way.
    public static func archive(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.archive, conversation: conversation))
    }

    /// Puts an archived conversation back into one's list.
    public static func unarchive(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.unarchive, conversation: conversation))
    }

    /// Takes a conversation out of sight until somebody writes in it.
    public static func hide(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.hide, conversation: conversation))
    }

    /// Brings a hidden conversation back into sight.
    public static func unhide(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.unhide, conversation: conversation))
    }

    /// Takes everything that was said so far out of one's own sight.
    public static func clearHistory(of conversation: ConversationID) -> Command {
        .arrange(Arrange(.clearHistory, conversation: conversation))
    }

    /// Clears and hides every conversation one has.
    public static func clearAll() -> Command { .clearAll(ClearAll()) }

    /// Changes some of one's settings; what is nil in them stays as it is.
    public static func setSettings(_ changes: SettingsChanged) -> Command {
        .setSettings(SetSettings(changes))
    }

    /// Counts somebody among one's contacts.
    public static func addContact(_ user: UserID) -> Command {
        .relate(Relate(.addContact, user: user))
    }

    /// Counts somebody among one's contacts no longer.
    public static func removeContact(_ user: UserID) -> Command {
        .relate(Relate(.removeContact, user: user))
    }

    /// Wants nothing from somebody any more.
    public static func block(_ user: UserID) -> Command {
        .relate(Relate(.block, user: user))
    }

    /// Ends a block.
    public static func unblock(_ user: UserID) -> Command {
        .relate(Relate(.unblock, user: user))
    }

    /// Asks the moderators to look at something.
    public static func report(
        _ target: FileReport.Target,
        for reason: ReportReason,
        details: String? = nil,
        id: ReportID = .fresh()
    ) -> Command {
        .report(FileReport(report: id, target: target, reason: reason, details: details))
    }

    /// Records an event of the embedder's own, in a conversation's stream or the store's.
    public static func recordCustom(
        _ type: String,
        data: String,
        in conversation: ConversationID? = nil
    ) -> Command {
        .recordCustom(RecordCustom(type: type, conversation: conversation, data: data))
    }
}
