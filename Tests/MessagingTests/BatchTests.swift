import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let mike = UserID.named("mike")
private let anna = UserID.named("anna")
private let tom = UserID.named("tom")
private let id = CommandID.named("this batch")

extension Scenario {
    /// Asks for commands together, and records them or nothing.
    @discardableResult
    mutating func doesTogether(
        _ members: [Batch.Member],
        as actor: Actor = .user(sarah),
        id: CommandID? = nil
    ) throws(BatchRefusal) -> BatchDecision {
        let batch = Batch(
            as: actor,
            members,
            id: id,
            now: now,
            fresh: FreshIDs(first: nextID())
        )
        var evolved = world
        let decision = try decideTogether(batch, on: &evolved) { _ throws(Refusal) in }
        world = evolved
        return decision
    }

    mutating func refusesTogether(
        _ members: [Batch.Member],
        as actor: Actor = .user(sarah),
        id: CommandID? = nil
    ) -> BatchRefusal? {
        do throws(BatchRefusal) {
            try doesTogether(members, as: actor, id: id)
            return nil
        } catch {
            return error
        }
    }
}

private func send(_ name: String, to chat: ConversationID, _ text: String = "hello") -> Batch.Member
{
    Batch.Member(.send(SendMessage(conversation: chat, message: .named(name), text: text)))
}

private func rename(_ chat: ConversationID, _ title: String?) -> Batch.Member {
    Batch.Member(.rename(Rename(conversation: chat, title: title)))
}

private func arrange(_ action: Arrange.Action, _ chat: ConversationID) -> Batch.Member {
    Batch.Member(.arrange(Arrange(action, conversation: chat)))
}

@Suite struct `Several commands are one append` {
    var scenario = Scenario()

