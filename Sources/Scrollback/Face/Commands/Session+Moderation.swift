public import Messaging
public import Wire

extension Session {
    /// Asks the moderators to look at something, and names the report.
    ///
    /// The id is the report's; with the same one, trying again is safe.
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

    /// Ends a report with what is done about it; for moderators.
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
    @discardableResult
    public func reinstate(
        _ user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.reinstate(Reinstate(user: user)), id: id).position
    }

    /// Records an event of the embedder's own, in a conversation's stream or the store's.
    ///
    /// Its data is kept sealed; projectors of the embedder's own fold it.
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
