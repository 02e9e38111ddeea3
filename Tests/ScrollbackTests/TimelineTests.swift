import DomainSupport
import EventLog
import Messaging
import Projections
import Scrollback
import TestSupport
import Testing
import Views
import Wire

@Suite struct `What stands in a conversation` {
    private static let messages: UInt64 = 24

    /// A group whose creation is entry 1 and whose messages are the entries behind it.
    private func filled() async throws -> StoreOfPeople {
        let store = try StoreOfPeople()
        try await store.createTeam()
        for number in 1...Self.messages { try await store.send(ann, "message \(number)") }
        return store
    }

    private func entry(_ ordinal: UInt64, of viewing: borrowing Viewing) throws -> TimelineEntry? {
        try viewing.state.projectors.timeline.entry(
            at: ordinal,
            of: team.rawValue,
            in: viewing.state.views
        )
    }

    private func walk(
        _ first: UInt64,
        _ last: UInt64,
        descending: Bool,
        atMost count: Int = .max,
        of viewing: borrowing Viewing
    ) throws -> [UInt64] {
        var visited: [UInt64] = []
        try viewing.state.projectors.timeline.forEachEntry(
            of: team.rawValue,
            from: first,
            through: last,
            descending: descending,
            in: viewing.state.views
        ) { ordinal, entry in
            visited.append(ordinal)
            #expect(entry.messageNumber == ordinal - 1)
            return visited.count < count ? .goOn : .stop
        }
        return visited
    }

    @Test func `is visited between any two places, both ways`() async throws {
        let viewing = try await filled().seen(by: ann)
        let all = Array(1...(Self.messages + 1))
        for first in 0...(Self.messages + 3) {
            for last in Array(0...(Self.messages + 3)) + [.max] {
                let expected = all.filter { $0 >= first && $0 <= last }
                let forwards = try walk(first, last, descending: false, of: viewing)
                let backwards = try walk(first, last, descending: true, of: viewing)
                #expect(forwards == expected && backwards == expected.reversed())
                let few = try walk(first, last, descending: true, atMost: 3, of: viewing)
                #expect(few == expected.suffix(3).reversed())
            }
        }
    }

    @Test func `is found by its place, and is not where nothing stands`() async throws {
        let viewing = try await filled().seen(by: ann)
        for ordinal in 1...(Self.messages + 1) {
            let found = try entry(ordinal, of: viewing)
            #expect(found?.messageNumber == ordinal - 1)
        }
        for ordinal in [0, Self.messages + 2, Self.messages + 20, .max] {
            let found = try entry(ordinal, of: viewing)
            #expect(found == nil)
        }
    }

    /// The entries 9 to 12 lie where one row ends and the next begins.
    @Test func `is told with what came to it later, and its neighbours without`() async throws {
        let store = try await filled()
        let before = try store.seen(by: ann)
        let edit = EditMessage(message: .named("message 9"), text: "other words")
        try await store.does(ann, .edit(edit))
        try await store.delete(ann, "message 10")
        let annotate = AnnotateMessage(
            message: .named("message 8"),
            linkPreview: LinkPreview(url: "https://example.org")
        )
        try await store.does(ann, .annotate(annotate))

        let after = try store.seen(by: ann)
        let end = before.state.position.rawValue
        for ordinal in 1...(Self.messages + 1) {
            var expected = try entry(ordinal, of: before)
            switch ordinal {
            case 9: expected?.linkPreview = Position(end + 3)
            case 10:
                expected?.content = Position(end + 1)
                expected?.edits = 1
            case 11: expected?.deleted = Position(end + 2)
            default: break
            }
            let found = try entry(ordinal, of: after)
            #expect(found != nil && found == expected)
        }
    }

    @Test(arguments: ["timeline", "timeline.later"])
    func `is damaged, and said to be, where a row is too short`(table: String) async throws {
        let store = try StoreInFolder()
        var options = Engine.Options()
        options.clock = { Timestamp(microseconds: 1_000_000) }
        let engine = try store.open(.writing, options)
        func ask(_ command: Messaging.Command, _ number: UInt64) async throws {
            let fresh = FreshIDs(first: UniqueID(high: number << 16, low: 1 << 63))
            _ = try await engine.ask(Ask(as: .user(ann), command, fresh: fresh))
        }
        try await ask(.createGroup(CreateGroup(conversation: team, members: [ben, cem])), 1)
        let message = SendMessage(conversation: team, message: .named("words"), text: "words")
        try await ask(.send(message), 2)
        try await ask(.edit(EditMessage(message: .named("words"), text: "others")), 3)
        engine.close()
        try changeViews(in: store.path, table: table) { rows in
            for index in rows.indices { rows[index].value.removeLast() }
        }

        let reopened = try store.open(.writing, options)
        let now = Timestamp(microseconds: 1_000_000)
        for query in [Query.message(.named("words")), .messages(.init(conversation: team))] {
            var viewing = Viewing(try reopened.snapshot(), by: ann, now: now)
            #expect(throws: QueryError.failed(.views(.damagedRow(table: "timeline")))) {
                _ = try viewing.answer(query)
            }
        }
        reopened.close()
    }
}
