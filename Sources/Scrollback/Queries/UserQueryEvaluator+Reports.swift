public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension ReportsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.reports(query) }
    }
}

extension ReportQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.reportDetail(query.report)
        }
    }
}

extension UserQueryEvaluator {
    /// Returns a page of the reports to the moderators, newest first.
    ///
    /// - Throws: `permissionDenied` if the viewer is no moderator now.
    package mutating func reports(_ query: ReportsQuery) throws(QueryError) -> Page<ReportItem> {
        try requireModerator()
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let scope = cursors(
            .reports,
            query.status.map { "\($0)" } ?? "",
            query.user.map { "\($0)" } ?? ""
        )
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                let place = try scope.place(of: cursor, byteCount: MemoryLayout<UInt64>.size)
                return Position(place.span.bytes.number(at: 0))
            }
        }
        let found = try read { (state) throws(ViewsError) in
            try state.reports(query, before: start ?? Position(.max), limit.count + 1)
        }
        var items: [ReportItem] = []
        for (report, row) in found.prefix(limit.count) { items.append(try item(of: report, row)) }
        let next = found.count > limit.count ? found[limit.count - 1].row.position : nil
        return try whole(Page(items, next: next.map { scope.cursor(at: $0.rawValue) }))
    }

    /// Returns one report, with the message as the reporter saw it.
    ///
    /// - Throws: `permissionDenied` if the viewer is no moderator now, `notFound` for an unknown
    ///   report.
    package mutating func reportDetail(_ id: ReportID) throws(QueryError) -> ReportDetail {
        try requireModerator()
        let row = try read { (state) throws(ViewsError) in
            try state.projectors.reports.row(of: id.rawValue, in: state.views)
        }
        guard let row else { throw .refused(.moderation(.reportIsNotFound)) }
        let item = try item(of: id.rawValue, row)
        var detail = ReportDetail(item)
        var conversation = item.conversation
        if let message = item.message {
            let reported = try found(in: "messages") { (state) in
                state.reported(message, by: item.reporter, at: row.position)
            }
            conversation = reported.conversation
            detail.reported = try evidence(reported)
        }
        // As the reporter knew it, who may have left since.
        detail.title = conversation.flatMap { id in
            let memberships = state.member(item.reporter, of: id)?.intervals(through: row.position)
            let end = memberships?.last?.left ?? row.position
            return state.detail(.title, of: id, asOf: end)
        }
        return try whole(detail)
    }

    /// A report that was filed at a position.
    mutating func item(
        of report: ReportID,
        filedAt position: Position
    ) throws(QueryError) -> ReportItem {
        let row = try read { (state) throws(ViewsError) in
            try state.projectors.reports.row(of: report.rawValue, in: state.views)
        }
        guard let row, row.position == position else {
            throw .failed(.views(.damagedRow(table: "reports")))
        }
        return try item(of: report.rawValue, row)
    }

    borrowing func requireModerator() throws(QueryError) {
        try ask { (state) throws(Refusal) in
            guard state.isModerator(viewer) else { throw .request(.isForModerators) }
        }
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
            preview: try message.flatMap { (id) throws(QueryError) in
                try preview(of: id, reportedBy: reporter, at: row.position)
            },
            at: filed.recorded,
            status: row.status,
            resolution: try row.resolved.map { (position) throws(QueryError) in
                try resolution(at: position)
            }
        )
    }

    /// Returns a message's text as a reporter saw it; nil if it was deleted before, or erased
    /// since.
    private mutating func preview(
        of message: MessageID,
        reportedBy reporter: UserID,
        at position: Position
    ) throws(QueryError) -> String? {
        let reported = try found(in: "messages") { (state) in
            state.reported(message, by: reporter, at: position)
        }
        let seen = try see(reported)
        return seen.isGone ? nil : preview(of: seen)
    }

    private mutating func evidence(
        _ reported: ReportedEntry
    ) throws(QueryError) -> ReportDetail.Evidence {
        let seen = try see(reported)
        let history = History(
            sent: seen.entry.position,
            edits: seen.entry.edits > 0
                ? try edits(of: seen.entry, at: seen.ordinal, in: reported.conversation) : [],
            isGone: seen.isGone,
            for: reported.visibility
        )
        var item = try written(seen, in: reported.conversation)
        item.editCount = history.count
        return ReportDetail.Evidence(
            item,
            by: UserID(seen.entry.sender),
            versions: try versions(in: history)
        )
    }

    /// A reported message as it was to the reporter.
    private borrowing func see(_ reported: ReportedEntry) throws(QueryError) -> SeenEntry {
        let seen = try see(
            reported.entry,
            at: reported.ordinal,
            in: reported.conversation,
            as: reported.visibility
        )
        // A message that is not visible cannot have been reported.
        guard let seen else { throw .failed(.views(.damagedRow(table: "members"))) }
        return seen
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
    /// The reports that a query asks for and that were filed before a position, newest first.
    fileprivate borrowing func reports(
        _ query: ReportsQuery,
        before position: Position,
        _ limit: Int
    ) throws(ViewsError) -> [(id: UniqueID, row: Reports.Row)] {
        var found: [(id: UniqueID, row: Reports.Row)] = []
        try projectors.reports.forEach(
            query.status,
            about: query.user?.rawValue,
            before: position,
            in: views
        ) { (id) throws(ViewsError) in
            guard let row = try projectors.reports.row(of: id, in: views) else {
                throw .damagedRow(table: "reports")
            }
            found.append((id, row))
            return found.count < limit ? .goOn : .stop
        }
        return found
    }
}

extension EngineSnapshot {
    /// A message and what its reporter could see of it at the report.
    fileprivate borrowing func reported(
        _ id: MessageID,
        by reporter: UserID,
        at position: Position
    ) -> ReportedEntry? {
        guard let message = message(id), let conversation = conversation(message.conversation),
            let member = member(reporter, of: message.conversation)
        else { return nil }
        let entry = lookUp { (views, _) throws(ViewsError) in
            try projectors.timeline.entry(
                at: message.ordinal,
                of: message.conversation.rawValue,
                in: views
            )
        }
        guard let entry else { return nil }
        return ReportedEntry(
            conversation: message.conversation,
            ordinal: message.ordinal,
            entry: entry,
            visibility: Visibility(
                history: conversation.history,
                intervals: member.intervals(through: position)
            )
        )
    }
}

/// A reported message, and how much of it the reporter could see then.
private struct ReportedEntry {
    let conversation: ConversationID
    let ordinal: UInt64
    let entry: TimelineEntry
    let visibility: Visibility
}

extension MemberFacts {
    /// The memberships up to a position, as if they had ended there: so that nothing later shows.
    fileprivate func intervals(through end: Position) -> [Interval] {
        intervals.filter { $0.joined <= end }.map { interval in
            var interval = interval
            interval.left = min(interval.left ?? end, end)
            return interval
        }
    }
}
