import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let mike = UserID.named("mike")
private let anna = UserID.named("anna")
private let tom = UserID.named("tom")
private let id = CommandID.named("this attempt")

extension Scenario {
    /// Asks for a command and then again: the second time nothing happens and the answer is the
    /// first one, and other commands are refused the id.
    mutating func expectOnce(
        _ command: Command,
        as actor: Actor = .user(sarah),
        id: CommandID? = id,
        insteadOf others: [Command] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let first = try does(command, as: actor, id: id)
        #expect(!first.events.isEmpty, sourceLocation: sourceLocation)
        #expect(first.repeats == nil, sourceLocation: sourceLocation)
        let last = world.size
        advance(by: .seconds(5))
        // Something else happens in between.
        given(.contactAdded(ContactAdded(user: nextID())), ofUser: tom)
        let again = try does(command, as: actor, id: id)
        #expect(again.events.isEmpty, sourceLocation: sourceLocation)
        #expect(again.answer == first.answer, sourceLocation: sourceLocation)
        #expect(again.repeats == last, sourceLocation: sourceLocation)
        for other in others {
            #expect(
                refuses(other, as: actor, id: id) == .request(.idIsTaken),
                "\(other)",
                sourceLocation: sourceLocation
            )
        }
    }

    /// Erases the content of the command that was asked for last.
    mutating func eraseLast() {
        given(
            .contentErased(
                ContentErased(ranges: [PositionRange(first: world.size.rawValue, count: 1)])
            )
        )
    }
}

/// A command that differs in one thing.
private func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
}

@Suite struct `What creates something is known by its id` {
    var scenario = Scenario()

    @Test mutating func `a group`() throws {  // D-05 D-06 C07
        let group = CreateGroup(
            conversation: .named("group"),
            title: "Trip",
            members: [mike, anna]
        )
        let others = [
            changed(group) { $0.title = "trip" },
            changed(group) { $0.title = nil },
            changed(group) { $0.photo = "photo" },
            changed(group) { $0.custom = "custom" },
            changed(group) { $0.members = [mike, anna, tom] },
            changed(group) { $0.members = [mike, tom] },
            changed(group) { $0.members = [] },
            changed(group) { $0.reactions = .open },
            changed(group) { $0.history = .sinceJoin },
        ]
        try scenario.expectOnce(
            .createGroup(group),
            id: nil,
            insteadOf: others.map(Command.createGroup)
        )
    }

    @Test mutating func `a request`() throws {  // D-05
        let request = OpenRequest(
            conversation: .named("request"),
            context: Context(kind: "ride", id: "7"),
            members: [mike]
        )
        let others = [
            changed(request) { $0.context.kind = "favor" },
            changed(request) { $0.context.id = "8" },
            changed(request) { $0.members = [anna] },
            changed(request) { $0.title = "Trip" },
            changed(request) { $0.history = .sinceJoin },
        ]
        let group = CreateGroup(conversation: request.conversation, members: [mike, anna])
        try scenario.expectOnce(
            .openRequest(request),
            id: nil,
            insteadOf: others.map(Command.openRequest) + [.createGroup(group)]
        )
    }

    @Test mutating func `a message, which is sent once however often it arrives`() throws {
        // SYNC-05 SYNC-04 MSG-26 MSG-27 TEST-06 C07
        let chat = scenario.direct(sarah, mike)
        let other = scenario.direct(sarah, anna)
        let parent = scenario.text(in: chat, by: mike)
        let message = SendMessage(
            conversation: chat,
            message: .named("hello"),
            text: "hello",
            attachments: [Attachment(kind: .file, url: "file")],
            location: Location(latitude: 1, longitude: 2),
            replyTo: parent,
            isPayment: true,
            custom: "custom"
        )
        let others = [
            changed(message) { $0.text = "Hello" },
            changed(message) { $0.text = nil },
            changed(message) { $0.attachments[0].url = "other" },
            changed(message) { $0.attachments = [] },
            changed(message) { $0.location = nil },
            changed(message) { $0.replyTo = nil },
            changed(message) { $0.isBroadcast = true },
            changed(message) { $0.isPayment = false },
            changed(message) { $0.forwardedFrom = parent },
            changed(message) { $0.custom = nil },
            changed(message) { $0.conversation = other },
        ]
        try scenario.expectOnce(.send(message), id: nil, insteadOf: others.map(Command.send))
        #expect(scenario.world.conversation(chat)?.messageCount == 2)
    }

