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

@Suite struct `What creates nothing is known by its actor and its command's id` {
    var scenario = Scenario()

    @Test mutating func `beginning a direct conversation`() throws {  // D-04 D-06
        try scenario.expectOnce(
            .startDirect(StartDirect(with: mike)),
            insteadOf: [.startDirect(StartDirect(with: anna))]
        )
        #expect(
            try scenario.does(.startDirect(StartDirect(with: mike)), as: sarah).repeats == nil
        )
    }

    @Test mutating func `bringing a direct conversation back`() throws {  // D-04 D-27
        let chat = scenario.direct(mike, sarah)
        scenario.given(.hidden(Hidden(conversation: chat.rawValue)), ofUser: sarah)
        let other = scenario.direct(sarah, anna)
        scenario.given(.hidden(Hidden(conversation: other.rawValue)), ofUser: sarah)
        try scenario.expectOnce(
            .startDirect(StartDirect(with: mike)),
            insteadOf: [
                .startDirect(StartDirect(with: anna)),
                .arrange(Arrange(.hide, conversation: chat)),
            ]
        )
    }

    @Test mutating func `giving a conversation a title and taking it away`() throws {  // D-04
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let other = scenario.group(by: sarah, with: [mike, anna])
        try scenario.expectOnce(
            .rename(Rename(conversation: chat, title: "Trip")),
            insteadOf: [
                .rename(Rename(conversation: chat, title: "trip")),
                .rename(Rename(conversation: chat, title: nil)),
                .rename(Rename(conversation: chat, title: "")),
                .rename(Rename(conversation: other, title: "Trip")),
                .setPhoto(SetPhoto(conversation: chat, photo: "Trip")),
                .leave(Leave(conversation: chat)),
            ]
        )
        try scenario.expectOnce(
            .rename(Rename(conversation: chat, title: nil)),
            id: .named("another"),
            insteadOf: [.rename(Rename(conversation: chat, title: "Trip"))]
        )
    }

    @Test mutating func `giving a conversation a photo`() throws {  // D-04
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let other = scenario.group(by: sarah, with: [mike, anna])
        try scenario.expectOnce(
            .setPhoto(SetPhoto(conversation: chat, photo: "photo")),
            insteadOf: [
                .setPhoto(SetPhoto(conversation: chat, photo: "other")),
                .setPhoto(SetPhoto(conversation: other, photo: "photo")),
                .rename(Rename(conversation: chat, title: "photo")),
            ]
        )
    }

    @Test mutating func `what becomes of a request`() throws {  // D-04 D-30
        let one = scenario.request(by: sarah, with: [mike])
        let two = scenario.request(by: sarah, with: [mike])
        try scenario.expectOnce(
            .cancelRequest(CancelRequest(conversation: one)),
            insteadOf: [
                .cancelRequest(CancelRequest(conversation: two)),
                .completeRequest(CompleteRequest(conversation: one)),
            ]
        )
        try scenario.expectOnce(
            .clearContext(ClearContext(conversation: one)),
            id: .named("clear"),
            insteadOf: [
                .clearContext(ClearContext(conversation: two)),
                .cancelRequest(CancelRequest(conversation: one)),
            ]
        )
        try scenario.expectOnce(
            .completeRequest(CompleteRequest(conversation: one)),
            id: .named("complete"),
            insteadOf: [
                .completeRequest(CompleteRequest(conversation: two)),
                .clearContext(ClearContext(conversation: one)),
            ]
        )
    }

    @Test mutating func `adding and removing`() throws {  // D-04
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let other = scenario.group(by: sarah, with: [mike, anna])
        try scenario.expectOnce(
            .add(AddParticipant(conversation: chat, user: tom)),
            insteadOf: [
                .add(AddParticipant(conversation: chat, user: tom, role: .admin)),
                .add(AddParticipant(conversation: chat, user: anna)),
                .add(AddParticipant(conversation: other, user: tom)),
                .remove(RemoveParticipant(conversation: chat, user: tom)),
            ]
        )
        try scenario.expectOnce(
            .remove(RemoveParticipant(conversation: chat, user: tom)),
            id: .named("remove"),
            insteadOf: [
                .remove(RemoveParticipant(conversation: chat, user: anna)),
                .remove(RemoveParticipant(conversation: other, user: tom)),
                .remove(RemoveParticipant(conversation: chat, user: sarah)),
                .leave(Leave(conversation: chat)),
            ]
        )
    }

    @Test mutating func `leaving, with the new creator that it brings about`() throws {
        // D-04 D-47
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let other = scenario.group(by: mike, with: [sarah, anna])
        let leave = Command.leave(Leave(conversation: chat))
        try scenario.expectOnce(
            leave,
            insteadOf: [
                .leave(Leave(conversation: other)),
                .remove(RemoveParticipant(conversation: chat, user: mike)),
            ]
        )
        // To remove oneself leads to the same, but is another command.
        let remove = Command.remove(RemoveParticipant(conversation: chat, user: sarah))
        #expect(scenario.refuses(remove, as: sarah, id: id) == .request(.idIsTaken))
        try scenario.expectOnce(
            .remove(RemoveParticipant(conversation: other, user: sarah)),
            id: .named("other"),
            insteadOf: [.remove(RemoveParticipant(conversation: chat, user: sarah))]
        )
        try scenario.expectOnce(leave, as: .user(mike))
        // The last one closes it.
        try scenario.expectOnce(
            leave,
            as: .user(anna),
            insteadOf: [
                .completeRequest(CompleteRequest(conversation: chat))
            ]
        )
    }

    @Test mutating func `roles and flags`() throws {  // D-04
        let chat = scenario.group(by: sarah, with: [mike, anna])
        let other = scenario.group(by: sarah, with: [mike, anna])
        try scenario.expectOnce(
            .setRole(SetRole(conversation: chat, user: mike, role: .admin)),
            insteadOf: [
                .setRole(SetRole(conversation: chat, user: mike, role: .member)),
                .setRole(SetRole(conversation: chat, user: anna, role: .admin)),
                .setRole(SetRole(conversation: other, user: mike, role: .admin)),
            ]
        )
        try scenario.expectOnce(
            .setPermissions(
                SetPermissions(
                    conversation: chat,
                    user: anna,
                    canAdd: true,
                    canRemove: false,
                    canEdit: true
                )
            ),
            id: .named("flags"),
            insteadOf: [
                .setPermissions(SetPermissions(conversation: chat, user: anna, canAdd: false)),
                .setPermissions(SetPermissions(conversation: chat, user: anna, canRemove: true)),
                .setPermissions(SetPermissions(conversation: chat, user: anna, canEdit: false)),
                .setPermissions(SetPermissions(conversation: chat, user: mike, canAdd: true)),
                .setPermissions(SetPermissions(conversation: other, user: anna, canAdd: true)),
                .setRole(SetRole(conversation: chat, user: anna, role: .admin)),
            ]
        )
    }

    @Test mutating func `editing, deleting and annotating a message`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        let message = scenario.text("a", in: chat, by: sarah)
        let other = scenario.text("a", in: chat, by: sarah)
        try scenario.expectOnce(
            .edit(EditMessage(message: message, text: "b")),
            insteadOf: [
                .edit(EditMessage(message: message, text: "c")),
                .edit(EditMessage(message: other, text: "b")),
                .delete(DeleteMessage(message: message)),
            ]
        )
        let preview = LinkPreview(url: "b")
        let reason = AnnotateMessage.Priority(isPriority: true, reason: "soon")
        let annotate = AnnotateMessage(message: message, linkPreview: preview, priority: reason)
        var others = [annotate, annotate, annotate, annotate, annotate]
        others[0].message = other
        others[1].linkPreview = nil
        others[2].priority = nil
        others[3].priority?.reason = "later"
        others[4].priority?.isPriority = false
        try scenario.expectOnce(
            .annotate(annotate),
            id: .named("annotate"),
            insteadOf: others.map(Command.annotate) + [.delete(DeleteMessage(message: message))]
        )
        try scenario.expectOnce(
            .delete(DeleteMessage(message: message)),
            id: .named("delete"),
            insteadOf: [
                .delete(DeleteMessage(message: other)),
                .edit(EditMessage(message: message, text: "b")),
            ]
        )
    }

    @Test mutating func `reacting`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        let message = scenario.text(in: chat, by: mike)
        let other = scenario.text(in: chat, by: mike)
        try scenario.expectOnce(
            .react(React(message: message, reaction: "love")),
            insteadOf: [
                .react(React(message: message, reaction: "like")),
                .react(React(message: other, reaction: "love")),
                .unreact(Unreact(message: message, reaction: "love")),
            ]
        )
        try scenario.expectOnce(
            .unreact(Unreact(message: message, reaction: "love")),
            id: .named("unreact"),
            insteadOf: [
                .unreact(Unreact(message: message, reaction: "like")),
                .unreact(Unreact(message: other, reaction: "love")),
                .react(React(message: message, reaction: "love")),
            ]
        )
    }

    @Test mutating func `a tap on a reaction, which would undo itself`() throws {
        // D-04 REACT-04 REACT-08
        let chat = scenario.direct(sarah, mike)
        let message = scenario.text(in: chat, by: mike)
        let tap = Command.toggleReaction(ToggleReaction(message: message, reaction: "love"))
        let others = [
            Command.toggleReaction(ToggleReaction(message: message, reaction: "like")),
            .toggleReaction(ToggleReaction(message: .named("other"), reaction: "love")),
        ]
        #expect(scenario.refuses(tap, as: sarah) == .request(.idIsNeeded))
        try scenario.expectOnce(tap, insteadOf: others)
        try scenario.expectOnce(tap, id: .named("second tap"), insteadOf: others)
        #expect(scenario.world.reactions(of: sarah, on: message).isEmpty)
    }

    @Test mutating func `delivered, read and unread`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        let other = scenario.direct(sarah, anna)
        let message = scenario.text(in: chat, by: mike)
        let newest = scenario.text(in: chat, by: mike)
        scenario.text(in: other, by: anna)
        try scenario.expectOnce(
            .markDelivered(MarkDelivered(conversation: chat, upTo: message)),
            insteadOf: [
                .markDelivered(MarkDelivered(conversation: chat, upTo: newest)),
                .markDelivered(MarkDelivered(conversation: other, upTo: message)),
                .markRead(MarkRead(conversation: chat, upTo: message)),
            ]
        )
        try scenario.expectOnce(
            .markRead(MarkRead(conversation: chat, upTo: newest)),
            id: .named("read"),
            insteadOf: [
                .markRead(MarkRead(conversation: chat, upTo: message)),
                .markRead(MarkRead(conversation: other)),
                .markDelivered(MarkDelivered(conversation: chat, upTo: newest)),
            ]
        )
        try scenario.expectOnce(
            .markUnread(MarkUnread(conversation: chat, from: message)),
            id: .named("unread"),
            insteadOf: [
                .markUnread(MarkUnread(conversation: chat, from: newest)),
                .markUnread(MarkUnread(conversation: other, from: message)),
                .markRead(MarkRead(conversation: chat)),
            ]
        )
    }

    @Test mutating func `reading everything, of which there may be more by now`() throws {
        // D-04
        let chat = scenario.direct(sarah, mike)
        scenario.text(in: chat, by: mike)
        let read = Command.markRead(MarkRead(conversation: chat))
        let first = try scenario.does(read, as: sarah, id: id)
        scenario.text(in: chat, by: mike)
        let again = try scenario.does(read, as: sarah, id: id)
        #expect(again.repeats != nil && again.answer == first.answer)
        #expect(scenario.world.personal(sarah, in: chat).readUpTo == 1)
    }

    @Test mutating func `muting`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        let other = scenario.direct(sarah, anna)
        let until = Timestamp(microseconds: 7)
        try scenario.expectOnce(
            .mute(Mute(conversation: chat, until: until)),
            insteadOf: [
                .mute(Mute(conversation: chat)),
                .mute(Mute(conversation: other, until: until)),
                .arrange(Arrange(.pin, conversation: chat)),
            ]
        )
    }

    @Test(arguments: Arrange.Action.allCases)
    mutating func `arranging`(action: Arrange.Action) throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        let other = scenario.direct(sarah, anna)
        scenario.text(in: chat, by: mike)
        // So that it is not yet as it is to be.
        let before: [Arrange.Action] =
            switch action {
            case .unpin: [.pin]
            case .unarchive: [.archive]
            case .unhide: [.hide]
            case .unmute, .pin, .archive, .hide, .clearHistory: []
            }
        try scenario.does(.mute(Mute(conversation: chat)), as: sarah)
        for action in before {
            try scenario.does(.arrange(Arrange(action, conversation: chat)), as: sarah)
        }
        let others = Arrange.Action.allCases.filter { $0 != action }
            .map { Command.arrange(Arrange($0, conversation: chat)) }
        try scenario.expectOnce(
            .arrange(Arrange(action, conversation: chat)),
            insteadOf: others + [.arrange(Arrange(action, conversation: other))]
        )
    }

    @Test mutating func `events that another command could have led to are not that one's`()
        throws
    {  // D-05
        let chat = scenario.direct(sarah, mike)
        try scenario.expectOnce(
            .arrange(Arrange(.hide, conversation: chat)),
            insteadOf: [.clearAll(ClearAll())]
        )
        try scenario.expectOnce(
            .arrange(Arrange(.unhide, conversation: chat)),
            id: .named("unhide"),
            insteadOf: [.startDirect(StartDirect(with: mike))]
        )
        let message = scenario.text(in: chat, by: mike)
        try scenario.expectOnce(
            .arrange(Arrange(.clearHistory, conversation: chat)),
            id: .named("clear"),
            insteadOf: [.clearAll(ClearAll())]
        )
        let later = scenario.text(in: chat, by: mike)
        #expect(message != later)
        try scenario.expectOnce(
            .react(React(message: later, reaction: "love")),
            id: .named("react"),
            insteadOf: [.toggleReaction(ToggleReaction(message: later, reaction: "love"))]
        )
        try scenario.expectOnce(
            .toggleReaction(ToggleReaction(message: later, reaction: "love")),
            id: .named("tap"),
            insteadOf: [.unreact(Unreact(message: later, reaction: "love"))]
        )
    }

    @Test mutating func `a command and the only one of a batch are two attempts`() throws {
        // D-05
        let chat = scenario.direct(sarah, mike)
        let pin = Command.arrange(Arrange(.pin, conversation: chat))
        try scenario.does(pin, as: sarah, id: id)
        #expect(
            scenario.refusesTogether([Batch.Member(pin)], id: id)
                == BatchRefusal(.request(.idIsTaken))
        )
        let archive = Command.arrange(Arrange(.archive, conversation: chat))
        try scenario.doesTogether([Batch.Member(archive)], id: .named("batch"))
        #expect(
            scenario.refuses(archive, as: sarah, id: .named("batch")) == .request(.idIsTaken)
        )
    }

    @Test func `every command that leads to events has a number of its own`() {
        let numbers = Commands.one.compactMap(\.0.number)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count == CommandName.allCases.count - 3)
        #expect(!numbers.contains { $0.rawValue <= 0 })
        let send = SendMessage(conversation: .named(""), message: .named(""))
        #expect(Command.send(send).number?.rawValue == 20)
    }

    @Test mutating func `clearing everything`() throws {  // D-04 D-28
        for user in [mike, anna] {
            let chat = scenario.direct(sarah, user)
            scenario.text(in: chat, by: user)
        }
        let chat = try #require(scenario.world.direct(between: sarah, and: mike))
        try scenario.expectOnce(
            .clearAll(ClearAll()),
            insteadOf: [
                .arrange(Arrange(.clearHistory, conversation: chat)),
                .arrange(Arrange(.pin, conversation: chat)),
            ]
        )
    }

    @Test mutating func `clearing everything, of which there is only a place in the list`() throws {
        // D-04 D-28
        let chat = scenario.direct(sarah, mike)
        try scenario.expectOnce(.clearAll(ClearAll()))
        #expect(scenario.world.personal(sarah, in: chat).isHidden)
    }

    @Test mutating func `the profile`() throws {  // D-04
        let profile = SetProfile(
            username: "sarah",
            fullName: "Sarah",
            avatar: "avatar",
            email: "a@b.example",
            custom: "custom"
        )
        var others = [profile, profile, profile, profile, profile]
        others[0].username = "Sarah"
        others[1].fullName = nil
        others[2].avatar = nil
        others[3].email = nil
        others[4].custom = nil
        try scenario.expectOnce(
            .setProfile(profile),
            insteadOf: others.map(Command.setProfile) + [
                .setProfile(SetProfile(username: "")), .clearAll(ClearAll()),
            ]
        )
    }

    @Test mutating func `settings`() throws {  // D-04
        try scenario.expectOnce(
            .setSettings(SetSettings(SettingsChanged(badge: false))),
            insteadOf: [
                .setSettings(SetSettings(SettingsChanged(badge: true))),
                .setSettings(SetSettings(SettingsChanged(sound: false, badge: false))),
            ]
        )
    }

    @Test(arguments: Relate.Action.allCases)
    mutating func `what one does about another user`(action: Relate.Action) throws {  // D-04
        switch action {
        case .removeContact: scenario.contact(mike, of: sarah)
        case .unblock: scenario.blocked(mike, by: sarah)
        case .addContact, .block: break
        }
        let others = Relate.Action.allCases.filter { $0 != action }
            .map { Command.relate(Relate($0, user: mike)) }
        try scenario.expectOnce(
            .relate(Relate(action, user: mike)),
            insteadOf: others + [.relate(Relate(action, user: anna))]
        )
    }

    @Test mutating func `an event of the embedder's own`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        let custom = RecordCustom(type: "poll", conversation: chat, data: "1")
        var others = [custom, custom, custom, custom]
        others[0].type = "vote"
        others[1].conversation = nil
        others[2].data = "2"
        others[3].data = ""
        try scenario.expectOnce(
            .recordCustom(custom),
            insteadOf: others.map(Command.recordCustom) + [.clearAll(ClearAll())]
        )
        try scenario.expectOnce(
            .recordCustom(RecordCustom(type: "poll", data: "")),
            id: .named("other"),
            insteadOf: [.recordCustom(RecordCustom(type: "poll", data: "1"))]
        )
    }

    @Test mutating func `a typing signal is nobody's event`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        try scenario.expectOnce(
            .arrange(Arrange(.pin, conversation: chat)),
            insteadOf: [.typing(SignalTyping(conversation: chat, isTyping: true))]
        )
    }
}

