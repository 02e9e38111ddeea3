import DomainSupport
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

/// A group in which everybody has a name, so that changes read well.
private func begin(
    with members: [UserID] = [ben, cleo],
    history: HistoryPolicy = .full
) async throws -> (chat: Chat, start: Position) {
    let chat = try Chat()
    for (user, name) in [(anna, "Anna"), (ben, "Ben"), (cleo, "Cleo"), (dora, "Dora")] {
        let profile = SetProfile(username: name.lowercased(), fullName: name)
        try await chat.act(user, .setProfile(profile))
    }
    try await chat.found(with: members, history: history)
    try await chat.act(anna, .rename(Rename(conversation: group, title: "Team")))
    return (chat, try chat.position)
}

extension Chat {
    fileprivate var position: Position { get throws { try engine.snapshot().position } }

    /// What somebody is told behind a position, in words.
    fileprivate func told(
        _ viewer: UserID,
        since: Position = .zero,
        in conversation: ConversationID? = nil
    ) throws -> [String] { try changes(viewer, since: since, in: conversation).map(\.words) }

    fileprivate func changes(
        _ viewer: UserID,
        since: Position = .zero,
        in conversation: ConversationID? = nil
    ) throws -> [ChangeItem] {
        var view = try view(viewer)
        return try view.allChanges(since: since, in: conversation)
    }

    fileprivate func refusal(of query: ChangesQuery, by viewer: UserID) throws -> Refusal? {
        var view = try view(viewer)
        return ScrollbackTests.refusal { () throws(QueryError) in _ = try view.changes(query) }
    }

    fileprivate func read(_ user: UserID, _ name: String) async throws {
        try await act(user, .markRead(MarkRead(conversation: group, upTo: .named(name))))
    }

    fileprivate func deliver(_ user: UserID, _ name: String) async throws {
        try await act(user, .markDelivered(MarkDelivered(conversation: group, upTo: .named(name))))
    }

    fileprivate func share(_ user: UserID, _ isSharing: Bool) async throws {
        try await act(
            user,
            .setSettings(SetSettings(SettingsChanged(sendReadReceipts: isSharing)))
        )
    }

    fileprivate func erase(_ target: Erase.Target) async throws {
        try await ask(.operator, .erase(Erase(target: target, basis: "b", reason: "r")))
    }

    fileprivate func leave(_ user: UserID) async throws {
        try await act(user, .leave(Leave(conversation: group)))
    }

    fileprivate func add(_ user: UserID) async throws {
        try await act(anna, .add(AddParticipant(conversation: group, user: user)))
    }

    fileprivate func edit(_ user: UserID, _ name: String, _ text: String) async throws {
        try await act(user, .edit(EditMessage(message: .named(name), text: text)))
    }

    fileprivate func arrange(_ user: UserID, _ action: Arrange.Action) async throws {
        try await act(user, .arrange(Arrange(action, conversation: group)))
    }
}