    @Test mutating func `each sees what came before it in the batch`() throws {  // CONV-24
        let chat = ConversationID.named("group")
        let decision = try scenario.doesTogether([
            Batch.Member(.createGroup(CreateGroup(conversation: chat, members: [mike, anna]))),
            rename(chat, "Trip"),
            send("hello", to: chat),
            Batch.Member(.react(React(message: .named("hello"), reaction: "love"))),
        ])
        #expect(decision.decisions.map(\.events.count) == [4, 1, 1, 1])
        #expect(decision.repeats == nil)
        #expect(
            decision.decisions[2].answer
                == .message(.named("hello"), ordinal: 3, sentAt: scenario.now)
        )
        #expect(scenario.world.reactions(of: sarah, on: .named("hello")) == ["love"])
    }

    @Test mutating func `the first refusal is named, and nothing happens`() throws {  // TEST-19
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let size = scenario.world.size
        let refusal = scenario.refusesTogether([
            send("a", to: chat), send("b", to: chat, " "), rename(.named("nowhere"), "a"),
        ])
        #expect(refusal == BatchRefusal(at: 1, .message(.isEmpty)))
        #expect(scenario.world.size == size)
    }

    @Test mutating func `there is at least one command`() {
        #expect(scenario.refusesTogether([]) == BatchRefusal(.request(.nothingTogether)))
    }

    @Test(arguments: [
        (Limits.commandsTogether - 1, true), (Limits.commandsTogether, true),
        (Limits.commandsTogether + 1, false),
    ])
    mutating func `there are no more commands than fit together`(count: Int, fits: Bool) {
        let chat = scenario.direct(sarah, mike)
        let members = Array(repeating: arrange(.unpin, chat), count: count)
        let expected = fits ? nil : BatchRefusal(.request(.tooManyCommandsTogether))
        #expect(scenario.refusesTogether(members) == expected)
    }

    @Test(arguments: [(4_996, true), (4_997, false)])
    func `there are no more events than fit together`(last: Int, fits: Bool) {
        // A group has one event more than members, and these have 5,001 each.
        let groups = [5_000, 5_000, 5_000, last].enumerated().map { number, size in
            let members = (1..<size).map { UserID(UniqueID(high: 1, low: UInt64($0))) }
            let id = ConversationID.named("\(number)")
            return Batch.Member(.createGroup(CreateGroup(conversation: id, members: members)))
        }
        var scenario = Scenario()
        let expected = fits ? nil : BatchRefusal(at: 3, .request(.tooManyEventsTogether))
        #expect(scenario.refusesTogether(groups) == expected)
    }

    @Test mutating func `the operator's holds what changes conversations`() throws {  // D-106
        let group = scenario.group(by: sarah, with: [mike, .named("anna")])
        let add = Batch.Member(.add(AddParticipant(conversation: group, user: .named("ben"))))
        let rename = Batch.Member(.rename(Rename(conversation: group, title: "Trip")))
        let appoint = Batch.Member(.appointModerator(AppointModerator(user: sarah)))
        #expect(
            scenario.refusesTogether([add, appoint], as: .operator)
                == BatchRefusal(at: 1, .request(.standsAlone))
        )
        #expect(scenario.refusesTogether([add, rename], as: .operator) == nil)
    }

    @Test mutating func `it is for users, and holds what its user may do alone`() throws {
        let chat = scenario.direct(sarah, mike)
        #expect(
            scenario.refusesTogether([send("a", to: chat)], as: .operator)
                == BatchRefusal(at: 0, .request(.isForUsers))
        )
        let appoint = Batch.Member(.appointModerator(AppointModerator(user: sarah)))
        #expect(
            scenario.refusesTogether([send("a", to: chat), appoint])
                == BatchRefusal(at: 1, .request(.isForTheOperator))
        )
        let reinstate = Batch.Member(.reinstate(Reinstate(user: mike)))
        #expect(
            scenario.refusesTogether([send("a", to: chat), reinstate])
                == BatchRefusal(at: 1, .request(.isForModerators))
        )
        scenario.moderator(sarah)
        scenario.suspended(mike)
        try scenario.doesTogether([send("a", to: chat), reinstate])
        #expect(scenario.world.standing(of: mike) == .good)
    }

    @Test mutating func `a suspended user is refused at the first command`() {  // D-49
        let chat = scenario.direct(sarah, mike)
        scenario.suspended(sarah)
        #expect(
            scenario.refusesTogether([send("a", to: chat)])
                == BatchRefusal(at: 0, .request(.actorIsSuspended(until: nil)))
        )
    }

    @Test mutating func `the names of its commands are all different`() throws {
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let decision = try scenario.doesTogether(
            (0..<50).map { rename(chat, "Trip \($0)") }
                + [mike, anna].map {
                    Batch.Member(.remove(RemoveParticipant(conversation: chat, user: $0)))
                }
                + [Batch.Member(.startDirect(StartDirect(with: mike)))]
        )
        let names = decision.decisions.flatMap(\.events).compactMap { new -> UniqueID? in
            switch new.event {
            case .detailsChanged(let event, _): event.entry
            case .participantRemoved(let event): event.entry
            case .conversationCreated:
                if case .conversation(let id) = new.stream { id.rawValue } else { nil }
            default: nil
            }
        }
        #expect(names.count == 53)
        #expect(Set(names).count == 53)
        let last = try #require(decision.decisions.last)
        guard case .direct(_, created: true) = last.answer else {
            Issue.record("\(last.answer)")
            return
        }
    }

    @Test mutating func `a typing signal in it is no event`() throws {
        let chat = scenario.direct(sarah, mike)
        let typing = Batch.Member(
            .typing(SignalTyping(conversation: chat, isTyping: false))
        )
        let decision = try scenario.doesTogether([send("a", to: chat), typing], id: id)
        #expect(decision.decisions.map(\.events.count) == [1, 0])
        #expect(
            try scenario.doesTogether([send("a", to: chat), typing], id: id).repeats != nil
        )
    }
}

@Suite struct `A batch may be asked for twice` {
    var scenario = Scenario()

