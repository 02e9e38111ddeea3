import DomainSupport
import Testing
import Wire

@testable import Messaging

@Suite struct `Arranging one's own list` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let group: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        group = scenario.group(by: sarah, with: [tom, scenario.user("maya")])
    }

    @Test(arguments: Arrange.Action.allCases)
    func `concerns nobody else`(action: Arrange.Action) throws {  // LIST-17 CONV-28 C24
        var scenario = scenario
        try scenario.prepare(action, group, for: tom)

        let outcome = try scenario.does(Arrange(action, conversation: group), as: tom)

        #expect(outcome.answer == .done)
        #expect(outcome.events == [NewEvent(action.event(group), in: .user(tom))])
        #expect(scenario.world.personal(sarah, in: group) == PersonalFacts())
    }

    @Test(arguments: Arrange.Action.allCases)
    func `writes nothing when it is so already`(action: Arrange.Action) throws {  // D-72
        var scenario = scenario
        try scenario.prepare(action, group, for: tom)
        try scenario.does(Arrange(action, conversation: group), as: tom)

        let again = try scenario.does(Arrange(action, conversation: group), as: tom)

        #expect(again.events == [])
        #expect(again.answer == .done)
    }

    @Test(arguments: [Arrange.Action.hide, .unhide, .clearHistory])
    func `goes on after leaving for what stays in one's list`(action: Arrange.Action) throws {
        // CONV-32 CONV-30 D-26 C22
        var scenario = scenario
        try scenario.prepare(action, group, for: tom)
        scenario.left(group, by: tom)

        let outcome = try scenario.does(Arrange(action, conversation: group), as: tom)

        #expect(outcome.events == [NewEvent(action.event(group), in: .user(tom))])
    }

    @Test(arguments: [Arrange.Action.unmute, .pin, .unpin, .archive, .unarchive])
    func `ends with leaving for what a member chooses`(action: Arrange.Action) throws {
        // D-08 D-29
        var scenario = scenario
        try scenario.prepare(action, group, for: tom)
        scenario.left(group, by: tom)

        #expect(
            scenario.refuses(Arrange(action, conversation: group), as: tom)
                == .conversation(.actorIsNoLongerAMember)
        )
    }

    @Test(arguments: Arrange.Action.allCases)
    func `goes on once the conversation is closed`(action: Arrange.Action) throws {  // D-29
        var scenario = scenario
        try scenario.prepare(action, group, for: tom)
        scenario.closed(group, by: sarah)

        let outcome = try scenario.does(Arrange(action, conversation: group), as: tom)

        #expect(outcome.events.count == 1)
    }

    @Test(arguments: Arrange.Action.allCases)
    func `is not for who was never a member`(action: Arrange.Action) {  // D-08 SEC-01
        let stranger = scenario.user("eve")
        let unknown = ConversationID.named("nowhere")

        #expect(
            scenario.refuses(Arrange(action, conversation: group), as: stranger)
                == .conversation(.notFound)
        )
        #expect(
            scenario.refuses(Arrange(action, conversation: unknown), as: tom)
                == .conversation(.notFound)
        )
    }

    @Test func `a former member mutes nothing`() throws {  // D-08
        var scenario = scenario
        scenario.removed(tom, from: group, by: sarah)

        #expect(
            scenario.refuses(Mute(conversation: group), as: tom)
                == .conversation(.actorIsNoLongerAMember)
        )
    }

    @Test func `hiding takes it out of one's list and not from anybody else`() throws {  // CONV-31
        var scenario = scenario
        try scenario.does(Arrange(.hide, conversation: group), as: tom)

        #expect(scenario.world.personal(tom, in: group).isHidden)
        #expect(scenario.world.conversation(group)?.memberCount == 3)
        #expect(scenario.world.member(tom, of: group)?.isActive == true)
    }

    @Test func `being added again shows it`() throws {  // D-108
        var scenario = scenario
        try scenario.does(Arrange(.hide, conversation: group), as: tom)
        scenario.removed(tom, from: group, by: sarah)
        #expect(scenario.world.personal(tom, in: group).isHidden)
        scenario.added(tom, to: group, by: sarah)
        #expect(!scenario.world.personal(tom, in: group).isHidden)
    }

    @Test func `a hidden conversation that came back can be hidden again`() throws {  // D-27
        var scenario = scenario
        try scenario.does(Arrange(.hide, conversation: group), as: tom)
        scenario.text(in: group, by: sarah)

        let again = try scenario.does(Arrange(.hide, conversation: group), as: tom)

        #expect(again.events.count == 1)
    }
}