@Suite struct `What has changed behind a position` {
    // EDIT-13 REACT-16 Q21
    @Test func `is told in the order of the log, a change for each event that is seen`()
        async throws
    {  // SYNC-21 D-60
        let (chat, start) = try await begin()
        try await chat.send(anna, "one")
        try await chat.send(ben, "two") { $0.replyTo = .named("one") }
        try await chat.edit(anna, "one", "1")
        try await chat.act(cleo, .react(React(message: .named("one"), reaction: "love")))
        try await chat.act(ben, .delete(DeleteMessage(message: .named("two"))))
        try await chat.act(anna, .rename(Rename(conversation: group, title: "Crew")))
        try await chat.add(dora)
        #expect(
            try chat.told(cleo, since: start) == [
                "message 1", "message that is deleted", "edited 1",
                #"reaction by Cleo ["love 1"]"#, "deleted that is deleted", "conversation Crew",
                "member Dora",
            ]
        )
        let changes = try chat.changes(cleo, since: start)
        #expect(changes.map(\.position) == (1...7).map { Position(start.rawValue + $0) })
        #expect(changes.map(\.at) == changes.map(\.at).sorted())
        #expect(changes.allSatisfy { $0.conversation == group })
        #expect(try chat.changes(cleo, since: start, in: group) == changes)
        #expect(try chat.told(outsider) == [])
    }

    // CONV-45
    @Test func `begins with the conversation and those who founded it`() async throws {
        let chat = try Chat()
        try await chat.found()
        let changes = try chat.changes(ben)
        #expect(
            changes.map(\.words) == [
                "conversation Unknown, Unknown", "member Unknown", "member Unknown",
                "member Unknown",
            ]
        )
        guard case .conversation(_, let entry?) = changes.first?.change,
            case .member(let own) = changes.first(where: { $0.isAbout(ben) })?.change,
            case .member(let other) = changes.first(where: { $0.isAbout(cleo) })?.change
        else { throw Missing() }
        #expect(entry.system?.type == "conversation_created" && entry.ordinal == 1)
        #expect(own.row?.conversation == group && own.member.role == .member)
        #expect(other.row == nil && other.entry == nil)
    }

    @Test func `is nothing for who knows all, and the last event for who lacks it`() async throws {
        let (chat, _) = try await begin()
        try await chat.send(anna, "one")
        let end = try chat.position
        var view = try chat.view(ben)
        #expect(try view.changes(.init(since: end)) == ChangePage([], next: end))
        let last = try view.changes(.init(since: Position(end.rawValue - 1)))
        #expect(last.items.map(\.words) == ["message one"] && last.next == end)
        #expect(last.items.first?.position == end)
    }

    @Test func `cannot be asked for behind the newest event, nor in pages of nothing`()
        async throws
    {  // D-53 D-60
        let (chat, _) = try await begin()
        let end = try chat.position
        for since in [end.next, Position(.max)] {
            #expect(
                try chat.refusal(of: .init(since: since), by: ben) == .request(.positionIsAhead)
            )
        }
        for limit in [0, -1, 501, .max] {
            #expect(
                try chat.refusal(of: .init(since: end, limit: limit), by: ben)
                    == .request(.limitIsOutOfRange)
            )
        }
    }

    @Test func `is not found of a conversation that is another's or nobody's`() async throws {
        let (chat, _) = try await begin()  // D-08 SEC-01
        for (user, id) in [(dora, group), (outsider, group), (anna, ConversationID.named("none"))] {
            #expect(
                try chat.refusal(of: .init(since: .zero, in: id), by: user)
                    == .conversation(.notFound)
            )
            // What is not theirs to know comes before what is wrong with the position.
            #expect(
                try chat.refusal(of: .init(since: Position(.max), in: id), by: user)
                    == .conversation(.notFound)
            )
        }
    }

    @Test func `holds the embedder's own events, and nothing of other streams`() async throws {
        let (chat, start) = try await begin()
        let inGroup = RecordCustom(type: "poll", conversation: group, data: "yes")
        try await chat.act(anna, .recordCustom(inGroup))
        try await chat.act(anna, .recordCustom(RecordCustom(type: "login", data: "x")))
        try await chat.act(dora, .recordCustom(RecordCustom(type: "login", data: "y")))
        #expect(try chat.told(ben, since: start) == ["custom poll yes by Anna"])
        #expect(try chat.told(dora, since: start) == [])
        let position = try #require(try chat.changes(ben, since: start).first?.position)
        try await chat.erase(.conversation(group))
        let changes = try chat.changes(ben, since: start)
        #expect(changes.first?.words == "custom poll - by Anna")
        guard case .erased(let erasure)? = changes.last?.change else { throw Missing() }
        #expect(erasure.customs == [position] && !erasure.isMore)
    }

    @Test func `is of a direct conversation too while one blocks the other`() async throws {
        let (chat, start) = try await begin()  // D-18
        try await chat.act(anna, .startDirect(StartDirect(with: dora)))
        let found = try chat.view(anna).direct(with: dora)
        let direct = try #require(found)
        try await chat.send(anna, "hi", to: direct)
        try await chat.act(dora, .relate(Relate(.block, user: anna)))
        #expect(
            try chat.told(anna, since: start, in: direct)
                == ["conversation Dora", "member Anna", "member Dora", "message hi"]
        )
        #expect(
            try chat.told(dora, since: start) == [
                "conversation Anna", "member Anna", "member Dora", "message hi",
                "personal block Anna true",
            ]
        )
    }
}

