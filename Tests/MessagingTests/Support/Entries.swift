import DomainSupport
import Messaging
import Wire

/// Somebody who joined at a position, and perhaps left, more than once.
func member(
    _ user: UserID,
    _ intervals: (joined: UInt64, left: UInt64?)...
) -> MemberFacts {
    MemberFacts(
        user: user,
        role: .member,
        intervals: intervals.map {
            MemberFacts.Interval(joined: Position($0.joined), left: $0.left.map { Position($0) })
        }
    )
}

/// An entry of a timeline that stands at a position, at which it is also its own ordinal.
func entry(
    at position: UInt64,
    by sender: UserID,
    on time: Int64 = 0,
    number: UInt64? = nil,
    isSystem: Bool = false,
    isDeleted: Bool = false,
    isErased: Bool = false
) -> MessageFacts {
    MessageFacts(
        id: .named("entry \(position)"),
        conversation: .named("conversation"),
        position: Position(position),
        ordinal: position,
        messageNumber: number ?? position,
        sender: sender,
        sentAt: Timestamp(microseconds: time),
        isSystem: isSystem,
        isDeleted: isDeleted,
        isErased: isErased
    )
}

/// What somebody sees who is a member from the beginning.
let wholeSight = Visibility(history: .full, intervals: [MemberFacts.Interval(joined: .zero)])