    @Test mutating func `a report`() throws {  // D-05
        let chat = scenario.group(by: mike, with: [sarah, anna])
        let elsewhere = scenario.group(by: mike, with: [sarah, anna])
        let message = scenario.text(in: chat, by: mike)
        let report = FileReport(
            report: .named("report"),
            target: .message(message),
            reason: .spam,
            details: "again and again"
        )
        let others = [
            changed(report) { $0.target = .user(mike) },
            changed(report) { $0.target = .conversation(chat) },
            changed(report) { $0.reason = .scam },
            changed(report) { $0.details = nil },
            changed(report) { $0.details = String(repeating: "a", count: 3_000) },
        ]
        try scenario.expectOnce(.report(report), id: nil, insteadOf: others.map(Command.report))
        for (number, target) in [FileReport.Target.user(mike), .conversation(chat)].enumerated() {
            let other = FileReport(report: .named("\(number)"), target: target, reason: .other)
            let others: [FileReport.Target] = [
                .message(message), .user(anna), .conversation(elsewhere),
            ]
            try scenario.expectOnce(
                .report(other),
                id: nil,
                insteadOf: others.map { target in .report(changed(other) { $0.target = target }) }
            )
        }
    }

    @Test mutating func `a hold`() throws {  // D-05
        let chat = scenario.direct(sarah, mike)
        let hold = PlaceHold(
            hold: .named("hold"),
            matter: "matter",
            conversation: chat,
            user: sarah,
            from: Timestamp(microseconds: 1),
            until: Timestamp(microseconds: 2)
        )
        let others = [
            changed(hold) { $0.matter = "other" },
            changed(hold) { $0.conversation = nil },
            changed(hold) { $0.user = nil },
            changed(hold) { $0.from = nil },
            changed(hold) { $0.until = nil },
        ]
        try scenario.expectOnce(
            .placeHold(hold),
            as: .operator,
            id: nil,
            insteadOf: others.map(Command.placeHold)
        )
    }

    @Test mutating func `and by nothing else, so that its events name no command`() {  // D-05
        let chat = scenario.direct(sarah, mike)
        let send = Command.send(SendMessage(conversation: chat, message: .named("a"), text: "a"))
        #expect(scenario.request(send, as: .user(sarah), id: id).trace == nil)
        let rename = Command.rename(Rename(conversation: chat, title: "Trip"))
        #expect(scenario.request(rename, as: .user(sarah), id: id).trace?.id == id.rawValue)
    }

    @Test mutating func `the kinds of things have ids of their own`() throws {  // D-05
        let same = scenario.nextID()
        let group = CreateGroup(conversation: ConversationID(same), members: [mike, anna])
        try scenario.does(.createGroup(group), as: sarah)
        let message = SendMessage(
            conversation: group.conversation,
            message: MessageID(same),
            text: "hello"
        )
        let report = FileReport(report: ReportID(same), target: .user(mike), reason: .spam)
        let rename = Rename(conversation: group.conversation, title: "Trip")
        for command in [Command.send(message), .report(report), .rename(rename)] {
            let id = command.creation == nil ? CommandID(same) : nil
            let outcome = try scenario.does(command, as: sarah, id: id)
            #expect(!outcome.events.isEmpty)
        }
    }

    @Test mutating func `an id belongs to the user who used it first`() throws {  // D-05
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: "a")
        let group = CreateGroup(conversation: .named("group"), members: [anna, tom])
        try scenario.does(.send(message), as: sarah)
        try scenario.does(.createGroup(group), as: sarah)
        #expect(scenario.refuses(.send(message), as: mike) == .request(.idIsTaken))
        #expect(scenario.refuses(.createGroup(group), as: mike) == .request(.idIsTaken))
    }

    @Test mutating func `the id of a system entry is no message's`() throws {  // D-11 D-05
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let entry = try #require(
            scenario.world.newestEntry(
                of: chat,
                for: Visibility(history: .full, intervals: [.init(joined: .zero)])
            )
        )
        #expect(entry.isSystem)
        let message = SendMessage(conversation: chat, message: entry.id, text: "a")
        #expect(scenario.refuses(.send(message), as: sarah) == .request(.idIsTaken))
    }

    @Test mutating func `two equal texts with two ids are two messages`() throws {
        // MSG-28 TEST-17
        let chat = scenario.direct(sarah, mike)
        for name in ["one", "two"] {
            let message = SendMessage(conversation: chat, message: .named(name), text: "hello")
            #expect(try scenario.does(.send(message), as: sarah).events.count == 1)
        }
        #expect(scenario.world.conversation(chat)?.messageCount == 2)
    }
}

