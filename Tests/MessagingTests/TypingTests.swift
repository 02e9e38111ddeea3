import DomainSupport
import Messaging
import Testing

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")

@Suite struct `A sign of typing` {
    @Test(arguments: [true, false])  // LIVE-01 LIVE-04 C30
    func `is never recorded`(isTyping: Bool) throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let outcome = try scenario.does(
            SignalTyping(conversation: direct, isTyping: isTyping),
            as: tom
        )
        #expect(outcome.events == [] && outcome.answer == .done)
    }

    @Test  // LIVE-15 D-29
    func `is given by members, where one can write`() {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        let typing = SignalTyping(conversation: request, isTyping: true)
        #expect(
            scenario.refuses(typing, as: .named("nobody")) == .conversation(.notFound)
        )
        scenario.closed(request, by: sarah)
        #expect(scenario.refuses(typing, as: tom) == .conversation(.isClosed))
        scenario.left(request, by: tom)
        #expect(scenario.refuses(typing, as: tom) == .conversation(.actorIsNoLongerAMember))
    }

    @Test  // LIVE-09 D-64
    func `may be given by those who do not share it`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        scenario.settings(SettingsChanged(shareTyping: false), of: tom)
        #expect(
            scenario.refuses(SignalTyping(conversation: direct, isTyping: true), as: tom) == nil
        )
    }
}
