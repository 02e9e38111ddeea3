import DomainSupport
import Testing

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")

private let all = [
    Attempt("clear") { $0.refuses(ClearContext(conversation: $1), as: $2) },
    Attempt("complete") { $0.refuses(CompleteRequest(conversation: $1), as: $2) },
    Attempt("cancel") { $0.refuses(CancelRequest(conversation: $1), as: $2) },
]

@Suite struct `What a request is about` {
    @Test  // CONV-29 TEST-09 C24 D-30
    func `closes the conversation once it is done`() throws {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        let outcome = try scenario.does(CompleteRequest(conversation: request), as: sarah)
        #expect(
            outcome.events == [
                NewEvent(
                    .conversationClosed(ConversationClosed(reason: .completed)),
                    in: .conversation(request)
                )
            ]
        )
        #expect(scenario.world.conversation(request)?.isClosed == true)
        #expect(scenario.world.conversation(request)?.context != nil)
    }

    @Test  // D-30
    func `is done once`() {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        scenario.closed(request, by: sarah)
        let refusal = scenario.refuses(CompleteRequest(conversation: request), as: sarah)
        #expect(refusal == .conversation(.isClosed))
        #expect(refusal?.code == .conversationClosed)
    }

    @Test  // CONV-29 TEST-09 D-30
    func `leaves the conversation as it is when it is cancelled`() throws {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom], title: "To Rome")
        let before = scenario.world.conversation(request)
        for _ in 1...2 {
            let outcome = try scenario.does(CancelRequest(conversation: request), as: sarah)
            #expect(
                outcome.events == [
                    NewEvent(
                        .requestCancelled(RequestCancelled()),
                        in: .conversation(request)
                    )
                ]
            )
        }
        #expect(scenario.world.conversation(request) == before)
    }

    @Test  // CONV-06 TEST-09 D-72
    func `goes away and the conversation stays`() throws {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        let outcome = try scenario.does(ClearContext(conversation: request), as: sarah)
        #expect(
            outcome.events == [
                NewEvent(.contextCleared(ContextCleared()), in: .conversation(request))
            ]
        )
        let facts = try #require(scenario.world.conversation(request))
        #expect(facts.context == nil)
        #expect(facts.kind == .request)
        #expect(!facts.isClosed)
        #expect(try scenario.does(ClearContext(conversation: request), as: sarah).events == [])
    }

    @Test  // CONV-06 D-30
    func `can go away or be cancelled after it was done`() {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        scenario.closed(request, by: sarah)
        #expect(scenario.refuses(ClearContext(conversation: request), as: sarah) == nil)
        #expect(scenario.refuses(CancelRequest(conversation: request), as: sarah) == nil)
    }

    @Test func `can be done after it went away`() throws {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        try scenario.does(ClearContext(conversation: request), as: sarah)
        #expect(scenario.refuses(CompleteRequest(conversation: request), as: sarah) == nil)
    }

    @Test(arguments: all)  // D-30 C19
    func `is for the creator and admins`(attempt: Attempt) {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: request, by: sarah)
        scenario.permissions(
            Permissions(canAdd: true, canRemove: true, canEdit: true),
            of: maya,
            in: request,
            by: sarah
        )
        #expect(attempt.refusal(scenario, request, sarah) == nil)
        #expect(attempt.refusal(scenario, request, tom) == nil)
        let refusal = attempt.refusal(scenario, request, maya)
        #expect(refusal == .conversation(.onlyCreatorAndAdmins))
        #expect(refusal?.code == .permissionDenied)
    }

    @Test(arguments: all)  // D-30 D-07
    func `is nothing in other conversations, for every user and whether they are closed`(
        attempt: Attempt
    ) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.closed(group, by: sarah)
        for conversation in [direct, group] {
            let refusal = attempt.refusal(scenario, conversation, tom)
            #expect(refusal == .conversation(.onlyRequestsHaveAContext))
            #expect(refusal?.code == .invalidContext)
        }
    }

    @Test(arguments: all)  // D-07 D-08
    func `is no business of former members, whatever the kind`(attempt: Attempt) {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.left(group, by: tom)
        #expect(attempt.refusal(scenario, group, tom)?.code == .notAMember)
    }

    @Test  // D-07
    func `is found closed before the permission is asked`() {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        scenario.closed(request, by: sarah)
        #expect(
            scenario.refuses(CompleteRequest(conversation: request), as: tom)
                == .conversation(.isClosed)
        )
    }
}
