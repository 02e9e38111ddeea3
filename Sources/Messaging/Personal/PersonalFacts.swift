package import Wire

/// A user's own settings for a conversation.
package struct PersonalFacts: Hashable, Sendable {
    /// Unread starts after this many countable messages.
    package var marker: UInt64
    /// Up to which entry was read, and never less than before.
    package var readUpTo: UInt64
    /// Up to which entry a device has everything, and never less than before.
    package var deliveredUpTo: UInt64
    /// Up to which entry others may be told of the reading: silent readings move `readUpTo` alone.
    package var loudlyReadUpTo: UInt64
    /// Whether they ever read it, also while it was empty; sending counts as reading.
    package var hasRead: Bool
    package var isMuted: Bool
    /// When muting ends by itself.
    package var mutedUntil: Timestamp?
    /// Whether they want notifications about it, muted or not.
    package var hasNotifications: Bool
    package var isPinned: Bool
    package var isArchived: Bool
    package var isHidden: Bool
    /// Everything up to here was cleared.
    package var cleared: Position

    package init(
        marker: UInt64 = 0,
        readUpTo: UInt64 = 0,
        deliveredUpTo: UInt64 = 0,
        loudlyReadUpTo: UInt64 = 0,
        hasRead: Bool = false,
        isMuted: Bool = false,
        mutedUntil: Timestamp? = nil,
        hasNotifications: Bool = true,
        isPinned: Bool = false,
        isArchived: Bool = false,
        isHidden: Bool = false,
        cleared: Position = .zero
    ) {
        self.marker = marker
        self.readUpTo = readUpTo
        self.deliveredUpTo = deliveredUpTo
        self.loudlyReadUpTo = loudlyReadUpTo
        self.hasRead = hasRead
        self.isMuted = isMuted
        self.mutedUntil = mutedUntil
        self.hasNotifications = hasNotifications
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.isHidden = isHidden
        self.cleared = cleared
    }
}