    @Test mutating func `it is answered as the first time`() throws {  // D-05 D-06 SYNC-05
        let chat = scenario.group(by: sarah, with: [mike, anna])
        scenario.text(in: chat, by: mike)
        let batch = [
            arrange(.unpin, chat),
            rename(chat, "Trip"),
            send("a", to: chat),
            Batch.Member(.toggleReaction(ToggleReaction(message: .named("a"), reaction: "love"))),
            arrange(.pin, chat),
            Batch.Member(.markRead(MarkRead(conversation: chat))),
            Batch.Member(.startDirect(StartDirect(with: mike))),
            Batch.Member(.startDirect(StartDirect(with: mike))),
        ]
        let first = try scenario.doesTogether(batch, id: id)
        let last = scenario.world.size
        try scenario.does(.rename(Rename(conversation: chat, title: "Rome")), as: sarah)
        scenario.suspended(sarah)
        let again = try scenario.doesTogether(batch, id: id)
        #expect(again.decisions.map(\.answer) == first.decisions.map(\.answer))
        #expect(again.decisions.flatMap(\.events).isEmpty)
        #expect(again.repeats == last)
        #expect(again.decisions[0].repeats == nil)
        #expect(again.decisions[1].repeats.map { $0 < last } == true)
        #expect(again.decisions[2].repeats == scenario.world.message(.named("a"))?.position)
        #expect(scenario.world.reactions(of: sarah, on: .named("a")) == ["love"])
    }