@Suite struct `Moderators and the operator may ask twice` {
    var scenario = Scenario()

    private mutating func report(_ name: String) -> ReportID {
        scenario.given(
            .reported(
                Reported(report: ReportID.named(name).rawValue, user: mike.rawValue, reason: .spam),
                nil
            ),
            by: .user(anna)
        )
        return .named(name)
    }

    @Test(arguments: [ModerationAction.dismiss, .warn, .suspend, .ban])
    mutating func `resolving a report`(action: ModerationAction) throws {  // D-04
        scenario.moderator(sarah)
        let (one, two) = (report("one"), report("two"))
        let until = action == .suspend ? Timestamp(microseconds: .max) : nil
        let resolve = ResolveReport(report: one, action: action, until: until, note: "note")
        var others = [resolve, resolve, resolve, resolve]
        others[0].report = two
        others[1].action = action == .warn ? .ban : .warn
        others[2].note = nil
        others[3].note = String(repeating: "a", count: 3_000)
        if action == .suspend { others.append(ResolveReport(report: one, action: action)) }
        try scenario.expectOnce(
            .resolveReport(resolve),
            insteadOf: others.map(Command.resolveReport) + [.reinstate(Reinstate(user: mike))]
        )
    }

    @Test mutating func `reinstating`() throws {  // D-04
        scenario.moderator(sarah)
        scenario.suspended(mike)
        try scenario.expectOnce(
            .reinstate(Reinstate(user: mike)),
            insteadOf: [
                .reinstate(Reinstate(user: anna)),
                .arrange(Arrange(.pin, conversation: .named(""))),
            ]
        )
    }

