// What a backend shows, as far as the rows look at it.

/// A row of somebody's list.
struct Row: Hashable {
    struct Last: Hashable {
        var message: String
        var kind: String
        var preview: String
        var sender: String
        var senderName: String
        var at: Int
        var status: String?
    }

    var conversation: String
    var kind: String
    var title: String
    var last: Last?
    var lastActivityAt: Int
    var unread: Int
    var isMuted: Bool
    var isArchived: Bool
    var membership: String
    var isClosed: Bool
    /// The other people, as far as a row shows them.
    var faces: [Face]
    /// The other person of a direct conversation, where that is shown.
    var seen: Seen?
}

/// A person as a list shows one.
struct Face: Hashable {
    var user: String
    var name: String
    var avatar: String?
}

/// Whether a person is online, and since when they are not.
struct Seen: Hashable {
    var isOnline: Bool
    var lastSeenAt: Int
}

/// A person as their profile shows them.
struct Profile: Hashable {
    var user: String
    var username: String
    var fullName: String?
    var avatar: String?
    var email: String?
    var seen: Seen?
}

/// Who types, and how that is said.
struct Typists: Hashable {
    var users: [String]
    var text: String?
}

/// What a user is let alone with, and by whom.
struct Privacy: Hashable {
    var sendsReceipts: Bool
    var sharesTyping: Bool
    var sharesPresence: Bool
    var previews: String
    var blocked: [Face]
}

struct Portrait: Hashable {
    var row: Row
    var memberCount: Int
    var contextID: String?
}

/// An entry of a timeline.
struct Entry: Hashable {
    struct Quote: Hashable {
        var message: String
        var senderName: String?
        var preview: String?
        var isDeleted: Bool
    }

    struct Tally: Hashable {
        var reaction: String
        var count: Int
        var isMine: Bool
    }

    struct Link: Hashable {
        var url: String
        var title: String?
    }

    struct Words: Hashable {
        var type: String
        var text: String
    }

    var position: Int
    var message: String
    var conversation: String
    var ordinal: Int
    var kind: String
    var sender: String
    var senderName: String
    var text: String?
    var attachments: [File]
    var place: Spot?
    var sentAt: Int
    var claimedAt: Int?
    var edits: Int
    var isDeleted: Bool
    var mentions: [String]
    var replyTo: Quote?
    var reactions: [Tally]
    var status: String?
    var readCount: Int?
    var audience: Int?
    var link: Link?
    var isBroadcast: Bool
    var isPayment: Bool
    var system: Words?
}

/// Which entries of a conversation.
struct Window {
    enum Place {
        case newest
        case before(String)
        case after(String)
    }

    var place = Place.newest
    var limit: Int?
    var showsDeleted = true

    static let newest = Window()
}

struct EntryPage: Hashable {
    var items: [Entry]
    var before: String?
    var after: String?
}

/// Whom one's own message has reached.
struct Receipts: Hashable {
    struct Mark: Hashable {
        var user: String
        var name: String
        var at: Int
    }

    var delivered: [Mark]
    var read: [Mark]
    var waiting: [String]
    var audience: Int
    var allRead: Bool
    var status: String
}

struct Reactors: Hashable {
    var reaction: String
    var users: [String]
}

struct Totals: Hashable {
    var total: Int
    var badge: Int
    var counts: [String: Int]
}

struct Member: Hashable {
    var user: String
    var name: String
    var role: String
}

struct Report: Hashable {
    var report: String
    var reporter: String
    var user: String?
    var message: String?
    var preview: String?
    var status: String
}

/// What has changed for somebody.
struct Change: Hashable {
    var position: Int
    var conversation: String?
    var type: String
    /// Which message it is about, where it is about one.
    var message: String?
    /// That message as it stands now.
    var entry: Entry?
    /// Who has received or read.
    var user: String?
    /// `delivered` or `read`.
    var reach: String?
    /// One's own newest message that the sender of this one has read by sending it.
    var readUpTo: String?
    /// Which of one's own matters.
    var matter: String?
    /// The conversation's row in one's own list, as it is now.
    var row: Row?
}

struct ChangeList: Hashable {
    var items: [Change]
    var next: Int
}

/// What one person's devices are told.
struct Push: Hashable {
    var user: String
    var title: String
    var subtitle: String?
    var body: String
    var badge: Int
    var threadID: String
    var category: String
    var message: String?
    /// What opens at a tap.
    var conversation: String?
    var isMentioned = false
}
