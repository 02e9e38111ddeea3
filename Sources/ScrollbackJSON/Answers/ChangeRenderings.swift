internal import Messaging
internal import Wire

extension Rendering<ChangePage> {
    static let changes = object {
        always("items", .list(of: .change)) { $0.items }
        always("next", .position) { $0.next }
    } make: {
        ChangePage($0, next: $1)
    }
}

extension Rendering<ChangeItem> {
    /// One form for each type, and one for each sort of what is the viewer's own.
    static let change: Rendering<ChangeItem> = either(
        ChangeForm.message.read { .message($0.item, readUpTo: $0.readUpTo) },
        ChangeForm.edited.read { .edited($0) },
        ChangeForm.deleted.read { .deleted($0) },
        ChangeForm.erased.read { .erased($0) },
        ChangeForm.reaction.read {
            .reaction($0.message, by: $0.by, now: $0.now, reactionCount: $0.count)
        },
        ChangeForm.receipt.read { .receipt($0) },
        ChangeForm.member.read { .member($0) },
        ChangeForm.conversation.read { .conversation($0.row, entry: $0.entry) },
        ChangeForm.row.read { .personal(.row($0.matter, $0.row)) },
        ChangeForm.profile.read { .personal(.profile($0)) },
        ChangeForm.settings.read { .personal(.settings($0)) },
        ChangeForm.relation.read { .personal(.relation($0.matter, $0.person, holds: $0.holds)) },
        ChangeForm.standing.read { .personal(.standing($0)) },
        ChangeForm.custom.read { .custom(type: $0.type, data: $0.data, by: $0.by) },
        ChangeForm.report.read { .report($0) },
        ChangeForm.otherProfile.read { .profile($0) },
        ChangeForm.ended.read { .ended($0) }
    ) { item, writer in
        switch item.change {
        case .message(let message, let readUpTo):
            ChangeForm.message.write(item, (message, readUpTo), &writer)
        case .edited(let message): ChangeForm.edited.write(item, message, &writer)
        case .deleted(let message): ChangeForm.deleted.write(item, message, &writer)
        case .erased(let erasure): ChangeForm.erased.write(item, erasure, &writer)
        case .reaction(let message, let person, let now, let count):
            ChangeForm.reaction.write(item, (message, person, now, count), &writer)
        case .receipt(let receipt): ChangeForm.receipt.write(item, receipt, &writer)
        case .member(let membership): ChangeForm.member.write(item, membership, &writer)
        case .conversation(let row, let entry):
            ChangeForm.conversation.write(item, (row, entry), &writer)
        case .personal(.row(let matter, let row)):
            ChangeForm.row.write(item, (matter, row), &writer)
        case .personal(.profile(let profile)): ChangeForm.profile.write(item, profile, &writer)
        case .personal(.settings(let settings)): ChangeForm.settings.write(item, settings, &writer)
        case .personal(.relation(let matter, let person, let holds)):
            ChangeForm.relation.write(item, (matter, person, holds), &writer)
        case .personal(.standing(let standing)): ChangeForm.standing.write(item, standing, &writer)
        case .profile(let profile): ChangeForm.otherProfile.write(item, profile, &writer)
        case .custom(let type, let data, let person):
            ChangeForm.custom.write(item, (type, data, person), &writer)
        case .report(let report): ChangeForm.report.write(item, report, &writer)
        case .ended(let row): ChangeForm.ended.write(item, row, &writer)
        }
    }
}

/// A change without its content, and the content that one form of change has.
private struct Told<What> {
    let position: Position
    let at: Timestamp
    let conversation: ConversationID?
    let what: What
}

extension Rendering {
    fileprivate func read<What>(
        _ change: @escaping @Sendable (What) -> ChangeItem.Change
    ) -> Shape<ChangeItem> where Value == Told<What> {
        shape.map { told in
            ChangeItem(at: told.position, on: told.at, in: told.conversation, change(told.what))
        }
    }

    fileprivate func write<What>(
        _ item: ChangeItem,
        _ what: What,
        _ writer: inout JSONWriter
    ) where Value == Told<What> {
        let told = Told(
            position: item.position,
            at: item.at,
            conversation: item.conversation,
            what: what
        )
        write(told, &writer)
    }
}

private enum ChangeForm {
    typealias NewMessage = (item: MessageItem, readUpTo: MessageID?)
    typealias Reaction = (
        message: MessageID, by: ChangeItem.Person, now: [MessageItem.ReactionCount], count: Int?
    )
    typealias Row = (matter: ChangeItem.RowMatter, row: ConversationItem)
    typealias Relation = (
        matter: ChangeItem.RelationMatter, person: ChangeItem.Person, holds: Bool
    )
    typealias Custom = (type: String, data: String?, by: ChangeItem.Person)

    static let message = form(
        "message",
        RenderedFields<NewMessage>.all {
            RenderedFields<MessageItem>.named.of { $0.item }
            optional("readUpTo", .id) { $0.readUpTo }
        } make: {
            ($0, $1)
        }
    )

    static let edited = form("edited", RenderedFields<MessageItem>.named)

    static let deleted = form("deleted", RenderedFields<MessageItem>.named)

