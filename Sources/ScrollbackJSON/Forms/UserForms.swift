internal import Messaging

extension CommandForm {
    static let users: [CommandForm] = [
        CommandForm(
            .setProfile,
            .required("username", .text),
            .optional("fullName", .text),
            .optional("avatar", .text),
            .optional("email", .text),
            .optional("custom", .text)
        ) { username, fullName, avatar, email, custom in
            .setProfile(
                SetProfile(
                    username: username,
                    fullName: fullName,
                    avatar: avatar,
                    email: email,
                    custom: custom
                )
            )
        },
        CommandForm(
            .setSettings,
            .optional("sendReadReceipts", .boolean),
            .optional("shareTyping", .boolean),
            .optional("groupAdds", .word(GroupAdds.self)),
            .optional("notifications", .boolean),
            .optional("previews", .word(Previews.self)),
            .optional("sound", .boolean),
            .optional("badge", .boolean),
            .optional("autoDownload", .word(AutoDownload.self)),
            .optional("saveToPhotos", .boolean),
            .optional("imageQuality", .word(ImageQuality.self)),
            .optional("keepMessages", .word(KeepMessages.self)),
            .optional("sharePresence", .boolean),
            .optional("vibration", .boolean)
        ) {
            sendReadReceipts,
            shareTyping,
            groupAdds,
            notifications,
            previews,
            sound,
            badge,
            autoDownload,
            saveToPhotos,
            imageQuality,
            keepMessages,
            sharePresence,
            vibration in
            .setSettings(
                SetSettings(
                    SettingsChanged(
                        sendReadReceipts: sendReadReceipts,
                        shareTyping: shareTyping,
                        groupAdds: groupAdds,
                        notifications: notifications,
                        previews: previews,
                        sound: sound,
                        badge: badge,
                        autoDownload: autoDownload,
                        saveToPhotos: saveToPhotos,
                        imageQuality: imageQuality,
                        keepMessages: keepMessages,
                        sharePresence: sharePresence,
                        vibration: vibration
                    )
                )
            )
        },
        relating(.addContact, .addContact),
        relating(.removeContact, .removeContact),
        relating(.block, .block),
        relating(.unblock, .unblock),
        CommandForm(
            .presence,
            .required("state", .word(PresenceState.self)),
            .optional("device", .text)
        ) { .presence(SignalPresence($0, device: $1)) },
    ]

    private static func relating(_ name: CommandName, _ action: Relate.Action) -> CommandForm {
        CommandForm(name, .required("user", .id(UserID.self))) { user in
            .relate(Relate(action, user: user))
        }
    }
}
