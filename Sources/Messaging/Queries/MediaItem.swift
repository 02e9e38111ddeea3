package import Wire

/// What a message can carry beside its words.
package enum MediaKind: Hashable, Sendable, CaseIterable {
    case image, audio, file, location, link

    /// Nil for what newer software attached.
    package init?(_ attachment: AttachmentKind) {
        switch attachment {
        case .image: self = .image
        case .audio: self = .audio
        case .file: self = .file
        case .unspecified, .unrecognized: return nil
        }
    }
}

/// One thing that a message carries, and which message.
package struct MediaItem: Hashable, Sendable {
    package enum Medium: Hashable, Sendable {
        case attachment(Attachment)
        case location(Location)
        /// What was found out about a link; the address alone where nothing was.
        case link(LinkPreview)
    }

    package var message: MessageID
    package var ordinal: UInt64
    package var sender: UserID
    package var senderName: String
    package var sentAt: Timestamp
    package var kind: MediaKind
    package var medium: Medium

    package init(
        _ kind: MediaKind,
        _ medium: Medium,
        of message: MessageID,
        ordinal: UInt64,
        sender: UserID,
        senderName: String,
        sentAt: Timestamp
    ) {
        self.message = message
        self.ordinal = ordinal
        self.sender = sender
        self.senderName = senderName
        self.sentAt = sentAt
        self.kind = kind
        self.medium = medium
    }
}

/// A page of what a conversation's messages carry, newest message first.
package struct MediaPage: Hashable, Sendable {
    package var page: Page<MediaItem>
    /// How many there are in all, on whichever page.
    package var count: UInt64

    package init(_ page: Page<MediaItem>, count: UInt64) {
        self.page = page
        self.count = count
    }
}
