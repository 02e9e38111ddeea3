package import Messaging

/// The people that represent a conversation: its avatars, and its name while it has no title.
///
/// They are the members other than the viewer in the order of joining, and no texts are needed to
/// find them.
package struct ConversationFaces: Hashable, Sendable {
    /// The first of the others.
    package let shown: [UserID]

    /// The number of others, shown or not.
    package let others: Int

    /// Finds them among the members that the viewer sees, in the order of joining, and reads no
    /// more of these than are shown.
    ///
    /// For a former member, the count and whether the viewer is one of them are as of leaving.
    @specialized(where Members == [UserID])
    package init<Members: Sequence<UserID>>(
        of members: Members,
        count: Int,
        besides viewer: UserID,
        viewerIsMember: Bool
    ) {
        var shown: [UserID] = []
        shown.reserveCapacity(Limits.faces)
        for member in members where member != viewer {
            shown.append(member)
            if shown.count == Limits.faces { break }
        }
        self.shown = shown
        others = max(count - (viewerIsMember ? 1 : 0), shown.count)
    }
}
