public import Wire

/// Everything that a user can ask of a store, named as the outside form names it.
public enum Query: Hashable, Sendable {
    case conversations(Conversations)
    case conversation(ConversationID)
    case messages(Messages)
    case message(MessageID)
    case history(MessageID)
    case replies(Replies)
    case mentions(Mentions)
    case reactions(Reactions)
    /// Of the viewer's own message.
    case receipts(MessageID, limit: Int? = nil, cursor: Cursor? = nil)
    /// Of one conversation; or of all of them, a page of those that have something unread.
    case unread(ConversationID?, limit: Int? = nil, cursor: Cursor? = nil)
    case members(Members)
    case media(Media)
    case findDirect(with: UserID)
    case findByContext(Context, limit: Int? = nil, cursor: Cursor? = nil)
    case profile(UserID)
    case users(Users)
    case settings
    case blocks(limit: Int? = nil, cursor: Cursor? = nil)
    case mayI(Intention)
    case outcome(CommandID)
    case typing(ConversationID)
    case changes(Changes)
    /// For moderators.
    case reports(Reports)
}

/// The names of the queries in the outside form.
package enum QueryName: String, Hashable, Sendable, CaseIterable {
    case conversations, conversation, messages, message, history, replies, mentions, reactions
    case receipts
    case unread, members, media
    case findDirect, findByContext, profile, users, settings, blocks, mayI, outcome, typing
    case changes, reports
    case state, views, events, metrics, notificationPlan, erasure
}

extension QueryName {
    /// Who may ask it at all.
    package var audience: Audience {
        switch self {
        case .conversations, .conversation, .messages, .message, .history, .replies, .mentions,
            .reactions, .receipts, .unread, .members, .media, .findDirect, .findByContext,
            .profile, .users, .settings, .blocks, .mayI, .outcome, .typing, .changes:
            .users
        case .reports: .moderators
        case .state, .views, .events, .metrics, .notificationPlan, .erasure:
            .operator
        }
    }
}

extension Query {
    /// What the outside form calls it.
    package var name: QueryName {
        switch self {
        case .conversations: .conversations
        case .conversation: .conversation
        case .messages: .messages
        case .message: .message
        case .history: .history
        case .replies: .replies
        case .mentions: .mentions
        case .reactions: .reactions
        case .receipts: .receipts
        case .unread: .unread
        case .members: .members
        case .media: .media
        case .findDirect: .findDirect
        case .findByContext: .findByContext
        case .profile: .profile
        case .users: .users
        case .settings: .settings
        case .blocks: .blocks
        case .mayI: .mayI
        case .outcome: .outcome
        case .typing: .typing
        case .changes: .changes
        case .reports: .reports
        }
    }

    /// A page of somebody's list.
    public struct Conversations: Hashable, Sendable {
        /// Which of them.
        public var filter: ListFilter
        /// Part of a title, of another member's name or of what was said last.
        public var search: String?
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; the beginning if nil.
        public var cursor: Cursor?
        /// How many characters of what was said last are shown.
        public var previewLength: Int?

        /// Says which page; what is left out is as usual.
        public init(
            filter: ListFilter = .active,
            search: String? = nil,
            limit: Int? = nil,
            cursor: Cursor? = nil,
            previewLength: Int? = nil
        ) {
            self.filter = filter
            self.search = search
            self.limit = limit
            self.cursor = cursor
            self.previewLength = previewLength
        }
    }

    /// A page of a conversation.
    public struct Messages: Hashable, Sendable {
        /// Where the page lies.
        public enum Window: Hashable, Sendable {
            case newest
            case before(Mark)
            case after(Mark)
            /// With the message in the middle.
            case around(MessageID)
        }

        /// A place in a conversation.
        public enum Mark: Hashable, Sendable {
            case message(MessageID)
            case cursor(Cursor)
        }

        /// Which conversation.
        public var conversation: ConversationID
        /// Where the page lies.
        public var window: Window
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Whether deleted messages keep their place.
        public var showsDeleted: Bool

        /// Says which page of which conversation.
        public init(
            conversation: ConversationID,
            _ window: Window = .newest,
            limit: Int? = nil,
            showsDeleted: Bool = true
        ) {
            self.conversation = conversation
            self.window = window
            self.limit = limit
            self.showsDeleted = showsDeleted
        }
    }

    /// A page of the messages that answer one.
    public struct Replies: Hashable, Sendable {
        /// The message that is answered.
        public var message: MessageID
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; the beginning if nil.
        public var cursor: Cursor?

