package import Messaging
internal import Views
package import Wire

/// What a conversation is to one of its members, as the row has it.
package struct ChatRow: Hashable, Sendable {
    package var membership = MembershipState.active
    package var isMuted = false
    package var isPinned = false
    package var isArchived = false
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
    /// Where it was hidden; a message sent later shows it again.
    package var hidden: Position?
    /// Everything up to here was cleared away.
    package var cleared = Position.zero
    /// Where the first membership began.
    package var firstJoined = Position.zero
    /// When it was read last, unless something was sent since.
    package var lastRead: Timestamp?

    init() {}

    init(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == 82, let membership = MembershipState(byte: row.byte(at: 0)) else {
            throw .damagedRow(table: "chats")
        }
        self.membership = membership
        let flags = row.byte(at: 1)
        isMuted = flags & 1 != 0
        isPinned = flags & 2 != 0
        isArchived = flags & 4 != 0
        from = Position(row.number(at: 2))
        through = row.position(at: 10)
        marker = row.number(at: 18)
        movedBack = Position(row.number(at: 26))
        if flags & 8 != 0 {
            mutedUntil = Timestamp(microseconds: Int64(bitPattern: row.number(at: 34)))
        }
        hidden = row.position(at: 42)
        cleared = Position(row.number(at: 50))
        firstJoined = Position(row.number(at: 58))
        if flags & 16 != 0 {
            lastRead = Timestamp(microseconds: Int64(bitPattern: row.number(at: 66)))
        }
        messagesBefore = row.number(at: 74)
    }

    var row: RowBytes {
        var flags: UInt8 = isMuted ? 1 : 0
        if isPinned { flags |= 2 }
        if isArchived { flags |= 4 }
        if mutedUntil != nil { flags |= 8 }
        if lastRead != nil { flags |= 16 }
        var row = RowBytes()
        row.append(membership.byte)
        row.append(flags)
        row.append(from.rawValue)
        row.append(through?.rawValue ?? 0)
        row.append(marker)
        row.append(movedBack.rawValue)
        row.append(UInt64(bitPattern: mutedUntil?.microseconds ?? 0))
        row.append(hidden?.rawValue ?? 0)
        row.append(cleared.rawValue)
        row.append(firstJoined.rawValue)
        row.append(UInt64(bitPattern: lastRead?.microseconds ?? 0))
        row.append(messagesBefore)
        return row
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