    @Test mutating func `appointing and dismissing`() throws {  // D-04
        try scenario.expectOnce(
            .appointModerator(AppointModerator(user: mike)),
            as: .operator,
            insteadOf: [
                .appointModerator(AppointModerator(user: anna)),
                .dismissModerator(DismissModerator(user: mike)),
            ]
        )
        try scenario.expectOnce(
            .dismissModerator(DismissModerator(user: mike)),
            as: .operator,
            id: .named("dismiss"),
            insteadOf: [
                .dismissModerator(DismissModerator(user: anna)),
                .appointModerator(AppointModerator(user: mike)),
            ]
        )
    }

    @Test mutating func `erasing, some of which waits`() throws {  // D-04 D-05
        let chat = scenario.direct(sarah, mike)
        let message = scenario.text("a", in: chat, by: sarah)
        let held = scenario.text("b", in: chat, by: mike)
        scenario.text("c", in: chat, by: mike, forwardedFrom: message)
        try scenario.does(
            .placeHold(PlaceHold(hold: .named("hold"), matter: "m", user: mike)),
            as: .operator
        )
        let erase = Erase(
            target: .conversation(chat),
            basis: "basis",
            reason: "reason",
            includesForwards: true
        )
        var others = [erase, erase, erase, erase, erase, erase]
        others[0].target = .message(held)
        others[1].target = .user(sarah)
        others[2].basis = "other"
        others[3].reason = "other"
        others[4].includesForwards = false
        others[5].isDryRun = true
        try scenario.expectOnce(
            .erase(erase),
            as: .operator,
            insteadOf: others.map(Command.erase) + [
                .runRetention(RunRetention()), .forgetUser(ForgetUser(user: sarah, basis: "basis")),
            ]
        )
        for (number, target) in [Erase.Target.message(held), .user(mike)].enumerated() {
            let erase = Erase(target: target, basis: "basis", reason: "reason")
            try scenario.expectOnce(.erase(erase), as: .operator, id: .named("\(number)"))
        }
        try scenario.expectOnce(
            .releaseHold(ReleaseHold(hold: .named("hold"))),
            as: .operator,
            id: .named("release"),
            insteadOf: [
                .releaseHold(ReleaseHold(hold: .named("other"))),
                .releaseHold(ReleaseHold(hold: .named("hold"), isDryRun: true)),
            ]
        )
    }

