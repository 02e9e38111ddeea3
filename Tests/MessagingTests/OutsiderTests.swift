import DomainSupport
import Testing

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")
private let ben = UserID.named("ben")

private let everything = [
    Attempt("rename") { $0.refuses(Rename(conversation: $1, title: "Trip"), as: $2) },
    Attempt("set a photo") { $0.refuses(SetPhoto(conversation: $1, photo: "a.jpg"), as: $2) },
    Attempt("clear the context") { $0.refuses(ClearContext(conversation: $1), as: $2) },
    Attempt("complete") { $0.refuses(CompleteRequest(conversation: $1), as: $2) },
    Attempt("cancel") { $0.refuses(CancelRequest(conversation: $1), as: $2) },
    Attempt("add") { $0.refuses(AddParticipant(conversation: $1, user: ben), as: $2) },
    Attempt("add oneself") { $0.refuses(AddParticipant(conversation: $1, user: $2), as: $2) },
    Attempt("remove") { $0.refuses(RemoveParticipant(conversation: $1, user: sarah), as: $2) },
    Attempt("remove oneself") {
        $0.refuses(RemoveParticipant(conversation: $1, user: $2), as: $2)
    },
    Attempt("leave") { $0.refuses(Leave(conversation: $1), as: $2) },
    Attempt("set a role") {
        $0.refuses(SetRole(conversation: $1, user: sarah, role: .member), as: $2)
    },
    Attempt("set flags") {
        $0.refuses(SetPermissions(conversation: $1, user: sarah, canAdd: true), as: $2)
    },
]

@Suite struct `A user who is no member` {
    @Test(arguments: everything)  // PART-08 TEST-04 D-08 D-07
    func `does not learn that a conversation exists`(attempt: Attempt) {
        var scenario = Scenario()
        let closed = scenario.group(by: sarah, with: [tom, maya])
        scenario.closed(closed, by: sarah)
        for conversation in [
            scenario.direct(sarah, tom), scenario.group(by: sarah, with: [tom, maya]),
            scenario.request(by: sarah, with: [tom]), closed, .named("none such"),
        ] {
            let refusal = attempt.refusal(scenario, conversation, ben)
            #expect(refusal == .conversation(.notFound))
            #expect(refusal?.code == .notFound)
        }
    }

    @Test(arguments: everything)  // PART-08 PART-19 PART-20 D-07 D-08
    func `but was one is told so, and comes back by nobody's doing but a member's`(
        attempt: Attempt
    ) {
        var scenario = Scenario()
        for conversation in [
            scenario.group(by: sarah, with: [tom, maya]), scenario.request(by: sarah, with: [tom]),
        ] {
            scenario.role(.admin, of: tom, in: conversation, by: sarah)
            scenario.left(conversation, by: tom)
            let refusal = attempt.refusal(scenario, conversation, tom)
            #expect(refusal == .conversation(.actorIsNoLongerAMember))
            #expect(refusal?.code == .notAMember)
        }
    }
}
