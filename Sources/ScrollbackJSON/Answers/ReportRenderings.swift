internal import Messaging
internal import Wire

extension Rendering<ReportItem> {
    static let report = object(RenderedField.report)
}

extension Rendering<ReportDetail> {
    static let reportDetail = object(
        RenderedField.report.map { field in field.of { $0.report } } + [
            .optional("title", .text) { $0.title },
            .optional("reported", .evidence) { $0.reported },
        ]
    )
}

extension Rendering<ReportDetail.Evidence> {
    fileprivate static let evidence = object(
        .always("message", .id) { $0.message.message },
        .always("conversation", .id) { $0.message.conversation },
        .always("sender", .id) { $0.sender },
        .always("senderName", .text) { $0.message.senderName },
        .always("sentAt", .time) { $0.message.sentAt },
        .optional("text", .text) { $0.message.text },
        .optional("attachments", .list(of: .attachment)) {
            $0.message.attachments.isEmpty ? nil : $0.message.attachments
        },
        .optional("location", .location) { $0.message.location },
        .optional("custom", .text) { $0.message.custom },
        .always("edited", .count) { $0.message.editCount },
        .always("deleted", .boolean) { $0.message.isDeleted },
        .always("erased", .boolean) { $0.message.isErased },
        .always("versions", .list(of: .version)) { $0.versions }
    )
}

extension Rendering<StandingItem> {
    static let standingItem = object(
        .always("user", .id) { $0.user },
        .always("standing", .standing) { $0.standing },
        .optional("until", .time) { $0.standing.end },
        .always("warnings", .count) { $0.warnings },
        .optional("at", .time) { $0.at },
        .optional("by", .id) { $0.by }
    )
}

extension RenderedField<ReportItem> {
    fileprivate static let report: [RenderedField] = [
        .always("report", .id) { $0.report },
        .always("reporter", .id) { $0.reporter },
        .always("reporterName", .text) { $0.reporterName },
        .optional("user", .id) { $0.user },
        .optional("userName", .text) { $0.userName },
        .optional("message", .id) { $0.message },
        .optional("conversation", .id) { $0.conversation },
        .always("reason", .word) { $0.reason },
        .optional("details", .text) { $0.details },
        .optional("preview", .text) { $0.preview },
        .always("at", .time) { $0.at },
        .always("status", .word) { $0.status },
        .optional("resolvedBy", .id) { $0.resolution?.by },
        .optional("resolvedByName", .text) { $0.resolution?.name },
        .optional("resolvedAt", .time) { $0.resolution?.at },
        .optional("action", .word) { $0.resolution?.action },
        .optional("note", .text) { $0.resolution?.note },
    ]
}
