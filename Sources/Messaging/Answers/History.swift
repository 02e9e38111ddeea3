package import Wire

/// Which earlier versions of a message a viewer is shown.
package struct History: Hashable, Sendable {
    /// The positions of the shown earlier versions, oldest first; the present version is not among
    /// them.
    package let versions: [Position]
    /// How often the message was edited, however many versions are shown.
    package let count: Int

    /// Chooses the versions from the position of the sending and those of the edits.
    ///
    /// Edits may come in any order; annotations are not edits. A message that is deleted as far as
    /// the viewer may know, or erased, shows no versions and counts none.
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
