package import Wire

/// One act of a user in the workload, in the domain's words.
///
/// Users, conversations and messages are numbers: the workload knows their ids.
package struct Operation: BitwiseCopyable, Sendable {
    package enum Kind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
        case setProfile, startDirect, createGroup
        case send, react, markRead, add, leave
    }

    package let kind: Kind
    /// Which of the six, for a reaction.
    package let reaction: UInt8
    package let actor: Int32
    /// Below zero for a profile.
    package let conversation: Int32
    /// Who is added or talked with; which message is reacted to.
    package let subject: Int32
    package let textCount: Int32
    package let textStart: Int
    /// The id of what comes of it: the message, the direct conversation, or the timeline's entry.
    package let id: UniqueID

    init(
        _ kind: Kind,
        by actor: Int,
        in conversation: Int = -1,
        subject: Int = 0,
        reaction: UInt8 = 0,
        text: Range<Int> = 0..<0,
        id: UniqueID = .zero
    ) {
        self.kind = kind
        self.reaction = reaction
        self.actor = Int32(actor)
        self.conversation = Int32(conversation)
        self.subject = Int32(subject)
        textStart = text.lowerBound
        textCount = Int32(text.count)
        self.id = id
    }
}
