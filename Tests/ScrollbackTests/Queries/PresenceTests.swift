import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

/// Who sees whether Ben is online.
@Suite struct `The presence of a person` {  // LIVE-10 LIVE-11 LIST-07 USER-02 USER-04 D-82 D-78
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func says(_ user: UserID, _ state: PresenceState, _ device: String? = nil) async throws
    {
        try await store.does(user, .presence(SignalPresence(state, device: device)))
    }

    private func presence(of user: UserID, to viewer: UserID) throws -> Presence? {
        var evaluator = try store.seen(by: viewer)
        let items = try evaluator.answer(PresenceQuery(of: [user]))
        #expect(items.map(\.user) == [user])
        return items.first?.presence
    }

    @Test func `is shown to oneself and to related people alone`() async throws {
        try await store.createTeam()
        try await says(ben, .online)
        #expect(try presence(of: ben, to: ben)?.isOnline == true)
        #expect(try presence(of: ben, to: ann)?.isOnline == true)
        #expect(try presence(of: ben, to: outsider) == nil)
        try await store.does(ben, .relate(Relate(.addContact, user: outsider)))
        #expect(try presence(of: ben, to: outsider)?.isOnline == true)
        // Being among somebody's contacts shows nothing of them.
        try await says(outsider, .online)
        #expect(try presence(of: outsider, to: ben) == nil)
    }

    @Test func `is shown by a direct conversation once the person has written there`()
        async throws
    {
        let direct = try await store.startDirect(ann, with: ben)
        try await says(ben, .online)
        #expect(try presence(of: ben, to: ann) == nil)
        #expect(try store.row(ann, direct).presence == nil)
        try await store.send(ben, "one", in: direct)
        #expect(try presence(of: ben, to: ann)?.isOnline == true)
        #expect(try store.row(ann, direct).presence?.isOnline == true)
    }

