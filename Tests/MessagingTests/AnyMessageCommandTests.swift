import DomainSupport
import Messaging
import TestSupport
import Testing
import Wire

@testable import Messaging

@Suite struct `Any commands about messages, in any order` {
    private static let people = ["sarah", "tom", "maya", "kim"].map { UserID.named($0) }
    private static let texts = [
        "", " ", "hello", " hello ", "@[\(people[0])] https://a.b", "\u{0}", "👍", "e\u{301}",
        String(repeating: "x", count: 10_001),
    ]
    private static let reactions = ["like", "love", "👍", "❤️", "❤", "", "x", "🇺"]

    /// A story of people who do whatever comes, and of who moved where while they did.
    @Test(arguments: 0..<24 as Range<UInt64>)  // RCPT-08 RCPT-12 REACT-02
    func `keep what every fold relies on`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var scenario = Scenario()
        var conversations = [
            scenario.direct(Self.people[0], Self.people[1]),
            scenario.group(by: Self.people[0], with: [Self.people[1], Self.people[2]]),
            scenario.group(
                by: Self.people[1],
                with: [Self.people[0], Self.people[3]],
                reactions: .open,
                history: .sinceJoin
            ),
        ]
        conversations.append(.named("nothing"))
        var refused = 0
        var done = 0
        for turn in 0..<250 {
            disturb(&scenario, conversations, turn, using: &generator)
            let actor = Self.people.randomElement(using: &generator) ?? Self.people[0]
            let before = scenario.world
            let command = command(scenario, conversations, turn, using: &generator)
            do throws(Refusal) {
                try scenario.does(command, as: actor, id: .named("\(turn)"))
                done += 1
            } catch {
                refused += 1
                #expect(!error.message.isEmpty)
                #expect(scenario.world.size == before.size)
            }
            check(scenario.world, after: before)
        }
        #expect(refused > 20 && done > 20, "seed \(seed)")
    }

    private func check(_ world: World, after before: World) {
        for (conversation, members) in world.personal {
            for (user, now) in members {
                guard let then = before.personal[conversation]?[user] else { continue }
                #expect(now.readUpTo >= then.readUpTo)
                #expect(now.loudlyReadUpTo >= then.loudlyReadUpTo)
                #expect(now.deliveredUpTo >= then.deliveredUpTo)
                #expect(now.loudlyReadUpTo <= now.readUpTo)
                #expect(now.marker <= world.conversation(conversation)?.messageCount ?? 0)
            }
        }
        for (message, users) in world.reactions {
            guard let conversation = world.message(message)?.conversation else { continue }
            for reactions in users.values {
                #expect(Set(reactions).count == reactions.count)
                switch world.conversation(conversation)?.reactions {
                case .open?: #expect(reactions.allSatisfy { $0.isOneEmoji })
                default: #expect(reactions.count <= 1)
                }
            }
        }
    }

    /// Something around the messages that happens now and then.
    private func disturb(
        _ scenario: inout Scenario,
        _ conversations: [ConversationID],
        _ turn: Int,
        using generator: inout SplitMix64
    ) {
        let (one, other) = (Self.people[0], Self.people[1])
        let sender = Self.people.randomElement(using: &generator) ?? one
        switch turn {
        case 60: scenario.blocked(one, by: other)
        case 90: scenario.given(.unblocked(Unblocked(user: one.rawValue)), ofUser: other)
        case 100: scenario.added(Self.people[2], to: conversations[2], by: other)
        case 120: scenario.left(conversations[2], by: Self.people[3])
        case 150: scenario.added(Self.people[3], to: conversations[2], by: other)
        case 170: scenario.moderator(Self.people[3])
        case 200: scenario.historyCleared(conversations[1], by: one)
        case 230: scenario.closed(conversations[1], by: one)
        case _ where turn.isMultiple(of: 15):
            scenario.settings(
                SettingsChanged(sendReadReceipts: Bool.random(using: &generator)),
                of: sender
            )
        case _ where turn.isMultiple(of: 22):
            if let message = anyMessage(scenario, using: &generator) {
                scenario.erased(scenario.world.contents(of: message).filter { !$0.isErased })
            }
        default: break
        }
    }

    private func anyMessage(
        _ scenario: Scenario,
        using generator: inout SplitMix64
    ) -> MessageID? {
        // A dictionary's order differs from process to process.
        scenario.world.messages.keys.sorted().randomElement(using: &generator)
    }

    private func command(
        _ scenario: Scenario,
        _ conversations: [ConversationID],
        _ turn: Int,
        using generator: inout SplitMix64
    ) -> Command {
        let message = anyMessage(scenario, using: &generator) ?? .named("nothing")
        // Most often where the message is, so that not everything is refused.
        let conversation =
            Int.random(in: 0..<4, using: &generator) == 0
            ? conversations.randomElement(using: &generator)
            : scenario.world.message(message)?.conversation
        let place = conversation ?? conversations[0]
        let text = Self.texts.randomElement(using: &generator) ?? ""
        let reaction = Self.reactions.randomElement(using: &generator) ?? ""
        switch Int.random(in: 0..<13, using: &generator) {
        case 0...2:
            return .send(
                SendMessage(
                    conversation: place,
                    message: .named("new \(turn)"),
                    text: text,
                    attachments: Bool.random(using: &generator) ? [image(), file()] : [],
                    replyTo: Bool.random(using: &generator) ? message : nil,
                    forwardedFrom: Bool.random(using: &generator) ? message : nil
                )
            )
        case 3: return .edit(EditMessage(message: message, text: text))
        case 4: return .delete(DeleteMessage(message: message))
        case 5:
            return .annotate(AnnotateMessage(message: message, priority: .init(isPriority: true)))
        case 6: return .typing(SignalTyping(conversation: place, isTyping: true))
        case 7: return .react(React(message: message, reaction: reaction))
        case 8: return .unreact(Unreact(message: message, reaction: reaction))
        case 9: return .toggleReaction(ToggleReaction(message: message, reaction: reaction))
        case 10: return .markDelivered(MarkDelivered(conversation: place, upTo: message))
        case 11:
            let upTo = Bool.random(using: &generator) ? message : nil
            return .markRead(MarkRead(conversation: place, upTo: upTo))
        default: return .markUnread(MarkUnread(conversation: place, from: message))
        }
    }
}
