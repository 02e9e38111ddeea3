/// How much of everything there may be, said once.
///
/// Characters are grapheme clusters, as a reader counts them.
public enum Limits {
    /// Bytes of a title or name for each character that it may have.
    public static let lineBytesOfCharacter = 64
    /// Members of a conversation, the creator among them; a lower limit can be configured.
    public static let members = 5_000
    /// The smallest limit of members that can be configured.
    public static let leastMembers = 2
    /// The fewest members of a new group besides its creator.
    public static let othersInGroup = 2
    /// The fewest members of a new request besides its creator.
    public static let othersInRequest = 1
    /// Characters of a title.
    public static let title = 100
    /// Characters of a context's kind.
    public static let contextKind = 64
    /// Characters of a context's id.
    public static let contextID = 128
    /// Bytes of a context's kind and of its id.
    package static let contextBytes = 1_024
    /// URLs and storage paths of photos, avatars and attachments.
    public static let url = 2_048
    /// Bytes of one of them: ten attachments with everything fit the 1 MiB of a content.
    public static let urlBytes = 8_192
    /// Bytes of an embedder's own data with a message, a conversation or a profile.
    public static let customBytes = 4_096
    /// Characters of the name of a custom kind of event.
    public static let customType = 64

    /// The largest text limit that can be configured, in characters.
    public static let textLimit = 65_536
    /// Bytes of a message's text, with characters of any length.
    public static let textBytes = 64 << 10
    /// Attachments of a message; a lower limit can be configured.
    public static let attachments = 10
    /// Characters of a file's name.
    public static let attachmentName = 255
    /// How long a recording plays, unless another limit is configured.
    public static let audioSeconds = 120
    /// Limits of it that can be configured.
    public static let configurableAudioSeconds = 1...86_400
    /// Levels of a recording's waveform, each from 0 to 255.
    public static let waveformLevels = 256
    /// The size that is declared for an image, unless another limit is configured.
    public static let imageBytes: UInt64 = 1 << 20
    /// The largest limit of it that can be configured.
    public static let configurableImageBytes: UInt64 = 1 << 53
    /// Pixels of a picture's width and of its height.
    public static let attachmentDimension: UInt32 = 100_000
    /// Characters of a place's name and of its address.
    public static let placeName = 256
    /// Characters of the title of a link preview.
    public static let previewTitle = 300
    /// Characters of the description of a link preview.
    public static let previewDescription = 1_000
    /// Characters of the reason for a priority.
    public static let priorityReason = 300
    /// Bytes of an open reaction.
    public static let reactionBytes = 64
    /// Reactions that one person can have on a message, where several are allowed.
    public static let reactionsOfOne = 20
    /// Kinds of reactions that an entry of a timeline shows.
    public static let shownReactions = 50
    /// People that an answer lists with each reaction of a message.
    public static let shownReactors = 10
    /// The six that a conversation with tapbacks knows.
    public static let tapbacks = ["love", "like", "dislike", "laugh", "emphasize", "question"]
    static var tapbackNames: String { tapbacks.joined(separator: " ") }

    /// Characters of a username.
    public static let username = 64
    /// Characters of a full name.
    public static let fullName = 128
    /// Characters of an address.
    public static let email = 254
    /// Characters of the name of a device.
    public static let device = 64
    /// Notes, details, reasons and matters.
    public static let note = 2_000
    /// Bytes of the name of a key in the log of looks.
    public static let looker = 128
    /// Bytes of the label of a copy of the keys.
    public static let label = 128
    /// Characters of the name of a look's query.
    package static let lookQuery = 64

    /// Items of a page, from the fewest to the most.
    public static let page = 1...500
    /// Items of a page if the query has no limit.
    public static let usualPage = 50
    /// Conversations that pass to other owners in one append.
    public static let ownershipsTogether = 1_000
    /// People in one query `profiles` or `presence`.
    public static let people = 500
    /// Characters of the preview of a message in a list.
    public static let preview = 1...1_000
    /// Earlier versions of a message that a viewer is shown.
    public static let earlierVersions = 10
    /// The people other than the viewer that represent a conversation.
    package static let faces = 4

    /// Events read for one page of changes, and positions of one erasure among them: after a
    /// shorter page, continue after them.
    package static let eventsLookedAt = 10_000
    /// Messages that one change names as erased.
    package static let erasedInChange = 1_000

    /// A hundred years.
    public static let retentionDays = 36_525
    /// The most messages that a limit on sending can allow.
    public static let rateMessages: UInt32 = 1_000_000
    /// The longest time that a limit on sending can be about.
    public static let rateSeconds: UInt32 = 86_400
    /// The rate limits that hold together.
    public static let rateWindows = 1...4

    /// Commands of one atomic append.
    public static let commandsTogether = 1_000
    /// Events of one atomic append.
    package static let eventsTogether = 20_000

    /// Events of clearing everything at once: two for each of ten thousand conversations.
    package static let eventsOfClearing = 20_000

    /// Events that one operator's query with conditions reads.
    package static let eventsSearched = 50_000
    /// Positions after which an operator's search for events ends a page.
    package static let positionsSearched: UInt64 = 5_000_000
    /// Bytes of one answer in the outside form: a page that would have more ends earlier.
    public static let answerBytes = 4 << 20
    /// Bytes of events after which a page of them ends.
    package static let eventBytes = 4 << 20

    /// Runs of positions that one event of erasure names; each takes 24 bytes at most.
    package static let runsInErasure = 1_000
    /// Messages that are erased in one append, each with all that was changed about it.
    package static let messagesInSlice = 1_000
    /// Events read for an erasure before other commands are served.
    package static let eventsInWindow = 16_384
    /// Contents that are weighed for the plan of an erasure before others are served.
    package static let contentsInWindow = 256
    /// Positions and messages that the answer to an erasure lists.
    public static let listedErasures = 100
    /// Bytes of media's URLs after which an append erases no further message.
    package static let mediaBytesInSlice = 1 << 20
    /// Media that one event says are owed.
    package static let mediaInDebt = 16
    /// Bytes of their URLs, more than any one has.
    package static let bytesInDebt = 32_768
    /// Days for which a dry run of retention lists what will be erased.
    public static let foresightDays = 30
}
