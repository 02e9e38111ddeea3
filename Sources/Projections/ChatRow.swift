package import Messaging
internal import Views
package import Wire

/// A conversation's state for one of its members, as stored in the row.
package struct ChatRow: Hashable, Sendable {
    package var membership = MembershipState.active
    package var isMuted = false
    package var isPinned = false
    package var isArchived = false
    package var refusesNotifications = false
    /// Whether the present or last membership shows the history from elsewhere than the
    /// conversation's own rule.
    package var hasOwnBeginning = false
    /// The position where the present or last membership begins; `through` is its end.
    package var from = Position.zero
    package var through: Position?
    /// The number of messages before the beginning.
    package var messagesBefore: UInt64 = 0
    /// Unread starts after this many messages, unless something was sent since it was moved back.
    package var marker: UInt64 = 0
    /// The position where the marker was last moved back: sendings before it no longer count as
    /// reading.
    package var movedBack = Position.zero
    package var mutedUntil: Timestamp?
    /// The position where it was hidden; a message sent later shows it again, and so does being
    /// added.
    package var hidden: Position?
    /// The position up to which the history was cleared.
    package var cleared = Position.zero
    /// The position where the first membership began.
    package var firstJoined = Position.zero
    /// The time of the last reading, unless the user has sent something since.
    package var lastRead: Timestamp?
}

extension ChatRow: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        var state = membership.byte
        fields.byte(&state, "membership")
        if let known = MembershipState(byte: state) { membership = known } else { fields.refuse() }
        var (hasEnd, wasRead) = (mutedUntil != nil, lastRead != nil)
        fields.flags(
            "muted, pinned, archived, muted until, was read, notifications off, own beginning"
        ) { flags in
            flags.flag(&isMuted)
            flags.flag(&isPinned)
            flags.flag(&isArchived)
            flags.flag(&hasEnd)
            flags.flag(&wasRead)
            flags.flag(&refusesNotifications)
            flags.flag(&hasOwnBeginning)
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