@Suite struct `A conversation's notifications` {
    private var scenario = Scenario()
    private let tom: UserID
    private let sarah: UserID
    private let group: ConversationID

    init() {
        tom = scenario.user("tom")
        sarah = scenario.user("sarah")
        group = scenario.group(by: sarah, with: [tom, scenario.user("maya")])
    }

    private func switched(_ isOn: Bool) -> SetNotifications {
        SetNotifications(conversation: group, isOn: isOn)
    }

    @Test func `are on until they are switched off, and can be switched on again`() throws {
        // D-107 PART-34
        var scenario = scenario
        #expect(scenario.world.personal(tom, in: group).hasNotifications)
        #expect(try scenario.does(switched(true), as: tom).events == [])

        let off = try scenario.does(switched(false), as: tom)

        let event = NotificationsSet(conversation: group.rawValue, on: false)
        #expect(off.events == [NewEvent(.notificationsSet(event), in: .user(tom))])
        #expect(!scenario.world.personal(tom, in: group).hasNotifications)
        #expect(scenario.world.personal(sarah, in: group).hasNotifications)
        #expect(try scenario.does(switched(false), as: tom).events == [])
        #expect(try scenario.does(switched(true), as: tom).events.count == 1)
        #expect(scenario.world.personal(tom, in: group).hasNotifications)
    }

    @Test func `are apart from muting`() throws {  // D-107 LIST-19
        var scenario = scenario
        try scenario.does(switched(false), as: tom)
        #expect(!scenario.world.personal(tom, in: group).isMuted(at: scenario.now))
        try scenario.does(Mute(conversation: group), as: tom)
        try scenario.does(Arrange(.unmute, conversation: group), as: tom)
        #expect(!scenario.world.personal(tom, in: group).hasNotifications)
    }

    @Test func `stay off over leaving and coming back`() throws {  // D-107
        var scenario = scenario
        try scenario.does(switched(false), as: tom)
        scenario.left(group, by: tom)
        #expect(
            scenario.refuses(switched(true), as: tom) == .conversation(.actorIsNoLongerAMember)
        )
        scenario.added(tom, to: group, by: sarah)
        #expect(!scenario.world.personal(tom, in: group).hasNotifications)
    }

    @Test func `are for members, also of what is closed`() throws {  // D-08 D-29
        var scenario = scenario
        let stranger = scenario.user("stranger")
        #expect(scenario.refuses(switched(false), as: stranger) == .conversation(.notFound))
        scenario.closed(group, by: sarah)
        #expect(scenario.refuses(switched(false), as: tom) == nil)
    }
}

@Suite struct Muting {
    private var scenario = Scenario()
    private let tom: UserID
    private let chat: ConversationID

    init() {
        tom = scenario.user("tom")
        chat = scenario.direct(scenario.user("sarah"), tom)
    }

    private func until(seconds: Int64) -> Timestamp {
        Timestamp(microseconds: scenario.now.microseconds + seconds * 1_000_000)
    }

    @Test func `lasts until it is ended`() throws {  // LIST-19
        var scenario = scenario

        let outcome = try scenario.does(Mute(conversation: chat), as: tom)

        let muted = Muted(conversation: chat.rawValue)
        #expect(outcome.events == [NewEvent(.muted(muted), in: .user(tom))])
        let far = Timestamp(microseconds: .max)
        #expect(scenario.world.personal(tom, in: chat).isMuted(at: far))
    }

