import Messaging
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")
private let new = MessageID.named("new")

@Suite struct `Sending a message` {
    @Test  // MSG-01 MSG-05 MSG-26 MSG-31 C07 C09 D-09 D-20
    func `is one event, which says all that a fold would have to look up`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        let parent = scenario.text("where?", in: group, by: tom)
        let other = scenario.direct(tom, maya)
        let origin = scenario.text("far away", in: other, by: maya)

        let outcome = try scenario.does(
            SendMessage(
                conversation: group,
                message: new,
                text: " @[\(tom)] see https://a.b, @[\(maya)] @[\(tom)] ",
                replyTo: parent,
                isBroadcast: true,
                isPayment: true,
                forwardedFrom: origin,
                claimedAt: Timestamp(microseconds: -5),
                custom: "{}"
            ),
            as: tom
        )
        let text = "@[\(tom)] see https://a.b, @[\(maya)] @[\(tom)]"
        #expect(
            outcome.events == [
                NewEvent(
                    .messageSent(
                        MessageSent(
                            message: new.rawValue,
                            kind: .text,
                            replyTo: parent.rawValue,
                            replyToOrdinal: 2,
                            forwardedFrom: origin.rawValue,
                            broadcast: true,
                            payment: true,
                            claimedAt: -5,
                            mentions: [tom.rawValue, maya.rawValue],
                            links: 1,
                            characters: UInt32(text.count)
                        ),
                        MessageContent(text: text, custom: "{}")
                    ),
                    in: .conversation(group)
                )
            ]
        )
        #expect(outcome.answer == .message(new, ordinal: 3, sentAt: scenario.now))
        let facts = try #require(scenario.world.message(new))
        #expect(facts.ordinal == 3 && facts.sender == tom && facts.sentAt == scenario.now)
    }

    @Test  // MSG-24 C08
    func `takes the store's time and keeps the sender's beside it`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let early = Timestamp(microseconds: 0)
        let outcome = try scenario.does(
            SendMessage(conversation: direct, message: new, text: "hi", claimedAt: early),
            as: tom
        )
        #expect(outcome.answer == .message(new, ordinal: 1, sentAt: scenario.now))
        #expect(sent(outcome)?.claimedAt == 0)
    }

    @Test  // MSG-28 TEST-17
    func `twice the same text makes two messages`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        try scenario.does(SendMessage(conversation: direct, message: new, text: "ok"), as: tom)
        let second = try scenario.does(
            SendMessage(conversation: direct, message: .named("second"), text: "ok"),
            as: tom
        )
        #expect(
            second.answer == .message(.named("second"), ordinal: 2, sentAt: scenario.now)
        )
        #expect(scenario.world.conversation(direct)?.messageCount == 2)
    }

    @Test(arguments: [  // RCPT-11 RCPT-20 RCPT-21 C15 C16 D-20 D-21
        (false, ReceiptPolicy.optional, true), (true, .optional, false), (false, .mandatory, false),
    ])
    func `reads what came before, silently for those who send no receipts`(
        sendsReceipts: Bool,
        policy: ReceiptPolicy,
        isSilent: Bool
    ) throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        scenario.text(in: direct, by: sarah)
        scenario.configured(ConfigurationChanged(receipts: policy))
        scenario.settings(SettingsChanged(sendReadReceipts: sendsReceipts), of: tom)
        let outcome = try scenario.does(
            SendMessage(conversation: direct, message: new, text: "hi"),
            as: tom
        )
        #expect(sent(outcome)?.silent == isSilent)
        #expect(scenario.world.personal(tom, in: direct).marker == 2)
        #expect(scenario.world.personal(tom, in: direct).loudlyReadUpTo == (isSilent ? 0 : 2))
    }
}

