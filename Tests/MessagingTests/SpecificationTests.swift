import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let mike = UserID.named("mike")
private let anna = UserID.named("anna")
private let tom = UserID.named("tom")

@Suite struct `What is recorded of a message` {
    var scenario = Scenario()

    @Test  // MSG-02 MSG-03 MSG-04 MSG-25 MSG-29 MSG-33 MSG-42 MEDIA-06 SYNC-06 C07 C08 C41
    mutating func `is who sent it when, under the client's id, and no name of anybody`() throws {
        let chat = scenario.group(by: sarah, with: [mike, anna])
        try scenario.does(.setProfile(SetProfile(username: "Sarah the Great")), as: sarah)
        let parent = scenario.text(in: chat, by: mike)
        let id = MessageID.named("made by the client before anything was uploaded")
        let image = Attachment(kind: .image, url: "messages/\(chat)/\(id).jpg")
        let outcome = try scenario.does(
            .send(
                SendMessage(
                    conversation: chat,
                    message: id,
                    text: "look",
                    attachments: [image],
                    replyTo: parent,
                    isBroadcast: true,
                    isPayment: true,
                    claimedAt: Timestamp(microseconds: 7)
                )
            ),
            as: sarah
        )
        #expect(outcome.events.count == 1)
        let record = try #require(scenario.world.event(at: scenario.world.size))
        guard case .messageSent(let sent, let content?) = record.event else {
            Issue.record("\(record.event)")
            return
        }
        #expect(record.actor == .user(sarah))
        #expect(record.recorded == scenario.now)
        #expect(record.stream == .conversation(chat))
        #expect(sent.message == id.rawValue)
        #expect(sent.replyTo == parent.rawValue)
        #expect(sent.broadcast && sent.payment)
        #expect(sent.claimedAt == 7)
        #expect(sent.attachments == [.image])
        #expect(content == MessageContent(text: "look", attachments: [image]))
        #expect(!"\(record)".contains("Great"))
    }

    @Test  // MSG-23 MSG-35 SYNC-26 TEST-21 C08
    mutating func `is its place, in the order of sending whatever the clocks say`() throws {
        let chat = scenario.direct(sarah, mike)
        for number in 0..<60 {
            let sender = number.isMultiple(of: 3) ? mike : sarah
            let outcome = try scenario.does(
                .send(
                    SendMessage(
                        conversation: chat,
                        message: .named("\(number)"),
                        text: "same",
                        claimedAt: Timestamp(microseconds: Int64(-number))
                    )
                ),
                as: sender
            )
            #expect(
                outcome.answer
                    == .message(
                        .named("\(number)"),
                        ordinal: UInt64(number) + 1,
                        sentAt: scenario.now
                    )
            )
        }
    }

    @Test  // MSG-37 SYS-07 SYS-01
    mutating func `that the store makes, is whose doing it was`() throws {
        let chat = scenario.group(by: sarah, with: [mike, anna])
        try scenario.does(.rename(Rename(conversation: chat, title: "Trip")), as: sarah)
        try scenario.does(.leave(Leave(conversation: chat)), as: mike)
        let everything = Visibility(history: .full, intervals: [.init(joined: .zero)])
        let entry = try #require(scenario.world.newestEntry(of: chat, for: everything))
        #expect(entry.isSystem && entry.sender == mike && entry.ordinal == 3)
    }

    @Test  // MSG-10 MSG-11 MSG-12 C05 C06
    mutating func `is never white space alone, new lines included`() {
        let chat = scenario.direct(sarah, mike)
        for text in ["", " ", "\n\n", "\u{2029}\t", "\u{0}"] {
            let message = SendMessage(conversation: chat, message: .named("a"), text: text)
            #expect(scenario.refuses(.send(message), as: sarah)?.code == .emptyMessage)
        }
    }

    @Test  // MEDIA-07
    mutating func `is written once its pictures are somewhere`() {
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(
            conversation: chat,
            message: .named("a"),
            attachments: [Attachment(kind: .image, url: "")]
        )
        #expect(scenario.refuses(.send(message), as: sarah)?.code == .invalidAttachment)
    }

    @Test  // MEDIA-16 MEDIA-17 MEDIA-14
    mutating func `is its address as text, until somebody finds out what is there`() throws {
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(
            conversation: chat,
            message: .named("a"),
            text: "see https://a.example"
        )
        try scenario.does(.send(message), as: sarah)
        #expect(scenario.world.text(of: message.message) == "see https://a.example")
        let preview = LinkPreview(url: "https://a.example", title: "A")
        let outcome = try scenario.does(
            .annotate(AnnotateMessage(message: message.message, linkPreview: preview)),
            as: sarah
        )
        #expect(outcome.events.count == 1)
        #expect(scenario.world.text(of: message.message) == "see https://a.example")
    }
}

@Suite struct `What is recorded of a member` {
    var scenario = Scenario()