@Suite struct `What has changed for somebody who cannot see it all` {
    @Test func `ends with their leaving, and goes on when they are back`() async throws {
        let (chat, start) = try await begin(history: .sinceJoin)  // D-16 D-17 D-60
        try await chat.send(anna, "before")
        try await chat.act(anna, .remove(RemoveParticipant(conversation: group, user: ben)))
        let left = try chat.position
        try await chat.send(anna, "between")
        try await chat.edit(anna, "before", "edited later")
        try await chat.act(cleo, .react(React(message: .named("before"), reaction: "love")))
        #expect(try chat.told(ben, since: start) == ["message before", "member Ben", "ended"])
        let last = try chat.changes(ben, since: start).suffix(2)
        #expect(last.map(\.position) == [left, left])
        guard case .ended(let row)? = last.last?.change,
            case .member(let membership)? = last.first?.change
        else { throw Missing() }
        #expect(row.membership == .removed && membership.row == row)
        #expect(membership.member.leftAt != nil && membership.entry?.system?.actor == anna)
        // The others are told of no end.
        #expect(try chat.told(cleo, since: start).filter { $0 == "ended" } == [])

        try await chat.add(ben)
        try await chat.send(anna, "after")
        #expect(
            try chat.told(ben, since: start)
                == ["message before", "member Ben", "ended", "member Ben", "message after"]
        )
    }

    @Test func `leaves out a deletion after their leaving, and has an erasure`() async throws {
        let (chat, start) = try await begin()  // D-16
        try await chat.send(anna, "one")
        try await chat.send(anna, "two")
        try await chat.leave(ben)
        for name in ["one", "two"] {
            try await chat.act(anna, .delete(DeleteMessage(message: .named(name))))
        }
        try await chat.erase(.message(.named("two")))
        #expect(
            try chat.told(ben, since: start)
                == ["message one", "message that is erased", "member Ben", "ended", "erased 1"]
        )
        #expect(try chat.changes(ben, since: start).last?.conversation == group)
        #expect(try chat.told(dora, since: start) == [])
    }

    @Test func `leaves out what was cleared, but not that a membership ended`() async throws {
        let (chat, start) = try await begin()  // D-28
        try await chat.send(anna, "one")
        try await chat.read(ben, "one")
        try await chat.add(dora)
        try await chat.leave(ben)
        try await chat.arrange(ben, .clearHistory)
        #expect(
            try chat.told(ben, since: start)
                == ["personal read", "member Ben", "ended", "personal cleared"]
        )
        guard case .member(let own)? = try chat.changes(ben, since: start).dropFirst().first?.change
        else { throw Missing() }
        #expect(own.entry == nil)
        try await chat.erase(.message(.named("one")))
        #expect(try chat.told(ben, since: start).last == "personal cleared")
    }

    @Test func `leaves out what is too old to be kept`() async throws {  // D-51
        let (chat, start) = try await begin()
        try await chat.send(anna, "old")
        chat.wait(days: 29)
        try await chat.send(anna, "new")
        try await chat.act(
            ben,
            .setSettings(SetSettings(SettingsChanged(keepMessages: .thirtyDays)))
        )
        chat.wait(days: 2)
        try await chat.edit(anna, "old", "still old")
        try await chat.edit(anna, "new", "newer")
        #expect(
            try chat.told(ben, since: start)
                == ["message newer", "personal settings", "edited newer"]
        )
        #expect(try chat.told(cleo, since: start).count == 4)
    }
}

