/// The names of the queries in the JSON form.
///
/// Their order is the order of the JSON Schemas.
package enum QueryName: String, Hashable, Sendable, CaseIterable {
    case conversations, conversation, unread, members, media, typing, findDirect, findByContext
    case messages, message, history, replies, mentions, reactions, receipts
    case profile, profiles, users, contacts, presence, settings, blocks, rate
    case mayI, outcome, changes, reports, report, standing
    case state, views, memberships, explain, notificationPlan, erasure, exports, mediaOwed, events
    case metrics, checkpoint, prove, histogram, gauges, consumers, exportJobs, exportJob
}
