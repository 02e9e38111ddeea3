import DomainSupport
import Messaging
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")

@Suite struct `A tapback` {
    @Test(  // REACT-01 REACT-06 C01
        arguments: ["love", "like", "dislike", "laugh", "emphasize", "question"]
    )
    func `is one of six`(reaction: String) throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        let outcome = try scenario.does(React(message: message, reaction: reaction), as: tom)
        #expect(outcome.events == [set(reaction, on: message, in: direct, ordinal: 1)])
        #expect(outcome.answer == .reactions(of: message))
    }

    @Test(arguments: ["", "Love", "❤️", "👍", "loves", "like ", "\u{0}"])  // REACT-01 C01
    func `is nothing else`(reaction: String) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        for refusal in [
            scenario.refuses(React(message: message, reaction: reaction), as: tom),
            scenario.refuses(Unreact(message: message, reaction: reaction), as: tom),
            scenario.refuses(ToggleReaction(message: message, reaction: reaction), as: tom),
        ] {
            #expect(refusal == .reaction(.notATapback))
        }
    }

    @Test  // REACT-02 REACT-19 C02 TEST-10
    func `takes the place of the one before`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let message = scenario.text(in: group, by: sarah)
        try scenario.does(React(message: message, reaction: "like"), as: tom)
        try scenario.does(React(message: message, reaction: "like"), as: maya)
        let changed = try scenario.does(React(message: message, reaction: "love"), as: tom)
        #expect(
            changed.events == [set("love", on: message, in: group, ordinal: 2, replacing: "like")]
        )
        #expect(scenario.world.reactions(of: tom, on: message) == ["love"])
        #expect(scenario.world.reactions(of: maya, on: message) == ["like"])
        let toggled = try scenario.does(
            ToggleReaction(message: message, reaction: "laugh"),
            as: tom
        )
        #expect(
            toggled.events == [set("laugh", on: message, in: group, ordinal: 2, replacing: "love")]
        )
    }
}

@Suite struct `An open reaction` {
    @Test  // REACT-03 REACT-05 C01 C02
    func `stands beside the others, each once`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom], reactions: .open)
        let message = scenario.text(in: group, by: sarah)
        for reaction in ["👍", "👍🏽", "❤️", "🎉"] {
            let outcome = try scenario.does(React(message: message, reaction: reaction), as: tom)
            #expect(outcome.events == [set(reaction, on: message, in: group, ordinal: 2)])
        }
        #expect(try scenario.does(React(message: message, reaction: "🎉"), as: tom).events == [])
        #expect(scenario.world.reactions(of: tom, on: message) == ["👍", "👍🏽", "❤️", "🎉"])
    }

    @Test(  // REACT-03 C01 D-42
        arguments: ["", "love", "❤", "👍👍", "1", String(repeating: "👍", count: 5_000)]
    )
    func `is one emoji`(reaction: String) {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom], reactions: .open)
        let message = scenario.text(in: group, by: sarah)
        for refusal in [
            scenario.refuses(React(message: message, reaction: reaction), as: tom),
            scenario.refuses(Unreact(message: message, reaction: reaction), as: tom),
            scenario.refuses(ToggleReaction(message: message, reaction: reaction), as: tom),
        ] {
            #expect(refusal == .reaction(.notOneEmoji))
        }
    }
}

@Suite struct `Twenty reactions of one person on a message` {
    private static let emoji = (0x1F600..<0x1F615 as Range<UInt32>)
        .compactMap(Unicode.Scalar.init).map(String.init)

    /// A message on which Tom has some reactions.
    private func scenario(
        with count: Int
    ) throws -> (scenario: Scenario, message: MessageID, group: ConversationID) {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom], reactions: .open)
        let message = scenario.text(in: group, by: sarah)
        for reaction in Self.emoji.prefix(count) {
            let outcome = try scenario.does(React(message: message, reaction: reaction), as: tom)
            #expect(outcome.events.count == 1)
        }
        return (scenario, message, group)
    }

    @Test func `are the most that there can be`() throws {  // D-80
        var (scenario, message, group) = try scenario(with: 20)
        let last = Self.emoji[20]
        for refusal in [
            scenario.refuses(React(message: message, reaction: last), as: tom),
            scenario.refuses(ToggleReaction(message: message, reaction: last), as: tom),
        ] {
            #expect(refusal == .reaction(.tooMany))
            #expect(refusal?.code == .invalidReaction)
        }
        // The same again is there already, others have their own, another message has none yet.
        let first = Self.emoji[0]
        #expect(try scenario.does(React(message: message, reaction: first), as: tom).events == [])
        #expect(
            try scenario.does(React(message: message, reaction: last), as: sarah).events.count == 1
        )
        let other = scenario.text(in: group, by: sarah)
        #expect(
            try scenario.does(React(message: other, reaction: last), as: tom).events.count == 1
        )
    }

    @Test func `make room for another when one is taken off`() throws {  // D-80
        var (scenario, message, group) = try scenario(with: 20)
        try scenario.does(ToggleReaction(message: message, reaction: Self.emoji[3]), as: tom)
        let outcome = try scenario.does(
            React(message: message, reaction: Self.emoji[20]),
            as: tom
        )
        #expect(
            outcome.events == [set(Self.emoji[20], on: message, in: group, ordinal: 2)]
        )
        #expect(scenario.world.reactions(of: tom, on: message).count == 20)
    }

    @Test func `are no question of what one may do`() throws {  // D-69
        let (scenario, message, _) = try scenario(with: 20)
        let intention = Intention(.react, message: message)
        #expect(
            try mayI(
                intention,
                as: tom,
                now: scenario.now,
                on: scenario.world,
                windows: { [] }
            ).isAllowed
        )
    }
}

