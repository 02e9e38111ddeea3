/// A user's settings, with the defaults filled in.
public struct Settings: Hashable, Sendable {
    /// Whether others are shown what the user has read.
    public var sendReadReceipts = true
    /// Whether others are shown that the user is typing.
    public var shareTyping = true
    /// Who may add the user to a group.
    public var groupAdds = GroupAdds.everyone
    /// Whether the user is notified at all.
    public var notifications = true
    /// When a notification shows the text.
    public var previews = Previews.always
    /// Whether notifications make a sound.
    public var sound = true
    /// Whether notifications make the device vibrate.
    public var vibration = true
    /// Whether the application's icon shows how much is unread.
    public var badge = true
    /// When a device fetches attachments by itself.
    public var autoDownload = AutoDownload.wifi
    /// Whether pictures that arrive are saved to the device's photos.
    public var saveToPhotos = false
    /// How good the pictures are that the user sends.
    public var imageQuality = ImageQuality.high
    /// For how long the user's devices keep messages.
    public var keepMessages = KeepMessages.forever
    /// Whether others see when the user is online and was there last.
    public var sharePresence = true

    /// Creates settings.
    public init() {}

    /// Applies a change.
    package mutating func apply(_ change: SettingsChanged) {
        if let value = change.sendReadReceipts { sendReadReceipts = value }
        if let value = change.shareTyping { shareTyping = value }
        if let value = change.groupAdds { groupAdds = value }
        if let value = change.notifications { notifications = value }
        if let value = change.previews { previews = value }
        if let value = change.sound { sound = value }
        if let value = change.vibration { vibration = value }
        if let value = change.badge { badge = value }
        if let value = change.autoDownload { autoDownload = value }
        if let value = change.saveToPhotos { saveToPhotos = value }
        if let value = change.imageQuality { imageQuality = value }
        if let value = change.keepMessages { keepMessages = value }
        if let value = change.sharePresence { sharePresence = value }
    }
}