        /// Says which page of the answers to which message.
        public init(to message: MessageID, limit: Int? = nil, cursor: Cursor? = nil) {
            self.message = message
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// A page of the reactions on a message, or of the people who have one of them.
    public struct Reactions: Hashable, Sendable {
        /// What was reacted to.
        public var message: MessageID
        /// The reaction whose people are asked for; all reactions with their first people if nil.
        public var reaction: String?
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; the beginning if nil.
        public var cursor: Cursor?

        /// Says which page of the reactions on which message.
        public init(
            on message: MessageID,
            reaction: String? = nil,
            limit: Int? = nil,
            cursor: Cursor? = nil
        ) {
            self.message = message
            self.reaction = reaction
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// A page of the messages that name the viewer.
    public struct Mentions: Hashable, Sendable {
        /// Whether those are left out that the viewer has read.
        public var unreadOnly: Bool
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; the beginning if nil.
        public var cursor: Cursor?

        /// Says which page; what is left out is as usual.
        public init(unreadOnly: Bool = false, limit: Int? = nil, cursor: Cursor? = nil) {
            self.unreadOnly = unreadOnly
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// A page of a conversation's members.
    public struct Members: Hashable, Sendable {
        /// Which conversation.
        public var conversation: ConversationID
        /// Whether those are listed too who are members no longer.
        public var includesFormer: Bool
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; the beginning if nil.
        public var cursor: Cursor?

        /// Says which page of whose members.
        public init(
            conversation: ConversationID,
            includesFormer: Bool = false,
            limit: Int? = nil,
            cursor: Cursor? = nil
        ) {
            self.conversation = conversation
            self.includesFormer = includesFormer
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// A page of what a conversation's messages carry.
    public struct Media: Hashable, Sendable {
        /// Which conversation.
        public var conversation: ConversationID
        /// All if nil.
        public var kind: MediaKind?
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; the beginning if nil.
        public var cursor: Cursor?

        /// Says which page of what which conversation's messages carry.
        public init(
            conversation: ConversationID,
            kind: MediaKind? = nil,
            limit: Int? = nil,
            cursor: Cursor? = nil
        ) {
            self.conversation = conversation
            self.kind = kind
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// What somebody missed who knows everything up to a position.
    public struct Changes: Hashable, Sendable {
        /// Everything up to here is known already.
        public var since: Position
        /// The epoch that the position is of; the store's first one if nil.
        public var epoch: UInt64?
        /// Only what concerns this one.
        public var conversation: ConversationID?
        /// How many; as many as a page has usually if nil.
        public var limit: Int?

        /// Says from where to tell what has changed.
        public init(
            since: Position,
            epoch: UInt64? = nil,
            conversation: ConversationID? = nil,
            limit: Int? = nil
        ) {
            self.since = since
            self.epoch = epoch
            self.conversation = conversation
            self.limit = limit
        }
    }

    /// A page of what was reported.
    public struct Reports: Hashable, Sendable {
        /// Only those with which the moderators are so far.
        public var status: ReportStatus?
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; the beginning if nil.
        public var cursor: Cursor?

        /// Says which page; what is left out is as usual.
        public init(status: ReportStatus? = nil, limit: Int? = nil, cursor: Cursor? = nil) {
            self.status = status
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// A page of the people whose names match.
    public struct Users: Hashable, Sendable {
        /// Part of a username or a full name; case and accents do not count.
        public var search: String
        /// Who is chosen already.
        public var excluded: [UserID]
        /// How many; as many as a page has usually if nil.
        public var limit: Int?
        /// Where to go on; the beginning if nil.
        public var cursor: Cursor?

        /// Says whom to look for.
        public init(
            search: String,
            excluding excluded: [UserID] = [],
            limit: Int? = nil,
            cursor: Cursor? = nil
        ) {
            self.search = search
            self.excluded = excluded
            self.limit = limit
            self.cursor = cursor
        }
    }
}

/// Where a page ends, so that another one can go on there; its text means nothing to anybody else.
public struct Cursor: Hashable, Sendable {
    /// The cursor as text, to be handed to a client and back.
    public let text: String

    /// Takes what a client hands back; a text that is no cursor is refused when it is used.
    public init(_ text: String) { self.text = text }
}

/// Items that follow each other, and where to go on.
public struct Page<Item: Hashable & Sendable>: Hashable, Sendable {
    /// The items of this page.
    public var items: [Item]
    /// Nil where nothing follows.
    public var next: Cursor?

    package init(_ items: [Item], next: Cursor? = nil) {
        self.items = items
        self.next = next
    }
}
