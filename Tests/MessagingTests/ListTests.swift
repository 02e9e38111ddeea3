import DomainSupport
import Messaging
import TestSupport
import Testing
import Wire

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let noon = Timestamp(microseconds: 12_000_000)

private func listed(
    _ name: String = "chat",
    _ membership: MembershipState = .active,
    _ personal: PersonalFacts = PersonalFacts(),
    blocksOther: Bool = false,
    activity: Int64 = 0,
    unread: UInt64 = 0
) -> ListedConversation {
    ListedConversation(
        .named(name),
        membership,
        personal: personal,
        blocksOther: blocksOther,
        lastActivity: Timestamp(microseconds: activity),
        unread: unread,
        now: noon
    )
}

/// Every state a conversation can be in for somebody.
private let everyState: [ListedConversation] = MembershipState.allCases.flatMap { membership in
    (0..<16).map { bits in
        listed(
            "chat \(bits)",
            membership,
            PersonalFacts(
                isMuted: bits & 8 != 0,
                isArchived: bits & 1 != 0,
                isHidden: bits & 2 != 0
            ),
            blocksOther: bits & 4 != 0,
            unread: 1
        )
    }
}

@Suite struct `A list of conversations` {
    @Test(arguments: everyState)  // D-26 LIST-02
    func `shows each by its filter and by all, and by no other`(chat: ListedConversation) {
        let filters = Set(ListFilter.allCases.filter { $0.shows(chat) })
        let expected: ListFilter =
            switch (chat.isHidden, chat.membership == .active, chat.isArchived) {
            case (true, _, _): .hidden
            case (false, true, true): .archived
            case (false, true, false): .active
            case (false, false, _): .former
            }
        #expect(filters == [.all, expected])
    }

    @Test func `no longer shows what one left, unless former ones are asked for`() {
        // LIST-02 LIST-03 C22
        for membership in [MembershipState.left, .removed] {
            #expect(!ListFilter.active.shows(listed("a", membership)))
            #expect(ListFilter.former.shows(listed("a", membership)))
            let hidden = listed("a", membership, PersonalFacts(isHidden: true))
            #expect(!ListFilter.former.shows(hidden) && ListFilter.hidden.shows(hidden))
        }
    }

    @Test func `hides a direct conversation from the user who blocks the other, for that long`() {
        // D-27
        #expect(!ListFilter.active.shows(listed(blocksOther: true)))
        #expect(ListFilter.hidden.shows(listed(blocksOther: true)))
        #expect(ListFilter.active.shows(listed(blocksOther: false)))
    }

    @Test func `begins with the latest activity`() {  // LIST-04 LIST-05 C26
        let chats = [listed("a", activity: 1), listed("b", activity: 3), listed("c", activity: 2)]
        #expect(chats.sorted().map(\.id) == [.named("b"), .named("c"), .named("a")])
    }

    @Test func `puts pinned ones first, these by activity too`() {  // LIST-06 D-25
        let pinned = PersonalFacts(isPinned: true)
        let chats = [
            listed("a", activity: 9), listed("b", .active, pinned, activity: 1),
            listed("c", .active, pinned, activity: 2),
        ]
        #expect(chats.sorted().map(\.id) == [.named("c"), .named("b"), .named("a")])
    }

    @Test func `has nothing unread where one is no member`() {  // LIST-03
        for membership in [MembershipState.left, .removed] {
            #expect(listed("a", membership, unread: 5).unread == 0)
            #expect(listed("a", membership).with(unread: 5).unread == 0)
        }
    }

    @Test func `has nothing unread and no activity before these are looked up`() {
        let chat = ListedConversation(
            .named("a"),
            .active,
            personal: PersonalFacts(),
            blocksOther: false,
            now: noon
        )
        #expect(chat.unread == 0 && chat.lastActivity == Timestamp(microseconds: 0))
        #expect(chat.with(unread: 5).unread == 5)
    }

    @Test func `has nothing before itself`() {  // D-25
        let place = ListPlace(isPinned: true, lastActivity: noon, id: .named("a"))
        #expect(!(place < place))
        #expect(!(listed() < listed()))
    }

    @Test func `has equal ones by id`() {  // LIST-25 D-25
        let names = ["a", "b", "c", "d"]
        let ids = names.map { ConversationID.named($0) }.sorted()
        #expect(names.map { listed($0, activity: 5) }.sorted().map(\.id) == ids)
        #expect(names.reversed().map { listed($0, activity: 5) }.sorted().map(\.id) == ids)
    }