    @Test  // PART-01 PART-02 PART-34 C40
    mutating func `is role, flags, times, what was read and what is muted`() throws {
        let chat = ConversationID.named("group")
        let group = CreateGroup(conversation: chat, members: [mike, anna])
        try scenario.does(.createGroup(group), as: sarah)
        let created = try #require(scenario.world.conversation(chat)?.position)
        let joined = try #require(scenario.world.member(mike, of: chat))
        #expect(joined.role == .member && joined.permissions == Permissions())
        #expect(joined.intervals == [MemberFacts.Interval(joined: created)])
        #expect(!scenario.world.personal(mike, in: chat).isMuted)

        let message = scenario.text(in: chat, by: sarah)
        try scenario.does(.markRead(MarkRead(conversation: chat, upTo: message)), as: mike)
        let end = Timestamp(microseconds: scenario.now.microseconds + 1)
        try scenario.does(.mute(Mute(conversation: chat, until: end)), as: mike)
        let personal = scenario.world.personal(mike, in: chat)
        #expect(personal.readUpTo == 2 && personal.marker == 1)
        #expect(personal.isMuted && personal.mutedUntil == end)

        try scenario.does(.leave(Leave(conversation: chat)), as: mike)
        let left = try #require(scenario.world.member(mike, of: chat))
        #expect(!left.isActive)
        let leaving = scenario.world.size
        #expect(left.intervals == [MemberFacts.Interval(joined: created, left: leaving)])
        let by = try #require(scenario.world.event(at: created)).actor
        #expect(by == .user(sarah))
    }

    @Test  // PART-35 C50
    mutating func `of a trip, who may edit and delete but their own`() throws {
        let trip = scenario.request(
            by: sarah,
            with: [mike, anna],
            about: Context(kind: "trip", id: "1")
        )
        let message = scenario.text(in: trip, by: mike)
        #expect(
            scenario.refuses(.edit(EditMessage(message: message, text: "x")), as: anna)?.code
                == .notTheSender
        )
        #expect(
            scenario.refuses(.delete(DeleteMessage(message: message)), as: anna)?.code
                == .notTheSender
        )
        try scenario.does(.edit(EditMessage(message: message, text: "x")), as: mike)
        try scenario.does(.delete(DeleteMessage(message: message)), as: mike)
    }
}

@Suite struct `What one specification leaves out and another needs` {
    var scenario = Scenario()

    @Test  // MSG-08 EDIT-04 EDIT-05 REACT-18 LIST-18 C09 C12 C46
    mutating func `is there`() throws {
        let chat = scenario.direct(sarah, mike)
        let id = MessageID.named("image")
        let image = Attachment(kind: .image, url: "image")
        let commands: [Command] = [
            .send(SendMessage(conversation: chat, message: id, attachments: [image])),
            .edit(EditMessage(message: id, text: "caption")),
            .react(React(message: id, reaction: "love")),
            .mute(Mute(conversation: chat)),
            .arrange(Arrange(.pin, conversation: chat)),
            .arrange(Arrange(.archive, conversation: chat)),
            .delete(DeleteMessage(message: id)),
        ]
        for command in commands {
            #expect(try scenario.does(command, as: sarah).events.count == 1, "\(command.name)")
        }
    }

    @Test  // CONV-17 CONV-18 C18
    mutating func `is optional where they differ, as a group's name`() throws {
        for title in [nil, "Trip"] {
            let group = CreateGroup(
                conversation: ConversationID(scenario.nextID()),
                title: title,
                members: [mike, anna]
            )
            try scenario.does(.createGroup(group), as: sarah)
            #expect(scenario.world.details(of: group.conversation).title == title)
        }
    }
}

@Suite struct `Sent, delivered and read` {
    var scenario = Scenario()

    @Test  // RCPT-01 RCPT-03 RCPT-04 C13 C17
    mutating func `are three facts, each with a time of its own`() throws {
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: "a")
        let expected = MessageSent(
            message: message.message.rawValue,
            kind: .text,
            characters: 1,
            ordinal: 1,
            messageNumber: 1
        )
        let sent = try scenario.does(.send(message), as: sarah)
        // To be sent is to be in the log, and nobody has it yet.
        let event = Event.messageSent(expected, MessageContent(text: "a"))
        #expect(sent.events == [NewEvent(event, in: .conversation(chat))])
        #expect(sent.answer == .message(.named("a"), ordinal: 1, sentAt: scenario.now))
        #expect(scenario.world.personal(mike, in: chat) == PersonalFacts())
        scenario.advance(by: .seconds(1))
        try scenario.does(
            .markDelivered(MarkDelivered(conversation: chat, upTo: .named("a"))),
            as: mike
        )
        #expect(scenario.world.personal(mike, in: chat).deliveredUpTo == 1)
        #expect(scenario.world.personal(mike, in: chat).readUpTo == 0)
        #expect(scenario.world.event(at: scenario.world.size)?.recorded == scenario.now)
        scenario.advance(by: .seconds(1))
        try scenario.does(.markRead(MarkRead(conversation: chat)), as: mike)
        #expect(scenario.world.personal(mike, in: chat).readUpTo == 1)
        #expect(scenario.world.event(at: scenario.world.size)?.recorded == scenario.now)
    }
}

