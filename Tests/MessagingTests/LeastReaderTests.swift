import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `An event says which readers understand it` {
    private func reader(of event: Event, by actor: Actor = .user(.named("sarah"))) -> UInt32 {
        NewEvent(event, in: .user(.named("sarah"))).leastReader(by: actor)
    }

    /// What the first readers knew; every later type of event needs a reader of its own.
    private let first: [ClosedRange<UInt32>] = [
        16...26, 32...36, 40...45, 48...51, 56...59, 64...73, 80...86, 96...101,
    ]

    @Test(arguments: Event.emptySamples)
    func `by its type, where that is new`(event: Event) {
        let isOld = first.contains { $0.contains(event.number) }
        #expect((reader(of: event) == 1) == isOld, "\(event.number)")
    }

    @Test func `by a field that older readers would pass over`() {
        let user = UniqueID.numbered(1)
        let edited = MessageEdited(removesLinkPreview: true)
        let annotated = MessageAnnotated(removesLinkPreview: true)
        let window = RateLimit(messages: 1, seconds: 1)
        let conversation = UniqueID.numbered(2)
        let events: [Event] = [
            .retentionSet(RetentionSet(kind: .group, conversation: conversation)),
            .participantAdded(ParticipantAdded(user: user, historyFrom: 5)),
            .ownershipPassed(OwnershipPassed(user: user, from: user)),
            .ownershipPassed(OwnershipPassed(user: user, formerRole: .admin)),
            .messageEdited(edited, nil),
            .messageAnnotated(annotated, nil),
            .configurationChanged(ConfigurationChanged(limits: LimitChanges(members: 9))),
            .configurationChanged(ConfigurationChanged(furtherRateLimits: [window])),
        ]
        for event in events { #expect(reader(of: event) == 3, "\(event)") }
        #expect(reader(of: .ownershipPassed(OwnershipPassed(user: user))) == 1)
        #expect(reader(of: .retentionSet(RetentionSet(kind: .group))) == 1)
        #expect(reader(of: .configurationChanged(ConfigurationChanged(rateLimit: window))) == 1)
    }

    @Test func `by its stream, where the operator is at work in a conversation`() {
        let renamed = NewEvent(
            .detailsChanged(DetailsChanged(), nil),
            in: .conversation(.named("c"))
        )
        #expect(renamed.leastReader(by: .operator) == 3)
        #expect(renamed.leastReader(by: .user(.named("sarah"))) == 1)
        let hold = NewEvent(.holdPlaced(HoldPlaced(), nil), in: .store)
        #expect(hold.leastReader(by: .operator) == 1)
    }
}
