import DomainSupport
import Messaging
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")

@Suite struct `Delivery` {
    @Test  // RCPT-02 RCPT-09 C13 D-10
    func `is recorded up to an entry`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        let message = scenario.text(in: group, by: sarah)
        let outcome = try scenario.does(MarkDelivered(conversation: group, upTo: message), as: tom)
        #expect(outcome.events == [delivered(message, in: group, ordinal: 2, number: 1)])
        #expect(outcome.answer == .done)
    }

    @Test  // RCPT-06 RCPT-12 RCPT-13
    func `goes forward only`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let messages = (0..<3).map { _ in scenario.text(in: direct, by: sarah) }
        try scenario.does(MarkDelivered(conversation: direct, upTo: messages[1]), as: tom)
        for older in messages[...1] {
            let again = MarkDelivered(conversation: direct, upTo: older)
            #expect(try scenario.does(again, as: tom).events == [])
        }
        let on = try scenario.does(MarkDelivered(conversation: direct, upTo: messages[2]), as: tom)
        #expect(on.events == [delivered(messages[2], in: direct, ordinal: 3, number: 3)])
    }

    @Test(arguments: [true, false])  // D-20 D-21
    func `follows from reading, even a silent one`(isSilent: Bool) throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        scenario.settings(SettingsChanged(sendReadReceipts: !isSilent), of: tom)
        try scenario.does(MarkRead(conversation: direct, upTo: message), as: tom)
        let late = MarkDelivered(conversation: direct, upTo: message)
        #expect(try scenario.does(late, as: tom).events == [])
        // Whether the facts count reading as delivery or not.
        scenario.world.personal[direct]?[tom]?.deliveredUpTo = 0
        #expect(try scenario.does(late, as: tom).events == [])
    }

    @Test  // D-21
    func `is told whatever receipts are set to`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        scenario.settings(SettingsChanged(sendReadReceipts: false), of: tom)
        let outcome = try scenario.does(MarkDelivered(conversation: direct, upTo: message), as: tom)
        #expect(outcome.events == [delivered(message, in: direct, ordinal: 1, number: 1)])
    }
}

