public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension ReportsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, viewing) throws(QueryError) in try viewing.reports(query) }
    }
}

extension Viewing {
    /// A page of what was reported to the moderators, newest first.
    ///
    /// - Throws: `permissionDenied` for who is no moderator now.
    package mutating func reports(_ query: ReportsQuery) throws(QueryError) -> Page<ReportItem> {
        let limit = try ask { (state) throws(Refusal) in
            guard state.isModerator(viewer) else { throw .request(.isForModerators) }
            return try PageLimit(query.limit)
        }
        let scope = cursors(.reports, query.status.map { "\($0)" } ?? "")
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                let place = try scope.place(of: cursor, byteCount: MemoryLayout<UInt64>.size)
                return Position(place.span.bytes.number(at: 0))
            }
        }
        let found = try read { (state) throws(ViewsError) in
            try state.reports(query.status, before: start ?? Position(.max), limit.count + 1)
        }
        var items: [ReportItem] = []
        for (report, row) in found.prefix(limit.count) { items.append(try item(of: report, row)) }
        let next = found.count > limit.count ? found[limit.count - 1].row.position : nil
        return try whole(Page(items, next: next.map { scope.cursor(at: $0.rawValue) }))
    }

    private mutating func item(
        of report: UniqueID,
        _ row: Reports.Row
    ) throws(QueryError) -> ReportItem {
        let filed = try event(at: row.position)
        guard case .reported(let reported, let content) = filed.event,
            let reporter = filed.actor.user
        else { throw .failed(.views(.damagedRow(table: "reports"))) }
        let message = reported.message.map(MessageID.init)
        let user = reported.user.map(UserID.init)
        return ReportItem(
            report: ReportID(report),
            reporter: reporter,
            reporterName: name(of: reporter),
            user: user,
            userName: user.map { name(of: $0) },
            message: message,
            conversation: reported.conversation.map(ConversationID.init),
            reason: reported.reason,
            details: content?.details,
            preview: try message.flatMap { (id) throws(QueryError) in try reportedPreview(of: id) },
            at: filed.recorded,
            status: row.status,
            resolution: try row.resolved.map { (position) throws(QueryError) in
                try resolution(at: position)
            }
        )
    }

    /// What a message says or, where it was deleted, said; nil once it was erased.
    private mutating func reportedPreview(of id: MessageID) throws(QueryError) -> String? {
        let found = try read { (state) throws(ViewsError) -> SeenEntry? in
            guard let place = try state.projectors.messages.place(of: id.rawValue, in: state.views),
                let entry = try state.projectors.timeline.entry(
                    at: place.ordinal,
                    of: place.conversation,
                    in: state.views
                ), !entry.isErased
            else { return nil }
            return SeenEntry(
                ordinal: place.ordinal,
                entry: entry,
                content: entry.content,
                editCount: Int(entry.edits),
                deleted: entry.deleted
            )
        }
        return found.map { preview(of: $0) }
    }

    private mutating func resolution(
        at position: Position
    ) throws(QueryError) -> ReportItem.Resolution {
        let event = try event(at: position)
        guard case .reportResolved(let resolved, let content) = event.event,
            let moderator = event.actor.user
        else { throw .failed(.views(.damagedRow(table: "reports"))) }
        return ReportItem.Resolution(
            by: moderator,
            name: name(of: moderator),
            at: event.recorded,
            action: resolved.action,
            note: content?.note
        )
    }
}

extension EngineSnapshot {
    /// Reports with a status that were filed before a position, newest first.
    fileprivate borrowing func reports(
        _ status: ReportStatus?,
        before position: Position,
        _ limit: Int
    ) throws(ViewsError) -> [(id: UniqueID, row: Reports.Row)] {
        var found: [(id: UniqueID, row: Reports.Row)] = []
        try projectors.reports.forEach(status, before: position, in: views) {
            (id) throws(ViewsError) in
            guard let row = try projectors.reports.row(of: id, in: views) else {
                throw .damagedRow(table: "reports")
            }
            found.append((id, row))
            return found.count < limit ? .goOn : .stop
        }
        return found
    }
}