@Suite struct `What was erased` {
    @Test func `is nowhere told any more, and named once with all that belongs to it`()
        async throws
    {  // D-61
        let (chat, start) = try await begin()
        try await chat.send(anna, "secret")
        try await chat.edit(anna, "secret", "secret too")
        try await chat.send(ben, "other")
        let annotation = AnnotateMessage(
            message: .named("secret"),
            priority: .init(isPriority: true, reason: "secret")
        )
        try await chat.act(anna, .annotate(annotation))
        try await chat.erase(.message(.named("secret")))
        let changes = try chat.changes(cleo, since: start)
        #expect(
            changes.map(\.words) == [
                "message that is erased", "edited that is erased", "message other",
                "edited that is erased", "erased 1",
            ]
        )
        #expect(!"\(changes)".contains("secret"))
        guard case .erased(let erasure)? = changes.last?.change else { throw Missing() }
        #expect(erasure.messages == [.named("secret")] && erasure.customs == [])
    }

    @Test func `is told to those who could see it, each of their own`() async throws {
        let (chat, start) = try await begin()
        let other = ConversationID.named("other")
        try await chat.act(
            anna,
            .createGroup(CreateGroup(conversation: other, title: "O", members: [ben, dora]))
        )
        try await chat.send(anna, "one")
        try await chat.send(anna, "two", to: other)
        try await chat.erase(.user(anna))
        func erased(_ user: UserID, in id: ConversationID? = nil) throws -> [ChangeItem] {
            try chat.changes(user, since: start, in: id).filter { $0.words.hasPrefix("erased") }
        }
        // Both messages, and of the store's own entries the creation and the title.
        #expect(try erased(ben).map(\.words) == ["erased 4"])
        #expect(try erased(ben).first?.conversation == nil)
        #expect(try erased(ben, in: group).map(\.words) == ["erased 2"])
        #expect(try erased(ben, in: group).first?.conversation == group)
        #expect(try erased(cleo).map(\.words) == ["erased 2"])
        #expect(try erased(cleo).first?.conversation == group)
        #expect(try erased(dora).map(\.words) == ["erased 2"])
        #expect(try erased(outsider) == [])
    }

    @Test(arguments: [(Limits.erasedInChange - 1, [1_000]), (Limits.erasedInChange, [1_000, 1])])
    func `is named by each slice of an erasure`(messages: Int, slices: [Int]) async throws {
        let (chat, start) = try await begin()
        try await chat.ask(.operator, .configure(Configure(rateLimit: .unlimited)))
        for number in 0..<messages { try await chat.send(anna, "\(number)") }
        // With the messages goes the title that Anna gave.
        try await chat.erase(.user(anna))
        var erased: [ChangeItem.Erasure] = []
        wait(milliseconds: 120_000) {
            erased = ((try? chat.changes(ben, since: start)) ?? []).compactMap {
                if case .erased(let erased) = $0.change { erased } else { nil }
            }
            return erased.count >= slices.count
        }
        #expect(erased.map(\.messages.count) == slices && erased.allSatisfy { !$0.isMore })
        #expect(Set(erased.flatMap(\.messages)).count == messages + 1)
    }
}