@Suite struct `Reading` {
    @Test  // RCPT-05 RCPT-08 RCPT-14 C17 D-10
    func `is recorded up to an entry that is named`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        let message = scenario.text(in: group, by: sarah)
        scenario.text(in: group, by: sarah)
        let outcome = try scenario.does(MarkRead(conversation: group, upTo: message), as: tom)
        #expect(outcome.events == [read(message, in: group, ordinal: 2, number: 1)])
        #expect(outcome.answer == .unread(in: group))
        #expect(scenario.world.personal(tom, in: group).marker == 1)
    }

    @Test  // RCPT-14 RCPT-15 UNREAD-05
    func `goes up to the newest entry that is seen if none is named`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.text(in: group, by: sarah)
        scenario.left(group, by: maya)
        let entry = try #require(scenario.world.timelines[group]?.last)
        let outcome = try scenario.does(MarkRead(conversation: group), as: tom)
        #expect(outcome.events == [read(entry, in: group, ordinal: 3, number: 1)])
    }

    @Test  // RCPT-06 RCPT-08 RCPT-12 RCPT-13
    func `goes forward only`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let messages = (0..<3).map { _ in scenario.text(in: direct, by: sarah) }
        try scenario.does(MarkRead(conversation: direct, upTo: messages[1]), as: tom)
        for older in messages[...1] {
            let again = try scenario.does(MarkRead(conversation: direct, upTo: older), as: tom)
            #expect(again.events == [] && again.answer == .unread(in: direct))
        }
        let on = try scenario.does(MarkRead(conversation: direct), as: tom)
        #expect(on.events == [read(messages[2], in: direct, ordinal: 3, number: 3)])
        #expect(try scenario.does(MarkRead(conversation: direct), as: tom).events == [])
    }

    @Test  // D-75
    func `of an empty conversation is recorded once`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let first = try scenario.does(MarkRead(conversation: direct), as: tom)
        #expect(first.events == [NewEvent(.readUpTo(ReadUpTo()), in: .conversation(direct))])
        #expect(first.answer == .unread(in: direct))
        #expect(scenario.world.personal(tom, in: direct).hasRead)
        #expect(try scenario.does(MarkRead(conversation: direct), as: tom).events == [])
        scenario.settings(SettingsChanged(sendReadReceipts: false), of: sarah)
        let silent = ReadUpTo(silent: true)
        let other = try scenario.does(MarkRead(conversation: direct), as: sarah)
        #expect(other.events == [NewEvent(.readUpTo(silent), in: .conversation(direct))])
    }

    @Test  // D-75
    func `of what was emptied is none, for who had read or sent before`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        scenario.text(in: direct, by: sarah)
        try scenario.does(MarkRead(conversation: direct), as: tom)
        for user in [sarah, tom] {
            try scenario.does(Arrange(.clearHistory, conversation: direct), as: user)
            #expect(try scenario.does(MarkRead(conversation: direct), as: user).events == [])
        }
    }

    @Test  // RCPT-11 C16 D-20
    func `needs no record behind one's own message`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        scenario.text(in: direct, by: sarah)
        scenario.text(in: direct, by: tom)
        #expect(try scenario.does(MarkRead(conversation: direct), as: tom).events == [])
    }

    @Test  // C49 D-19
    func `covers what was there before one joined`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        let before = scenario.text(in: group, by: sarah)
        scenario.added(maya, to: group, by: sarah)
        let outcome = try scenario.does(MarkRead(conversation: group, upTo: before), as: maya)
        #expect(outcome.events == [read(before, in: group, ordinal: 2, number: 1)])
    }

    @Test  // RCPT-21 C15 D-21
    func `is silent for those who send no receipts, and a loud one covers it later`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let first = scenario.text(in: direct, by: sarah)
        let second = scenario.text(in: direct, by: sarah)
        scenario.settings(SettingsChanged(sendReadReceipts: false), of: tom)
        let silent = try scenario.does(MarkRead(conversation: direct), as: tom)
        #expect(
            silent.events == [read(second, in: direct, ordinal: 2, number: 2, isSilent: true)]
        )
        #expect(try scenario.does(MarkRead(conversation: direct), as: tom).events == [])

        scenario.settings(SettingsChanged(sendReadReceipts: true), of: tom)
        let partly = try scenario.does(MarkRead(conversation: direct, upTo: first), as: tom)
        #expect(partly.events == [read(first, in: direct, ordinal: 1, number: 1)])
        let loud = try scenario.does(MarkRead(conversation: direct), as: tom)
        #expect(loud.events == [read(second, in: direct, ordinal: 2, number: 2)])
        #expect(scenario.world.personal(tom, in: direct).loudlyReadUpTo == 2)
        #expect(try scenario.does(MarkRead(conversation: direct), as: tom).events == [])

        scenario.settings(SettingsChanged(sendReadReceipts: false), of: tom)
        #expect(try scenario.does(MarkRead(conversation: direct), as: tom).events == [])
    }

    @Test  // RCPT-20 C15 D-21
    func `is loud whatever is switched, where receipts are mandatory`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        scenario.settings(SettingsChanged(sendReadReceipts: false), of: tom)
        scenario.configured(ConfigurationChanged(receipts: .mandatory))
        let outcome = try scenario.does(MarkRead(conversation: direct), as: tom)
        #expect(outcome.events == [read(message, in: direct, ordinal: 1, number: 1)])
    }

    @Test  // UNREAD-05 D-23
    func `brings a marker forward that was put back`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let messages = (0..<3).map { _ in scenario.text(in: direct, by: sarah) }
        try scenario.does(MarkRead(conversation: direct), as: tom)
        try scenario.does(MarkUnread(conversation: direct, from: messages[0]), as: tom)

        let partly = try scenario.does(MarkRead(conversation: direct, upTo: messages[1]), as: tom)
        #expect(partly.events == [read(messages[1], in: direct, ordinal: 2, number: 2)])
        #expect(scenario.world.personal(tom, in: direct).marker == 2)
        #expect(scenario.world.personal(tom, in: direct).readUpTo == 3)
        let wholly = try scenario.does(MarkRead(conversation: direct), as: tom)
        #expect(wholly.events == [read(messages[2], in: direct, ordinal: 3, number: 3)])
        #expect(scenario.world.personal(tom, in: direct).marker == 3)
        #expect(try scenario.does(MarkRead(conversation: direct), as: tom).events == [])
    }
}