    @Test func `is shown in a list by a shared group that the list does not show`() async throws {
        try await store.createTeam()
        let direct = try await store.startDirect(ann, with: ben)
        try await says(ben, .online)
        func listed() throws -> [ConversationID: Bool?] {
            let rows = try store.list(ann).map { ($0.conversation, $0.presence?.isOnline) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
        #expect(try listed() == [team: nil, direct: true])
        try await store.arrange(ann, .archive)
        #expect(try listed() == [direct: true])
        // The direct conversation itself relates them only once ben has written there.
        try await store.leave(ben)
        #expect(try listed() == [direct: nil])
    }

    @Test func `is shown to nobody after a block on either side`() async throws {
        try await store.createTeam()
        try await says(ben, .online)
        try await store.does(ann, .relate(Relate(.block, user: ben)))
        #expect(try presence(of: ben, to: ann) == nil)
        #expect(try presence(of: ann, to: ben) == nil)
        for viewer in [ann, ben] {
            var evaluator = try store.seen(by: viewer)
            let members = try evaluator.members(MembersQuery(of: team)).page.items
            #expect(members.filter { $0.presence != nil }.map(\.user) == [viewer])
        }
        try await store.does(ann, .relate(Relate(.unblock, user: ben)))
        #expect(try presence(of: ben, to: ann)?.isOnline == true)
    }

    @Test func `is shared until the settings say otherwise, one-sided`() async throws {
        try await store.createTeam()
        try await says(ben, .online)
        let off = SettingsChanged(sharePresence: false)
        try await store.does(ben, .setSettings(SetSettings(off)))
        #expect(try presence(of: ben, to: ann) == nil)
        try await says(ben, .online)
        try await says(ann, .online)
        #expect(try presence(of: ann, to: ben)?.isOnline == true)
        // What was said while it was not shared is not known later.
        let on = SettingsChanged(sharePresence: true)
        try await store.does(ben, .setSettings(SetSettings(on)))
        #expect(try presence(of: ben, to: ann)?.isOnline == false)
    }

    @Test func `ends with the last device, and says when the person was there last`()
        async throws
    {
        try await store.createTeam()
        let start = try #require(try presence(of: ann, to: ben)).lastSeenAt
        #expect(try presence(of: cem, to: ann) == nil)
        store.wait(seconds: 10)
        try await says(ann, .online, "phone")
        try await says(ann, .online, "tablet")
        try await says(ann, .offline, "phone")
        #expect(try presence(of: ann, to: ben)?.isOnline == true)
        store.wait(seconds: 20)
        try await says(ann, .offline, "tablet")
        let gone = try #require(try presence(of: ann, to: ben))
        #expect(!gone.isOnline)
        #expect(gone.lastSeenAt.microseconds - start.microseconds >= 30_000_000)
        // An event of one's own is a sign of life, what others do is none.
        store.wait(seconds: 100)
        try await store.send(ben, "one")
        #expect(try presence(of: ann, to: ben) == gone)
        try await store.send(ann, "two")
        let later = try #require(try presence(of: ann, to: ben))
        #expect(later.lastSeenAt.microseconds - gone.lastSeenAt.microseconds >= 100_000_000)
    }

    @Test func `does not show a suspended person online`() async throws {
        try await store.createTeam()
        try await store.operates(.appointModerator(AppointModerator(user: ann)))
        try await says(ben, .online)
        let report = ReportID.named("report")
        try await store.does(
            cem,
            .report(FileReport(report: report, target: .user(ben), reason: .spam))
        )
        try await store.does(ann, .resolveReport(ResolveReport(report: report, action: .suspend)))
        let shown = try #require(try presence(of: ben, to: cem))
        #expect(!shown.isOnline)
    }

    @Test func `is in profiles, the search for people, members and direct rows`() async throws {
        try await store.createTeam()
        try await store.name(ben, "Ben", username: "ben")
        try await says(ben, .online)
        var evaluator = try store.seen(by: ann)
        let known = try evaluator.presence(of: [ben]).first?.presence
        #expect(known?.isOnline == true)
        #expect(try evaluator.profileItem(of: ben).presence == known)
        #expect(try evaluator.users(UsersQuery(matching: "ben")).items.first?.presence == known)
        let members = try evaluator.members(MembersQuery(of: team)).page.items
        #expect(members.first { $0.user == ben }?.presence == known)
        #expect(try store.row(ann).presence == nil)
        var stranger = try store.seen(by: outsider)
        #expect(try stranger.profileItem(of: ben).presence == nil)
    }

    @Test func `is answered once for each, in the order asked, and of at most 500`()
        async throws
    {
        try await store.createTeam()
        var evaluator = try store.seen(by: ann)
        let asked = [cem, outsider, ann, cem]
        #expect(try evaluator.presence(of: asked).map(\.user) == [cem, outsider, ann])
        #expect(try evaluator.presence(of: [UserID]()) == [])
        let many = (0...UInt64(Limits.people)).map { UserID(UniqueID(high: 9, low: $0)) }
        #expect(try evaluator.presence(of: Array(many.dropLast())).count == Limits.people)
        let refused = refusal { () throws(QueryError) in _ = try evaluator.presence(of: many) }
        #expect(refused == .request(.tooManyUsers))
    }

    @Test func `refuses the name of a device that is none`() async throws {
        for device in ["", " ", "a\u{1}b", String(repeating: "a", count: 65)] {
            let signal = SignalPresence(.online, device: device)
            let code: Refusal.Code?
            do {
                _ = try await store.does(ben, .presence(signal))
                code = nil
            } catch let error as WriteError<BatchRefusal> {
                code = if case .refused(let refusal) = error { refusal.refusal.code } else { nil }
            }
            #expect(code == .invalidText, "\(device.count) characters")
        }
        try await says(ben, .online, String(repeating: "a", count: 64))
        #expect(try presence(of: ben, to: ben)?.isOnline == true)
    }
}
