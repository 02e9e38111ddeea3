/// Everything that a user can ask of a store, named as the outside form names it.
package enum Query: Hashable, Sendable {
    case conversations(Conversations)
    case conversation(ConversationID)
    case messages(Messages)
    case message(MessageID)
    case history(MessageID)
    case reactions(MessageID)
    /// Of the viewer's own message.
    case receipts(MessageID)
    /// Of one conversation, or of all of them.
    case unread(ConversationID?)
    case members(Members)
    case findDirect(with: UserID)
    case findByContext(Context)
    case profile(UserID)
    case users(Users)
    case settings
    case blocks
    case mayI(Intention)
    case outcome(CommandID)
    case typing(ConversationID)
}

/// The names of the queries in the outside form.
package enum QueryName: String, Hashable, Sendable, CaseIterable {
    case conversations, conversation, messages, message, history, reactions, receipts
    case unread, members
    case findDirect, findByContext, profile, users, settings, blocks, mayI, outcome, typing
    case state, views, events, metrics, notificationPlan
}

extension QueryName {
    /// Who may ask it at all.
    package var audience: Audience {
        switch self {
        case .conversations, .conversation, .messages, .message, .history, .reactions, .receipts,
            .unread, .members, .findDirect, .findByContext, .profile, .users, .settings, .blocks,
            .mayI, .outcome, .typing:
            .users
        case .state, .views, .events, .metrics, .notificationPlan:
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
        case .reactions: .reactions
        case .receipts: .receipts
        case .unread: .unread
        case .members: .members
        case .findDirect: .findDirect
        case .findByContext: .findByContext
        case .profile: .profile
        case .users: .users
        case .settings: .settings
        case .blocks: .blocks
        case .mayI: .mayI
        case .outcome: .outcome
        case .typing: .typing
        }
    }

    /// A page of somebody's list.
    package struct Conversations: Hashable, Sendable {
        package var filter: ListFilter
        /// Part of a title, of another member's name or of what was said last.
        package var search: String?
        /// How many; as many as a page has usually if nil.
        package var limit: Int?
        package var cursor: Cursor?
        /// How many characters of what was said last are shown.
        package var previewLength: Int?

        package init(
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
    package struct Messages: Hashable, Sendable {
        /// Where the page lies.
        package enum Window: Hashable, Sendable {
            case newest
            case before(Mark)
            case after(Mark)
            /// With the message in the middle.
            case around(MessageID)
        }

        /// A place in a conversation.
        package enum Mark: Hashable, Sendable {
            case message(MessageID)
            case cursor(Cursor)
        }

        package var conversation: ConversationID
        package var window: Window
        package var limit: Int?
        /// Whether deleted messages keep their place.
        package var showsDeleted: Bool

        package init(
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

    /// A page of a conversation's members.
    package struct Members: Hashable, Sendable {
        package var conversation: ConversationID
        /// Whether those are listed too who are members no longer.
        package var includesFormer: Bool
        package var limit: Int?
        package var cursor: Cursor?

        package init(
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

    /// A page of the people whose names match.
    package struct Users: Hashable, Sendable {
        package var search: String
        /// Who is chosen already.
        package var excluded: [UserID]
        package var limit: Int?
        package var cursor: Cursor?

        package init(
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
package struct Cursor: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// Items that follow each other, and where to go on.
package struct Page<Item: Hashable & Sendable>: Hashable, Sendable {
    package var items: [Item]
    /// Nil where nothing follows.
    package var next: Cursor?

    package init(_ items: [Item], next: Cursor? = nil) {
        self.items = items
        self.next = next
    }
}