@Suite struct `A message's text` {
    @Test(arguments: [nil, "", "   ", "\n\t\u{0}\u{3000}"])  // MSG-11 MSG-12 C06 TEST-18
    func `is something, if it is all there is`(text: String?) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        #expect(
            scenario.refuses(
                SendMessage(conversation: direct, message: new, text: text, custom: "poll"),
                as: tom
            ) == .message(.isEmpty)
        )
    }

    @Test  // MEDIA-01 MEDIA-12
    func `may be missing beside something to be seen`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let photo = try scenario.does(
            SendMessage(conversation: direct, message: new, attachments: [image()]),
            as: tom
        )
        #expect(content(photo) == MessageContent(attachments: [image()]))
        let place = try scenario.does(
            SendMessage(conversation: direct, message: .named("place"), text: "  ", location: rome),
            as: tom
        )
        #expect(content(place) == MessageContent(location: rome))
    }

    @Test(  // MSG-13 MSG-14 MSG-15 C04 TEST-18
        arguments: [(9_999, true), (10_000, true), (10_001, false)]
    )
    func `has at most ten thousand characters`(characters: Int, isAllowed: Bool) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let refusal = isAllowed ? nil : Refusal.message(.isTooLong(limit: 10_000))
        for character in ["a", "é"] {
            let text = " " + String(repeating: character, count: characters) + " "
            #expect(
                scenario.refuses(
                    SendMessage(conversation: direct, message: new, text: text),
                    as: tom
                ) == refusal
            )
            let edited = scenario.text(in: direct, by: tom)
            #expect(scenario.refuses(EditMessage(message: edited, text: text), as: tom) == refusal)
        }
    }

    @Test(arguments: [(2, true), (3, true), (4, false)])  // C04
    func `has at most as many characters as are configured`(count: Int, isAllowed: Bool) {
        var scenario = Scenario()
        scenario.configured(ConfigurationChanged(textLimit: 3))
        let direct = scenario.direct(sarah, tom)
        let text = String(repeating: "👩‍❤️‍💋‍👨", count: count)
        #expect(
            scenario.refuses(SendMessage(conversation: direct, message: new, text: text), as: tom)
                == (isAllowed ? nil : .message(.isTooLong(limit: 3)))
        )
    }

    @Test(arguments: [(65_535, true), (65_536, true), (65_537, false)])  // C04 D-37
    func `has at most 64 KiB whatever its characters are`(bytes: Int, isAllowed: Bool) {
        var scenario = Scenario()
        scenario.configured(ConfigurationChanged(textLimit: 65_536))
        let direct = scenario.direct(sarah, tom)
        let accents = String(repeating: "\u{301}", count: 100)
        let text = "a" + accents + String(repeating: "b", count: bytes - 201)
        #expect(text.utf8.count == bytes)
        #expect(
            scenario.refuses(SendMessage(conversation: direct, message: new, text: text), as: tom)
                == (isAllowed ? nil : .message(.isTooLong(limit: 65_536)))
        )
    }
}

@Suite struct `The structure of a message` {
    @Test  // MENT-01 D-56
    func `has room in an envelope for all mentions that a text can hold`() throws {
        var scenario = Scenario()
        scenario.configured(ConfigurationChanged(textLimit: 65_536))
        let direct = scenario.direct(sarah, tom)
        let parent = scenario.text(in: direct, by: sarah)
        let count = Limits.textBytes / 39
        let text = (1...count).map { "@[\(UniqueID(high: 1, low: UInt64($0)))]" }.joined()
        let outcome = try scenario.does(
            SendMessage(
                conversation: direct,
                message: new,
                text: text,
                attachments: Array(repeating: image(), count: Limits.attachments),
                replyTo: parent,
                claimedAt: Timestamp(microseconds: .min)
            ),
            as: tom
        )
        let event = try #require(sent(outcome))
        #expect(event.mentions.count == count)
        // An envelope has 32 KiB, of which its own fields take less than one.
        var writer = WireWriter()
        event.encode(into: &writer)
        let size = writer.count
        #expect(size < 31 << 10)
    }
}

@Suite struct `What a message is` {
    @Test(arguments: [  // MSG-06 MSG-07 MEDIA-09 C09 D-34 TEST-25
        ([], false, MessageKind.text),
        ([image()], false, .image),
        ([image(), image()], false, .image),
        ([audio(seconds: 3)], false, .audio),
        ([file()], false, .file),
        ([], true, .location),
        ([image(), file()], false, .mixed),
        ([image()], true, .mixed),
    ])
    func `follows from what is attached, with or without a caption`(
        attachments: [Messaging.Attachment],
        hasLocation: Bool,
        kind: MessageKind
    ) throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let outcome = try scenario.does(
            SendMessage(
                conversation: direct,
                message: new,
                text: "a caption",
                attachments: attachments,
                location: hasLocation ? rome : nil
            ),
            as: tom
        )
        #expect(sent(outcome)?.kind == kind)
        #expect(sent(outcome)?.attachments == attachments.map(\.kind))
        #expect(sent(outcome)?.location == hasLocation)
    }
}

