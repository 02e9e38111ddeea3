/// How much of everything there may be, said once.
///
/// Characters are grapheme clusters, as a reader counts them.
package enum Limits {
    /// Members of a conversation, the creator among them.
    package static let members = 5_000
    /// Whom a group and a request begin with at least, besides their creator.
    package static let othersInGroup = 2
    package static let othersInRequest = 1
    package static let title = 100
    package static let contextKind = 64
    package static let contextID = 128
    /// Bytes of a context's kind and of its id: both stand in the envelope, which takes 32 KiB.
    package static let contextBytes = 1_024
    /// URLs and storage paths of photos, avatars and attachments.
    package static let url = 2_048
    /// Bytes of one of them: ten attachments with everything fit the 1 MiB of a content.
    package static let urlBytes = 8_192
    /// Bytes of an embedder's own data with a message, a conversation or a profile.
    package static let customBytes = 4_096
    package static let customType = 64

    /// The largest text limit that can be configured, in characters.
    package static let textLimit = 65_536
    /// Bytes of a message's text, whatever its characters are.
    package static let textBytes = 64 << 10
    package static let attachments = 10
    package static let attachmentName = 255
    package static let audioSeconds = 120
    package static let imageBytes: UInt64 = 1 << 20
    package static let attachmentDimension: UInt32 = 100_000
    package static let placeName = 256
    package static let previewTitle = 300
    package static let previewDescription = 1_000
    package static let priorityReason = 300
    /// Bytes of an open reaction.
    package static let reactionBytes = 64
    /// The six that a conversation with tapbacks knows.
    package static let tapbacks = ["love", "like", "dislike", "laugh", "emphasize", "question"]
    static var tapbackNames: String { tapbacks.joined(separator: " ") }

    package static let username = 64
    package static let fullName = 128
    package static let email = 254
    /// Notes, details, reasons and matters.
    package static let note = 2_000

    /// Items of a page, and how many it has unless another number is asked for.
    package static let page = 1...500
    package static let usualPage = 50
    /// Characters of what a list shows of a message.
    package static let preview = 1...1_000
    /// Earlier versions of a message that a viewer is shown.
    package static let earlierVersions = 10

    /// A hundred years.
    package static let retentionDays = 36_525
    package static let rateMessages: UInt32 = 1_000_000
    package static let rateSeconds: UInt32 = 86_400

    /// Commands of one atomic append.
    package static let commandsTogether = 1_000
    /// Events of one atomic append.
    package static let eventsTogether = 20_000

    /// Events of clearing everything at once: two for each of ten thousand conversations.
    package static let eventsOfClearing = 20_000

    /// Events that an operator's query for some of them looks at in one go.
    package static let eventsLookedAt = 50_000
    /// Bytes of events after which a page of them ends.
    package static let eventBytes = 4 << 20

    /// Runs of positions that one event of erasure names; each takes 24 bytes at most.
    package static let runsInErasure = 1_000
    /// Runs of positions that are erased in one append.
    package static let runsTogether = 100_000
}
