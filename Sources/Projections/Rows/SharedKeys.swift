internal import Messaging
internal import Views
internal import Wire

struct ConversationKey: RowLayout {
    var conversation = UniqueID.zero

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&conversation, "conversation")
    }
}

struct UserKey: RowLayout {
    var user = UniqueID.zero

    init() {}

    init(user: UniqueID) { self.user = user }

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&user, "user")
    }
}

/// A member of a conversation.
struct MemberKey: RowLayout {
    var conversation = UniqueID.zero
    var user = UniqueID.zero

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&conversation, "conversation")
        fields.field(&user, "user")
    }

    /// The keys of a conversation's users, from one of them on.
    static func range(of conversation: UniqueID, from user: UniqueID? = nil) -> KeyRange {
        KeyRange(
            from: MemberKey(conversation: conversation, user: user ?? .zero).rowBytes,
            through: MemberKey(conversation: conversation, user: .greatest).rowBytes
        )
    }
}

/// A member of a conversation at a position, for what was so up to there.
struct MemberPositionKey: RowLayout {
    var conversation = UniqueID.zero
    var user = UniqueID.zero
    var position = Position.zero

    init() {}

    init(of user: UniqueID, in conversation: UniqueID, at position: Position) {
        self.conversation = conversation
        self.user = user
        self.position = position
    }

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&conversation, "conversation")
        fields.field(&user, "user")
        fields.field(&position, "position")
    }
}

/// An entry of a conversation's timeline.
struct EntryKey: RowLayout {
    var conversation = UniqueID.zero
    var ordinal: UInt64 = 0

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&conversation, "conversation")
        fields.field(&ordinal, "ordinal")
    }
}

/// A position alone.
struct PositionRow: RowLayout {
    var position = Position.zero

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&position, "position")
    }
}

/// A conversation alone, as a value.
typealias ConversationValue = ConversationKey

struct MessageKey: RowLayout {
    var message = UniqueID.zero

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&message, "message")
    }
}

extension UniqueID {
    /// The identifier that sorts after all others.
    static let greatest = UniqueID(high: .max, low: .max)
}
