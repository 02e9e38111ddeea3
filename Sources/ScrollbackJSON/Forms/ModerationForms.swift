internal import Messaging

extension CommandForm {
    static let moderation: [CommandForm] = [
        CommandForm(
            .report,
            .created("id"),
            .one(
                of: ("message", Shape.id(MessageID.self).map(FileReport.Target.message)),
                ("conversation", Shape.id(ConversationID.self).map(FileReport.Target.conversation)),
                ("user", Shape.id(UserID.self).map(FileReport.Target.user))
            ),
            .required("reason", .word(ReportReason.self)),
            .optional("details", .text)
        ) { .report(FileReport(report: $0, target: $1, reason: $2, details: $3)) },
        CommandForm(
            .resolveReport,
            .required("report", .id(ReportID.self)),
            .required("action", .word(ModerationAction.self)),
            .optional("until", .time),
            .optional("note", .text)
        ) { .resolveReport(ResolveReport(report: $0, action: $1, until: $2, note: $3)) },
        CommandForm(.reinstate, .required("user", .id(UserID.self))) {
            .reinstate(Reinstate(user: $0))
        },
        CommandForm(.appointModerator, .required("user", .id(UserID.self))) {
            .appointModerator(AppointModerator(user: $0))
        },
        CommandForm(.dismissModerator, .required("user", .id(UserID.self))) {
            .dismissModerator(DismissModerator(user: $0))
        },
    ]
}
