import DomainSupport
import Messaging
import Testing
import Wire

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let anna = UserID.named("anna")

/// A message of Sarah's.
private let message = NotifiedEvent(by: sarah, at: Position(5), on: Timestamp(microseconds: 50))

private func candidate(
    _ member: MemberFacts = member(tom, (1, nil)),
    history: HistoryPolicy = .full,
    cleared: Position = .zero,
    keptFrom: Timestamp? = nil,
    personal: PersonalFacts = PersonalFacts(),
    notifications: Bool = true,
    isBlockedPair: Bool = false
) -> NotificationCandidate {
    var settings = Settings()
    settings.notifications = notifications
    return NotificationCandidate(
        member,
        visibility: Visibility(
            history: history,
            intervals: member.intervals,
            cleared: cleared,
            keptFrom: keptFrom
        ),
        personal: personal,
        settings: settings,
        isBlockedPair: isBlockedPair
    )
}

private func muted(until: Int64?) -> PersonalFacts {
    PersonalFacts(isMuted: true, mutedUntil: until.map { Timestamp(microseconds: $0) })
}

@Suite struct `A notice` {
    @Test func `goes to members other than who made it happen`() {  // NOTIF-10
        #expect(message.isTold(to: candidate()))
        #expect(!message.isTold(to: candidate(member(sarah, (1, nil)))))
    }

    @Test func `does not go to who left, even if they saw it`() {  // NOTIF-10
        #expect(!message.isTold(to: candidate(member(tom, (1, 4)))))
        #expect(!message.isTold(to: candidate(member(tom, (1, 9)))))
        #expect(!message.isTold(to: candidate(member(tom))))
    }

    @Test func `does not go to blocked relations, in groups either`() {  // NOTIF-10
        #expect(!message.isTold(to: candidate(isBlockedPair: true)))
    }

    @Test func `does not go to who has notifications off`() {  // NOTIF-08
        #expect(!message.isTold(to: candidate(notifications: false)))
    }

    @Test func `does not go to who has switched the conversation's off`() {  // D-107 PART-34
        let personal = PersonalFacts(hasNotifications: false)
        #expect(!message.isTold(to: candidate(personal: personal)))
    }

    @Test func `does not go to who had muted the conversation when it happened`() {  // NOTIF-08
        #expect(!message.isTold(to: candidate(personal: muted(until: nil))))
        #expect(!message.isTold(to: candidate(personal: muted(until: 51))))
        #expect(message.isTold(to: candidate(personal: muted(until: 50))))
        #expect(message.isTold(to: candidate(personal: muted(until: 49))))
    }

    @Test func `goes to who has archived or hidden the conversation`() {  // D-27
        let personal = PersonalFacts(isArchived: true, isHidden: true)
        #expect(message.isTold(to: candidate(personal: personal)))
    }

    @Test func `does not go to who cannot see it`() {  // D-17 D-28 D-51
        #expect(!message.isTold(to: candidate(member(tom, (9, nil)), history: .sinceJoin)))
        #expect(!message.isTold(to: candidate(cleared: Position(5))))
        #expect(message.isTold(to: candidate(cleared: Position(4))))
        #expect(!message.isTold(to: candidate(keptFrom: Timestamp(microseconds: 51))))
        #expect(message.isTold(to: candidate(keptFrom: Timestamp(microseconds: 50))))
    }

    @Test func `does not go to who was no member when it happened, whatever they see`() {
        #expect(!message.isTold(to: candidate(member(tom, (9, nil)), history: .full)))
        #expect(message.isTold(to: candidate(member(tom, (5, nil)), history: .full)))
    }

    @Test func `of something earlier goes to who can see that too`() {  // D-17 D-51
        let reaction = NotifiedEvent(
            by: sarah,
            at: Position(9),
            on: Timestamp(microseconds: 90),
            about: (position: Position(5), sentAt: Timestamp(microseconds: 50))
        )
        #expect(reaction.isTold(to: candidate(member(tom, (5, nil)), history: .sinceJoin)))
        #expect(!reaction.isTold(to: candidate(member(tom, (6, nil)), history: .sinceJoin)))
        #expect(!reaction.isTold(to: candidate(keptFrom: Timestamp(microseconds: 51))))
        #expect(!reaction.isTold(to: candidate(personal: muted(until: 91))))
        #expect(reaction.isTold(to: candidate(personal: muted(until: 90))))
    }

    @Test func `names its audience in the order of the candidates`() {
        let people = [
            candidate(member(tom, (1, nil))), candidate(member(sarah, (1, nil))),
            candidate(member(anna, (1, nil))),
        ]
        #expect(message.audience(of: people) == [tom, anna])
        #expect(message.audience(of: people.reversed()) == [anna, tom])
    }
}