@Suite struct `How far others have come` {
    @Test func `is told to the sender of what they have newly come to`() async throws {
        let (chat, start) = try await begin()  // D-20 D-60
        try await chat.send(anna, "m")
        try await chat.send(cleo, "n")
        try await chat.deliver(ben, "m")
        try await chat.read(ben, "n")
        let receipts = try chat.changes(anna, since: start).filter { $0.words.contains("Ben") }
        #expect(receipts.map(\.words) == ["delivered by Ben", "read by Ben"])
        guard case .receipt(let read)? = receipts.last?.change else { throw Missing() }
        #expect(read.message == .named("m"))
        #expect(try chat.told(cleo, since: start).last == "read by Ben")
        #expect(
            try chat.told(ben, since: start)
                == ["message m", "message n", "personal delivered", "personal read"]
        )
        // A later member has sent nothing that they could read.
        try await chat.add(dora)
        #expect(!(try chat.told(dora, since: start)).contains { $0.contains("by Ben") })
    }

    @Test func `is told with a message, for sending reads what came before`() async throws {
        let (chat, start) = try await begin()  // D-20
        try await chat.send(anna, "m")
        try await chat.send(ben, "answer")
        try await chat.send(ben, "more")
        try await chat.read(ben, "m")
        #expect(
            try chat.told(anna, since: start)
                == ["message m", "message answer, which reads", "message more"]
        )
        #expect(
            try chat.told(cleo, since: start)
                == ["message m", "message answer", "message more"]
        )
    }

    @Test func `is told as delivered of who reads silently, until that has become mandatory`()
        async throws
    {  // D-21 D-111 RCPT-23
        let (chat, start) = try await begin()
        try await chat.send(anna, "m")
        try await chat.share(ben, false)
        try await chat.read(ben, "m")
        try await chat.send(ben, "silent")
        #expect(
            try chat.told(anna, since: start)
                == ["message m", "delivered by Ben", "message silent"]
        )
        try await chat.share(ben, true)
        try await chat.send(anna, "n")
        try await chat.read(ben, "n")
        #expect(try chat.told(anna, since: start).suffix(2) == ["message n", "read by Ben"])
        try await chat.ask(.operator, .configure(Configure(receipts: .mandatory)))
        #expect(
            try chat.told(anna, since: start)
                == ["message m", "read by Ben", "message silent", "message n", "read by Ben"]
        )
    }

    @Test func `is not told twice as delivered where a silent reading follows a delivery`()
        async throws
    {  // D-111
        let (chat, start) = try await begin()
        try await chat.share(ben, false)
        try await chat.send(anna, "m")
        try await chat.deliver(ben, "m")
        try await chat.read(ben, "m")
        #expect(try chat.told(anna, since: start) == ["message m", "delivered by Ben"])
        // What is read beyond the delivery is new.
        try await chat.send(anna, "n")
        try await chat.read(ben, "n")
        let receipts = try chat.changes(anna, since: start).filter { $0.words.contains("Ben") }
        #expect(receipts.map(\.words) == ["delivered by Ben", "delivered by Ben"])
        guard case .receipt(let last)? = receipts.last?.change else { throw Missing() }
        #expect(last.message == .named("n") && last.reach == .delivered)
    }

    @Test func `is told as delivered beside a message that reads silently what came before`()
        async throws
    {  // D-20 D-111
        let (chat, start) = try await begin()
        try await chat.send(anna, "m")
        try await chat.share(ben, false)
        try await chat.send(ben, "silent")
        try await chat.send(ben, "more")
        let changes = try chat.changes(anna, since: start)
        #expect(
            changes.map(\.words)
                == ["message m", "message silent", "delivered by Ben", "message more"]
        )
        #expect(changes[1].position == changes[2].position)
    }

    @Test func `is told as delivered to who keeps their own readings to themselves`()
        async throws
    {  // D-21
        let (chat, start) = try await begin()
        try await chat.send(anna, "m")
        try await chat.read(ben, "m")
        try await chat.deliver(cleo, "m")
        try await chat.read(cleo, "m")
        try await chat.share(anna, false)
        #expect(
            try chat.told(anna, since: start).filter { $0.contains(" by ") }
                == ["delivered by Ben", "delivered by Cleo"]
        )
    }

    @Test func `is not told of who has left, nor of a message that is gone`() async throws {
        let (chat, start) = try await begin()  // D-19
        try await chat.send(anna, "m")
        try await chat.send(anna, "n")
        try await chat.read(ben, "n")
        try await chat.read(cleo, "n")
        try await chat.leave(cleo)
        try await chat.act(anna, .delete(DeleteMessage(message: .named("n"))))
        let changes = try chat.changes(anna, since: start).filter { $0.words.contains(" by ") }
        #expect(changes.map(\.words) == ["read by Ben"])
        guard case .receipt(let read)? = changes.first?.change else { throw Missing() }
        #expect(read.message == .named("m"))
        try await chat.act(anna, .delete(DeleteMessage(message: .named("m"))))
        #expect(!(try chat.told(anna, since: start)).contains { $0.contains(" by ") })
    }
}

