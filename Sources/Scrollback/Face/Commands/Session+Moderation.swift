public import Messaging
public import Wire

extension Session {
    /// Reports a message, a conversation or a user to the moderators, and returns the report's id.
    ///
    /// To retry, call again with the same id.
    ///
    /// - Throws: `notFound` for a message or conversation that the user cannot see,
    ///   `invalidRequest` for the user or their own message, `systemEntry`, `invalidText` for
    ///   details of more than `Limits.note` characters; otherwise what `carryOut` throws.
    @discardableResult
    public func report(
        _ target: FileReport.Target,
        for reason: ReportReason,
        details: String? = nil,
        id: ReportID? = nil
    ) async throws(StoreError) -> ReportID {
        let report = id ?? ReportID(store.nextID())
        try await carryOut(.report(target, for: reason, details: details, id: report))
        return report
    }

    /// Resolves a report with an action; for moderators.
    ///
    /// `until` is the end of a suspension; nil suspends the user without end.
    ///
    /// - Throws: `permissionDenied` if the user is no moderator, `notFound` for an unknown report,
    ///   `invalidRequest` for a resolved report, for `until` without a suspension, and for a
    ///   report that concerns no user if the action needs one; otherwise what `carryOut` throws.
    @discardableResult
    public func resolveReport(
        _ report: ReportID,
        with action: ModerationAction,
        until: Timestamp? = nil,
        note: String? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        let resolution = ResolveReport(report: report, action: action, until: until, note: note)
        return try await carryOut(.resolveReport(resolution), id: id).position
    }

    /// Ends a user's suspension or ban; for moderators.
    ///
    /// - Throws: `permissionDenied` if the user is no moderator; otherwise what `carryOut` throws.
    @discardableResult
    public func reinstate(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.reinstate(Reinstate(user: user)), id: id).position
    }

    /// Records a custom event in a conversation's stream, or in the store's stream.
    ///
    /// The type has 1 to `Limits.customType` of the characters `a-z 0-9 . _ -`. The data is stored
    /// sealed, at most `Limits.customBytes`. Custom projectors fold the event.
    ///
    /// - Throws: `invalidRequest` for a malformed type or too much data, `notFound`, `notAMember`,
    ///   `conversationClosed`, `blocked`; otherwise what `carryOut` throws.
    @discardableResult
    public func recordCustom(
        _ type: String,
        data: String,
        in conversation: ConversationID? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.recordCustom(type, data: data, in: conversation), id: id).position
    }
}