    @Test func `sorts the same whatever the order before`() {
        var random = SplitMix64(seed: seed(for: "order of lists"))
        let chats = (0..<40).map {
            listed(
                "chat \($0)",
                .active,
                PersonalFacts(isPinned: .random(using: &random)),
                activity: .random(in: 0...3, using: &random)
            )
        }
        let sorted = chats.sorted()
        for _ in 0..<20 { #expect(chats.shuffled(using: &random).sorted() == sorted) }
        for (one, next) in zip(sorted, sorted.dropFirst()) { #expect(one < next && !(next < one)) }
    }
}

extension ListedEntry {
    fileprivate init(_ message: MessageFacts) {
        self.init(
            position: message.position,
            sentAt: message.sentAt,
            isSystem: message.isSystem,
            isGone: message.isDeleted || message.isErased
        )
    }
}

@Suite struct `The last activity` {
    private let created = Timestamp(microseconds: 1)

    private func activity(_ entries: [MessageFacts], _ viewer: Visibility = wholeSight) -> Int64 {
        let newest = entries.last { ListedEntry($0).isActivity(for: viewer) }
        return (newest?.sentAt ?? created).microseconds
    }

    @Test func `is the newest message's own time, and a new title does not move it`() {
        // CONV-11 D-24 C26
        let entries = [
            entry(at: 1, by: sarah, on: 10), entry(at: 2, by: tom, on: 20),
            entry(at: 3, by: tom, on: 30, isSystem: true),
        ]
        #expect(activity(entries) == 20)
        // The system entry is what the row says last all the same.
        #expect(entries.last { ListedEntry($0).canBeLast(for: wholeSight) }?.ordinal == 3)
    }

    @Test func `goes back when the newest message is deleted or erased`() {  // D-24 CONV-11
        let first = entry(at: 1, by: sarah, on: 10)
        #expect(activity([first, entry(at: 2, by: tom, on: 20, isDeleted: true)]) == 10)
        #expect(activity([first, entry(at: 2, by: tom, on: 20, isErased: true)]) == 10)
        #expect(activity([entry(at: 2, by: tom, on: 20, isErased: true)]) == 1)
    }

    @Test func `is of what the viewer can see`() {  // D-24 D-28 D-51
        let entries = [entry(at: 1, by: sarah, on: 10), entry(at: 2, by: tom, on: 20)]
        let left = Visibility(
            history: .full,
            intervals: [MemberFacts.Interval(joined: .zero, left: Position(1))]
        )
        #expect(activity(entries, left) == 10)
        let intervals = [MemberFacts.Interval(joined: .zero)]
        let cleared = Visibility(history: .full, intervals: intervals, cleared: Position(2))
        #expect(activity(entries, cleared) == 1)
        let kept = Visibility(
            history: .full,
            intervals: intervals,
            keptFrom: Timestamp(microseconds: 21)
        )
        #expect(activity(entries, kept) == 1)
    }
}

@Suite struct `What is unread altogether` {
    @Test func `counts muted and archived ones in the total, not in the badge`() {
        // UNREAD-11 D-31
        let totals = UnreadTotals(of: [
            listed("plain", unread: 1), listed("empty"),
            listed("muted", .active, PersonalFacts(isMuted: true), unread: 10),
            listed("archived", .active, PersonalFacts(isArchived: true), unread: 100),
            listed("hidden", .active, PersonalFacts(isHidden: true), unread: 1_000),
            listed("blocked", blocksOther: true, unread: 1_000),
            listed("left", .left, unread: 1_000), listed("removed", .removed, unread: 1_000),
        ])
        #expect(totals.total == 111 && totals.badge == 1)
        let names = ["plain", "muted", "archived"]
        #expect(Set(totals.conversations.map(\.id)) == Set(names.map { .named($0) }))
        #expect(totals.conversations == totals.conversations.sorted())
    }

    @Test func `counts a muting that has ended in the badge`() {  // UNREAD-11 D-31 D-63
        let until = PersonalFacts(isMuted: true, mutedUntil: noon)
        let later = PersonalFacts(
            isMuted: true,
            mutedUntil: Timestamp(microseconds: noon.microseconds + 1)
        )
        #expect(UnreadTotals(of: [listed("a", .active, until, unread: 2)]).badge == 2)
        #expect(UnreadTotals(of: [listed("a", .active, later, unread: 2)]).badge == 0)
    }

    @Test func `stays at the largest number`() {
        let totals = UnreadTotals(of: [listed("a", unread: .max), listed("b", unread: 7)])
        #expect(totals.total == .max && totals.badge == .max)
    }
}
