import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `A person who has blocked the viewer` {
    let store: StoreOfPeople

    /// Ben, who has a picture, has written in the team and in a direct chat with Ann.
    private func begin() async throws -> ConversationID {
        let profile = SetProfile(username: "benbar", fullName: "Ben", avatar: "b.png")
        try await store.does(ben, .setProfile(profile))
        try await store.name(ann, "Ann", username: "ann")
        try await store.createTeam()
        try await store.send(ben, "hello")
        let direct = try await store.startDirect(ben, with: ann)
        try await store.send(ben, "psst", in: direct)
        return direct
    }

    init() throws { store = try StoreOfPeople() }

    private func shown(_ viewer: UserID, _ direct: ConversationID) throws -> [String?] {
        var evaluator = try store.seen(by: viewer)
        let item = try evaluator.message(.named("hello"))
        let last = try evaluator.message(.named("psst"))
        let faces = try store.row(viewer).avatars + store.row(viewer, direct).avatars
        let avatars = faces.filter { $0.user == ben }.map(\.avatar)
        #expect(item.senderName == "Ben" && avatars.count == 2)
        #expect(faces.filter { $0.user == ben }.allSatisfy { $0.name == "Ben" })
        return [item.senderAvatar, last.senderAvatar] + avatars
    }

    @Test func `is shown by name alone, in shared groups too, until it is taken back`()
        async throws
    {  // BLOCK-03 D-116
        let direct = try await begin()
        let (all, none) = (
            [String?](repeating: "b.png", count: 4), [String?](repeating: nil, count: 4)
        )
        #expect(try shown(ann, direct) == all)
        try await store.does(ben, .block(ann))
        #expect(try shown(ann, direct) == none)
        // It hides nothing the other way round, nor from others.
        try await store.does(ann, .block(cem))
        var other = try store.seen(by: cem)
        #expect(try other.message(.named("hello")).senderAvatar == "b.png")
        try await store.does(ben, .unblock(ann))
        #expect(try shown(ann, direct) == all)
    }

    @Test func `is found in a list by the shown name alone`() async throws {  // BLOCK-03 D-116
        _ = try await begin()
        try await store.send(cem, "last")
        func found(_ search: String) throws -> Bool {
            try store.list(ann, search: search).contains { $0.conversation == team }
        }
        try await store.does(ann, .rename(Rename(conversation: team, title: "Team")))
        #expect(try found("benbar") && found("ben"))
        try await store.does(ben, .block(ann))
        #expect(try !found("benbar") && found("ben"))
        try await store.does(ben, .unblock(ann))
        #expect(try found("benbar"))
    }
}
