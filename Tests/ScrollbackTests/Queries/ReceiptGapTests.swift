import DomainSupport
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@Suite struct `Receipts given while the sender was away` {
    private func read(_ name: String) -> Messaging.Command {
        .markRead(MarkRead(conversation: group, upTo: .named(name)))
    }

    /// Ben's group, in which anna sends "m"; others read it while she is away.
    private func readInAGap(history: HistoryPolicy = .sinceJoin) async throws -> Chat {
        let chat = try Chat()
        try await chat.found(ben, with: [anna, cleo], history: history)
        try await chat.send(anna, "m")
        try await chat.act(ben, .remove(RemoveParticipant(conversation: group, user: anna)))
        try await chat.act(ben, read("m"))
        try await chat.send(cleo, "gap")
        try await chat.act(ben, .add(AddParticipant(conversation: group, user: anna)))
        return chat
    }

    @Test func `are neither shown nor counted`() async throws {  // D-76
        let chat = try await readInAGap()
        let receipts = try chat.receipts(anna, "m")
        #expect(receipts.delivered == [] && receipts.read == [])
        #expect(
            receipts.waiting.map(\.user) == [ben, cleo] && receipts.audience == 2
                && !receipts.allRead
        )
        #expect(receipts.status == .sent)
        let item = try chat.item(anna, "m")
        #expect(item.receipt?.status == .sent && item.receipt?.readings?.count == 0)
    }

    @Test func `are shown where members see what happened before`() async throws {  // D-17
        let chat = try await readInAGap(history: .full)
        #expect(try chat.receipts(anna, "m").read.map(\.user) == [ben, cleo])
    }

    @Test func `are learnt of at the next reading, also of the same again`() async throws {  // D-76
        let chat = try await readInAGap()
        let sent = try await chat.send(cleo, "later")
        try await chat.act(
            ben,
            .markUnread(MarkUnread(conversation: group, from: .named("m")))
        )
        #expect(try chat.receipts(anna, "m").read.map(\.user) == [cleo])
        let again = try await chat.act(ben, read("m"))
        let receipts = try chat.receipts(anna, "m")
        #expect(receipts.read.map(\.user) == [ben, cleo])
        #expect(receipts.read.map(\.at) == [again, sent] && receipts.allRead)
        #expect(receipts.delivered.map(\.at) == [again, sent])
        #expect(try chat.item(anna, "m").receipt?.status == .read)
    }

    @Test func `hide no receipt of before or after`() async throws {  // D-76
        let chat = try Chat()
        try await chat.found(ben, with: [anna, cleo], history: .sinceJoin)
        try await chat.send(anna, "m")
        let early = try await chat.act(cleo, read("m"))
        try await chat.act(ben, .remove(RemoveParticipant(conversation: group, user: anna)))
        try await chat.send(ben, "gap")
        try await chat.act(ben, .add(AddParticipant(conversation: group, user: anna)))
        try await chat.act(
            ben,
            .markDelivered(MarkDelivered(conversation: group, upTo: .named("gap")))
        )
        #expect(try chat.receipts(anna, "m").read.map(\.at) == [early])
        #expect(try chat.receipts(anna, "m").delivered.map(\.user) == [cleo])
        try await chat.send(anna, "new")
        let both = try await chat.act(ben, read("new"))
        #expect(try chat.receipts(anna, "m").read.map(\.at) == [both, early])
        #expect(try chat.receipts(anna, "new").read.map(\.user) == [ben])
    }

    @Test func `stay hidden after leaving again`() async throws {  // D-17 D-76
        let chat = try await readInAGap()
        let seen = try await chat.send(cleo, "seen")
        try await chat.act(anna, .leave(Leave(conversation: group)))
        try await chat.send(ben, "unseen")
        #expect(try chat.receipts(anna, "m").read.map(\.at) == [seen])
    }

    @Test func `are news at the next reading`() async throws {  // D-60 D-76
        let chat = try await readInAGap()
        let before = try chat.view(anna).position
        try await chat.send(cleo, "later")
        var view = try chat.view(anna)
        let page = try view.changes(ChangesQuery(since: before))
        guard case .message(let item, let upTo)? = page.items.first?.change else {
            Issue.record("no message")
            return
        }
        #expect(item.text == "later" && upTo == .named("m"))
    }
}
