internal import EventLog
package import Messaging
internal import Scrollback
internal import Wire
package import Workload

/// Asks a store of ours as a backend does: through a session.
package struct ScrollbackReader: ChatReader {
    package enum Answer {
        case page(MessagePage)
        case list(ConversationPage)
        case unread(UnreadItem)
        case totals(UnreadOverview)
    }

    private let store: Store
    private let names: QuestionNames

    package init(_ store: ScrollbackStore, _ workload: Workload) throws {
        try self.init(store, QuestionNames(workload))
    }

    package init(_ store: ScrollbackStore, _ names: QuestionNames) throws {
        var options = Store.Options()
        options.creation = .never
        self.store = try Store.open(store.path, options: options)
        self.names = names
    }

    package func close() { store.close() }

    /// How often an event was found opened already, and how often not.
    package var usesOfOpened: (hits: UInt64, misses: UInt64) {
        let uses = store.engine.log.opened.uses
        return (uses.hits, uses.misses)
    }

    package func answer(_ question: Question) throws -> Answer {
        switch question {
        case .page(let number, let viewer, let limit):
            return .page(
                try session(viewer).messages(in: conversation(number), limit: limit)
            )
        case .list(let viewer, let limit):
            return .list(try session(viewer).conversations(limit: limit))
        case .unread(let number, let viewer):
            return .unread(try session(viewer).unread(in: conversation(number)))
        case .totals(let viewer):
            return .totals(try totals(of: session(viewer)))
        }
    }

    /// All unread counts, which come in pages.
    private func totals(of session: Session) throws -> UnreadOverview {
        var overview = try session.unreadTotals(limit: 500)
        while let next = overview.next {
            let page = try session.unreadTotals(limit: 500, from: next)
            overview.conversations += page.conversations
            overview.next = page.next
        }
        return overview
    }

    private func session(_ user: Int) -> Session {
        store.session(for: UserID(names.users[user]))
    }

    private func conversation(_ number: Int) -> ConversationID {
        ConversationID(names.conversations[number])
    }

    package func lines(of answer: Answer) -> [String] {
        switch answer {
        case .page(let page): page.items.map(line)
        case .list(let page): page.items.map(line)
        case .unread(let item): [Lines.unread(item.count, first: item.first?.rawValue)]
        case .totals(let overview):
            Lines.totals(
                overview.total,
                overview.conversations.map { ($0.conversation.rawValue, $0.count) }
            )
        }
    }

    private func line(_ item: MessageItem) -> String {
        Lines.entry(
            item.message.rawValue,
            ordinal: item.ordinal,
            sender: item.senderName,
            avatar: item.senderAvatar,
            at: item.sentAt.microseconds,
            text: item.text,
            isSystem: item.system != nil,
            reactions: item.reactions.map { ($0.reaction, $0.count, $0.isMine) },
            receipt: item.receipt?.readings.map { ($0.count, $0.of) }
        )
    }

    private func line(_ item: ConversationItem) -> String {
        Lines.row(
            Lines.Row(
                conversation: item.conversation.rawValue,
                title: item.isTitled ? item.title : "",
                faces: item.avatars.map(\.name),
                last: item.last.flatMap { $0.kind == nil ? nil : $0.message.rawValue },
                lastSender: item.last?.senderName,
                isReadByAll: item.last?.status.map { $0 == .read },
                activity: item.lastActivityAt.microseconds,
                lastRead: item.lastReadAt?.microseconds,
                unread: item.unread
            )
        )
    }
}
