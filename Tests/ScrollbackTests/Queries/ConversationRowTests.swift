import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `A conversation's row and its page` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func portrait(
        _ user: UserID,
        _ chat: ConversationID = team
    ) throws -> ConversationPortrait {
        var evaluator = try store.seen(by: user)
        return try evaluator.conversation(chat)
    }

    @Test func `calls an untitled one after the others, in the order of joining`() async throws {
        // D-33 CONV-40
        try await store.createTeam(of: [ben, cem, dua])
        for (user, name) in [(ben, "Ben"), (cem, "Cem"), (dua, "Dua")] {
            try await store.name(user, name, username: "user")
        }
        let row = try store.row(ann)
        #expect(row.title == "Ben, Cem and 1 other" && !row.isTitled)
        #expect(row.avatars.map(\.name) == ["Ben", "Cem", "Dua"])
        let direct = try await store.startDirect(ann, with: ben)
        #expect(try store.row(ann, direct).title == "Ben")
        #expect(try store.row(ben, direct).title == "Unknown")
    }

    @Test func `represents a conversation by the first who are in it now`() async throws {
        let others = (0..<4).map { UserID.named("other \($0)") }
        try await store.createTeam(of: [ben, cem, dua] + others)
        func faces(_ user: UserID) throws -> [UserID] { try store.row(user).avatars.map(\.user) }
        #expect(try faces(ann) == [ben, cem, dua, others[0]])
        #expect(try faces(others[3]) == [ann, ben, cem, dua])
        try await store.leave(others[2])
        #expect(try faces(ann) == [ben, cem, dua, others[0]])
        try await store.leave(cem)
        #expect(try faces(ann) == [ben, dua, others[0], others[1]])
        try await store.leave(dua)
        try await store.leave(others[0])
        #expect(try faces(ann) == [ben, others[1], others[3]])
        try await store.add(ann, cem)
        #expect(try faces(ann) == [ben, others[1], others[3], cem])
        #expect(try faces(cem) == [ann, ben, others[1], others[3]])
    }

    @Test func `says what everybody keeps for themselves`() async throws {
        try await store.createTeam(title: "Team")
        try await store.send(ben, "hello")
        let until = Timestamp(microseconds: store.now.microseconds + 60_000_000)
        try await store.does(ann, .mute(Mute(conversation: team, until: until)))
        try await store.arrange(ann, .pin)
        try await store.arrange(ann, .archive)
        var row = try store.row(ann)
        #expect(row.title == "Team" && row.isTitled && row.kind == .group)
        #expect(row.isMuted && row.mutedUntil == until && row.isPinned && row.isArchived)
        #expect(row.unread == 1 && row.lastReadAt == nil && !row.isClosed && !row.isHidden)
        let other = try store.row(cem)
        #expect(!other.isMuted && !other.isPinned && !other.isArchived)
        store.wait(seconds: 60)
        row = try store.row(ann)
        #expect(!row.isMuted && row.mutedUntil == nil)
    }

    @Test func `names a user whose id is zero as the sender`() async throws {  // D-13
        let zero = UserID(.zero)
        let direct = try await store.startDirect(ann, with: zero)
        try await store.send(zero, "hello", in: direct)
        #expect(try store.row(ann, direct).last?.sender == zero)
        #expect(try store.row(zero, direct).last?.status == .sent)
    }

    @Test func `says when one has read last, on purpose or by sending`() async throws {  // D-63
        try await store.createTeam()
        try await store.send(ben, "one")
        #expect(try store.row(ann).lastReadAt == nil)
        #expect(try store.row(ben).lastReadAt == store.now)
        try await store.does(ann, .markRead(MarkRead(conversation: team)))
        let read = store.now
        #expect(try store.row(ann).lastReadAt == read)
        // What changes nothing is no reading.
        try await store.does(ann, .markRead(MarkRead(conversation: team)))
        #expect(try store.row(ann).lastReadAt == read)
        try await store.send(ann, "two")
        #expect(try store.row(ann).lastReadAt == store.now)
    }

    @Test func `tells what was read while empty from what was never read`() async throws {  // D-75
        let direct = try await store.startDirect(ann, with: ben)
        #expect(try store.row(ben, direct).lastReadAt == nil)
        let before = try store.seen(by: ben).position
        try await store.does(ben, .markRead(MarkRead(conversation: direct)))
        let read = store.now
        #expect(try store.row(ben, direct).lastReadAt == read)
        #expect(try store.seen(by: ben).position == before.next)
        try await store.does(ben, .markRead(MarkRead(conversation: direct)))
        #expect(try store.row(ben, direct).lastReadAt == read)
        #expect(try store.seen(by: ben).position == before.next)
        #expect(try store.row(ann, direct).lastReadAt == nil)
        try await store.send(ann, "hello", in: direct)
        #expect(try store.row(ben, direct).unread == 1)
        var seen = try store.seen(by: ann)
        #expect(try seen.receipts(of: .named("hello")).waiting.map(\.user) == [ben])
    }

    // CONV-09 MSG-40 CONV-10
    @Test func `shows what was said last, of what is there`() async throws {  // D-24 D-35
        try await store.createTeam()
        try await store.send(ben, "one")
        try await store.send(cem, "two")
        try await store.does(cem, .edit(EditMessage(message: .named("two"), text: "second")))
        var last = try #require(try store.row(ann).last)
        #expect(last.message == .named("two") && last.preview == "second" && last.sender == cem)
        try await store.delete(cem, "two")
        last = try #require(try store.row(ann).last)
        #expect(last.message == .named("one") && last.kind == .text)
        try await store.operates(
            .erase(Erase(target: .message(.named("one")), basis: "b", reason: "r"))
        )
        last = try #require(try store.row(ann).last)
        #expect(last.kind == nil && last.sender == ann)
        try await store.arrange(ann, .clearHistory)
        #expect(try store.row(ann).last == nil)
        #expect(try store.row(ben).last != nil)
    }

    @Test func `stays for a former member as it was when they left`() async throws {  // D-17
        try await store.createTeam(title: "Before")
        try await store.send(ann, "seen")
        try await store.leave(ben)
        let left = try store.row(ben)
        try await store.send(ann, "unseen")
        try await store.does(ann, .rename(Rename(conversation: team, title: "After")))
        try await store.does(ann, .edit(EditMessage(message: .named("seen"), text: "changed")))
        try await store.delete(ann, "seen")
        try await store.add(ann, dua)
        try await store.leave(cem)
        try await store.leave(dua)
        try await store.leave(ann)

        let row = try store.row(ben)
        #expect(row == left)
        #expect(row.title == "Before" && row.membership == .left && !row.isClosed)
        #expect(row.last?.preview == "You left the group" && row.unread == 0)
        #expect(row.avatars.map(\.user) == [ann, cem])
        let portrait = try portrait(ben)
        #expect(portrait.memberCount == 2 && portrait.closedAt == nil && portrait.role == .member)
        #expect(portrait.permissions == Permissions())
        // Names are today's.
        try await store.name(ann, "Ann", username: "ann")
        #expect(try store.row(ben).avatars.first?.name == "Ann")
        // Who was the last to leave knows that it closed by that.
        #expect(try store.row(ann).isClosed && self.portrait(ann).closedAt != nil)
    }

    @Test func `has what the embedder added when it was created`() async throws {
        let group = CreateGroup(
            conversation: team,
            title: "Team",
            photo: "team.png",
            members: [ben, cem],
            custom: "{}"
        )
        try await store.does(ann, .createGroup(group))
        try await store.does(ann, .setPhoto(SetPhoto(conversation: team, photo: nil)))
        let row = try store.row(ben)
        #expect(row.custom == "{}" && row.photo == nil && row.title == "Team")
    }

    @Test func `tells removal from leaving`() async throws {
        try await store.createTeam()
        try await store.does(ann, .remove(RemoveParticipant(conversation: team, user: ben)))
        #expect(try store.row(ben).membership == .removed)
        #expect(try store.row(ben).last?.preview == "Unknown removed you")
    }

    // CONV-08 PART-23 Q03
    @Test func `has what the page of a conversation needs`() async throws {  // D-57
        let ride = Context(kind: "ride", id: "7")
        try await store.does(
            ann,
            .openRequest(
                OpenRequest(conversation: team, context: ride, members: [ben], reactions: .open)
            )
        )
        let created = store.now
        var mine = try portrait(ann)
        #expect(mine.context == ride && mine.createdBy == ann && mine.createdAt == created)
        #expect(mine.memberCount == 2 && mine.role == .creator && mine.closedAt == nil)
        #expect(mine.permissions == Permissions(canAdd: true, canRemove: true, canEdit: true))
        #expect(mine.reactions == .open && mine.history == .full)
        #expect(try portrait(ben).permissions == Permissions())
        try await store.does(
            ann,
            .setPermissions(SetPermissions(conversation: team, user: ben, canEdit: true))
        )
        #expect(try portrait(ben).permissions == Permissions(canEdit: true))
        try await store.does(ann, .completeRequest(CompleteRequest(conversation: team)))
        mine = try portrait(ann)
        #expect(mine.closedAt == store.now && mine.item.isClosed)
    }

    @Test func `keeps the context for who left before it was cleared`() async throws {
        // D-17 D-68
        let ride = Context(kind: "ride", id: "7")
        for (id, members) in [(team, [ben, cem]), (.named("second"), [ben])] {
            try await store.does(
                ann,
                .openRequest(OpenRequest(conversation: id, context: ride, members: members))
            )
        }
        try await store.leave(ben)
        try await store.does(ann, .clearContext(ClearContext(conversation: team)))
        func found(_ user: UserID, _ context: Context) throws -> [ConversationID] {
            var evaluator = try store.seen(by: user)
            return try evaluator.findByContext(context).items
        }
        #expect(try found(ann, ride) == [.named("second")])
        #expect(try found(ben, ride) == [team, .named("second")])
        #expect(try found(cem, ride) == [] && found(outsider, ride) == [])
        #expect(try found(ann, Context(kind: "ride", id: "8")) == [])
        #expect(try portrait(ann).context == nil && portrait(ben).context == ride)
        for bad in [Context(kind: "", id: "7"), Context(kind: "ride", id: "")] {
            var evaluator = try store.seen(by: ann)
            #expect(
                refusal { () throws(QueryError) in _ = try evaluator.findByContext(bad) }?.code
                    == .invalidContext
            )
        }
    }

    @Test func `finds all requests about a kind of context`() async throws {  // D-104
        let contexts = [
            ("a", "ride", "7"), ("b", "trip", "7"), ("c", "ride", "8"), ("d", "ride", "9"),
        ]
        for (name, kind, id) in contexts {
            let open = OpenRequest(
                conversation: .named(name),
                context: Context(kind: kind, id: id),
                members: [ben]
            )
            try await store.does(ann, .openRequest(open))
        }
        try await store.createTeam()
        try await store.leave(ben, .named("c"))
        try await store.does(ann, .clearContext(ClearContext(conversation: .named("c"))))
        func found(_ user: UserID, _ kind: String, _ limit: Int) throws -> [[ConversationID]] {
            var pages: [[ConversationID]] = []
            var cursor: Cursor?
            repeat {
                var evaluator = try store.seen(by: user)
                let page = try evaluator.findByContext(ofKind: kind, limit: limit, cursor: cursor)
                pages.append(page.items)
                cursor = page.next
            } while cursor != nil
            return pages
        }
        #expect(try found(ann, "ride", 50) == [[.named("a"), .named("d")]])
        #expect(try found(ann, "ride", 1) == [[.named("a")], [.named("d")]])
        #expect(try found(ben, "ride", 2) == [[.named("a"), .named("c")], [.named("d")]])
        #expect(try found(ann, "trip", 2) == [[.named("b")]])
        #expect(try found(ann, "favor", 2) == [[]] && found(cem, "ride", 2) == [[]])
        var evaluator = try store.seen(by: ann)
        #expect(
            refusal { () throws(QueryError) in _ = try evaluator.findByContext(ofKind: "") }?.code
                == .invalidContext
        )
        let next = try evaluator.findByContext(ofKind: "ride", limit: 1).next
        let ride = Context(kind: "ride", id: "7")
        #expect(
            refusal { () throws(QueryError) in
                _ = try evaluator.findByContext(ride, cursor: next)
            } == .request(.cursorIsForeign)
        )
    }

    @Test func `says when something was last added, whatever was cleared or deleted`() async throws
    {
        // D-104 Q07 LIST-16
        try await store.createTeam()
        let created = store.now
        #expect(try store.row(ann).updatedAt == created)
        try await store.send(ben, "one")
        let sent = store.now
        try await store.delete(ben, "one")
        #expect(try store.row(ann).updatedAt == sent)
        #expect(try store.row(ann).lastActivityAt == created)
        try await store.arrange(ann, .clearHistory)
        #expect(try store.row(ann).updatedAt == sent)
        try await store.leave(ben)
        let left = store.now
        #expect(try store.row(ann).updatedAt == left && store.row(ann).leftAt == nil)
        try await store.send(ann, "two")
        #expect(try store.row(ben).updatedAt == left && store.row(ben).leftAt == left)
    }

    @Test func `names the newest message that was ever read`() async throws {  // D-104
        try await store.createTeam()
        #expect(try store.row(ann).lastReadMessage == nil)
        for name in ["one", "two", "three"] { try await store.send(ben, name) }
        #expect(try store.row(ben).lastReadMessage == .named("three"))
        #expect(try store.row(ann).lastReadMessage == nil)
        let read = MarkRead(conversation: team, upTo: .named("two"))
        try await store.does(ann, .markRead(read))
        #expect(try store.row(ann).lastReadMessage == .named("two"))
        let unread = MarkUnread(conversation: team, from: .named("one"))
        try await store.does(ann, .markUnread(unread))
        try await store.delete(ben, "two")
        #expect(try store.row(ann).lastReadMessage == .named("two"))
        // An entry that no one sent is no message.
        try await store.leave(cem)
        try await store.does(ann, .markRead(MarkRead(conversation: team)))
        #expect(try store.row(ann).lastReadMessage == .named("three"))
    }

    @Test func `names the newest message read before one who was added later joined`() async throws
    {
        try await store.createTeam(of: [ben, dua])
        for name in ["one", "two"] { try await store.send(ben, name) }
        try await store.add(ann, cem)
        #expect(try store.row(cem).lastReadMessage == nil)
        // What they have read behind the joining is no message, so it is the newest before it.
        try await store.does(cem, .markRead(MarkRead(conversation: team)))
        #expect(try store.row(cem).lastReadMessage == .named("two"))
        try await store.send(ben, "three")
        try await store.send(ben, "four")
        #expect(try store.row(cem).lastReadMessage == .named("two"))
        let read = MarkRead(conversation: team, upTo: .named("three"))
        try await store.does(cem, .markRead(read))
        #expect(try store.row(cem).lastReadMessage == .named("three"))
        try await store.send(cem, "five")
        try await store.send(ben, "six")
        #expect(try store.row(cem).lastReadMessage == .named("five"))
    }

    @Test func `shows what was said last as it is, after any change`() async throws {
        let direct = try await store.startDirect(ann, with: ben)
        let photo = Attachment(kind: .image, url: "https://a.example/1.webp")
        try await store.does(
            ben,
            .send(
                SendMessage(
                    conversation: direct,
                    message: .named("photo"),
                    attachments: [photo]
                )
            )
        )
        var last = try #require(try store.row(ann, direct).last)
        #expect(last.kind == .image && last.preview == "Photo" && last.sender == ben)
        try await store.send(ann, "one", in: direct)
        try await store.edit(ann, "one")
        last = try #require(try store.row(ben, direct).last)
        #expect(last.preview == "one, edited" && last.kind == .text)
        try await store.edit(ann, "one")
        #expect(try store.row(ben, direct).last?.preview == "one, edited")
        try await store.delete(ann, "one")
        last = try #require(try store.row(ben, direct).last)
        #expect(last.kind == .image && last.message == .named("photo"))
        #expect(try store.list(ben).map(\.last?.message) == [.named("photo")])
    }

    @Test func `says how far an own last message has come, of two and of several`() async throws {
        let direct = try await store.startDirect(ann, with: ben)
        func deliver(_ user: UserID, _ name: String, _ chat: ConversationID) async throws {
            let delivered = MarkDelivered(conversation: chat, upTo: .named(name))
            try await store.does(user, .markDelivered(delivered))
        }
        func status(_ chat: ConversationID = team) throws -> ReceiptSummary.Status? {
            try store.row(ann, chat).last?.status
        }
        try await store.send(ann, "a", in: direct)
        #expect(try status(direct) == .sent)
        try await deliver(ben, "a", direct)
        #expect(try status(direct) == .delivered && store.row(ben, direct).last?.status == nil)
        // A sending reads what is before it, also if it is deleted then.
        try await store.send(ben, "b", in: direct)
        #expect(try status(direct) == nil)
        try await store.delete(ben, "b")
        #expect(try status(direct) == .read)

        try await store.createTeam(history: .sinceJoin, of: [ben, cem])
        try await store.send(ann, "c")
        try await store.does(cem, .markRead(MarkRead(conversation: team)))
        #expect(try status() == .sent)
        try await deliver(ben, "c", team)
        #expect(try status() == .delivered)
        try await store.does(ben, .markRead(MarkRead(conversation: team)))
        #expect(try status() == .read)
        try await store.send(ann, "d")
        #expect(try status() == .sent)
        // Whichever of them comes first, the other one is waited for.
        for (user, expected) in [(ben, ReceiptSummary.Status.sent), (cem, .read)] {
            try await store.does(user, .markRead(MarkRead(conversation: team)))
            #expect(try status() == expected)
        }
    }

    /// Of 80 messages removed ones are looked up one by one if there are few; else all are walked.
    @Test(arguments: [HistoryPolicy.full, .sinceJoin], [1, 9])
    func `counts messages of which some were removed while a viewer was away`(
        history: HistoryPolicy,
        removals: Int
    ) async throws {  // D-104
        try await store.createTeam(history: history, of: [ben, cem])
        func count(_ user: UserID) throws -> Int {
            var evaluator = try store.seen(by: user)
            return Int(try evaluator.conversation(team).messageCount)
        }
        func remove(from start: Int) async throws {
            for number in 0..<removals { try await store.delete(ben, "m\(start + number)") }
        }
        for number in 1...80 { try await store.send(ben, "m\(number)") }
        try await remove(from: 10)
        try await store.leave(cem)
        try await remove(from: 30)
        for number in 81...90 { try await store.send(ben, "m\(number)") }
        #expect(try count(ann) == 90 - 2 * removals)
        #expect(try count(cem) == 80 - removals)
        try await store.add(ann, cem)
        try await store.send(ben, "m91")
        try await remove(from: 50)
        try await store.delete(ben, "m81")
        let expected = history == .full ? 91 - 3 * removals - 1 : 81 - 2 * removals
        #expect(try count(cem) == expected)
        #expect(try count(ann) == 91 - 3 * removals - 1)
    }

    @Test(arguments: [HistoryPolicy.full, .sinceJoin])
    func `counts the messages that a viewer sees`(history: HistoryPolicy) async throws {  // D-104
        try await store.createTeam(history: history, of: [ben, cem])
        func count(_ user: UserID) throws -> UInt64 {
            var evaluator = try store.seen(by: user)
            return try evaluator.conversation(team).messageCount
        }
        #expect(try count(ann) == 0)
        for name in ["one", "two", "three"] { try await store.send(ben, name) }
        try await store.delete(ben, "two")
        #expect(try count(ann) == 2 && count(ben) == 2)
        let isFull = history == .full
        try await store.add(ann, dua)
        #expect(try count(dua) == (isFull ? 2 : 0))
        try await store.send(ann, "four")
        #expect(try count(dua) == (isFull ? 3 : 1))
        try await store.leave(cem)
        try await store.delete(ann, "four")
        try await store.send(ann, "five")
        // A former member does not learn of a deletion.
        #expect(try count(cem) == 3 && count(ann) == 3)
        try await store.add(ann, cem)
        try await store.send(ann, "six")
        #expect(try count(cem) == 4)
        try await store.arrange(ann, .clearHistory)
        #expect(try count(ann) == 0)
        try await store.send(ben, "seven")
        #expect(try count(ann) == 1)
        let erase = Erase(target: .message(.named("seven")), basis: "b", reason: "r")
        try await store.operates(.erase(erase))
        #expect(try count(ann) == 0)
    }

    @Test func `is listed for the operator with every membership`() async throws {  // D-104
        try await store.createTeam()
        let joined = store.now
        try await store.does(ann, .setRole(SetRole(conversation: team, user: ben, role: .admin)))
        try await store.leave(ben)
        let left = store.now
        let direct = try await store.startDirect(ben, with: ann)
        let began = store.now
        let expected = [
            MembershipItem(team, kind: .group, role: .admin, joinedAt: joined, leftAt: left),
            MembershipItem(direct, kind: .direct, role: .member, joinedAt: began),
        ]
        let operated = try store.operated()
        let page = try operated.memberships(MembershipsQuery(of: ben))
        #expect(page.items.map(\.conversation) == [team, direct] && page.next == nil)
        #expect(page.items.first == expected[0])
        #expect(page.items.last?.joinedAt == began && page.items.last?.leftAt == nil)
        let first = try operated.memberships(MembershipsQuery(of: ben, limit: 1))
        let second = try operated.memberships(MembershipsQuery(of: ben, cursor: first.next))
        #expect(first.items + second.items == page.items && second.next == nil)
        #expect(try operated.memberships(MembershipsQuery(of: outsider)).items.isEmpty)
        #expect(
            refusal { () throws(QueryError) in
                _ = try operated.memberships(MembershipsQuery(of: ann, cursor: first.next))
            } == .request(.cursorIsForeign)
        )
        try await store.add(ann, ben)
        let later = try store.operated().memberships(MembershipsQuery(of: ben)).items
        #expect(later.first?.joinedAt == store.now && later.first?.leftAt == nil)
    }

    // Q04
    @Test func `finds the direct conversation also when blocked and hidden`() async throws {
        // D-68
        let direct = try await store.startDirect(ann, with: ben)
        try await store.does(ann, .relate(Relate(.block, user: ben)))
        for (one, other) in [(ann, ben), (ben, ann)] {
            var evaluator = try store.seen(by: one)
            #expect(try evaluator.findDirect(with: other) == direct)
            #expect(try evaluator.findDirect(with: cem) == nil)
            #expect(try evaluator.findDirect(with: one) == nil)
        }
    }

    @Test func `is nothing to a user who never was in it, as if it did not exist`() async throws {
        try await store.createTeam()
        var evaluator = try store.seen(by: outsider)
        for id in [team, .named("nowhere")] {
            #expect(
                refusal { () throws(QueryError) in _ = try evaluator.conversation(id) }
                    == .conversation(.notFound)
            )
        }
    }
}