@Suite struct `A client's queue` {
    var scenario = Scenario()

    @Test  // SYNC-11 SYNC-12 SYNC-24 SYNC-25 TEST-15 C32 C33
    mutating func `arrives in order and each once, whatever is lost and refused on the way`()
        throws
    {
        let chat = scenario.direct(sarah, mike)
        let queue = (0..<20).map { number in
            SendMessage(
                conversation: chat,
                message: .named("\(number)"),
                text: number == 7 ? " " : "\(number)"
            )
        }
        // The answers to the first twelve are lost, and the client begins again.
        for (index, message) in (queue[..<12] + queue).enumerated() {
            let size = scenario.world.size
            guard message.text != " " else {
                #expect(scenario.refuses(.send(message), as: sarah) == .message(.isEmpty))
                continue
            }
            let outcome = try scenario.does(.send(message), as: sarah)
            #expect((outcome.repeats != nil) == (12..<24).contains(index))
            #expect((scenario.world.size == size) == (12..<24).contains(index))
        }
        #expect(scenario.world.conversation(chat)?.messageCount == 19)
        let ordinals = queue.compactMap { scenario.world.message($0.message)?.ordinal }
        #expect(ordinals == Array(1...19))
        // The one that was refused may be tried again under its id.
        let repaired = SendMessage(conversation: chat, message: .named("7"), text: "seven")
        try scenario.does(.send(repaired), as: sarah)
        #expect(scenario.world.message(.named("7"))?.ordinal == 20)
    }
}

@Suite struct `A user who asks` {
    var scenario = Scenario()

    @Test  // MSG-20 MSG-21 MSG-22 SYNC-18 CONV-39 C52
    mutating func `is told what is wrong by a code of its own`() {
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let message = scenario.text(in: chat, by: mike)
        func send(_ text: String, to chat: ConversationID) -> Command {
            .send(SendMessage(conversation: chat, message: .named("new"), text: text))
        }
        scenario.suspended(tom)
        let codes = [
            scenario.refuses(send("", to: chat), as: sarah),
            scenario.refuses(send(String(repeating: "a", count: 10_001), to: chat), as: sarah),
            scenario.refuses(send("a", to: .named("nowhere")), as: sarah),
            scenario.refuses(send("a", to: chat), as: .operator),
            scenario.refuses(send("a", to: chat), as: tom),
            scenario.refuses(.edit(EditMessage(message: message, text: "x")), as: anna),
        ].map { $0?.code }
        #expect(
            codes == [
                .emptyMessage, .messageTooLong, .notFound, .permissionDenied, .suspended,
                .notTheSender,
            ]
        )
    }

    @Test(arguments: [tom, anna])
    // SEC-03 SEC-04 SEC-05 SEC-06 SEC-07 PART-29 TEST-04
    mutating func `is in nobody else's conversations, in none of its commands`(asker: UserID)
        throws
    {
        let chat = scenario.group(by: sarah, with: [mike, anna])
        scenario.left(chat, by: anna)
        let message = scenario.text(in: chat, by: sarah)
        let commands: [Command] = [
            .rename(Rename(conversation: chat, title: "'; DROP TABLE messages; --")),
            .setPhoto(SetPhoto(conversation: chat, photo: "a")),
            .add(AddParticipant(conversation: chat, user: asker)),
            .remove(RemoveParticipant(conversation: chat, user: mike)),
            .leave(Leave(conversation: chat)),
            .setRole(SetRole(conversation: chat, user: asker, role: .admin)),
            .setPermissions(SetPermissions(conversation: chat, user: asker, canAdd: true)),
            .send(SendMessage(conversation: chat, message: .named("a"), text: "a")),
            .edit(EditMessage(message: message, text: "a")),
            .delete(DeleteMessage(message: message)),
            .react(React(message: message, reaction: "love")),
            .unreact(Unreact(message: message, reaction: "love")),
            .markDelivered(MarkDelivered(conversation: chat, upTo: message)),
            .markRead(MarkRead(conversation: chat)),
            .markUnread(MarkUnread(conversation: chat, from: message)),
            .typing(SignalTyping(conversation: chat, isTyping: true)),
            .recordCustom(RecordCustom(type: "a", conversation: chat, data: "a")),
            .report(FileReport(report: .named("a"), target: .message(message), reason: .spam)),
        ]
        for command in commands {
            let code = scenario.refuses(command, as: asker)?.code
            #expect(code == .notFound || asker == anna && code == .notAMember, "\(command.name)")
        }
    }
}
