internal import Messaging
internal import Wire

extension Rendering<ReportItem> {
    static let report = object(
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
        .optional("note", .text) { $0.resolution?.note }
    )
}
