import Messaging
import ScrollbackJSON
import Wire

/// Shows the present and former members of a conversation.
enum Members: ReadingCommand {
    static let name = "members"
    static let summary = "show the members of a conversation"
    static let operands = ["STORE", "CONVERSATION"]
    static let about = """
        With --as it shows the members as that person sees them. Without --as it shows what a
        present member sees, without names. CONVERSATION is an id.
        """
    static let ownOptions: [ReadingOption] =
        [
            .flag("former", "show former members too"), .limit(limit, of: "members"),
        ] + ReadingOption.asUserOrWords
    static let example = "scrollback members chat.scrollback CONVERSATION --former"

    private static let limit: UInt64 = 5_000

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let arguments = reading.arguments
        let conversation: ConversationID = try arguments.id(operand: 1, "a conversation")
        let limit = try arguments.number("limit") ?? limit
        let viewer: UserID
        if let person = reading.viewer {
            viewer = person
        } else {
            viewer = try await member(of: conversation, reading)
        }
        let isMore = try await Pages.read(limit, of: reading.printer) {
            (count, cursor) throws(CommandFailure) in
            let query = MembersQuery(
                of: conversation,
                includesFormer: arguments.has("former"),
                limit: count,
                cursor: cursor
            )
            let page = try await reading.ask(query, as: viewer).page
            let items = reading.withholdsWords ? page.items.map(\.withoutNames) : page.items
            try reading.printer.show(items: items, in: columns)
            return (items.count, page.next)
        }
        reading.printer.noteMore(isMore, of: "members")
    }

    private static var columns: [Column<MemberItem>] {
        [
            Column("user", .dataOnly) { .id($0.user) },
            Column("name", .dataOnly) { .text($0.name) },
            Column("member", .textOnly) { .person($0.name, $0.user.rawValue) },
            Column("role") { .word($0.role.name ?? "") },
            Column("joined") { .time($0.joinedAt) },
            Column("left") { .time($0.leftAt) },
            Column("added by", .dataOnly) { .id($0.addedBy) },
        ]
    }

    /// A member, present if there is one, to ask as.
    ///
    /// All present members see the same members.
    private static func member(
        of conversation: ConversationID,
        _ reading: Reading
    ) async throws(CommandFailure) -> UserID {
        let query = EventsQuery(
            stream: .conversation(conversation),
            types: EventsQuery.types("conversationCreated", "participantAdded", "ownershipPassed")
        )
        var users: [UserID] = []
        _ = try await EventReader(reading: reading, query: query).forward(.max) { events in
            for event in events {
                users += [event.actor, event.id("user").map { UserID($0) }].compactMap { $0 }
                users += event.id("with").map { [UserID($0)] } ?? []
            }
        }
        var former: UserID?
        var asked: Set<UserID> = []
        for user in users where asked.insert(user).inserted {
            do throws(CommandFailure) {
                let row = try await reading.ask(ConversationQuery(conversation), as: user)
                if row.item.membership == .active { return user }
                former = former ?? user
            } catch  where error.code == "notFound" {
                // The conversation is not this user's to see.
                continue
            }
        }
        guard let former else {
            throw .failure(
                "notFound",
                "the conversation has no member as whom the list can be read; name one with --as "
                    + "USER"
            )
        }
        return former
    }
}

extension MemberItem {
    fileprivate var withoutNames: MemberItem {
        var item = self
        item.name = ""
        (item.username, item.fullName, item.avatar) = (nil, nil, nil)
        return item
    }
}