@Suite struct `The same is the same however it is written` {
    var scenario = Scenario()

    @Test mutating func `members in any order, titles with any white space`() throws {  // D-05
        let group = CreateGroup(
            conversation: .named("group"),
            title: "Trip",
            members: [mike, anna]
        )
        try scenario.does(.createGroup(group), as: sarah)
        let other = changed(group) {
            $0.title = "  Trip \n"
            $0.members = [anna, sarah, mike, anna]
        }
        #expect(try scenario.does(.createGroup(other), as: sarah).repeats != nil)
    }

    @Test mutating func `a text with white space and control characters`() throws {  // D-05 C05
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: "hello")
        let first = try scenario.does(.send(message), as: sarah)
        let other = changed(message) { $0.text = " \u{7}hello\r\n" }
        #expect(try scenario.does(.send(other), as: sarah).answer == first.answer)
    }

    @Test mutating func `whatever the sender's clock says`() throws {  // D-05
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: "hello")
        try scenario.does(.send(message), as: sarah)
        let other = changed(message) { $0.claimedAt = Timestamp(microseconds: 7) }
        #expect(try scenario.does(.send(other), as: sarah).repeats != nil)
    }

    @Test mutating func `but another spelling of a letter is another text`() throws {  // D-05
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: "caf\u{E9}")
        try scenario.does(.send(message), as: sarah)
        let other = changed(message) { $0.text = "cafe\u{301}" }
        #expect(scenario.refuses(.send(other), as: sarah) == .request(.idIsTaken))
    }

    @Test mutating func `but another spelling of a context is another context`() throws {  // D-05
        let request = OpenRequest(
            conversation: .named("request"),
            context: Context(kind: "caf\u{E9}", id: "\u{E9}"),
            members: [mike]
        )
        try scenario.does(.openRequest(request), as: sarah)
        let kind = changed(request) { $0.context.kind = "cafe\u{301}" }
        #expect(scenario.refuses(.openRequest(kind), as: sarah) == .request(.idIsTaken))
        let name = changed(request) { $0.context.id = "e\u{301}" }
        #expect(scenario.refuses(.openRequest(name), as: sarah) == .request(.idIsTaken))
    }

    @Test mutating func `a text that is longer than what is allowed since`() throws {  // D-06
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: "hello")
        try scenario.does(.send(message), as: sarah)
        scenario.configured(ConfigurationChanged(textLimit: 1))
        #expect(try scenario.does(.send(message), as: sarah).repeats != nil)
    }

    @Test mutating func `erased content is not compared, everything else is`() throws {  // D-05
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: "hello")
        try scenario.does(.send(message), as: sarah)
        scenario.eraseLast()
        let other = changed(message) { $0.text = "other" }
        #expect(try scenario.does(.send(other), as: sarah).repeats != nil)
        let payment = changed(message) { $0.isPayment = true }
        #expect(scenario.refuses(.send(payment), as: sarah) == .request(.idIsTaken))
        #expect(scenario.refuses(.send(message), as: mike) == .request(.idIsTaken))
    }

    @Test mutating func `what a message held is compared after an erasure too`() throws {  // D-05
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(
            conversation: chat,
            message: .named("a"),
            attachments: [image(), file()],
            location: rome
        )
        try scenario.does(.send(message), as: sarah)
        scenario.eraseLast()
        #expect(try scenario.does(.send(message), as: sarah).repeats != nil)
        let nowhere = changed(message) { $0.location = nil }
        #expect(scenario.refuses(.send(nowhere), as: sarah) == .request(.idIsTaken))
        let turned = changed(message) { $0.attachments.reverse() }
        #expect(scenario.refuses(.send(turned), as: sarah) == .request(.idIsTaken))
        let text = changed(message) { message in
            message.attachments = []
            message.location = nil
            message.text = "hello"
        }
        #expect(scenario.refuses(.send(text), as: sarah) == .request(.idIsTaken))
    }

    @Test mutating func `nothing is the same as content that was erased`() throws {  // D-05
        let title = Rename(conversation: scenario.group(by: sarah, with: [mike]), title: "Trip")
        try scenario.does(.rename(title), as: sarah, id: id)
        scenario.eraseLast()
        let other = changed(title) { $0.title = "other" }
        #expect(try scenario.does(.rename(other), as: sarah, id: id).repeats != nil)
        let none = changed(title) { $0.title = nil }
        #expect(scenario.refuses(.rename(none), as: sarah, id: id) == .request(.idIsTaken))
        let profile = SetProfile(username: "sarah")
        try scenario.does(.setProfile(profile), as: sarah, id: .named("profile"))
        scenario.eraseLast()
        let unusable = SetProfile(username: "")
        #expect(
            try scenario.does(.setProfile(unusable), as: sarah, id: .named("profile")).repeats
                != nil
        )
    }
}

