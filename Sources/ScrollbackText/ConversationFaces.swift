package import Messaging

/// The people that stand for a conversation: its avatars, and whom it is called after while it
/// has no title.
///
/// They are the viewer's others in the order of joining, and no words are needed to find them.
package struct ConversationFaces: Hashable, Sendable {
    /// How many are shown.
    package static let limit = 4

    /// The first of the others.
    package let shown: [UserID]

    /// How many others there are, shown or not.
    package let others: Int

    /// Finds them among those whom the viewer sees as members, in the order of joining, and asks
    /// for no more of these than are shown.
    ///
    /// The count and whether the viewer is one of them are as of leaving for a former member.
    @specialized(where Members == [UserID])
    package init<Members: Sequence<UserID>>(
        of members: Members,
        count: Int,
        besides viewer: UserID,
        viewerIsMember: Bool
    ) {
        var shown: [UserID] = []
        shown.reserveCapacity(Self.limit)
        for member in members where member != viewer {
            shown.append(member)
            if shown.count == Self.limit { break }
        }
        self.shown = shown
        others = max(count - (viewerIsMember ? 1 : 0), shown.count)
    }
}
