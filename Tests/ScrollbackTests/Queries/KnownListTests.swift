import DomainSupport
import EventLog
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

/// A store that keeps lists, and the same one read without.
private final class ListedStore {
    private let folder = TemporaryFolder()
    private let keeping: Engine
    private let plain: Engine
    private var steps: Int64 = 0
    let users = (0..<5).map { UserID(UniqueID(high: 7, low: $0 + 1)) }

    init(listsBytes: Int = 1 << 20) throws {
        var options = Engine.Options()
        options.log = EventLog.Options(flushing: .never)
        options.clock = { Chat.begin }
        options.listsFrom = 2
        options.listsBytes = listsBytes
        let path = folder.path("chat.scrollback")
        try Engine.create(at: path, options: options)
        keeping = try Engine(opening: path, options: options)
        options.listsFrom = .max
        plain = try Engine(opening: path, access: .reading, options: options)
    }

    deinit {
        plain.close()
        keeping.close()
    }

    var now: Timestamp { Timestamp(microseconds: Chat.begin.microseconds + steps * 2_000_000) }

    func wait(seconds: Int64) { steps += seconds / 2 }

    /// Has a user, or the operator, do something; a refusal is as good.
    func act(_ actor: Actor, _ command: Messaging.Command) async {
        steps += 1
        let fresh = FreshIDs(first: UniqueID(high: 0x7000 &+ UInt64(steps) << 16, low: 1 << 63))
        _ = try? await keeping.submit(Submission(as: actor, command, fresh: fresh, at: now))
    }

    /// What a user's list and unread counts are, in pages.
    private func answers(_ engine: Engine, _ user: UserID, after seconds: Int64) throws -> [String]
    {
        let time = Timestamp(microseconds: now.microseconds + seconds * 1_000_000)
        var viewing = Viewing(try engine.snapshot(), by: user, now: time)
        var lines: [String] = []
        for filter in ListFilter.allCases {
            var cursor: Cursor?
            repeat {
                let query = ConversationsQuery(filter: filter, limit: 3, cursor: cursor)
                let page = try viewing.conversations(query)
                lines += page.items.map { "\(filter) \($0)" }
                cursor = page.next
            } while cursor != nil
        }
        var cursor: Cursor?
        repeat {
            let page = try viewing.unreadTotals(limit: 2, cursor: cursor)
            lines.append("\(page)")
            cursor = page.next
        } while cursor != nil
        return lines
    }

    /// Compares the answers to a user, some seconds later than now.
    func compare(_ user: UserID, after seconds: Int64 = 0, _ comment: String) throws {
        let found = try answers(keeping, user, after: seconds)
        let expected = try answers(plain, user, after: seconds)
        for (found, expected) in zip(found, expected) where found != expected {
            Issue.record("\(comment): \(found)\nnot \(expected)")
            return
        }
        #expect(found.count == expected.count, "\(comment)")
    }
}

@Suite(.timeLimit(.minutes(5))) struct `A list that is kept` {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `is what a walk over all conversations gives`(seed: UInt64) async throws {
        let store = try ListedStore()
        var random = SplitMix64(seed: seed)
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        await store.act(.operator, .configure(Configure(rateLimit: .unlimited)))
        var sent = 0
        func conversation(_ number: Int) -> ConversationID { .named("group \(number)") }
        for number in 0..<8 {
            let members = store.users.filter { $0 != store.users[number % 5] }
            let create = CreateGroup(conversation: conversation(number), members: members)
            await store.act(.user(store.users[number % 5]), .createGroup(create))
        }
        var groups = 8
        for turn in 0..<260 {
            let user = store.users[pick(5)]
            let other = store.users[pick(5)]
            let chat = conversation(pick(groups))
            func arrange(_ arrangement: Arrange.Action) async {
                await store.act(.user(user), .arrange(Arrange(arrangement, conversation: chat)))
            }
            switch pick(22) {
            case 0: await store.act(.user(user), .leave(Leave(conversation: chat)))
            case 1:
                let add = AddParticipant(conversation: chat, user: other)
                await store.act(.user(user), .add(add))
            case 2:
                let remove = RemoveParticipant(conversation: chat, user: other)
                await store.act(.user(user), .remove(remove))
            case 3:
                let until = Timestamp(microseconds: store.now.microseconds + 20_000_000)
                await store.act(.user(user), .mute(Mute(conversation: chat, until: until)))
            case 4: await arrange(.pin)
            case 5: await arrange(.unpin)
            case 6: await arrange(.archive)
            case 7: await arrange(.hide)
            case 8: await arrange(.clearHistory)
            case 9: await store.act(.user(user), .markRead(MarkRead(conversation: chat)))
            case 10: await store.act(.user(user), .relate(Relate(.block, user: other)))
            case 11: await store.act(.user(user), .relate(Relate(.unblock, user: other)))
            case 12: await store.act(.user(user), .startDirect(StartDirect(with: other)))
            case 13:
                let message = MessageID.named("message \(pick(max(1, sent)))")
                await store.act(.user(user), .delete(DeleteMessage(message: message)))
            case 14:
                let message = MessageID.named("message \(pick(max(1, sent)))")
                let erase = Erase(target: .message(message), basis: "asked", reason: "asked")
                await store.act(.operator, .erase(erase))
            case 15:
                let create = CreateGroup(conversation: conversation(groups), members: store.users)
                await store.act(.user(user), .createGroup(create))
                groups += 1
            case 16: store.wait(seconds: 12)
            default:
                let message = SendMessage(
                    conversation: chat,
                    message: .named("message \(sent)"),
                    text: "\(turn)"
                )
                await store.act(.user(user), .send(message))
                sent += 1
            }
            // Not everyone asks each time: lists are brought up from many events too.
            for viewer in store.users where pick(3) == 0 {
                try store.compare(viewer, "turn \(turn) of seed \(seed)")
            }
        }
        for viewer in store.users { try store.compare(viewer, "the end of seed \(seed)") }
        // With no event between, a muting ends.
        for viewer in store.users { try store.compare(viewer, after: 60, "later") }
    }

    @Test func `is dropped where it does not fit, and the answers stay`() async throws {
        let store = try ListedStore(listsBytes: 200)
        for number in 0..<6 {
            let create = CreateGroup(
                conversation: .named("group \(number)"),
                members: Array(store.users.dropFirst())
            )
            await store.act(.user(store.users[0]), .createGroup(create))
            for viewer in store.users.prefix(2) { try store.compare(viewer, "\(number)") }
        }
    }
}
