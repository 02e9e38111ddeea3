internal import Messaging
internal import Wire

extension Rendering<ChangePage> {
    static let changes = object(
        .always("items", .list(of: .change)) { $0.items },
        .always("next", .position) { $0.next }
    )
}

extension Rendering<ChangeItem> {
    /// One form for each type, and one for each kind of personal change.
    fileprivate static let change = Rendering(
        .either([
            ChangeForm.message.schema, ChangeForm.edited.schema, ChangeForm.deleted.schema,
            ChangeForm.erased.schema, ChangeForm.reaction.schema, ChangeForm.receipt.schema,
            ChangeForm.member.schema, ChangeForm.conversation.schema, ChangeForm.row.schema,
            ChangeForm.profile.schema, ChangeForm.settings.schema, ChangeForm.relation.schema,
            ChangeForm.standing.schema, ChangeForm.warning.schema, ChangeForm.custom.schema,
            ChangeForm.report.schema, ChangeForm.otherProfile.schema, ChangeForm.ended.schema,
        ])
    ) { item, writer in
        switch item.change {
        case .message(let message, let readUpTo):
            ChangeForm.message.write(Told(item, (message, readUpTo)), &writer)
        case .edited(let message): ChangeForm.edited.write(Told(item, message), &writer)
        case .deleted(let message): ChangeForm.deleted.write(Told(item, message), &writer)
        case .erased(let erasure): ChangeForm.erased.write(Told(item, erasure), &writer)
        case .reaction(let message, let person, let now, let count):
            ChangeForm.reaction.write(Told(item, (message, person, now, count)), &writer)
        case .receipt(let receipt): ChangeForm.receipt.write(Told(item, receipt), &writer)
        case .member(let membership): ChangeForm.member.write(Told(item, membership), &writer)
        case .conversation(let row, let entry):
            ChangeForm.conversation.write(Told(item, (row, entry)), &writer)
        case .personal(.row(let matter, let row)):
            ChangeForm.row.write(Told(item, (matter, row)), &writer)
        case .personal(.profile(let profile)):
            ChangeForm.profile.write(Told(item, profile), &writer)
        case .personal(.settings(let settings)):
            ChangeForm.settings.write(Told(item, settings), &writer)
        case .personal(.relation(let matter, let person, let holds)):
            ChangeForm.relation.write(Told(item, (matter, person, holds)), &writer)
        case .personal(.standing(let standing)):
            ChangeForm.standing.write(Told(item, standing), &writer)
        case .personal(.warning(let standing)):
            ChangeForm.warning.write(Told(item, standing), &writer)
        case .profile(let profile): ChangeForm.otherProfile.write(Told(item, profile), &writer)
        case .custom(let type, let data, let person):
            ChangeForm.custom.write(Told(item, (type, data, person)), &writer)
        case .report(let report): ChangeForm.report.write(Told(item, report), &writer)
        case .ended(let row): ChangeForm.ended.write(Told(item, row), &writer)
        }
    }
}

/// A change with the fields written beside those that every change has.
private struct Told<What> {
    let item: ChangeItem
    let what: What

    init(_ item: ChangeItem, _ what: What) {
        self.item = item
        self.what = what
    }
}

private enum ChangeForm {
    static let message = form(
        "message",
        fields(of: { (what: (item: MessageItem, readUpTo: MessageID?)) in what.item }) + [
            .optional("readUpTo", .id) { $0.readUpTo }
        ]
    )

    static let edited = form("edited", fields(of: { (item: MessageItem) in item }))

    static let deleted = form("deleted", fields(of: { (item: MessageItem) in item }))

    static let erased = form(
        "erased",
        [
            .always("messages", .list(of: .id)) { (what: ChangeItem.Erasure) in what.messages },
            .optional("customs", .list(of: .position)) { $0.customs.isEmpty ? nil : $0.customs },
            .always("more", .boolean) { $0.isMore },
        ]
    )

    static let reaction = form(
        "reaction",
        [
            .always("message", .id) {
                (what: (MessageID, ChangeItem.Person, [MessageItem.ReactionCount], Int?)) in what.0
            }
        ] + person { $0.1 } + [
            .always("reactions", .list(of: .reactionCount)) { $0.2 },
            .optional("reactionCount", .count) { $0.3 },
        ]
    )

    static let receipt = form(
        "receipt",
        [.always("message", .id) { (what: ChangeItem.Receipt) in what.message }]
            + person { $0.by } + [.always("receipt", .word) { $0.reach }]
    )