    @Test mutating func `another batch does not get its id`() throws {  // D-05
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let batch = [rename(chat, "Trip"), send("a", to: chat), arrange(.pin, chat)]
        try scenario.doesTogether(batch, id: id)
        let others: [[Batch.Member]] = [
            [batch[0], batch[1]],
            [batch[0], batch[2]],
            [batch[1], batch[2]],
            [batch[0], batch[2], batch[1]],
            [batch[1], batch[0], batch[2]],
            [arrange(.pin, chat)],
        ]
        for other in others {
            #expect(
                scenario.refusesTogether(other, id: id) == BatchRefusal(.request(.idIsTaken)),
                "\(other)"
            )
        }
        #expect(
            scenario.refusesTogether([rename(chat, "Rome"), batch[1], batch[2]], id: id)
                == BatchRefusal(at: 0, .request(.idIsTaken))
        )
        #expect(
            scenario.refusesTogether([batch[0], send("a", to: chat, "other"), batch[2]], id: id)
                == BatchRefusal(at: 1, .request(.idIsTaken))
        )
        #expect(
            scenario.refusesTogether([batch[0], send("b", to: chat), batch[2]], id: id)
                == BatchRefusal(at: 1, .request(.idIsTaken))
        )
        #expect(
            scenario.refuses(.rename(Rename(conversation: chat, title: "x")), as: sarah, id: id)
                == .request(.idIsTaken)
        )
        let sends = [send("c", to: chat), send("d", to: chat)]
        try scenario.doesTogether(sends, id: .named("sends"))
        #expect(
            scenario.refusesTogether(sends.reversed(), id: .named("sends"))
                == BatchRefusal(at: 0, .request(.idIsTaken))
        )
        // Another user's batch is another one.
        #expect(scenario.refusesTogether([arrange(.pin, chat)], as: .user(mike), id: id) == nil)
    }

    @Test mutating func `what it created is not taken for something else that is the same`() throws
    {  // D-05
        let chat = scenario.direct(sarah, mike)
        func batch(_ name: String) -> [Batch.Member] {
            [
                send("a", to: chat),
                Batch.Member(
                    .createGroup(CreateGroup(conversation: .named(name), members: [mike, anna]))
                ),
            ]
        }
        func reports(_ name: String) -> [Batch.Member] {
            [
                Batch.Member(
                    .report(FileReport(report: .named(name), target: .user(mike), reason: .spam))
                )
            ]
        }
        try scenario.doesTogether(batch("one"), id: id)
        #expect(
            scenario.refusesTogether(batch("two"), id: id)
                == BatchRefusal(at: 1, .request(.idIsTaken))
        )
        try scenario.doesTogether(reports("one"), id: .named("reports"))
        #expect(
            scenario.refusesTogether(reports("two"), id: .named("reports"))
                == BatchRefusal(at: 0, .request(.idIsTaken))
        )
    }

    @Test mutating func `what always does something is not taken for what did nothing`() throws {
        let chat = scenario.request(by: sarah, with: [mike, anna])
        let message = scenario.text(in: chat, by: mike)
        let own = scenario.text(in: chat, by: sarah)
        let pin = arrange(.pin, chat)
        try scenario.doesTogether([pin, arrange(.unmute, chat)], id: id)
        let commands: [Command] = [
            .send(SendMessage(conversation: chat, message: .named("a"), text: "a")),
            .createGroup(CreateGroup(conversation: .named("a"), members: [mike, anna])),
            .openRequest(
                OpenRequest(
                    conversation: .named("a"),
                    context: Context(kind: "a", id: "a"),
                    members: [mike]
                )
            ),
            .report(FileReport(report: .named("a"), target: .user(mike), reason: .spam)),
            .annotate(
                AnnotateMessage(message: own, linkPreview: LinkPreview(url: "https://a.example"))
            ),
            .add(AddParticipant(conversation: chat, user: tom)),
            .remove(RemoveParticipant(conversation: chat, user: mike)),
            .leave(Leave(conversation: chat)),
            .completeRequest(CompleteRequest(conversation: chat)),
            .cancelRequest(CancelRequest(conversation: chat)),
            .recordCustom(RecordCustom(type: "a", data: "a")),
            .toggleReaction(ToggleReaction(message: message, reaction: "love")),
            .startDirect(StartDirect(with: tom)),
        ]
        for command in commands {
            #expect(
                scenario.refusesTogether([pin, Batch.Member(command)], id: id)
                    == BatchRefusal(at: 1, .request(.idIsTaken)),
                "\(command.name)"
            )
        }
        scenario.moderator(sarah)
        let resolve = Command.resolveReport(ResolveReport(report: .named("a"), action: .dismiss))
        #expect(
            scenario.refusesTogether([pin, Batch.Member(resolve)], id: id)
                == BatchRefusal(at: 1, .request(.idIsTaken))
        )
        // What did nothing is remembered by nobody: another such command passes for it.
        #expect(
            try scenario.doesTogether([pin, arrange(.unarchive, chat)], id: id).repeats != nil
        )
        // But not where it would stand in the place of what did something, or beside it.
        for other in [
            [arrange(.unmute, chat), pin], [pin], [pin, arrange(.unmute, chat), pin],
            [pin, arrange(.unmute, chat), arrange(.unmute, chat)],
        ] {
            #expect(
                scenario.refusesTogether(other, id: id) == BatchRefusal(.request(.idIsTaken)),
                "\(other)"
            )
        }
    }

    @Test mutating func `commands with ids of their own keep them`() throws {  // D-04
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let own = CommandID.named("own")
        var named = rename(chat, "Trip")
        named.id = own
        let batch = [send("a", to: chat), named, arrange(.pin, chat)]
        let first = try scenario.doesTogether(batch, id: id)
        let again = try scenario.doesTogether(batch, id: id)
        #expect(again.decisions.map(\.answer) == first.decisions.map(\.answer))
        #expect(again.decisions.flatMap(\.events).isEmpty)
        #expect(again.decisions[1].repeats != nil)
        #expect(try scenario.does(named.command, as: sarah, id: own).repeats != nil)
        var other = rename(chat, "Rome")
        other.id = own
        #expect(
            scenario.refusesTogether([arrange(.archive, chat), other])
                == BatchRefusal(at: 1, .request(.idIsTaken))
        )
    }

    @Test mutating func `it is known also where each command has an id of its own`() throws {
        // D-117 Q25
        let chat = scenario.group(by: sarah, with: [mike, anna])
        var (trip, rome, pin) = (rename(chat, "Trip"), rename(chat, "Rome"), arrange(.pin, chat))
        trip.id = .named("trip")
        rome.id = .named("rome")
        pin.id = .named("pin")
        let batch = [trip, pin, rome]
        let first = try scenario.doesTogether(batch, id: id)
        let last = scenario.world.size
        #expect(outcome(of: id, by: sarah, on: scenario.world) == last)
        #expect(
            outcome(of: .named("trip"), by: sarah, on: scenario.world)?.rawValue == last.rawValue
                - 2
        )
        #expect(outcome(of: id, by: mike, on: scenario.world) == nil)
        scenario.text(in: chat, by: mike)
        let again = try scenario.doesTogether(batch, id: id)
        #expect(again.repeats == last)
        #expect(again.decisions.map(\.answer) == first.decisions.map(\.answer))
        #expect(again.decisions.flatMap(\.events).isEmpty)
        for command in batch {
            #expect(try scenario.does(command.command, as: sarah, id: command.id).repeats != nil)
            #expect(try scenario.doesTogether([command], id: .named("other")).repeats != nil)
        }
        let unnamed = rename(chat, "Trip")
        let changed = [
            [trip, rome, pin], [rome, pin, trip], [trip, pin], [trip], [unnamed, pin, rome],
            [trip, pin, unnamed], [unnamed],
        ]
        for other in changed {
            #expect(
                scenario.refusesTogether(other, id: id) == BatchRefusal(.request(.idIsTaken)),
                "\(other)"
            )
        }
        #expect(scenario.refuses(rome.command, as: sarah, id: id) == .request(.idIsTaken))
        #expect(outcome(of: .named("other"), by: sarah, on: scenario.world) == nil)
    }

    @Test mutating func `a message that is known already is not sent again`() throws {  // SYNC-05
        let chat = scenario.direct(sarah, mike)
        let known = SendMessage(conversation: chat, message: .named("a"), text: "hello")
        try scenario.does(.send(known), as: sarah)
        let batch = [send("a", to: chat), send("b", to: chat)]
        let first = try scenario.doesTogether(batch, id: id)
        #expect(first.decisions.map(\.events.count) == [0, 1])
        #expect(first.repeats == nil)
        let again = try scenario.doesTogether(batch, id: id)
        #expect(again.repeats == scenario.world.size)
        #expect(again.decisions.map(\.answer) == first.decisions.map(\.answer))
        let onlyKnown = [Batch.Member(.send(known)), send("b", to: chat)]
        let last = scenario.world.size
        scenario.text(in: chat, by: mike)
        #expect(try scenario.doesTogether(onlyKnown, id: .named("another")).repeats == last)
        let twice = try scenario.doesTogether([send("c", to: chat), send("c", to: chat)])
        #expect(twice.decisions.map(\.events.count) == [1, 0])
    }

    @Test mutating func `a tap needs an id, the batch's or its own`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        let message = scenario.text(in: chat, by: mike)
        var tap = Batch.Member(.toggleReaction(ToggleReaction(message: message, reaction: "love")))
        #expect(scenario.refusesTogether([tap]) == BatchRefusal(at: 0, .request(.idIsNeeded)))
        try scenario.doesTogether([tap], id: id)
        #expect(scenario.world.reactions(of: sarah, on: message) == ["love"])
        tap.id = .named("tap")
        try scenario.doesTogether([tap])
        try scenario.doesTogether([tap])
        #expect(scenario.world.reactions(of: sarah, on: message).isEmpty)
    }

    @Test mutating func `who may ask at all comes first`() throws {  // D-07
        scenario.moderator(sarah)
        scenario.suspended(mike)
        let batch = [Batch.Member(.reinstate(Reinstate(user: mike)))]
        try scenario.doesTogether(batch, id: id)
        scenario.given(.moderatorDismissed(ModeratorDismissed(user: sarah.rawValue)))
        #expect(
            scenario.refusesTogether(batch, id: id)
                == BatchRefusal(at: 0, .request(.isForModerators))
        )
    }

    @Test mutating func `what did nothing at all is decided again`() throws {  // D-72
        let chat = scenario.direct(sarah, mike)
        try scenario.doesTogether([arrange(.unpin, chat)], id: id)
        let other = try scenario.doesTogether([arrange(.pin, chat)], id: id)
        #expect(other.decisions[0].events.count == 1)
    }
}