@Suite struct `Reacting` {
    @Test  // REACT-02 REACT-03 D-42 D-72
    func `the same way again changes nothing`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        try scenario.does(React(message: message, reaction: "like"), as: tom)
        let again = try scenario.does(React(message: message, reaction: "like"), as: tom)
        #expect(again.events == [] && again.answer == .reactions(of: message))
    }

    @Test  // REACT-07 REACT-19
    func `is taken back by an event of its own`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        try scenario.does(React(message: message, reaction: "like"), as: tom)
        let outcome = try scenario.does(Unreact(message: message, reaction: "like"), as: tom)
        #expect(outcome.events == [removed("like", from: message, in: direct, ordinal: 1)])
        #expect(outcome.answer == .reactions(of: message))
        let again = try scenario.does(Unreact(message: message, reaction: "like"), as: tom)
        #expect(again.events == [] && again.answer == .reactions(of: message))
    }

    @Test  // REACT-10
    func `is each one's own`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        try scenario.does(React(message: message, reaction: "like"), as: tom)
        #expect(
            try scenario.does(Unreact(message: message, reaction: "like"), as: sarah).events == []
        )
        #expect(scenario.world.reactions(of: tom, on: message) == ["like"])
    }

    @Test(arguments: [(ReactionPolicy.tapback, "love"), (.open, "🙏")])  // REACT-04 REACT-08 C03
    func `by a tap goes on and off`(policy: ReactionPolicy, reaction: String) throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom], reactions: policy)
        let message = scenario.text(in: group, by: sarah)
        let tap = ToggleReaction(message: message, reaction: reaction)
        for _ in 0..<2 {
            #expect(
                try scenario.does(tap, as: tom).events
                    == [set(reaction, on: message, in: group, ordinal: 2)]
            )
            #expect(
                try scenario.does(tap, as: tom).events
                    == [removed(reaction, from: message, in: group, ordinal: 2)]
            )
        }
    }

    @Test(arguments: [(ReactionPolicy.tapback, "👍"), (.open, "love")])
    func `can be taken back even if it could not be set today`(
        policy: ReactionPolicy,
        reaction: String
    ) throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom], reactions: policy)
        let message = scenario.text(in: group, by: sarah)
        scenario.given(
            .reactionSet(ReactionSet(message: message.rawValue, ordinal: 2, reaction: reaction)),
            in: group,
            by: tom
        )
        let outcome = try scenario.does(Unreact(message: message, reaction: reaction), as: tom)
        #expect(outcome.events == [removed(reaction, from: message, in: group, ordinal: 2)])
    }

    @Test  // REACT-11
    func `is to a message that one can see`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom], history: .sinceJoin)
        let before = scenario.text(in: group, by: sarah)
        scenario.added(maya, to: group, by: sarah)
        #expect(
            scenario.refuses(React(message: before, reaction: "like"), as: maya)
                == .message(.notFound)
        )
        #expect(scenario.refuses(React(message: before, reaction: "like"), as: tom) == nil)
    }

    @Test  // REACT-09 SYS-06 TEST-10
    func `is not to what the store says`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        let creation = try #require(scenario.world.timelines[group]?.first)
        for refusal in [
            scenario.refuses(React(message: creation, reaction: "like"), as: tom),
            scenario.refuses(Unreact(message: creation, reaction: "like"), as: tom),
            scenario.refuses(ToggleReaction(message: creation, reaction: "like"), as: tom),
        ] {
            #expect(refusal == .message(.isASystemEntry))
        }
    }

    @Test  // EDIT-11 D-40
    func `is not to what is gone, nor is it taken back from there`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let deleted = scenario.text(in: direct, by: sarah)
        let erased = scenario.text(in: direct, by: sarah)
        try scenario.does(React(message: deleted, reaction: "like"), as: tom)
        scenario.deleted(deleted)
        scenario.erased(scenario.world.contents(of: erased))
        for message in [deleted, erased] {
            for refusal in [
                scenario.refuses(React(message: message, reaction: "like"), as: tom),
                scenario.refuses(Unreact(message: message, reaction: "like"), as: tom),
                scenario.refuses(ToggleReaction(message: message, reaction: "like"), as: tom),
            ] {
                #expect(refusal == .message(.isDeleted))
            }
        }
    }

    @Test  // D-18 BLOCK-02
    func `is only taken back where one has blocked the other`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        try scenario.does(React(message: message, reaction: "like"), as: tom)
        scenario.blocked(tom, by: sarah)
        for actor in [sarah, tom] {
            #expect(
                scenario.refuses(React(message: message, reaction: "love"), as: actor)
                    == .message(.blocked)
            )
            #expect(
                scenario.refuses(ToggleReaction(message: message, reaction: "love"), as: actor)
                    == .message(.blocked)
            )
        }
        #expect(scenario.refuses(Unreact(message: message, reaction: "love"), as: tom) == nil)
        let outcome = try scenario.does(ToggleReaction(message: message, reaction: "like"), as: tom)
        #expect(outcome.events == [removed("like", from: message, in: direct, ordinal: 1)])
    }
}

private func set(
    _ reaction: String,
    on message: MessageID,
    in conversation: ConversationID,
    ordinal: UInt64,
    replacing replaced: String = ""
) -> NewEvent {
    let set = ReactionSet(
        message: message.rawValue,
        ordinal: ordinal,
        reaction: reaction,
        replaced: replaced
    )
    return NewEvent(.reactionSet(set), in: .conversation(conversation))
}

private func removed(
    _ reaction: String,
    from message: MessageID,
    in conversation: ConversationID,
    ordinal: UInt64
) -> NewEvent {
    let removed = ReactionRemoved(message: message.rawValue, ordinal: ordinal, reaction: reaction)
    return NewEvent(.reactionRemoved(removed), in: .conversation(conversation))
}
