public import Wire

/// Figures about the use of the chat in a period; content deleted or erased since counts too.
///
/// It is computed from the log, by the time at which events were recorded; the numbers of users are
/// the present ones, for any period.
public struct Metrics: Hashable, Sendable {
    /// The number of messages sent.
    public var messages: UInt64
    /// The number of users who sent a message.
    public var activeSenders: UInt64
    /// The mean number of messages of a user on a day (in UTC) with at least one.
    public var perUserPerDay: Double
    /// The share of the active senders who sent a message to a group or request, from 0 to 1.
    public var shareInGroups: Double
    /// The mean number of messages in a conversation with at least one.
    public var meanConversationLength: Double
    /// The number of reactions, those taken back included.
    public var reactions: UInt64
    /// The number of messages that are replies.
    public var replies: UInt64
    /// The number of messages with an image, audio or a file.
    public var media: UInt64
    /// The number of messages with each kind of media; links are not counted.
    public var mediaByKind: MediaCounts
    /// The number of users who have a profile now.
    public var users: UInt64
    /// The number of users who are active in a group or request now.
    public var usersInGroups: UInt64

    /// How many messages have at least one of each kind.
    public struct MediaCounts: Hashable, Sendable {
        /// The number of messages with an image.
        public var image: UInt64
        /// The number of messages with audio.
        public var audio: UInt64
        /// The number of messages with a file.
        public var file: UInt64
        /// The number of messages with a location.
        public var location: UInt64

        /// Creates media counts.
        public init(image: UInt64 = 0, audio: UInt64 = 0, file: UInt64 = 0, location: UInt64 = 0) {
            self.image = image
            self.audio = audio
            self.file = file
            self.location = location
        }
    }

    /// Creates metrics.
    public init(
        messages: UInt64 = 0,
        activeSenders: UInt64 = 0,
        perUserPerDay: Double = 0,
        shareInGroups: Double = 0,
        meanConversationLength: Double = 0,
        reactions: UInt64 = 0,
        replies: UInt64 = 0,
        media: UInt64 = 0,
        mediaByKind: MediaCounts = MediaCounts(),
        users: UInt64 = 0,
        usersInGroups: UInt64 = 0
    ) {
        self.messages = messages
        self.activeSenders = activeSenders
        self.perUserPerDay = perUserPerDay
        self.shareInGroups = shareInGroups
        self.meanConversationLength = meanConversationLength
        self.reactions = reactions
        self.replies = replies
        self.media = media
        self.mediaByKind = mediaByKind
        self.users = users
        self.usersInGroups = usersInGroups
    }
}

/// How the chat was used in a period; for the operator.
public struct MetricsQuery: ServedQuery {
    /// Counts and averages.
    public typealias Answer = Metrics

    package static let name = QueryName.metrics
    package static let audience = Audience.operator

    /// The first time that counts; nil for the first event.
    public var from: Timestamp?
    /// The first time that no longer counts; nil for no end.
    public var until: Timestamp?

    /// Creates a query for all events, or for those of a period.
    public init(from: Timestamp? = nil, until: Timestamp? = nil) {
        self.from = from
        self.until = until
    }

    package var opening: Opening? { nil }
}
