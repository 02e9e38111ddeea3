internal import Messaging

/// What of the log a query is known to need before it is asked about the past.
///
/// It only saves work: every other stream that a query looks up is folded before its answer counts.
enum PastNeed {
    /// The viewer's own stream, and what is about the conversation or person asked for.
    case conversation
    /// The streams of all of the viewer's conversations.
    case list
    /// The whole log.
    case everything
}

extension QueryName {
    /// What the query needs: the one list of all queries.
    var pastStreams: PastNeed {
        switch self {
        case .conversation, .members, .media, .typing, .findDirect, .messages, .message, .history,
            .replies, .reactions, .receipts, .profile, .profiles, .contacts, .presence, .settings,
            .blocks, .rate, .mayI, .report, .reports, .standing, .unread, .explain, .memberships,
            .gauges:
            .conversation
        case .conversations, .mentions:
            .list
        case .findByContext, .users, .outcome, .changes:
            .everything
        case .checkpoint, .prove:
            // They read the log. A receipt also asks the index of all events: then all is folded.
            .conversation
        case .state, .views, .notificationPlan, .erasure, .exports, .mediaOwed, .events, .metrics,
            .histogram:
            .everything
        }
    }
}
