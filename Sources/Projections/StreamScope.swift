package import EventLog
internal import Locking
package import Views
package import Wire

/// Hears which rows are looked up in views into which some streams alone were folded, and notes the
/// streams that these rows come from.
///
/// An answer that read a row which the folded streams do not determine is thrown away; the query is
/// asked again after the missing streams are folded. So every answer is right.
package final class StreamScope: RowScope {
    private let rules: [String: RowOrigin]
    private let names: [String]
    private let wanted = Lock(Wanted())

    /// The streams of the rows that were looked up.
    package struct Wanted: Hashable, Sendable {
        package var streams: Set<StreamID> = []
        /// Messages whose conversation is wanted.
        package var messages: Set<UniqueID> = []
        /// Pairs of users whose direct conversation is wanted.
        package var pairs: Set<[UniqueID]> = []
        /// Users all of whose conversations are wanted.
        package var lists: Set<UniqueID> = []
        /// Whether only all streams together determine a row.
        package var isEverything = false

        package init() {}
    }

    package init() {
        var tables = TableList()
        _ = BuiltInProjectors(&tables)
        names = tables.names
        rules = RowOrigin.ofTables
    }

    /// The streams looked up so far.
    package var found: Wanted { wanted.withLock { $0 } }

    package func willRead(_ lower: RawSpan, _ upper: RawSpan, in table: ViewTable) {
        let name = names.indices.contains(table.number) ? names[table.number] : ""
        let rule = rules[name] ?? .everything
        wanted.withLock { rule.note(lower, upper, &$0) }
    }
}

/// Which streams the rows of a table come from, as their keys tell.
enum RowOrigin: Sendable {
    /// The stream of the store, which is always folded.
    case store
    /// The stream of the conversation with which the key begins.
    case conversation
    /// The stream of the user at the beginning of the key.
    case user
    /// The streams of the user and of the conversation with which the key begins.
    case userInConversation
    /// The stream that the key names.
    case stream
    /// The stream of the user; of who blocks a user, that of the other one.
    case relation
    /// The stream of the conversation of a message.
    case message
    /// The stream of the direct conversation of two users.
    case pair
    /// The streams of all conversations of the user at the beginning of the key.
    case listOfUser
    /// The stream of the conversation after the user at the beginning of the key.
    case conversationOfUser
    /// No less than all streams.
    case everything

    /// Of each view, all tables of it: a view without its case here is an error of the compiler.
    static func ofTables(in view: BuiltInProjectors.View) -> [String: RowOrigin] {
        switch view {
        case .streams: ["streams": .stream]
        case .conversations: ["conversations": .conversation]
        case .details: ["details": .conversation]
        case .directs: ["directs": .pair]
        case .contexts:
            [
                "contexts": .everything, "contexts.of": .conversation,
                "contexts.at": .everything,
            ]
        case .membership:
            [
                "members": .conversation, "members.active": .conversation,
                "members.before": .conversation, "members.first": .conversation,
            ]
        case .chats: ["chats": .userInConversation]
        case .timeline:
            [
                "timeline": .conversation, "timeline.later": .conversation,
                "timeline.heads": .conversation,
            ]
        case .messages: ["messages": .message]
        case .edits: ["edits": .conversation]
        case .senders: ["senders": .conversation]
        case .receipts: ["receipts": .conversation, "receipts.earlier": .conversation]
        case .removed: ["removed": .conversation]
        case .users: ["users": .user, "users.moderators": .store]
        case .relations: ["relations": .relation]
        case .commands: ["commands": .everything]
        case .reactions:
            [
                "reactions": .conversation, "reactions.groups": .conversation,
                "reactions.ended": .conversation,
                "reactions.order": .conversation,
            ]
        case .forwards: ["forwards": .everything]
        case .replies: ["replies": .conversation]
        case .mentions: ["mentions": .listOfUser, "mentions.in": .conversationOfUser]
        case .media:
            [
                "media": .conversation, "media.counts": .conversation,
                "media.changes": .conversation,
            ]
        case .owed:
            ["owed": .everything, "owed.names": .everything, "owed.at": .everything]
        case .settings: ["settings": .store, "retentions": .store]
        case .reports: ["reports": .store, "reports.order": .store]
        case .holds:
            [
                "holds": .everything, "erasures": .everything, "erasings": .everything,
                "slices": .everything,
            ]
        case .outlines: ["outlines": .everything]
        case .actors: ["actors": .everything]
        }
    }

    static let ofTables = BuiltInProjectors.View.allCases.reduce(into: [String: RowOrigin]()) {
        $0.merge(ofTables(in: $1)) { first, _ in first }
    }

    /// Notes the streams of the rows between two keys.
    fileprivate func note(
        _ lower: RawSpan,
        _ upper: RawSpan,
        _ wanted: inout StreamScope.Wanted
    ) {
        switch self {
        case .store: break
        case .conversation:
            guard let id = Self.id(0, lower, upper) else { return wanted.isEverything = true }
            wanted.streams.insert(.conversation(id))
        case .user:
            guard let id = Self.id(0, lower, upper) else { return wanted.isEverything = true }
            wanted.streams.insert(.user(id))
        case .userInConversation:
            guard let user = Self.id(0, lower, upper) else { return wanted.isEverything = true }
            wanted.streams.insert(.user(user))
            if let conversation = Self.id(Self.idBytes, lower, upper) {
                wanted.streams.insert(.conversation(conversation))
            } else {
                wanted.lists.insert(user)
            }
        case .stream:
            guard let id = Self.id(1, lower, upper),
                let kind = StreamID.Kind(
                    rawValue: lower.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
                )
            else { return wanted.isEverything = true }
            wanted.streams.insert(StreamID(kind: kind, id: id))
        case .relation:
            guard let owner = Self.id(0, lower, upper), lower.byteCount > Self.idBytes else {
                return wanted.isEverything = true
            }
            let kind = lower.unsafeLoad(fromByteOffset: Self.idBytes, as: UInt8.self)
            if kind != Relations.Kind.blockedBy.rawValue {
                wanted.streams.insert(.user(owner))
            } else if let other = Self.id(Self.idBytes + 1, lower, upper) {
                wanted.streams.insert(.user(other))
            } else {
                wanted.isEverything = true
            }
        case .message:
            guard let id = Self.id(0, lower, upper) else { return wanted.isEverything = true }
            wanted.messages.insert(id)
        case .pair:
            guard let one = Self.id(0, lower, upper),
                let other = Self.id(Self.idBytes, lower, upper)
            else { return wanted.isEverything = true }
            wanted.pairs.insert([one, other])
        case .listOfUser:
            guard let id = Self.id(0, lower, upper) else { return wanted.isEverything = true }
            wanted.lists.insert(id)
        case .conversationOfUser:
            guard let id = Self.id(Self.idBytes, lower, upper) else {
                return wanted.isEverything = true
            }
            wanted.streams.insert(.conversation(id))
        case .everything: wanted.isEverything = true
        }
    }

    private static let idBytes = 16

    /// The identifier at an offset of both keys; nil unless all keys between them have it.
    private static func id(_ offset: Int, _ lower: RawSpan, _ upper: RawSpan) -> UniqueID? {
        let end = offset + idBytes
        guard lower.byteCount >= end, upper.byteCount >= end else { return nil }
        let same = lower.withUnsafeBytes { lower in
            upper.withUnsafeBytes { lower[..<end].elementsEqual($0[..<end]) }
        }
        return same ? UniqueID(lower, at: offset) : nil
    }
}