@Suite struct `Marking as unread` {
    @Test  // D-23
    func `puts the marker just before an entry, in one's own stream`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let messages = (0..<3).map { _ in scenario.text(in: direct, by: sarah) }
        try scenario.does(MarkRead(conversation: direct), as: tom)
        let outcome = try scenario.does(
            MarkUnread(conversation: direct, from: messages[1]),
            as: tom
        )
        #expect(
            outcome.events == [
                unread(from: messages[1], in: direct, of: tom, ordinal: 2, before: 1)
            ]
        )
        #expect(outcome.answer == .unread(in: direct))
        let personal = scenario.world.personal(tom, in: direct)
        #expect(personal.marker == 1 && personal.readUpTo == 3 && personal.loudlyReadUpTo == 3)
    }

    @Test  // D-10 D-23
    func `from an entry of the store's begins behind the message before it`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.text(in: group, by: sarah)
        scenario.left(group, by: maya)
        scenario.text(in: group, by: sarah)
        try scenario.does(MarkRead(conversation: group), as: tom)
        let entries = try #require(scenario.world.timelines[group])
        let leaving = try scenario.does(
            MarkUnread(conversation: group, from: entries[2]),
            as: tom
        )
        #expect(
            leaving.events == [unread(from: entries[2], in: group, of: tom, ordinal: 3, before: 1)]
        )
        let creation = try scenario.does(
            MarkUnread(conversation: group, from: entries[0]),
            as: tom
        )
        #expect(
            creation.events == [unread(from: entries[0], in: group, of: tom, ordinal: 1, before: 0)]
        )
    }

    @Test  // D-23
    func `goes back before the very first message`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let first = scenario.text(in: direct, by: sarah)
        try scenario.does(MarkRead(conversation: direct), as: tom)
        try scenario.does(MarkUnread(conversation: direct, from: first), as: tom)
        #expect(scenario.world.personal(tom, in: direct).marker == 0)
    }

    @Test  // D-23 D-72
    func `moves the marker back, or not at all`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let messages = (0..<3).map { _ in scenario.text(in: direct, by: sarah) }
        try scenario.does(MarkRead(conversation: direct, upTo: messages[0]), as: tom)
        for later in messages[1...] {
            let outcome = try scenario.does(MarkUnread(conversation: direct, from: later), as: tom)
            #expect(outcome.events == [] && outcome.answer == .unread(in: direct))
        }
        try scenario.does(MarkUnread(conversation: direct, from: messages[0]), as: tom)
        let again = try scenario.does(
            MarkUnread(conversation: direct, from: messages[0]),
            as: tom
        )
        #expect(again.events == [])
    }
}

@Suite struct `Markers` {
    /// What each of the three commands says to an entry.
    private func refusals(
        _ scenario: Scenario,
        _ conversation: ConversationID,
        _ entry: MessageID,
        as user: UserID
    ) -> [Refusal?] {
        [
            scenario.refuses(MarkDelivered(conversation: conversation, upTo: entry), as: user),
            scenario.refuses(MarkRead(conversation: conversation, upTo: entry), as: user),
            scenario.refuses(MarkUnread(conversation: conversation, from: entry), as: user),
        ]
    }

    @Test  // RCPT-07 D-08 TEST-04
    func `are put to what one sees in that conversation`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom], history: .sinceJoin)
        let before = scenario.text(in: group, by: sarah)
        scenario.added(maya, to: group, by: sarah)
        let direct = scenario.direct(sarah, maya)
        let elsewhere = scenario.text(in: direct, by: sarah)
        let unseen = Array(repeating: Refusal?.some(.message(.notFound)), count: 3)
        #expect(refusals(scenario, group, before, as: maya) == unseen)
        #expect(refusals(scenario, group, elsewhere, as: maya) == unseen)
        #expect(refusals(scenario, group, .named("nothing"), as: maya) == unseen)
        let outside = Array(repeating: Refusal?.some(.conversation(.notFound)), count: 3)
        #expect(refusals(scenario, direct, elsewhere, as: tom) == outside)
        #expect(scenario.refuses(MarkRead(conversation: direct), as: tom) == outside[0])
    }

    @Test  // D-08 D-29
    func `are a member's, in a closed conversation too`() {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        let message = scenario.text(in: request, by: sarah)
        scenario.closed(request, by: sarah)
        #expect(refusals(scenario, request, message, as: tom) == [nil, nil, nil])
        scenario.left(request, by: tom)
        let former = Refusal.conversation(.actorIsNoLongerAMember)
        #expect(refusals(scenario, request, message, as: tom) == [former, former, former])
        #expect(scenario.refuses(MarkRead(conversation: request), as: tom) == former)
    }

    @Test  // D-18
    func `move on where one has blocked the other`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: sarah)
        scenario.blocked(tom, by: sarah)
        #expect(refusals(scenario, direct, message, as: tom) == [nil, nil, nil])
        #expect(refusals(scenario, direct, message, as: sarah) == [nil, nil, nil])
    }
}

private func delivered(
    _ entry: MessageID,
    in conversation: ConversationID,
    ordinal: UInt64,
    number: UInt64
) -> NewEvent {
    let delivered = DeliveredUpTo(upTo: entry.rawValue, ordinal: ordinal, messageNumber: number)
    return NewEvent(.deliveredUpTo(delivered), in: .conversation(conversation))
}

private func read(
    _ entry: MessageID,
    in conversation: ConversationID,
    ordinal: UInt64,
    number: UInt64,
    isSilent: Bool = false
) -> NewEvent {
    let read = ReadUpTo(
        upTo: entry.rawValue,
        ordinal: ordinal,
        messageNumber: number,
        silent: isSilent
    )
    return NewEvent(.readUpTo(read), in: .conversation(conversation))
}

private func unread(
    from entry: MessageID,
    in conversation: ConversationID,
    of user: UserID,
    ordinal: UInt64,
    before: UInt64
) -> NewEvent {
    let marked = MarkedUnread(
        conversation: conversation.rawValue,
        from: entry.rawValue,
        ordinal: ordinal,
        messageNumber: before
    )
    return NewEvent(.markedUnread(marked), in: .user(user))
}
