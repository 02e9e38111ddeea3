package import Messaging
package import Scrollback
package import ScrollbackJSON

/// The type of a query by who asks it.
package enum QueryType {
    case user(any (UserQuery & JSONQuery).Type)
    case `operator`(any (OperatorQuery & JSONQuery).Type)
    /// A query of both, each with a type of their own: the same fields, another answer.
    case either(
        user: any (UserQuery & JSONQuery).Type,
        operator: any (OperatorQuery & JSONQuery).Type
    )

    /// The type without its answering.
    package var json: any JSONQuery.Type {
        switch self {
        case .user(let type): type
        case .operator(let type): type
        case .either(let type, _): type
        }
    }

    /// Whether the present is answered without views.
    package var needsNoViews: Bool {
        guard case .operator(let type) = self else { return false }
        return Self.isAnsweredWithoutViews(type)
    }

    private static func isAnsweredWithoutViews<Asked: OperatorQuery>(_ type: Asked.Type) -> Bool {
        Asked.answering.answerWithoutViews != nil
    }
}

extension QueryName {
    /// The type of the query with this name: the one list of all queries.
    package var type: QueryType {
        switch self {
        case .conversations: .user(ConversationsQuery.self)
        case .conversation: .user(ConversationQuery.self)
        case .unread: .user(AnyUnreadQuery.self)
        case .members: .user(MembersQuery.self)
        case .media: .user(MediaQuery.self)
        case .typing: .user(TypingQuery.self)
        case .findDirect: .user(FindDirectQuery.self)
        case .findByContext: .user(FindByContextQuery.self)
        case .messages: .user(MessagesQuery.self)
        case .message: .user(MessageQuery.self)
        case .history: .user(HistoryQuery.self)
        case .replies: .user(RepliesQuery.self)
        case .mentions: .user(MentionsQuery.self)
        case .reactions: .user(ReactionsQuery.self)
        case .receipts: .user(ReceiptsQuery.self)
        case .profile: .user(ProfileQuery.self)
        case .profiles: .either(user: ProfilesQuery.self, operator: OperatorProfilesQuery.self)
        case .users: .user(UsersQuery.self)
        case .contacts: .user(ContactsQuery.self)
        case .presence: .user(PresenceQuery.self)
        case .settings: .user(SettingsQuery.self)
        case .blocks: .user(BlocksQuery.self)
        case .rate: .user(RateQuery.self)
        case .mayI: .user(MayIQuery.self)
        case .outcome: .user(OutcomeQuery.self)
        case .changes: .user(ChangesQuery.self)
        case .reports: .user(ReportsQuery.self)
        case .report: .user(ReportQuery.self)
        case .standing: .user(StandingQuery.self)
        case .state: .operator(StateQuery.self)
        case .memberships: .operator(MembershipsQuery.self)
        case .explain: .operator(ExplainQuery.self)
        case .views: .operator(ViewsQuery.self)
        case .notificationPlan: .operator(NotificationPlanQuery.self)
        case .erasure: .operator(ErasureQuery.self)
        case .exports: .operator(ExportsQuery.self)
        case .mediaOwed: .operator(MediaOwedQuery.self)
        case .events: .operator(EventsQuery.self)
        case .metrics: .operator(MetricsQuery.self)
        case .gauges: .operator(GaugesQuery.self)
        case .exportJobs: .operator(ExportJobsQuery.self)
        case .exportJob: .operator(ExportJobQuery.self)
        case .consumers: .operator(ConsumersQuery.self)
        case .checkpoint: .operator(CheckpointQuery.self)
        case .prove: .operator(ProveQuery.self)
        case .histogram: .operator(HistogramQuery.self)
        }
    }
}