@Suite struct `A reply` {
    @Test  // REPLY-01 REPLY-06 D-41
    func `may be to a message that is gone`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let deleted = scenario.text(in: direct, by: sarah)
        let erased = scenario.text(in: direct, by: sarah)
        scenario.deleted(deleted)
        scenario.erased(scenario.world.contents(of: erased))
        for (parent, ordinal) in [(deleted, UInt64(1)), (erased, 2)] {
            let outcome = try scenario.does(
                SendMessage(
                    conversation: direct,
                    message: .named("to \(parent)"),
                    text: "why?",
                    replyTo: parent
                ),
                as: tom
            )
            #expect(sent(outcome)?.replyTo == parent.rawValue)
            #expect(sent(outcome)?.replyToOrdinal == ordinal)
        }
    }

    @Test  // REPLY-02 D-41 TEST-26
    func `is to a message that its sender can see in the same conversation`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom], history: .sinceJoin)
        let before = scenario.text(in: group, by: sarah)
        scenario.added(maya, to: group, by: sarah)
        let seen = scenario.text(in: group, by: sarah)
        let elsewhere = scenario.text(in: scenario.direct(sarah, maya), by: sarah)
        let cleared = scenario.text(in: group, by: tom)

        func reply(to parent: MessageID, as user: UserID) -> Refusal? {
            scenario.refuses(
                SendMessage(conversation: group, message: new, text: "yes", replyTo: parent),
                as: user
            )
        }
        #expect(reply(to: seen, as: maya) == nil)
        #expect(reply(to: before, as: maya) == .message(.replyIsInvalid))
        #expect(reply(to: before, as: tom) == nil)
        #expect(reply(to: elsewhere, as: maya) == .message(.replyIsInvalid))
        #expect(reply(to: .named("nothing"), as: maya) == .message(.replyIsInvalid))
        #expect(reply(to: new, as: maya) == .message(.replyIsInvalid))
        scenario.historyCleared(group, by: tom)
        #expect(reply(to: cleared, as: tom) == .message(.replyIsInvalid))
    }

    @Test  // D-41 SYS-07
    func `is not to what the store says between messages`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        let creation = try #require(scenario.world.timelines[group]?.first)
        #expect(
            scenario.refuses(
                SendMessage(conversation: group, message: new, text: "yes", replyTo: creation),
                as: tom
            ) == .message(.replyIsInvalid)
        )
    }
}

@Suite struct `A forwarded message` {
    @Test  // MSG-34 D-43
    func `may come from anywhere its sender can see`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let direct = scenario.direct(tom, maya)
        let theirs = scenario.direct(sarah, maya)
        let left = scenario.text(in: group, by: sarah)
        scenario.left(group, by: tom)
        let later = scenario.text(in: group, by: sarah)
        let hidden = scenario.text(in: theirs, by: sarah)

        func forward(_ message: MessageID) -> Refusal? {
            scenario.refuses(
                SendMessage(conversation: direct, message: new, text: "!", forwardedFrom: message),
                as: tom
            )
        }
        #expect(forward(left) == nil)
        #expect(forward(later) == .message(.forwardedIsNotFound))
        #expect(forward(hidden) == .message(.forwardedIsNotFound))
        #expect(forward(.named("nothing")) == .message(.forwardedIsNotFound))
        scenario.deleted(left)
        #expect(forward(left) == .none)
    }

    @Test  // D-11 D-43
    func `is no system entry, and nothing by itself`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        let creation = try #require(scenario.world.timelines[group]?.first)
        let origin = scenario.text(in: group, by: sarah)
        #expect(
            scenario.refuses(
                SendMessage(conversation: group, message: new, text: "!", forwardedFrom: creation),
                as: tom
            ) == .message(.isASystemEntry)
        )
        #expect(
            scenario.refuses(
                SendMessage(conversation: group, message: new, forwardedFrom: origin),
                as: tom
            ) == .message(.isEmpty)
        )
    }
}

private func sent(_ outcome: Scenario.Outcome) -> MessageSent? {
    guard case .messageSent(let sent, _)? = outcome.events.first?.event else { return nil }
    return sent
}

private func content(_ outcome: Scenario.Outcome) -> MessageContent? {
    guard case .messageSent(_, let content)? = outcome.events.first?.event else { return nil }
    return content
}
