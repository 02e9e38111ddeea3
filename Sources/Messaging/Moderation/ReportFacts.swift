package import Wire

/// A report as it stands.
package struct ReportFacts: Hashable, Sendable {
    package var id: ReportID
    package var position: Position
    /// The reported user, if it is about a user.
    package var user: UserID?
    package var isResolved: Bool

    package init(id: ReportID, position: Position, user: UserID?, isResolved: Bool) {
        self.id = id
        self.position = position
        self.user = user
        self.isResolved = isResolved
    }
}
