package import Messaging
internal import Views
package import Wire

/// What a conversation is to one of its members, as the row has it.
package struct ChatRow: Hashable, Sendable {
    package var membership = MembershipState.active
    package var isMuted = false
    package var isPinned = false
    package var isArchived = false
    package var refusesNotifications = false
    /// Where the present or last membership begins and ends.
    package var from = Position.zero
    package var through: Position?
    /// How many messages there were where it begins.
    package var messagesBefore: UInt64 = 0
    /// Unread starts after this many messages, unless something was sent since it was moved back.
    package var marker: UInt64 = 0
    /// Where the marker was moved back last: what was sent before counts no more.
    package var movedBack = Position.zero
    package var mutedUntil: Timestamp?
    /// Where it was hidden; a message sent later shows it again, and so does being added.
    package var hidden: Position?
    /// Everything up to here was cleared away.
    package var cleared = Position.zero
    /// Where the first membership began.
    package var firstJoined = Position.zero
    /// When it was read last, unless something was sent since.
    package var lastRead: Timestamp?
}

extension ChatRow: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        var state = membership.byte
        fields.byte(&state, "membership")
        if let known = MembershipState(byte: state) { membership = known } else { fields.refuse() }
        var (hasEnd, wasRead) = (mutedUntil != nil, lastRead != nil)
        fields.flags("muted, pinned, archived, muted until, was read, notifications off") { flags in
            flags.flag(&isMuted)
            flags.flag(&isPinned)
            flags.flag(&isArchived)
            flags.flag(&hasEnd)
            flags.flag(&wasRead)
            flags.flag(&refusesNotifications)
        }
        fields.field(&from, "from")
        fields.field(&through, "through")
        fields.field(&marker, "marker")
        fields.field(&movedBack, "moved back at")
        fields.field(&mutedUntil, isThere: hasEnd, "muted until")
        fields.field(&hidden, "hidden at")
        fields.field(&cleared, "cleared at")
        fields.field(&firstJoined, "first joined at")
        fields.field(&lastRead, isThere: wasRead, "last read when")
        fields.field(&messagesBefore, "messages before")
    }
}

extension MembershipState {
    fileprivate var byte: UInt8 {
        switch self {
        case .active: 1
        case .left: 2
        case .removed: 3
        }
    }

    fileprivate init?(byte: UInt8) {
        switch byte {
        case 1: self = .active
        case 2: self = .left
        case 3: self = .removed
        default: return nil
        }
    }
}