    @Test func `ends by itself at its time`() throws {  // LIST-19
        var scenario = scenario
        let end = until(seconds: 60)

        try scenario.does(Mute(conversation: chat, until: end), as: tom)

        let personal = scenario.world.personal(tom, in: chat)
        #expect(personal.isMuted(at: Timestamp(microseconds: end.microseconds - 1)))
        #expect(!personal.isMuted(at: end))
    }

    @Test func `with another end is a change`() throws {
        var scenario = scenario
        try scenario.does(Mute(conversation: chat), as: tom)

        let shorter = try scenario.does(Mute(conversation: chat, until: until(seconds: 9)), as: tom)
        let same = try scenario.does(Mute(conversation: chat, until: until(seconds: 9)), as: tom)
        let longer = try scenario.does(Mute(conversation: chat), as: tom)

        #expect(shorter.events.count == 1)
        #expect(same.events == [])
        #expect(longer.events.count == 1)
    }

    @Test(arguments: [Int64.min, 0, 1])
    func `until a time that is past mutes nothing`(microseconds: Int64) throws {  // D-63
        var scenario = scenario
        try scenario.does(Mute(conversation: chat), as: tom)
        let past = Timestamp(microseconds: microseconds)

        let outcome = try scenario.does(Mute(conversation: chat, until: past), as: tom)

        #expect(outcome.events.count == 1)
        #expect(!scenario.world.personal(tom, in: chat).isMuted(at: scenario.now))
    }

    @Test func `that has ended needs no unmuting`() throws {  // D-72
        var scenario = scenario
        try scenario.does(Mute(conversation: chat, until: until(seconds: 60)), as: tom)
        let unmute = Arrange(.unmute, conversation: chat)

        scenario.advance(by: .seconds(59))
        #expect(try scenario.decideOnly(unmute, as: tom).events.count == 1)
        scenario.advance(by: .seconds(1))
        #expect(try scenario.decideOnly(unmute, as: tom).events == [])
    }

    @Test func `is not for who was never a member`() {  // D-08
        let stranger = scenario.user("eve")

        #expect(
            scenario.refuses(Mute(conversation: chat), as: stranger) == .conversation(.notFound)
        )
    }
}

@Suite struct `Clearing history` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
    }

    private var clear: Arrange { Arrange(.clearHistory, conversation: chat) }

    @Test func `takes away what is there, for oneself`() throws {  // C23 D-28 RET-03 RET-07
        var scenario = scenario
        let hello = scenario.text(in: chat, by: sarah)

        try scenario.does(clear, as: tom)

        #expect(
            scenario.world.refusal(ofSeeing: hello, by: tom, now: scenario.now)
                == .message(.notFound)
        )
        #expect(scenario.world.refusal(ofSeeing: hello, by: sarah, now: scenario.now) == nil)
        #expect(scenario.world.text(of: hello) == "hello")
    }

    @Test func `has nothing to do in an empty conversation`() throws {  // D-72
        #expect(try scenario.decideOnly(clear, as: tom).events == [])
    }

    @Test func `takes away again what came since`() throws {  // D-28
        var scenario = scenario
        scenario.text(in: chat, by: sarah)
        try scenario.does(clear, as: tom)
        #expect(try scenario.decideOnly(clear, as: tom).events == [])

        scenario.text(in: chat, by: tom)

        #expect(try scenario.decideOnly(clear, as: tom).events.count == 1)
    }

    @Test func `takes away what is only no longer kept`() throws {  // D-51
        var scenario = scenario
        scenario.text(in: chat, by: sarah)
        scenario.settings(SettingsChanged(keepMessages: .thirtyDays), of: tom)
        scenario.advance(days: 31)

        let outcome = try scenario.does(clear, as: tom)

        #expect(outcome.events.count == 1)
    }

    @Test func `has nothing to do for messages that came after one's leaving`() throws {
        var scenario = scenario
        let group = scenario.group(by: sarah, with: [tom, scenario.user("maya")])
        scenario.left(group, by: tom)
        try scenario.does(Arrange(.clearHistory, conversation: group), as: tom)
        scenario.text(in: group, by: sarah)

        let again = try scenario.does(Arrange(.clearHistory, conversation: group), as: tom)

        #expect(again.events == [])
    }
}