@Suite struct `What was done stays done` {
    var scenario = Scenario()

    @Test mutating func `a message that was edited and deleted since`() throws {  // D-06
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: "hello")
        let first = try scenario.does(.send(message), as: sarah)
        scenario.edited(message.message, to: "other")
        scenario.deleted(message.message)
        let again = try scenario.does(.send(message), as: sarah)
        #expect(again.answer == first.answer)
        #expect(scenario.world.message(message.message)?.isDeleted == true)
    }

    @Test mutating func `the sender left, was suspended, and the chat closed`() throws {  // D-06
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let message = SendMessage(conversation: chat, message: .named("a"), text: "hello")
        let first = try scenario.does(.send(message), as: mike)
        scenario.left(chat, by: mike)
        scenario.closed(chat, by: sarah)
        scenario.suspended(mike)
        #expect(try scenario.does(.send(message), as: mike).answer == first.answer)
        let new = changed(message) { $0.message = .named("b") }
        #expect(scenario.refuses(.send(new), as: mike) == .request(.actorIsSuspended(until: nil)))
    }

    @Test mutating func `who may ask at all comes first`() throws {  // D-07
        scenario.moderator(sarah)
        scenario.suspended(mike)
        let reinstate = Command.reinstate(Reinstate(user: mike))
        try scenario.expectOnce(reinstate)
        scenario.given(.moderatorDismissed(ModeratorDismissed(user: sarah.rawValue)))
        #expect(scenario.refuses(reinstate, as: sarah, id: id) == .request(.isForModerators))
    }

    @Test mutating func `a refused command does not use its id up`() throws {  // D-05 D-72
        let chat = scenario.direct(sarah, mike)
        let message = SendMessage(conversation: chat, message: .named("a"), text: " ")
        #expect(scenario.refuses(.send(message), as: sarah) == .message(.isEmpty))
        let other = changed(message) { $0.text = "hello" }
        #expect(try scenario.does(.send(other), as: sarah).events.count == 1)
    }

    @Test mutating func `what changed nothing does not use its id up either`() throws {  // D-72
        let chat = scenario.direct(sarah, mike)
        let unpin = Command.arrange(Arrange(.unpin, conversation: chat))
        #expect(try scenario.does(unpin, as: sarah, id: id).events.isEmpty)
        let pin = Command.arrange(Arrange(.pin, conversation: chat))
        try scenario.expectOnce(pin, insteadOf: [unpin])
    }

    @Test mutating func `without an id, the same again is decided again`() throws {  // D-04
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let leave = Command.leave(Leave(conversation: chat))
        try scenario.does(leave, as: mike)
        #expect(
            scenario.refuses(leave, as: mike) == .conversation(.actorIsNoLongerAMember)
        )
    }

    @Test mutating func `two users may give the same id`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        for user in [sarah, mike] {
            let pin = Command.arrange(Arrange(.pin, conversation: chat))
            #expect(try scenario.does(pin, as: user, id: id).events.count == 1)
        }
    }
}