    static let member = form(
        "member",
        entry { (what: ChangeItem.Membership) in what.entry } + [
            .optional("row", .row) { $0.row },
            .always("member", .member) { $0.member },
        ]
    )

    static let conversation = form(
        "conversation",
        entry { (what: (row: ConversationItem, entry: MessageItem?)) in what.entry } + [
            .always("row", .row) { $0.row }
        ]
    )

    static let row = form(
        "personal",
        [
            .always("what", .word) { (what: (ChangeItem.RowMatter, ConversationItem)) in what.0 },
            .always("row", .row) { $0.1 },
        ]
    )

    static let profile = form(
        "personal",
        [
            .always("what", .only("profile")) { (_: ProfileItem?) in },
            .optional("profile", Rendering.profile.asAnswer(to: .profile)) { $0 },
        ]
    )

    static let settings = form(
        "personal",
        [
            .always("what", .only("settings")) { (_: Settings) in },
            .always("settings", Rendering.settings.asAnswer(to: .settings)) { $0 },
        ]
    )

    static let relation = form(
        "personal",
        [
            .always("what", .word) {
                (what: (ChangeItem.RelationMatter, ChangeItem.Person, Bool)) in what.0
            }
        ] + person { $0.1 } + [.always("on", .boolean) { $0.2 }]
    )

    static let standing = form("personal", judgement("standing"))

    static let warning = form("personal", judgement("warning"))

    static let otherProfile = form("profile", RenderedField<NamedProfile>.namedProfile)

    static let custom = form(
        "custom",
        person { (what: (type: String, data: String?, by: ChangeItem.Person)) in what.by } + [
            .always("custom", .customEvent) { ($0.type, $0.data) }
        ]
    )

    static let report = form(
        "report",
        [.always("report", .report) { (report: ReportItem) in report }]
    )

    static let ended = form("ended", [.always("row", .row) { (row: ConversationItem) in row }])

    private static func judgement(_ word: String) -> [RenderedField<Standing>] {
        [
            .always("what", .only(word)) { _ in },
            .always("standing", .standing) { $0 },
            .optional("until", .time) { $0.end },
        ]
    }

    private static func form<What>(
        _ type: String,
        _ fields: [RenderedField<What>]
    ) -> Rendering<Told<What>> {
        .object(
            [
                .always("position", .position) { $0.item.position },
                .always("at", .time) { $0.item.at },
                .optional("conversation", .id) { $0.item.conversation },
                .always("type", .only(type)) { _ in },
            ] + fields.map { field in field.of { $0.what } }
        )
    }

    private static let shown = Rendering.message.asAnswer(to: .message)

    /// A message, named and shown.
    private static func fields<What>(
        of item: @escaping @Sendable (What) -> MessageItem
    ) -> [RenderedField<What>] {
        [
            .always("message", .id) { item($0).message },
            .always("item", shown) { item($0) },
        ]
    }

    /// An entry, where there is one, named and shown.
    private static func entry<What>(
        _ entry: @escaping @Sendable (What) -> MessageItem?
    ) -> [RenderedField<What>] {
        [
            .optional("message", .id) { entry($0)?.message },
            .optional("item", shown) { entry($0) },
        ]
    }

    private static func person<What>(
        _ person: @escaping @Sendable (What) -> ChangeItem.Person
    ) -> [RenderedField<What>] {
        [
            .always("user", .id) { person($0).user },
            .always("name", .text) { person($0).name },
        ]
    }
}

extension Rendering {
    /// The same, which the schema describes where it is the answer to a query.
    fileprivate func asAnswer(to query: QueryName) -> Rendering {
        Rendering(.reference(AnswerSchema.name(of: query)), write)
    }
}

extension Rendering<Void> {
    /// The one word that stands there.
    fileprivate static func only(_ word: String) -> Rendering {
        Rendering(.choice([word])) { $1.write(word) }
    }
}

extension Rendering<(String, String?)> {
    fileprivate static let customEvent = object(
        .always("type", .text) { $0.0 },
        .optional("data", .text) { $0.1 }
    )
}

extension Rendering<Standing> {
    static let standing = Rendering(.choice(["good", "suspended", "banned"])) {
        switch $0 {
        case .good: $1.write("good")
        case .suspended: $1.write("suspended")
        case .banned: $1.write("banned")
        }
    }
}
