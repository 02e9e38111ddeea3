import DomainSupport
import LogSchema
import Messaging
import TestSupport
import Testing
import Wire

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let anna = UserID.named("anna")

private let delivered = ReceiptMarks(deliveredUpTo: 5)
private let read = ReceiptMarks(readUpTo: 5, loudlyReadUpTo: 5)
private let silentlyRead = ReceiptMarks(readUpTo: 5)
private let nothing = ReceiptMarks(deliveredUpTo: 4, readUpTo: 4, loudlyReadUpTo: 4)

/// The receipts of Sarah's entry 5, for Tom and Anna unless others are named.
private func summary(
    _ marks: ReceiptMarks...,
    policy: ReceiptPolicy = .optional,
    isSharing: Bool = true
) -> ReceiptSummary {
    ReceiptSummary(
        of: entry(at: 5, by: sarah),
        audience: zip([tom, anna], marks).map { (user: $0, marks: $1) },
        sight: ReceiptSight(policy: policy, isSharing: isSharing)
    )
}

@Suite struct `The receipts of a message` {
    @Test func `begin with nobody, the sender never among them`() {  // RCPT-10 C16
        let summary = summary(nothing, nothing)
        #expect(summary.delivered == [] && summary.readings?.readers == [])
        #expect(summary.waiting == [tom, anna] && !summary.allRead && summary.status == .sent)
        let message = entry(at: 5, by: sarah)
        #expect(!member(sarah, (1, nil)).isInAudience(of: message, history: .full))
    }

    @Test func `are none of who has not moved a mark yet`() {  // RCPT-10
        let marks = ReceiptMarks()
        #expect(!marks.delivers(1))
        #expect(!marks.reads(1, under: .optional) && !marks.reads(1, under: .mandatory))
    }

    @Test func `are counted of an audience, which may be one or nobody`() {  // RCPT-16 RCPT-25
        var tally = ReceiptTally()
        #expect(!tally.allRead && tally.status == .sent)
        tally.add(isDelivered: true, isRead: true)
        #expect(tally.allRead && tally.status == .read)
        var waiting = ReceiptTally()
        waiting.add(isDelivered: true, isRead: false)
        #expect(!waiting.allRead && waiting.status == .delivered)
    }

    @Test func `are those of members as they were at a position`() {  // RCPT-10
        let tom = member(tom, (1, 4), (6, nil))
        func stays(asOf position: UInt64) -> [MemberFacts.Interval]? {
            tom.asOf(Position(position))?.intervals
        }
        let present = MemberFacts.Interval(joined: Position(1))
        let past = MemberFacts.Interval(joined: Position(1), left: Position(4))
        #expect(stays(asOf: 0) == nil)
        #expect(stays(asOf: 1) == [present] && stays(asOf: 3) == [present])
        #expect(stays(asOf: 4) == [past] && stays(asOf: 5) == [past])
        #expect(stays(asOf: 6) == tom.intervals)
    }

    @Test func `say who has read it and how many of how many`() {  // RCPT-10 RCPT-17 C14
        let summary = summary(nothing, read)
        #expect(summary.readings?.readers == [anna] && summary.waiting == [tom])
        #expect(summary.readings?.count == 1 && summary.readings?.audience == 2)
    }

    @Test func `say read when all have read`() {  // RCPT-16 RCPT-25 C14
        #expect(summary(read, delivered).status == .delivered)
        #expect(!summary(read, delivered).allRead)
        #expect(summary(read, read).status == .read)
        #expect(summary(read, read).allRead)
    }

    @Test func `say delivered when all have it on a device, by reading too`() {
        // RCPT-25 RCPT-26 C13 D-20
        #expect(summary(delivered, nothing).status == .sent)
        #expect(summary(delivered, nothing).delivered == [tom])
        #expect(summary(delivered, delivered).status == .delivered)
        #expect(summary(read, delivered).status == .delivered)
        #expect(summary(silentlyRead, silentlyRead).status == .delivered)
    }

    @Test func `are sent and not read where nobody else can see it`() {  // RCPT-28 D-19
        #expect(summary().status == .sent && !summary().allRead && summary().waiting == [])
        #expect(summary(policy: .mandatory).readings?.audience == 0)
    }

    @Test func `keep a silent reader among those who wait`() {  // D-21 C15
        let summary = summary(silentlyRead, read)
        #expect(summary.readings?.readers == [anna] && summary.readings?.audience == 2)
        #expect(summary.waiting == [tom] && summary.delivered == [tom, anna])
        let later = ReceiptMarks(readUpTo: 9, loudlyReadUpTo: 9)
        #expect(later.reads(5, under: .optional))
    }

    @Test func `tell nothing of readings to who keeps their own to themselves`() {  // D-21 C15
        let summary = summary(read, read, isSharing: false)
        #expect(summary.readings == nil && !summary.allRead)
        #expect(summary.waiting == [tom, anna])
        #expect(summary.delivered == [tom, anna] && summary.status == .delivered)
    }

    @Test func `show everything where they are mandatory`() {  // D-21 C15
        let summary = summary(silentlyRead, read, policy: .mandatory, isSharing: false)
        #expect(summary.readings?.readers == [tom, anna] && summary.status == .read)
    }

    @Test(arguments: [ReceiptPolicy.optional, .unspecified, .unrecognized(9)])
    func `leave the choice unless they are known to be mandatory`(policy: ReceiptPolicy) {
        #expect(!policy.isMandatory)
        #expect(!silentlyRead.reads(5, under: policy))
    }
}

@Suite struct `The audience of a message` {
    private let message = entry(at: 5, by: sarah)

    @Test func `is who is a member now, joined later or not`() {  // RCPT-28 D-19
        #expect(member(tom, (1, nil)).isInAudience(of: message, history: .full))
        #expect(member(tom, (9, nil)).isInAudience(of: message, history: .full))
        #expect(!member(tom, (1, 9)).isInAudience(of: message, history: .full))
        #expect(member(tom, (1, 3), (9, nil)).isInAudience(of: message, history: .full))
    }

    @Test func `is who can see it`() {  // RCPT-28 D-19
        #expect(!member(tom, (9, nil)).isInAudience(of: message, history: .sinceJoin))
        #expect(member(tom, (5, nil)).isInAudience(of: message, history: .sinceJoin))
        #expect(!member(tom, (1, 3), (9, nil)).isInAudience(of: message, history: .sinceJoin))
        #expect(member(tom, (1, 7), (9, nil)).isInAudience(of: message, history: .sinceJoin))
    }

    @Test func `is nobody who never was a member`() {
        #expect(!member(tom).isInAudience(of: message, history: .full))
    }
}
