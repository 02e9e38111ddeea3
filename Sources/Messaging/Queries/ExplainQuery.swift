public import Wire

/// Whether a user sees a message, and because of what; for the operator.
///
/// It opens no content: the answer names positions and times only.
public struct ExplainQuery: ServedQuery {
    /// The explanation.
    public typealias Answer = Explanation

    package static let name = QueryName.explain
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.conversation

    /// The message, or another entry of a timeline.
    public var message: MessageID
    /// The user whose view of the message is explained.
    public var user: UserID

    /// Creates a query for the reasons why a user sees a message or not.
    public init(_ message: MessageID, for user: UserID) {
        self.message = message
        self.user = user
    }

    package var opening: Opening? { nil }
}

/// Whether a user sees a message, and because of what.
public struct Explanation: Hashable, Sendable {
    /// The conversation of the message.
    public var conversation: ConversationID
    /// The position of the message.
    public var position: Position
    /// Whether the message is in the user's pages: then the query `message` shows it to them.
    public var isVisible: Bool
    /// Whether its content is shown too: not if it was erased, or deleted as far as the user knows.
    public var showsContent: Bool
    /// The deciding reason, and further reasons about the user and the message.
    public var because: [Reason]

    /// Creates an explanation.
    public init(
        of position: Position,
        in conversation: ConversationID,
        isVisible: Bool,
        showsContent: Bool,
        because: [Reason]
    ) {
        self.conversation = conversation
        self.position = position
        self.isVisible = isVisible
        self.showsContent = showsContent
        self.because = because
    }

    /// One reason, and the event that it rests on.
    public struct Reason: Hashable, Sendable {
        /// The kind of the reason.
        public var kind: Kind
        /// The position of the event that it rests on; nil if there is none.
        public var position: Position?
        /// The time of that event; of `expired`, the time from which messages are kept.
        public var at: Timestamp?
        /// The blocking and the blocked user; nil for other reasons.
        public var user: UserID?

        /// Creates a reason.
        public init(
            _ kind: Kind,
            position: Position? = nil,
            at: Timestamp? = nil,
            user: UserID? = nil
        ) {
            self.kind = kind
            self.position = position
            self.at = at
            self.user = user
        }
    }

    /// A kind of reason for which a message is visible or not.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The user never was a member of the conversation.
        case neverAMember
        /// Members see everything from the creation on.
        case fullHistory
        /// Members see what lies in their memberships only.
        case historySinceJoining
        /// The user is a member since there: the membership that shows the message, or the next one.
        case memberSince
        /// The membership shows the history since there, whatever the conversation's rule is.
        case historySince
        /// The user's membership ended there.
        case leftAt
        /// The user has cleared everything up to there.
        case cleared
        /// Messages of that age are not kept for the user.
        case expired
        /// The message was deleted.
        case deleted
        /// The message was deleted while the user was no member, so the user still sees its text.
        case deletionUnseen
        /// The content was erased, for all users.
        case erased
        /// The user has hidden the conversation, which is not in the list then.
        case hidden
        /// One of the two in a direct conversation has blocked the other: later messages are refused.
        case blocked
    }
}