@Suite struct `A new profile` {
    private func profiles(
        _ chat: Chat,
        _ viewer: UserID,
        since: Position,
        in conversation: ConversationID? = nil
    ) throws -> [NamedProfile] {
        try chat.changes(viewer, since: since, in: conversation).compactMap { item in
            guard case .profile(let profile) = item.change else { return nil }
            #expect(item.conversation == nil)
            return profile
        }
    }

    @Test func `is told to those who are related to the person now`() async throws {
        // D-113 USER-06
        let (chat, start) = try await begin()
        let profile = SetProfile(
            username: "ben",
            fullName: "Benno",
            avatar: "b.png",
            email: "ben@example.com"
        )
        try await chat.act(ben, .setProfile(profile))
        let whole = NamedProfile(
            user: ben,
            name: "Benno",
            username: "ben",
            fullName: "Benno",
            avatar: "b.png",
            email: "ben@example.com"
        )
        for user in [anna, cleo] {
            #expect(try profiles(chat, user, since: start) == [whole])
            #expect(try profiles(chat, user, since: start, in: group) == [])
        }
        // His own is a personal matter, and dora has nothing to do with him.
        #expect(try chat.told(ben, since: start) == ["personal profile"])
        #expect(try chat.told(dora, since: start) == [])

        try await chat.ask(.operator, .configure(Configure(emails: .nobody)))
        #expect(try profiles(chat, anna, since: start).map(\.email) == [nil])
        try await chat.act(ben, .relate(Relate(.block, user: cleo)))
        #expect(
            try profiles(chat, cleo, since: start) == [NamedProfile(user: ben, name: "Benno")]
        )
        try await chat.act(ben, .relate(Relate(.addContact, user: dora)))
        #expect(try profiles(chat, dora, since: start).map(\.user) == [ben])

        let before = try chat.position
        try await chat.ask(.operator, .forgetUser(ForgetUser(user: ben, basis: "asked")))
        let gone = NamedProfile(user: ben, name: "Unknown")
        #expect(try profiles(chat, anna, since: before) == [gone])
        // Every change shows the person as they are now.
        #expect(try profiles(chat, anna, since: start) == [gone, gone])

        try await chat.leave(cleo)
        #expect(try profiles(chat, cleo, since: start) == [])
    }
}

@Suite struct `One's own matters` {
    @Test func `are told to nobody else`() async throws {  // D-60
        let (chat, start) = try await begin()
        try await chat.send(anna, "m")
        for action in [Arrange.Action.pin, .archive, .hide, .unhide, .unarchive, .unpin] {
            try await chat.arrange(ben, action)
        }
        try await chat.act(ben, .mute(Mute(conversation: group)))
        try await chat.read(ben, "m")
        try await chat.act(ben, .markUnread(MarkUnread(conversation: group, from: .named("m"))))
        try await chat.share(ben, false)
        try await chat.act(ben, .relate(Relate(.addContact, user: cleo)))
        try await chat.act(ben, .relate(Relate(.block, user: cleo)))
        try await chat.act(ben, .relate(Relate(.unblock, user: cleo)))
        try await chat.act(ben, .setProfile(SetProfile(username: "benjamin")))
        #expect(
            try chat.told(ben, since: start).filter { !$0.hasPrefix("message") } == [
                "personal pinned", "personal archived", "personal hidden", "personal hidden",
                "personal archived", "personal pinned", "personal muted", "personal read",
                "personal unread", "personal settings", "personal contact Cleo true",
                "personal block Cleo false", "personal block Cleo false", "personal profile",
            ]
        )
        let profile = "profile of benjamin"
        #expect(try chat.told(anna, since: start) == ["message m", "read by benjamin", profile])
        #expect(try chat.told(cleo, since: start) == ["message m", profile])
        // Of one conversation only what is about it.
        #expect(
            try chat.told(ben, since: start, in: group).filter { $0.hasPrefix("personal") } == [
                "personal pinned", "personal archived", "personal hidden", "personal hidden",
                "personal archived", "personal pinned", "personal muted", "personal read",
                "personal unread",
            ]
        )
        guard
            case .personal(.row(_, let row))? = try chat.changes(ben, since: start).first(where: {
                $0.words == "personal pinned"
            })?.change
        else { throw Missing() }
        #expect(!row.isPinned && row.isMuted)
    }

    @Test func `are what the moderators did to one, and not why`() async throws {  // MOD-07
        let (chat, start) = try await begin()
        try await chat.ask(.operator, .appointModerator(AppointModerator(user: dora)))
        for (name, action) in [("one", ModerationAction.warn), ("two", .suspend)] {
            let report = FileReport(report: .named(name), target: .user(ben), reason: .spam)
            try await chat.act(cleo, .report(report))
            let resolve = ResolveReport(
                report: .named(name),
                action: action,
                until: action == .suspend ? chat.now.later(seconds: 60) : nil
            )
            try await chat.act(dora, .resolveReport(resolve))
        }
        let until = chat.now.later(seconds: 58)
        let told = try chat.told(ben, since: start)
        let standing = Standing.suspended(until: until)
        #expect(told == Array(repeating: "personal \(standing)", count: 2))
        for user in [anna, cleo] { #expect(try chat.told(user, since: start) == []) }
        let reports = Array(repeating: "report by Cleo", count: 2)
        #expect(try chat.told(dora, since: start) == reports)
        chat.wait(days: 1)
        #expect(try chat.told(ben, since: start).last == "personal \(Standing.good)")
    }
}

