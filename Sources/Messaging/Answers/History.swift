package import Wire

/// Which earlier versions of a message a viewer is shown.
package struct History: Hashable, Sendable {
    /// Where the shown versions were written, oldest first; the present one is not among them.
    package let versions: [Position]
    /// How often the message was edited, however many versions are shown.
    package let count: Int

    /// Chooses from where the message was sent and where its text was written anew.
    ///
    /// Edits may come in any order; annotations are none. What is gone, for it is deleted as far
    /// as the viewer may know, or erased, has nothing to show, and nothing is counted.
    package init(sent: Position, edits: [Position], isGone: Bool, for viewer: Visibility) {
        guard !isGone else {
            versions = []
            count = 0
            return
        }
        let seen = edits.filter { $0 > sent && viewer.shows($0, about: sent) }.sorted()
        versions = Array(([sent] + seen).dropLast().suffix(Limits.earlierVersions))
        count = seen.count
    }
}
