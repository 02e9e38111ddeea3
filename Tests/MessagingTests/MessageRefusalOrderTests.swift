import DomainSupport
import Messaging
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")
private let long = String(repeating: "a", count: 10_001)

/// A command about a message, made as wrong as its content can be.
private struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let command: @Sendable (MessageID) -> Command
    /// What is wrong with its content.
    let content: Refusal
    /// Whether only the sender may do it.
    var isForTheSender = false
    /// Whether it goes on where one of two has blocked the other.
    var ignoresBlocks = false
}

private let wrongs = [
    Wrong(
        testDescription: "edit",
        command: { .edit(EditMessage(message: $0, text: long)) },
        content: .message(.isTooLong(limit: 10_000)),
        isForTheSender: true
    ),
    Wrong(
        testDescription: "annotate",
        command: { .annotate(AnnotateMessage(message: $0)) },
        content: .message(.nothingToAnnotate),
        isForTheSender: true
    ),
    Wrong(
        testDescription: "react",
        command: { .react(React(message: $0, reaction: "?")) },
        content: .reaction(.notATapback)
    ),
    Wrong(
        testDescription: "toggle",
        command: { .toggleReaction(ToggleReaction(message: $0, reaction: "?")) },
        content: .reaction(.notATapback)
    ),
    Wrong(
        testDescription: "unreact",
        command: { .unreact(Unreact(message: $0, reaction: "?")) },
        content: .reaction(.notATapback),
        ignoresBlocks: true
    ),
]

@Suite struct `What is refused first about a message` {
    /// Why a command is refused, asked as a whole.
    private func refusal(
        _ wrong: Wrong,
        _ message: MessageID,
        as user: UserID,
        _ scenario: Scenario
    ) -> Refusal? {
        scenario.refuses(wrong.command(message), as: user, id: .named("attempt"))
    }

    @Test(arguments: wrongs)  // D-07 D-49
    fileprivate func `suspension comes before everything about it`(wrong: Wrong) {
        var scenario = Scenario()
        scenario.suspended(tom)
        #expect(
            refusal(wrong, .named("nothing"), as: tom, scenario)
                == .request(.actorIsSuspended(until: nil))
        )
    }

    @Test(arguments: wrongs)  // D-07 D-08
    fileprivate func `not to be seen, then no longer a member, then closed`(wrong: Wrong) {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom, maya])
        let message = scenario.text(in: request, by: tom)
        scenario.left(request, by: tom)
        let later = scenario.text(in: request, by: maya)
        scenario.closed(request, by: sarah)
        #expect(refusal(wrong, later, as: tom, scenario) == .message(.notFound))
        #expect(
            refusal(wrong, message, as: tom, scenario) == .conversation(.actorIsNoLongerAMember)
        )
        #expect(refusal(wrong, message, as: maya, scenario) == .conversation(.isClosed))
    }

    @Test(arguments: wrongs)  // D-08 TEST-04 REACT-11
    fileprivate func `an outsider learns nothing`(wrong: Wrong) {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        let message = scenario.text(in: request, by: tom)
        scenario.deleted(message)
        scenario.closed(request, by: sarah)
        #expect(refusal(wrong, message, as: maya, scenario) == .message(.notFound))
        #expect(refusal(wrong, .named("nothing"), as: maya, scenario) == .message(.notFound))
    }

    @Test(arguments: wrongs)  // D-07 D-11 D-29
    fileprivate func `closed comes before the store's own entries`(wrong: Wrong) throws {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        let creation = try #require(scenario.world.timelines[request]?.first)
        #expect(refusal(wrong, creation, as: tom, scenario) == .message(.isASystemEntry))
        scenario.closed(request, by: sarah)
        #expect(refusal(wrong, creation, as: tom, scenario) == .conversation(.isClosed))
    }

    @Test(arguments: wrongs)  // D-07 D-18 D-40 D-64
    fileprivate func `the sender, then what is gone, then blocks, then content`(wrong: Wrong) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: tom)
        #expect(refusal(wrong, message, as: tom, scenario) == wrong.content)
        scenario.blocked(sarah, by: tom)
        let blocked = wrong.ignoresBlocks ? wrong.content : .message(.blocked)
        #expect(refusal(wrong, message, as: tom, scenario) == blocked)
        scenario.deleted(message)
        #expect(refusal(wrong, message, as: tom, scenario) == .message(.isDeleted))
        #expect(
            refusal(wrong, message, as: sarah, scenario)
                == .message(wrong.isForTheSender ? .actorIsNotTheSender : .isDeleted)
        )
    }
}

@Suite struct `What is refused first about a new message` {
    private func refusal(
        _ scenario: Scenario,
        in conversation: ConversationID,
        as user: UserID,
        text: String? = nil,
        forwardedFrom: MessageID? = nil
    ) -> Refusal? {
        scenario.refuses(
            .send(
                SendMessage(
                    conversation: conversation,
                    message: .named("new"),
                    text: text,
                    forwardedFrom: forwardedFrom
                )
            ),
            as: user
        )
    }

    @Test  // D-07 D-08 D-29 TEST-04
    func `not to be seen, no longer a member, closed, content`() {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom, maya])
        #expect(refusal(scenario, in: request, as: tom) == .message(.isEmpty))
        scenario.closed(request, by: sarah)
        #expect(refusal(scenario, in: request, as: tom) == .conversation(.isClosed))
        scenario.left(request, by: tom)
        #expect(refusal(scenario, in: request, as: tom) == .conversation(.actorIsNoLongerAMember))
        #expect(
            refusal(scenario, in: request, as: tom, forwardedFrom: .named("nothing"))
                == .message(.forwardedIsNotFound)
        )
        #expect(
            refusal(scenario, in: request, as: .named("nobody"), forwardedFrom: .named("nothing"))
                == .conversation(.notFound)
        )
        scenario.suspended(tom)
        #expect(refusal(scenario, in: request, as: tom) == .request(.actorIsSuspended(until: nil)))
    }

    @Test  // D-07 D-18 BLOCK-02 BLOCK-08 TEST-26
    func `blocks come before content, for both of the two`() {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        scenario.blocked(sarah, by: tom)
        for actor in [sarah, tom] {
            #expect(refusal(scenario, in: direct, as: actor) == .message(.blocked))
            #expect(refusal(scenario, in: direct, as: actor, text: "hi") == .message(.blocked))
        }
        scenario.given(.unblocked(Unblocked(user: sarah.rawValue)), ofUser: tom)
        #expect(refusal(scenario, in: direct, as: sarah, text: "hi") == nil)
    }

    @Test  // BLOCK-07
    func `blocks stop nobody where others are`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.blocked(sarah, by: tom)
        #expect(refusal(scenario, in: group, as: sarah, text: "hi") == nil)
        #expect(refusal(scenario, in: group, as: tom, text: "hi") == nil)
    }

    @Test  // TEST-19
    func `a refused message changes nothing`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let before = scenario.world.size
        #expect(throws: Refusal.message(.isEmpty)) {
            try scenario.does(
                SendMessage(conversation: direct, message: .named("new"), text: " "),
                as: tom
            )
        }
        #expect(scenario.world.size == before)
        try scenario.does(
            SendMessage(conversation: direct, message: .named("new"), text: "hi"),
            as: tom
        )
        let newest = scenario.world.newestEntry(
            of: direct,
            for: try scenario.world.anySeat(of: sarah, in: direct, now: scenario.now).visibility
        )
        #expect(newest?.id == .named("new"))
        #expect(newest?.sender == tom)
    }
}