@Suite struct `Pages of changes` {
    @Test func `hold as much as is asked for, and miss nothing between them`() async throws {
        let (chat, _) = try await begin()  // SYNC-20 SYNC-24
        try await chat.send(anna, "one")
        try await chat.arrange(ben, .pin)
        try await chat.send(cleo, "two")
        try await chat.read(ben, "two")
        try await chat.act(anna, .remove(RemoveParticipant(conversation: group, user: ben)))
        try await chat.send(anna, "unseen")
        for id in [nil, group] {
            let whole = try chat.changes(ben, in: id)
            #expect(whole.last?.words == "ended")
            for limit in 1...whole.count + 1 {
                var view = try chat.view(ben)
                var items: [ChangeItem] = []
                var since = Position.zero
                while since < view.position {
                    let page = try view.changes(
                        .init(since: since, in: id, limit: limit)
                    )
                    // The end of a membership is one event with two changes.
                    #expect(page.items.count <= max(limit, limit == 1 ? 2 : 1))
                    #expect(page.items.allSatisfy { $0.position <= page.next })
                    try #require(page.next > since)
                    items += page.items
                    since = page.next
                }
                #expect(items == whole, "\(limit)")
            }
        }
    }

    @Test func `end where enough was looked at, though it is all another's`() async throws {
        let chat = try Chat()
        let crowd = (0..<(Limits.members - 1)).map { UserID.named("one of many \($0)") }
        for name in ["first", "second", "third"] {
            let create = CreateGroup(
                conversation: .named(name),
                members: name == "third" ? [ben, cleo] : crowd
            )
            try await chat.act(anna, .createGroup(create))
        }
        let end = try chat.position
        var view = try chat.view(ben)
        let first = try view.changes(.init(since: .zero))
        #expect(first.items == [] && first.next == Position(UInt64(Limits.eventsLookedAt)))
        #expect(first.next < end)
        let second = try view.changes(.init(since: first.next))
        #expect(second.items.count == 4 && second.next == end)
        // Of one conversation, nothing else is looked at.
        let own = try view.changes(.init(since: .zero, in: .named("third")))
        #expect(own == second)
    }
}

private struct Missing: Error {}

extension ChangeItem {
    fileprivate func isAbout(_ user: UserID) -> Bool {
        if case .member(let membership) = change { membership.member.user == user } else { false }
    }
}

extension Timestamp {
    fileprivate func later(seconds: Int64) -> Timestamp {
        Timestamp(microseconds: microseconds + seconds * 1_000_000)
    }
}

extension UserQueryEvaluator {
    fileprivate consuming func direct(with other: UserID) throws -> ConversationID? {
        var evaluator = self
        return try evaluator.findDirect(with: other)
    }
}
