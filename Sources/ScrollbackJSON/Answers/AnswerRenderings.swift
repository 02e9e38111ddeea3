package import Messaging
package import Wire

extension RenderedField {
    /// A page that goes on with a cursor.
    static func page<Item>(
        of item: Rendering<Item>,
        as name: String = "items"
    ) -> [RenderedField] where Whole == Page<Item> {
        [
            .always(name, .list(of: item)) { $0.items },
            .optional("next", .text) { $0.next?.text },
        ]
    }
}

extension Rendering<MessagePage> {
    fileprivate static let messages = object(
        .always("items", .list(of: .message)) { $0.items },
        .optional("before", .text) { $0.before?.text },
        .optional("after", .text) { $0.after?.text }
    )
}

extension Rendering<Page<MessageItem>> {
    fileprivate static let found = object(RenderedField.page(of: .message))
}

extension Rendering<MemberPage> {
    fileprivate static let members = object(
        RenderedField.page(of: .member).map { field in field.of { $0.page } } + [
            .always("count", .count) { $0.count }
        ]
    )
}

extension Rendering<MediaPage> {
    fileprivate static let media = object(
        RenderedField.page(of: .medium).map { field in field.of { $0.page } } + [
            .always("count", .count) { $0.count }
        ]
    )
}

extension Rendering<Page<ConversationItem>> {
    fileprivate static let conversations = object(RenderedField.page(of: .row))
}

extension Rendering<Page<ProfileItem>> {
    fileprivate static let users = object(RenderedField.page(of: .profile))
}

extension Rendering<Page<ReportItem>> {
    fileprivate static let reports = object(RenderedField.page(of: .report))
}

extension Rendering<Page<ReactionGroup>> {
    fileprivate static let groups = object(RenderedField.page(of: .reactionGroup, as: "groups"))
}

extension Rendering<ConversationID?> {
    fileprivate static let found = object(.optional("conversation", .id) { $0 })
}

extension Rendering<Page<ConversationID>> {
    fileprivate static let found = object(RenderedField.page(of: .id, as: "conversations"))
}

extension Rendering<Page<UserID>> {
    fileprivate static let users = object(RenderedField.page(of: .id, as: "users"))
}

extension Rendering<Position?> {
    fileprivate static let outcome = object(
        .always("known", .boolean) { $0 != nil },
        .optional("position", .position) { $0 }
    )
}

extension JSONWriter {
    /// Writes what a query found, as one object.
    package mutating func write(_ answer: QueryAnswer) {
        switch answer {
        case .conversations(let page): Rendering.conversations.write(page, &self)
        case .conversation(let portrait): Rendering.portrait.write(portrait, &self)
        case .messages(let page): Rendering.messages.write(page, &self)
        case .message(let item): Rendering.message.write(item, &self)
        case .history(let history): Rendering.history.write(history, &self)
        case .replies(let page), .mentions(let page): Rendering.found.write(page, &self)
        case .reactions(let page): Rendering.groups.write(page, &self)
        case .receipts(let item): Rendering.receipts.write(item, &self)
        case .unread(let item): Rendering.unread.write(item, &self)
        case .unreadTotals(let overview): Rendering.overview.write(overview, &self)
        case .members(let page): Rendering.members.write(page, &self)
        case .media(let page): Rendering.media.write(page, &self)
        case .findDirect(let conversation): Rendering.found.write(conversation, &self)
        case .findByContext(let page): Rendering.found.write(page, &self)
        case .profile(let item): Rendering.profile.write(item, &self)
        case .users(let page): Rendering.users.write(page, &self)
        case .settings(let settings): Rendering.settings.write(settings, &self)
        case .blocks(let page): Rendering.users.write(page, &self)
        case .mayI(let permit): Rendering.permit.write(permit, &self)
        case .outcome(let position): Rendering.outcome.write(position, &self)
        case .typing(let item): Rendering.typing.write(item, &self)
        case .changes(let page): Rendering.changes.write(page, &self)
        case .reports(let page): Rendering.reports.write(page, &self)
        }
    }

    /// Writes the line that answers a query.
    package mutating func writeLine(
        ref: [UInt8]?,
        position: Position,
        epoch: UInt64? = nil,
        answer: QueryAnswer
    ) {
        writeLine(ref: ref, position: position, epoch: epoch) { writer in writer.write(answer) }
    }
}

extension QueryName {
    /// What the query's answer looks like.
    package var answer: Schema {
        switch self {
        case .conversations: Rendering.conversations.schema
        case .conversation: Rendering.portrait.schema
        case .messages: Rendering.messages.schema
        case .message: Rendering.message.schema
        case .history: Rendering.history.schema
        case .replies, .mentions: Rendering<Page<MessageItem>>.found.schema
        case .reactions: Rendering<Page<ReactionGroup>>.groups.schema
        case .receipts: Rendering.receipts.schema
        case .unread: .either([Rendering.unread.schema, Rendering.overview.schema])
        case .members: Rendering.members.schema
        case .media: Rendering.media.schema
        case .findDirect: Rendering<ConversationID?>.found.schema
        case .findByContext: Rendering<Page<ConversationID>>.found.schema
        case .profile: Rendering.profile.schema
        case .users: Rendering<Page<ProfileItem>>.users.schema
        case .settings: Rendering.settings.schema
        case .blocks: Rendering<Page<UserID>>.users.schema
        case .mayI: Rendering.permit.schema
        case .outcome: Rendering.outcome.schema
        case .typing: Rendering.typing.schema
        case .state: Rendering.state.schema
        case .views: Rendering.views.schema
        case .notificationPlan: Rendering<Page<NotificationItem>>.notifications.schema
        case .erasure:
            .either([
                Rendering<Page<Position>>.erased.schema,
                Rendering<Page<Erasure.Deferred>>.deferred.schema,
                Rendering<Page<MessageID>>.forwards.schema,
            ])
        case .changes: Rendering.changes.schema
        case .reports: Rendering.reports.schema
        case .events: Rendering.events.schema
        case .metrics: Rendering.metrics.schema
        }
    }
}