@Suite struct `Clearing everything` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
    }

    @Test func `clears and hides every conversation, former ones too`() throws {  // RET-02 C23 D-28
        var scenario = scenario
        let chat = scenario.direct(sarah, tom)
        scenario.text(in: chat, by: sarah)
        let group = scenario.group(by: sarah, with: [tom, scenario.user("maya")])
        scenario.left(group, by: tom)
        let others = scenario.direct(sarah, scenario.user("maya"))

        let outcome = try scenario.does(ClearAll(), as: tom)

        #expect(
            outcome.events == [
                NewEvent(Arrange.Action.clearHistory.event(chat), in: .user(tom)),
                NewEvent(Arrange.Action.hide.event(chat), in: .user(tom)),
                NewEvent(Arrange.Action.clearHistory.event(group), in: .user(tom)),
                NewEvent(Arrange.Action.hide.event(group), in: .user(tom)),
            ]
        )
        #expect(!scenario.world.personal(sarah, in: others).isHidden)
        #expect(!scenario.world.personal(sarah, in: chat).isHidden)
    }

    @Test func `skips what is so already`() throws {  // D-72
        var scenario = scenario
        let empty = scenario.direct(sarah, tom)
        let hidden = scenario.direct(tom, scenario.user("maya"))
        scenario.text(in: hidden, by: tom)
        try scenario.does(Arrange(.hide, conversation: hidden), as: tom)

        let outcome = try scenario.does(ClearAll(), as: tom)

        #expect(
            outcome.events == [
                NewEvent(Arrange.Action.hide.event(empty), in: .user(tom)),
                NewEvent(Arrange.Action.clearHistory.event(hidden), in: .user(tom)),
            ]
        )
        #expect(try scenario.does(ClearAll(), as: tom).events == [])
    }

    @Test func `has nothing to do for somebody without conversations`() throws {
        #expect(try scenario.decideOnly(ClearAll(), as: tom).events == [])
    }

    @Test(arguments: [9_999, 10_000, 10_001])
    func `fits one append, and goes on when asked again`(count: Int) throws {
        var scenario = scenario
        for _ in 0..<count { _ = scenario.group(by: tom, with: [sarah]) }

        let first = try scenario.does(ClearAll(), as: tom)
        let second = try scenario.does(ClearAll(), as: tom)

        #expect(first.events.count == min(2 * count, Limits.eventsOfClearing))
        #expect(first.events.count + second.events.count == 2 * count)
    }
}

extension Scenario {
    /// Makes a conversation so that an action has something to do.
    fileprivate mutating func prepare(
        _ action: Arrange.Action,
        _ conversation: ConversationID,
        for user: UserID
    ) throws {
        switch action {
        case .unmute: try does(Mute(conversation: conversation), as: user)
        case .unpin: try does(Arrange(.pin, conversation: conversation), as: user)
        case .unarchive: try does(Arrange(.archive, conversation: conversation), as: user)
        case .unhide: try does(Arrange(.hide, conversation: conversation), as: user)
        case .pin, .archive, .hide, .clearHistory: break
        }
    }
}

extension Arrange.Action {
    fileprivate func event(_ conversation: ConversationID) -> Event {
        let id = conversation.rawValue
        return switch self {
        case .unmute: .unmuted(Unmuted(conversation: id))
        case .pin: .pinned(Pinned(conversation: id))
        case .unpin: .unpinned(Unpinned(conversation: id))
        case .archive: .archived(Archived(conversation: id))
        case .unarchive: .unarchived(Unarchived(conversation: id))
        case .hide: .hidden(Hidden(conversation: id))
        case .unhide: .unhidden(Unhidden(conversation: id))
        case .clearHistory: .historyCleared(HistoryCleared(conversation: id))
        }
    }
}

extension World {
    /// Why somebody cannot see an entry; nil if they can.
    fileprivate func refusal(
        ofSeeing message: MessageID,
        by user: UserID,
        now: Timestamp
    ) -> Refusal? {
        do throws(Refusal) {
            _ = try seenMessage(message, by: user, now: now)
            return nil
        } catch {
            return error
        }
    }
}
