internal import Messaging
internal import Wire

extension Rendering<ReportItem> {
    static let report = object(RenderedFields<ReportItem>.report)
}

extension Rendering<ReportDetail> {
    static let reportDetail = object {
        RenderedFields<ReportItem>.report.of { $0.report }
        optional("title", .text) { $0.title }
        optional("reported", .evidence) { $0.reported }
    } make: {
        ReportDetail($0, title: $1, reported: $2)
    }
}

extension Rendering<ReportDetail.Evidence> {
    static let evidence = object {
        always("message", .id) { $0.message.message }
        always("conversation", .id) { $0.message.conversation }
        always("sender", .id) { $0.sender }
        always("senderName", .text) { $0.message.senderName }
        always("sentAt", .time) { $0.message.sentAt }
        optional("text", .text) { $0.message.text }
        optional("attachments", .list(of: .attachment)) {
            $0.message.attachments.isEmpty ? nil : $0.message.attachments
        }
        optional("location", .location) { $0.message.location }
        optional("custom", .text) { $0.message.custom }
        always("edited", .count) { $0.message.editCount }
        always("deleted", .boolean) { $0.message.isDeleted }
        always("erased", .boolean) { $0.message.isErased }
        always("versions", .list(of: .version)) { $0.versions }
    } make: {
        message,
        conversation,
        sender,
        senderName,
        sentAt,
        text,
        attachments,
        location,
        custom,
        editCount,
        isDeleted,
        isErased,
        versions in
        // Evidence tells of no position and no kind.
        var item = MessageItem(
            message,
            in: conversation,
            at: .zero,
            ordinal: 0,
            kind: nil,
            sender: sender,
            senderName: senderName,
            sentAt: sentAt
        )
        item.text = text
        item.attachments = attachments ?? []
        item.location = location
        item.custom = custom
        item.editCount = editCount
        item.isDeleted = isDeleted
        item.isErased = isErased
        return ReportDetail.Evidence(item, by: sender, versions: versions)
    }
}

extension Rendering<StandingItem> {
    static let standingItem = object {
        always("user", .id) { $0.user }
        RenderedFields<Standing>.standing.of { $0.standing }
        always("warnings", .count) { $0.warnings }
        optional("at", .time) { $0.at }
        optional("by", .id) { $0.by }
    } make: {
        StandingItem(of: $0, $1, warnings: $2, at: $3, by: $4)
    }
}

extension RenderedField<Standing, Standing> {
    static let standing = all {
        always("standing", .standingWord) { $0 }
        optional("until", .time) { $0.end }
    } make: { standing, until in
        if case .suspended = standing { .suspended(until: until) } else { standing }
    }
}

extension Rendering<Standing> {
    /// Without the end of a suspension.
    fileprivate static let standingWord = Rendering(
        .choice(
            among: [
                (name: "good", value: .good), (name: "suspended", value: .suspended(until: nil)),
                (name: "banned", value: .banned),
            ]
        )
    ) {
        switch $0 {
        case .good: $1.write("good")
        case .suspended: $1.write("suspended")
        case .banned: $1.write("banned")
        }
    }
}

extension RenderedField<ReportItem, ReportItem> {
    fileprivate static let report = all {
        always("report", .id) { $0.report }
        always("reporter", .id) { $0.reporter }
        always("reporterName", .text) { $0.reporterName }
        optional("user", .id) { $0.user }
        optional("userName", .text) { $0.userName }
        optional("message", .id) { $0.message }
        optional("conversation", .id) { $0.conversation }
        always("reason", .word) { $0.reason }
        optional("details", .text) { $0.details }
        optional("preview", .text) { $0.preview }
        always("at", .time) { $0.at }
        always("status", .word) { $0.status }
        RenderedFields<ReportItem.Resolution?>.resolution.of { $0.resolution }
    } make: {
        report,
        reporter,
        reporterName,
        user,
        userName,
        message,
        conversation,
        reason,
        details,
        preview,
        at,
        status,
        resolution in
        ReportItem(
            report: report,
            reporter: reporter,
            reporterName: reporterName,
            user: user,
            userName: userName,
            message: message,
            conversation: conversation,
            reason: reason,
            details: details,
            preview: preview,
            at: at,
            status: status,
            resolution: resolution
        )
    }
}

extension RenderedField<ReportItem.Resolution?, ReportItem.Resolution?> {
    fileprivate static let resolution = all {
        optional("resolvedBy", .id) { $0?.by }
        optional("resolvedByName", .text) { $0?.name }
        optional("resolvedAt", .time) { $0?.at }
        optional("action", .word) { $0?.action }
        optional("note", .text) { $0?.note }
    } make: { user, name, at, action, note in
        guard let user, let name, let at, let action else { return nil }
        return ReportItem.Resolution(by: user, name: name, at: at, action: action, note: note)
    }
}
