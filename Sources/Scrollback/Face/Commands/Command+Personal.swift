public import Messaging
public import Wire

extension Command {
    /// Mutes a conversation until a time, or without end.
    public static func mute(_ conversation: ConversationID, until: Timestamp? = nil) -> Command {
        .mute(Mute(conversation: conversation, until: until))
    }

    /// Unmutes a conversation.
    public static func unmute(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.unmute, conversation: conversation))
    }

    /// Switches a conversation's notifications off or on, apart from muting.
    public static func setNotifications(
        of conversation: ConversationID,
        isOn: Bool
    ) -> Command {
        .setNotifications(SetNotifications(conversation: conversation, isOn: isOn))
    }

    /// Pins a conversation to the top of the user's list.
    public static func pin(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.pin, conversation: conversation))
    }

    /// Unpins a conversation.
    public static func unpin(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.unpin, conversation: conversation))
    }

    /// Moves a conversation to the user's archive.
    public static func archive(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.archive, conversation: conversation))
    }

    /// Moves a conversation from the archive back to the user's list.
    public static func unarchive(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.unarchive, conversation: conversation))
    }

    /// Hides a conversation from the user's list until the next message.
    public static func hide(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.hide, conversation: conversation))
    }

    /// Shows a hidden conversation in the user's list again.
    public static func unhide(_ conversation: ConversationID) -> Command {
        .arrange(Arrange(.unhide, conversation: conversation))
    }

    /// Hides all earlier entries of a conversation from the user; other members keep them.
    public static func clearHistory(of conversation: ConversationID) -> Command {
        .arrange(Arrange(.clearHistory, conversation: conversation))
    }

    /// Clears and hides the user's conversations, at most 10,000 in one command.
    public static func clearAll() -> Command { .clearAll(ClearAll()) }

    /// Changes the user's settings; a nil field leaves one unchanged.
    public static func setSettings(_ changes: SettingsChanged) -> Command {
        .setSettings(SetSettings(changes))
    }

    /// Signals whether a device of the user is in use; the signal is never logged.
    public static func presence(_ state: PresenceState, device: String? = nil) -> Command {
        .presence(SignalPresence(state, device: device))
    }

    /// Adds a user to the contacts.
    public static func addContact(_ user: UserID) -> Command {
        .relate(Relate(.addContact, user: user))
    }

    /// Removes a user from the contacts.
    public static func removeContact(_ user: UserID) -> Command {
        .relate(Relate(.removeContact, user: user))
    }

    /// Blocks a user.
    public static func block(_ user: UserID) -> Command {
        .relate(Relate(.block, user: user))
    }

    /// Unblocks a user.
    public static func unblock(_ user: UserID) -> Command {
        .relate(Relate(.unblock, user: user))
    }

    /// Reports a message, a conversation or a user to the moderators.
    public static func report(
        _ target: FileReport.Target,
        for reason: ReportReason,
        details: String? = nil,
        id: ReportID = .fresh()
    ) -> Command {
        .report(FileReport(report: id, target: target, reason: reason, details: details))
    }

    /// Records a custom event in a conversation's stream, or in the store's stream.
    public static func recordCustom(
        _ type: String,
        data: String,
        in conversation: ConversationID? = nil
    ) -> Command {
        .recordCustom(RecordCustom(type: type, conversation: conversation, data: data))
    }
}