    @Test mutating func `forgetting somebody`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        scenario.text("a", in: chat, by: sarah)
        scenario.text("b", in: chat, by: mike)
        try scenario.expectOnce(
            .forgetUser(ForgetUser(user: sarah, basis: "basis")),
            as: .operator,
            insteadOf: [
                .forgetUser(ForgetUser(user: mike, basis: "basis")),
                .forgetUser(ForgetUser(user: sarah, basis: "other")),
            ]
        )
    }

    @Test mutating func `erasing, with the copies that stay listed`() throws {  // D-04 D-61
        let chat = scenario.direct(sarah, mike)
        let message = scenario.text("a", in: chat, by: sarah)
        let copy = scenario.text("a", in: chat, by: mike, forwardedFrom: message)
        let erase = Command.erase(
            Erase(target: .message(message), basis: "basis", reason: "reason")
        )
        try scenario.expectOnce(erase, as: .operator)
        let again = try scenario.does(erase, as: .operator, id: id)
        #expect(again.answer.said == .erasure(Erasure(erased: 1, forwards: [copy])))
    }

    @Test mutating func `forgetting somebody whose profile is held`() throws {  // D-04 D-61
        try scenario.does(.setProfile(SetProfile(username: "sarah")), as: sarah)
        let profile = scenario.world.size
        try scenario.does(
            .placeHold(PlaceHold(hold: .named("hold"), matter: "m", user: sarah)),
            as: .operator
        )
        let forget = Command.forgetUser(ForgetUser(user: sarah, basis: "basis"))
        try scenario.expectOnce(forget, as: .operator)
        let again = try scenario.does(forget, as: .operator, id: id)
        let waiting = Erasure.Deferred(position: profile, why: .hold(.named("hold")))
        #expect(again.answer.said == .erasure(Erasure(deferred: [waiting])))
    }

    @Test mutating func `running retention, but a dry run is no run`() throws {  // D-04
        let chat = scenario.direct(sarah, mike)
        scenario.text("a", in: chat, by: sarah)
        scenario.given(.retentionSet(RetentionSet(kind: .direct, maximumDays: 1)))
        scenario.advance(days: 2)
        let dry = Command.runRetention(RunRetention(isDryRun: true))
        #expect(try scenario.does(dry, as: .operator, id: id).events.isEmpty)
        try scenario.expectOnce(
            .runRetention(RunRetention()),
            as: .operator,
            insteadOf: [dry, .releaseHold(ReleaseHold(hold: .named("")))]
        )
    }

    @Test mutating func `setting how long things are kept`() throws {  // D-04 D-62
        let set = SetRetention(kind: .direct, minimum: .days(1), maximum: .days(2))
        var others = [set, set, set, set]
        others[0].kind = .group
        others[1].minimum = .none
        others[2].minimum = .days(2)
        others[3].maximum = .days(3)
        try scenario.expectOnce(
            .setRetention(set),
            as: .operator,
            insteadOf: others.map(Command.setRetention) + [.runRetention(RunRetention())]
        )
        // What is said of one bound leaves the other as it is, whatever that is.
        try scenario.expectOnce(
            .setRetention(SetRetention(kind: .direct, maximum: .days(4))),
            as: .operator,
            id: .named("maximum"),
            insteadOf: [.setRetention(SetRetention(kind: .direct, maximum: .days(3)))]
        )
        // All kinds at once.
        let all = SetRetention(minimum: .none, maximum: .days(5))
        try scenario.expectOnce(
            .setRetention(all),
            as: .operator,
            id: .named("all"),
            insteadOf: [.setRetention(SetRetention(kind: .direct, maximum: .days(5)))]
        )
    }

    @Test mutating func `configuring`() throws {  // D-04
        let limit = RateLimit(messages: 1, seconds: 2)
        let configure = Configure(
            textLimit: 5,
            receipts: .mandatory,
            rateLimit: .limit(limit),
            emails: .related,
            limits: LimitChanges(attachments: 3),
            looks: .required
        )
        var others = Array(repeating: configure, count: 9)
        others[0].textLimit = 6
        others[1].receipts = nil
        others[2].rateLimit = .unlimited
        others[3].rateLimit = nil
        others[4].emails = .nobody
        others[5].rateLimit = .limits([limit, limit])
        others[6].limits = nil
        others[7].limits = LimitChanges(attachments: 3, members: 9)
        others[8].looks = .off
        try scenario.expectOnce(
            .configure(configure),
            as: .operator,
            insteadOf: others.map(Command.configure) + [.runRetention(RunRetention())]
        )
        try scenario.expectOnce(
            .configure(Configure(rateLimit: .unlimited)),
            as: .operator,
            id: .named("unlimited"),
            insteadOf: [.configure(Configure(rateLimit: .limit(limit)))]
        )
    }
}