    static let erased = form(
        "erased",
        RenderedFields<ChangeItem.Erasure>.all {
            always("messages", .list(of: .id)) { $0.messages }
            optional("customs", .list(of: .position)) { $0.customs.isEmpty ? nil : $0.customs }
            always("more", .boolean) { $0.isMore }
        } make: {
            ChangeItem.Erasure(messages: $0, customs: $1 ?? [], isMore: $2)
        }
    )

    static let reaction = form(
        "reaction",
        RenderedFields<Reaction>.all {
            always("message", .id) { $0.message }
            RenderedFields<ChangeItem.Person>.person.of { $0.by }
            always("reactions", .list(of: .reactionCount)) { $0.now }
            optional("reactionCount", .count) { $0.count }
        } make: {
            ($0, $1, $2, $3)
        }
    )

    static let receipt = form(
        "receipt",
        RenderedFields<ChangeItem.Receipt>.all {
            always("message", .id) { $0.message }
            RenderedFields<ChangeItem.Person>.person.of { $0.by }
            always("receipt", .word) { $0.reach }
        } make: {
            ChangeItem.Receipt($2, upTo: $0, by: $1)
        }
    )

    static let member = form(
        "member",
        RenderedFields<ChangeItem.Membership>.all {
            RenderedFields<MessageItem?>.entry.of { $0.entry }
            optional("row", .row) { $0.row }
            always("member", .member) { $0.member }
        } make: {
            ChangeItem.Membership($2, entry: $0, row: $1)
        }
    )

    static let conversation = form(
        "conversation",
        RenderedFields<(row: ConversationItem, entry: MessageItem?)>.all {
            RenderedFields<MessageItem?>.entry.of { $0.entry }
            always("row", .row) { $0.row }
        } make: {
            ($1, $0)
        }
    )

    static let row = form(
        "personal",
        RenderedFields<Row>.all {
            always("what", .word) { $0.matter }
            always("row", .row) { $0.row }
        } make: {
            ($0, $1)
        }
    )

    static let profile = form(
        "personal",
        RenderedFields<ProfileItem?>.all {
            always("what", .only("profile")) { _ in }
            optional("profile", Rendering.profile.asAnswer(to: .profile)) { $0 }
        } make: {
            $1
        }
    )

    static let settings = form(
        "personal",
        RenderedFields<Settings>.all {
            always("what", .only("settings")) { _ in }
            always("settings", Rendering.settings.asAnswer(to: .settings)) { $0 }
        } make: {
            $1
        }
    )

    static let relation = form(
        "personal",
        RenderedFields<Relation>.all {
            always("what", .word) { $0.matter }
            RenderedFields<ChangeItem.Person>.person.of { $0.person }
            always("on", .boolean) { $0.holds }
        } make: {
            ($0, $1, $2)
        }
    )

    static let standing = form(
        "personal",
        RenderedFields<Standing>.all {
            always("what", .only("standing")) { _ in }
            RenderedFields<Standing>.standing
        } make: {
            $1
        }
    )

    static let otherProfile = form("profile", RenderedFields<NamedProfile>.namedProfile)

    static let custom = form(
        "custom",
        RenderedFields<Custom>.all {
            RenderedFields<ChangeItem.Person>.person.of { $0.by }
            always("custom", .customEvent) { ($0.type, $0.data) }
        } make: {
            ($1.0, $1.1, $0)
        }
    )

    static let report = form(
        "report",
        RenderedFields<ReportItem>.all {
            always("report", .report) { $0 }
        } make: {
            $0
        }
    )

    static let ended = form(
        "ended",
        RenderedFields<ConversationItem>.all {
            always("row", .row) { $0 }
        } make: {
            $0
        }
    )

    private static func form<What>(
        _ type: String,
        _ fields: RenderedFields<What>
    ) -> Rendering<Told<What>> {
        .object {
            always("position", .position) { $0.position }
            always("at", .time) { $0.at }
            optional("conversation", .id) { $0.conversation }
            always("type", .only(type)) { _ in }
            fields.of { $0.what }
        } make: { position, at, conversation, _, what in
            Told(position: position, at: at, conversation: conversation, what: what)
        }
    }
}

extension Rendering<MessageItem> {
    fileprivate static let shown = message.asAnswer(to: .message)
}

extension RenderedField<MessageItem, MessageItem> {
    /// A message, named and shown.
    fileprivate static let named = all {
        always("message", .id) { $0.message }
        always("item", .shown) { $0 }
    } make: {
        $1
    }
}

extension RenderedField<MessageItem?, MessageItem?> {
    /// An entry, where there is one, named and shown.
    fileprivate static let entry = all {
        optional("message", .id) { $0?.message }
        optional("item", .shown) { $0 }
    } make: {
        $1
    }
}

extension RenderedField<ChangeItem.Person, ChangeItem.Person> {
    fileprivate static let person = all {
        always("user", .id) { $0.user }
        always("name", .text) { $0.name }
    } make: {
        ChangeItem.Person(user: $0, name: $1)
    }
}

extension Rendering {
    /// The same, which the schema describes where it is the answer to a query.
    fileprivate func asAnswer(to query: QueryName) -> Rendering {
        described(as: .reference(AnswerSchema.name(of: query)))
    }
}

extension Rendering<(String, String?)> {
    fileprivate static let customEvent = object {
        always("type", .text) { $0.0 }
        optional("data", .text) { $0.1 }
    } make: {
        ($0, $1)
    }
}
